{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li><li><a href="{{FROM_LINK}}">{{FROM}}</a></li></ol></nav>
<h1>{{HEADLINE}}</h1>
<p class="sub">{{SOURCE}}.{{#LIVE}} You can leave this page; the work continues.{{/LIVE}}</p>
</div>
<div class="acts">{{#LIVE}}<a class="btn" href="{{LINK}}">Refresh</a>{{#CANCEL}}<form method="post" action="{{CANCEL_ACTION}}">{{>Frame/_csrf}}<button class="btn">Cancel import</button></form>{{/CANCEL}}{{/LIVE}}</div>
</div>
{{#LIVE}}<div class="state now" data-renew="2000">
<div><p class="say" role="status">{{SAY}}</p>
<progress class="big"{{#BAR}} max="{{MAX}}" value="{{VALUE}}"{{/BAR}} aria-label="{{HEADLINE}}"></progress></div>
</div>
<p class="mut" data-noscript="1"><small>Without script this page does not update. Use Refresh.</small></p>
{{/LIVE}}{{#OVER}}<div class="note {{KIND}}" role="status"><p><b>{{TEXT}}</b> {{DETAIL}}</p>{{#UNDO}}<form method="post" action="{{UNDO_ACTION}}">{{>Frame/_csrf}}<button class="btn s">Undo</button></form>{{/UNDO}}{{#STEP}}<a class="btn s" href="{{LINK}}">{{LABEL}}</a>{{/STEP}}</div>
<div class="acts"><a class="btn primary" href="{{ROWS_LINK}}">Rows of {{TABLE}}</a>{{#MORE}}<a class="btn" href="{{IMPORT_LINK}}">Import more</a>{{/MORE}}</div>
{{/OVER}}
{{>Frame/_bottom}}
