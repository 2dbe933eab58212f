{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>Duplicated inserts</h1>
{{#SOME}}<p class="sub">Each of these groups came from one insert of this store that the server carried out more than once. Keep one row and delete the others. If a row has changed on the server since, its delete becomes a conflict.</p>
{{/SOME}}</div>
</div>
{{#NONE}}<p class="mut">{{TABLE}} has no duplicated inserts. Every pull and reconcile looks for them.</p>
{{/NONE}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}{{#NO_MATCHES}}<div class="note"><p><b>No duplicated inserts match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div>
{{/NO_MATCHES}}{{#INSERT}}<section aria-label="{{TITLE}}">
<div class="sh"><h2>{{TITLE}}</h2><p>{{COUNT}} with {{COLUMN}} <code>{{KEY}}</code>. {{VERDICT}}</p></div>
<div class="grid wide" role="region" tabindex="0" aria-label="Rows of {{TITLE}}">
<table class="stack">
<caption class="vh">Rows that came from one insert, oldest first</caption>
<thead><tr><th scope="col" class="key">Row</th><th scope="col">Created</th><th scope="col">Updated</th>{{#HEAD}}<th scope="col"><code>{{NAME}}</code></th>{{/HEAD}}<th scope="col"><span class="vh">Action</span></th></tr></thead>
<tbody>
{{#ROW}}<tr><th scope="row" class="key"><a href="{{LINK}}"><code>{{ID}}</code></a></th><td data-l="Created">{{#CREATED_TIME}}{{>Frame/_time}}{{/CREATED_TIME}}</td><td data-l="Updated">{{#UPDATED_TIME}}{{>Frame/_time}}{{/UPDATED_TIME}}</td>{{#VALUE}}<td class="wrap">{{>Values/_cell}}</td>{{/VALUE}}<td>{{#DELETE}}<form method="post" action="{{LINK}}">{{>Frame/_csrf}}<button class="btn s">Delete row<span class="vh"> {{ID}}</span></button></form>{{/DELETE}}{{#ASK_DELETE}}<a class="btn s" href="{{LINK}}">Delete row…<span class="vh"> {{ID}}</span></a>{{/ASK_DELETE}}</td></tr>
{{/ROW}}</tbody>
</table>
</div>
</section>
{{/INSERT}}{{>Frame/_bottom}}
