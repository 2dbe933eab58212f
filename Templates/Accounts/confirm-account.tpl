{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{BACK_LINK}}">Users</a></li></ol></nav>
<h1 tabindex="-1" autofocus>{{QUESTION}}</h1>
</div>
</div>
<div class="narrow">
<div class="note warn"><p><b>{{HEADLINE}}</b> {{TEXT}}</p></div>
<form{{#MAY_EDIT}} method="post" action="{{ACTION}}"{{/MAY_EDIT}} aria-label="{{QUESTION}}">
{{>Frame/_csrf}}<input type="hidden" name="confirmed" value="1">
<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{VALUE}}</dd>{{/FACT}}</dl>
<div class="bar"><a class="btn" href="{{BACK_LINK}}">Cancel</a>{{#MAY_EDIT}}<button class="btn danger full">{{BUTTON}}</button>{{/MAY_EDIT}}</div>
</form></div>
{{>Frame/_bottom}}
