{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ERRORS_LINK}}">Errors</a></li></ol></nav>
<h1>This was already resolved</h1>
<p class="sub">{{TABLE}}, <a href="{{ROW_LINK}}"><code class="id">{{ITEM}}</code></a></p>
</div>
</div>
<div class="note{{#REFUSED}} warn{{/REFUSED}}"{{#REFUSED}} role="alert" tabindex="-1" autofocus{{/REFUSED}}><p><b>{{HEADLINE}}</b>{{#AT_TIME}}, {{>Frame/_time}}{{/AT_TIME}}.</p>{{#VISITED}}<p>The row has no error now.</p>{{/VISITED}}{{#REFUSED}}<p>Your choice was not saved.{{#FACTS}} The values you typed are below; copy them into the row if you still need them.{{/FACTS}}</p>{{/REFUSED}}
<div class="acts mt">{{#EDIT}}<a class="btn primary" href="{{LINK}}">Edit row</a>{{/EDIT}}<a class="btn" href="{{ROW_LINK}}">Open row</a><a class="btn" href="{{HISTORY_LINK}}">Row history</a>{{#ENTRY}}<a class="btn" href="{{LINK}}">Audit entry {{NUMBER}}</a>{{/ENTRY}}<a class="btn" href="{{ERRORS_LINK}}">Errors and conflicts</a></div></div>
{{#FACTS}}<section aria-labelledby="h-typed"><h2 class="gaph" id="h-typed">Values you typed</h2>
{{#FACT}}<h3><code>{{NAME}}</code></h3>
<pre class="wrap tall" tabindex="0" role="region" aria-label="{{NAME}}: value you typed">{{VALUE}}</pre>
{{/FACT}}</section>
{{/FACTS}}{{>Frame/_bottom}}
