<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>{{TITLE}} <span class="chip {{CHIP}}">{{CHIP_WORD}}</span>{{#ALSO_DELETED}} <span class="chip deleted">Deleted</span>{{/ALSO_DELETED}}</h1>
<p class="sub"><code class="id">{{ID}}</code></p>
{{#BESIDE}}<nav class="beside" aria-label="Rows of the list">{{#PREVIOUS}}<a rel="prev" href="{{LINK}}">Previous row</a>{{/PREVIOUS}}{{#NO_PREVIOUS}}<span class="mut">First row</span>{{/NO_PREVIOUS}}{{#NEXT}}<a rel="next" href="{{LINK}}">Next row</a>{{/NEXT}}{{#NO_NEXT}}<span class="mut">Last row</span>{{/NO_NEXT}}</nav>{{/BESIDE}}
</div>
<div class="acts">{{#CAN_HARD_DELETE}}<a class="btn danger" href="{{HARD_DELETE_LINK}}">Delete for good…</a>{{/CAN_HARD_DELETE}}{{#CAN_DELETE}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn danger">Delete</button></form>{{/CAN_DELETE}}{{#CAN_EDIT}}<a class="btn" href="{{LINK}}">Edit</a>{{/CAN_EDIT}}{{#CAN_UNDELETE}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn primary">Undelete</button></form>{{/CAN_UNDELETE}}{{#CONFLICT}}<a class="btn primary" href="{{LINK}}">Compare and choose</a>{{/CONFLICT}}</div>{{#NO_HARD_DELETE}}
<p class="sub">{{TEXT}}</p>{{/NO_HARD_DELETE}}
</div>
{{#REMOVED}}<div class="note warn"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts mt"><a class="btn s" href="{{LINK}}">{{LABEL}}</a></div></div>
{{/REMOVED}}<nav class="tabs" aria-label="Row">{{#TAB}}<a href="{{LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{NAME}}{{#COUNTED}} <span class="n">{{COUNT}}</span>{{/COUNTED}}</a>{{/TAB}}</nav>
