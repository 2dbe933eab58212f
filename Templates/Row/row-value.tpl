{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li><li><a href="{{ROW_LINK}}">{{ROW_TITLE}}</a></li></ol></nav>
<h1><code>{{COLUMN}}</code></h1>
<p class="sub">{{TYPE}}, {{BYTES}}.{{#CUT}} Only the first {{CUT}} are shown; the file has the full value.{{/CUT}}{{#HELD_JSON}} {{WORDS}} <a href="{{LINK}}">{{LABEL}}</a>{{/HELD_JSON}}</p>
</div>
<div class="acts"><a class="btn" href="{{FILE_LINK}}">Save as a file</a></div>
</div>
<pre class="wrap" tabindex="0" aria-label="The value of {{COLUMN}}">{{TEXT}}</pre>
{{>Frame/_bottom}}
