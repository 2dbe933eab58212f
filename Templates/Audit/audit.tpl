{{>Frame/_top}}
<div class="head">
<div>
<h1>Audit log</h1>
<p class="sub">Every action in the console. The log cannot be edited.</p>
</div>
</div>
{{>Selection/_list-filter}}
{{#DAY}}<h2 class="day">{{DAY_TITLE}}</h2>
<ul class="auditl">
{{#ENTRY}}{{>Audit/_entry}}{{/ENTRY}}</ul>
{{/DAY}}{{#EMPTY}}<p class="mut">No entries match.</p>
{{/EMPTY}}<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
{{>Frame/_bottom}}
