{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ERRORS_LINK}}">Errors</a></li></ol></nav>
<h1>{{NAME}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></h1>
<p class="sub">{{TABLE}} · <a href="{{OPERATION_LINK}}">{{OPERATION_NAME}}</a>{{#ASSIGNEE}} · {{/ASSIGNEE}}{{>Assignments/_assignee}} · first seen {{#FIRST_TIME}}{{>Frame/_time}}{{/FIRST_TIME}}</p>
</div>
<div class="acts">{{>Assignments/_assign}}<details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions</span></summary><div class="pop end"><a href="{{ROW_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#table"></use></svg>Open row</a>{{#CAN_CHANGE}}<hr>{{#DANGEROUS}}<form method="post" action="{{RESOLVE_ACTION}}">{{>Frame/_csrf}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}<button class="item danger" name="choice" value="{{CHOICE}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#trash"></use></svg>{{LABEL}}</button></form>{{/DANGEROUS}}<a class="danger" href="{{DISCARD_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg>Discard my change…</a>{{/CAN_CHANGE}}</div></details>{{#CAN_CHANGE}}{{#REFUSED}}<form method="post" action="{{RESOLVE_ACTION}}">{{>Frame/_csrf}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}<button class="btn{{#ELSEWHERE}} primary{{/ELSEWHERE}}" name="choice" value="{{RETRY_CHOICE}}">{{RETRY_LABEL}}</button></form>{{/REFUSED}}{{#GONE}}<form method="post" action="{{RESOLVE_ACTION}}">{{>Frame/_csrf}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}<button class="btn primary" name="choice" value="keep-local">Insert again</button></form>{{/GONE}}{{#EDIT}}<a class="btn{{#REFUSED}} primary{{/REFUSED}}" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#edit"></use></svg>Edit row</a>{{/EDIT}}{{#ARRIVED}}<form method="post" action="{{RESOLVE_ACTION}}">{{>Frame/_csrf}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}<button class="btn primary" name="choice" value="take-server">Accept server version</button></form>{{/ARRIVED}}{{#UNKNOWN}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="operation" value="{{OPERATION}}"><button class="btn primary"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#upload"></use></svg>Push 1 change</button></form>{{/UNKNOWN}}{{/CAN_CHANGE}}</div>
</div>
{{#PROBLEMS}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>Not saved.</b></p><ul>{{#PROBLEM}}<li>{{TEXT}}</li>{{/PROBLEM}}</ul></div>
{{/PROBLEMS}}<div class="side">
<div>
<div class="note {{TONE}}">
<p><b>{{HEADLINE}}</b></p>
<p>{{TEXT}}</p>
</div>
{{#OPTIONS}}<section class="panel" aria-labelledby="h-choices"><h2 id="h-choices">Other options</h2>
<dl class="kv">
{{#COPY_MISSING}}<dt><form method="post" action="{{REFRESH_ACTION}}">{{>Frame/_csrf}}<button class="btn s"{{>Frame/_needs-server}}>Load server version</button></form></dt><dd>Reads the server’s row to compare both versions. Nothing is changed.</dd>
{{/COPY_MISSING}}{{#WAY}}<dt><form method="post" action="{{RESOLVE_ACTION}}">{{>Frame/_csrf}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}<button class="btn s" name="choice" value="{{CHOICE}}">{{LABEL}}</button></form></dt><dd>{{TEXT}}</dd>
{{/WAY}}</dl>
</section>
{{/OPTIONS}}{{#COPIES}}<section aria-labelledby="h-copies"><h2 class="gaph" id="h-copies">Versions</h2>
{{>Values/_copies}}</section>
{{/COPIES}}{{>Notes/_notes}}</div>
<div>
<section class="panel" aria-labelledby="h-details"><h2 id="h-details">Details</h2>
{{>Errors/_error-details}}</section>
{{#ATTEMPTS}}<section class="panel" aria-labelledby="h-att"><div class="sh"><h2 id="h-att">Attempts</h2><p>{{COUNT}}</p></div>
<ol class="tl">
{{>Queue/_attempts}}</ol></section>
{{/ATTEMPTS}}{{#SAME_CAUSE}}<section class="panel" aria-labelledby="h-same"><h2 id="h-same">Same cause</h2>
<ul class="plainlist">{{#OTHER}}<li><a href="{{LINK}}">{{ROW_NAME}}</a></li>{{/OTHER}}</ul>
{{#EVERY}}<p><a href="{{LINK}}">View all {{COUNT}}</a></p>{{/EVERY}}</section>
{{/SAME_CAUSE}}</div>
</div>
{{#MERGE}}<section aria-labelledby="h-merge"><h2 class="gaph" id="h-merge">Choose by column</h2>
<form method="post" action="{{RESOLVE_ACTION}}" data-merge="1" aria-labelledby="h-merge">
{{>Frame/_csrf}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}
{{>Errors/_merge-fields}}<div class="bar">{{>Errors/_save-result}}</div>
</form></section>
{{/MERGE}}
{{>Frame/_bottom}}
