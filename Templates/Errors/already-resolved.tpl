{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{ERRORS_LINK}}">Errors and conflicts</a></li></ol></nav>
<h1>This was settled before you decided</h1>
<p class="sub">{{TABLE}}, <a href="{{ROW_LINK}}"><code class="id">{{ITEM}}</code></a></p>
</div>
</div>
<div class="note warn" role="alert" tabindex="-1" autofocus><p><b>{{HEADLINE}}</b>{{#AT_TIME}}, {{>Frame/_time}}{{/AT_TIME}}.</p><p>Nothing of yours was saved.{{#FACTS}} What you typed stands below, to be copied into the row if it is still needed.{{/FACTS}}</p>
<div class="acts mt">{{#EDIT}}<a class="btn primary" href="{{LINK}}">Edit the row</a>{{/EDIT}}<a class="btn" href="{{ROW_LINK}}">The row</a><a class="btn" href="{{HISTORY_LINK}}">Its history</a>{{#ENTRY}}<a class="btn" href="{{LINK}}">Audit entry {{NUMBER}}</a>{{/ENTRY}}<a class="btn" href="{{ERRORS_LINK}}">Errors and conflicts</a></div></div>
{{#FACTS}}<section aria-labelledby="h-typed"><h2 class="gaph" id="h-typed">What you typed</h2>
{{#FACT}}<h3><code>{{NAME}}</code></h3>
<pre class="wrap tall" tabindex="0" role="region" aria-label="{{NAME}}: what you typed">{{VALUE}}</pre>
{{/FACT}}</section>
{{/FACTS}}{{>Frame/_bottom}}
