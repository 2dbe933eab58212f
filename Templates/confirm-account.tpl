{{>frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{BACK_LINK}}">Users</a></li></ol></nav>
<h1>{{QUESTION}}</h1>
</div>
</div>
<div class="note warn"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div>
<form method="post" action="{{ACTION}}" class="panel" aria-label="{{QUESTION}}">
{{>frame/_token}}<input type="hidden" name="confirmed" value="1">
<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{VALUE}}</dd>{{/FACT}}</dl>
<div class="acts mt"><a class="btn" href="{{BACK_LINK}}" autofocus>Back, change nothing</a><button class="btn danger full">{{BUTTON}}</button></div>
</form>
{{>frame/_bottom}}
