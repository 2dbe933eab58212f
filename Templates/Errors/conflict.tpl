{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ERRORS_LINK}}">Errors</a></li></ol></nav>
<h1>{{NAME}} <span class="chip conflict">{{POSITION}}</span></h1>
<p class="sub">{{TABLE}} · <a href="{{OPERATION_LINK}}">{{OPERATION_NAME}}</a>{{#ASSIGNEE}} · {{/ASSIGNEE}}{{>Assignments/_assignee}} · first seen {{#FIRST_TIME}}{{>Frame/_time}}{{/FIRST_TIME}}</p>
</div>
<div class="acts">{{>Assignments/_assign}}{{#OTHER_CONFLICTS}}<span class="group">{{#PREVIOUS}}<a class="btn s" href="{{LINK}}" aria-label="Previous conflict"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#left"></use></svg>Previous</a>{{/PREVIOUS}}{{#NO_PREVIOUS}}<button class="btn s" type="button" disabled><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#left"></use></svg>Previous</button>{{/NO_PREVIOUS}}<a class="btn s" href="{{NEXT_LINK}}">Next conflict<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#right"></use></svg></a></span>{{/OTHER_CONFLICTS}}<a class="btn s" href="{{ROW_LINK}}">Open row</a></div>
</div>
{{#PROBLEMS}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>Not saved.</b></p><ul>{{#PROBLEM}}<li>{{TEXT}}</li>{{/PROBLEM}}</ul></div>
{{/PROBLEMS}}<div class="note conf"><p><b>{{HEADLINE}}</b></p>
<p>{{TEXT}}{{#OPEN_FIELDS}} <b class="nw" data-open data-none="" data-one="{{ONE}}" data-many="{{MANY}}">{{SENTENCE}}</b>{{/OPEN_FIELDS}}</p>{{#RULES}}<p>{{TEXT}} <a href="{{LINK}}">Conflict rules</a></p>{{/RULES}}</div>
{{#COPY_MISSING}}<div class="note fail"><p><b>The server’s version is not loaded yet.</b></p><p>The response contained no row. Load it to compare both versions; nothing is changed.</p>
{{#CAN_CHANGE}}<div class="acts mt"><form method="post" action="{{REFRESH_ACTION}}">{{>Frame/_csrf}}<button class="btn primary"{{>Frame/_needs-server}}>Load server version</button></form></div>{{/CAN_CHANGE}}</div>
{{/COPY_MISSING}}<form{{#CAN_CHANGE}} method="post" action="{{RESOLVE_ACTION}}" data-merge="1"{{/CAN_CHANGE}} aria-label="{{#CAN_CHANGE}}Resolve conflict{{/CAN_CHANGE}}{{#CANNOT_CHANGE}}Conflict{{/CANNOT_CHANGE}}">
{{#CANNOT_CHANGE}}<fieldset disabled>
{{/CANNOT_CHANGE}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}
{{>Frame/_csrf}}
{{#COPIES}}{{>Values/_copies}}
{{/COPIES}}{{>Errors/_merge-fields}}{{#CAN_CHANGE}}<div class="bar stick">{{#CAN_MERGE}}{{>Errors/_save-result}}{{#CAN_PUSH}}<button class="btn" name="choice" value="merge-and-push"{{>Frame/_needs-server}}>Save and push</button>{{/CAN_PUSH}}{{/CAN_MERGE}}{{#CAN_CHOOSE}}<button class="btn" name="choice" value="keep-local">{{KEEP_WORDS}}</button><button class="btn" name="choice" value="take-server">{{TAKE_WORDS}}</button>{{/CAN_CHOOSE}}{{#SIMILAR}}<button class="btn" name="choice" value="same" formaction="{{ACTION}}">{{LABEL}}</button>{{/SIMILAR}}<span class="r"><a class="btn danger" href="{{DISCARD_LINK}}">Discard my change…</a></span></div>
{{#SIMILAR}}<p>{{TEXT}} Choose the sides above; you review the result before it is saved.</p>
{{/SIMILAR}}{{#KEEP}}<p>{{TEXT}}</p>
{{/KEEP}}{{/CAN_CHANGE}}<p>Versions: base <code>{{BASE_VERSION}}</code>, server <code>{{SERVER_VERSION}}</code>.{{#CAN_CHANGE}} You can undo the decision until the row changes again.{{/CAN_CHANGE}} All versions stay in the row’s history.</p>
{{#CANNOT_CHANGE}}</fieldset>
{{/CANNOT_CHANGE}}</form>
<details class="more"><summary>Details</summary>{{>Errors/_error-details}}</details>
{{>Notes/_notes}}{{>Frame/_bottom}}
