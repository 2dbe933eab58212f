{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the rows</a>
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{RUNS_LINK}}">Runs</a></li><li><a href="{{RUN_LINK}}">{{NAME}}</a></li></ol></nav>
<h1>Rows{{#COUNT}} <span class="cnt">{{COUNT}}</span>{{/COUNT}}</h1>
</div>
</div>
{{>Frame/_tabs}}
{{>Selection/_list-filter}}
{{>Runs/_run-row-remarks}}<div class="work" id="list">
<div class="list">
{{>Runs/_run-row-lines}}
<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
</div>
</div>
{{>Frame/_bottom}}
