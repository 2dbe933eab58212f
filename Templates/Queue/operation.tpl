{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{QUEUE_LINK}}">Queue</a></li></ol></nav>
<h1>{{OPERATION_NAME}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></h1>
<p class="sub"><a href="{{TABLE_LINK}}">{{TABLE}}</a> · <a href="{{ROW_LINK}}">{{NAME}}</a> · queued {{#QUEUED_TIME}}{{>Frame/_time}}{{/QUEUED_TIME}}</p>
</div>
<div class="acts">{{#CAN_CHANGE}}{{#RETRY_CONFLICT}}<details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions</span></summary><div class="pop end"><form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="item" name="action" value="{{CHOICE}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#undo"></use></svg>{{LABEL}}</button></form></div></details>{{/RETRY_CONFLICT}}{{#CANCEL}}<a class="btn" href="{{LINK}}">Cancel operation…</a>{{/CANCEL}}{{#RETRY}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn" name="action" value="{{CHOICE}}">{{LABEL}}</button></form>{{/RETRY}}{{#PUSH}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="operation" value="{{ID}}"><button class="btn{{#IS_REMEDY}} primary{{/IS_REMEDY}}"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#upload"></use></svg>Push 1 change</button></form>{{/PUSH}}{{/CAN_CHANGE}}{{#REVIEW}}<a class="btn primary" href="{{LINK}}">{{LABEL}}</a>{{/REVIEW}}</div>
</div>
{{#ERROR}}<div class="note {{TONE}}">
<p><b>{{HEADLINE}}</b></p>
<p>{{TEXT}}</p>
</div>
{{/ERROR}}<div class="side">
<div>
<section aria-labelledby="h-does"><h2 class="gaph" id="h-does">Change</h2>
<p class="after">{{WILL_DO}}</p>
{{#COPIES}}{{>Values/_copies}}
{{/COPIES}}</section>
{{#REQUEST}}<section aria-labelledby="h-req"><div class="sh"><h2 id="h-req">Request</h2><p>{{SIZE}}, secrets hidden</p></div>
<pre class="wrap tall" tabindex="0" role="region" aria-label="Request: its text"><b>{{METHOD}}</b> {{URL}}
{{#HEADER}}{{NAME}}: {{VALUE}}
{{/HEADER}}{{#BODY}}
{{TEXT}}{{/BODY}}</pre></section>
{{/REQUEST}}</div>
<div>
<section class="panel" aria-labelledby="h-why"><h2 id="h-why">{{WHY_TITLE}}</h2>
{{>Queue/_diagnosis}}{{#BLOCKED}}<p>Waits for {{#BLOCKER}}<a href="{{LINK}}">operation {{ID}}</a> {{/BLOCKER}}</p>
{{/BLOCKED}}</section>
{{#STORY}}<section class="panel" aria-labelledby="h-story"><h2 id="h-story">Combined changes</h2>
<p>{{SENTENCE}}</p>
<ol class="tl">
{{#STEP}}<li class="pending"><b>{{NAME}}</b> <small>{{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}{{#BY}} by {{TEXT}}{{/BY}}{{#COLUMNS}}: {{TEXT}}{{/COLUMNS}}</small>{{#CHANGE}}<div class="wrap"><code>{{COLUMN}}</code> {{#BEFORE_VALUE}}{{>Values/_cell}}{{/BEFORE_VALUE}} → {{#AFTER_VALUE}}{{>Values/_cell}}{{/AFTER_VALUE}}</div>{{/CHANGE}}{{#MORE}}<div class="mut">{{TEXT}}</div>{{/MORE}}</li>
{{/STEP}}</ol>
{{#LOST}}<p><b>No longer sent:</b> {{TEXT}}</p>{{/LOST}}</section>
{{/STORY}}<section class="panel" aria-labelledby="h-att"><div class="sh"><h2 id="h-att">Attempts</h2><p>{{ATTEMPTS_NOTE}}</p></div>
<ol class="tl">
{{>Queue/_attempts}}<li class="pending"><b>Queued</b> <small>{{#QUEUED_TIME}}{{>Frame/_time}}{{/QUEUED_TIME}}</small></li>
</ol></section>
</div>
</div>
{{>Frame/_bottom}}
