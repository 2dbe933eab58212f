{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{BACK_LINK}}">Users</a></li></ol></nav>
<h1>{{QUESTION}}</h1>
</div>
</div>
<div class="note warn"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div>
<form{{#MAY_EDIT}} method="post" action="{{ACTION}}"{{/MAY_EDIT}} class="panel" aria-label="{{QUESTION}}">
{{>Frame/_csrf}}<input type="hidden" name="confirmed" value="1">
<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{VALUE}}</dd>{{/FACT}}</dl>
<div class="acts mt"><a class="btn" href="{{BACK_LINK}}" autofocus>Back, change nothing</a>{{#MAY_EDIT}}<button class="btn danger full">{{BUTTON}}</button>{{/MAY_EDIT}}</div>
</form>
{{>Frame/_bottom}}
