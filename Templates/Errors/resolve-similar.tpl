{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ERRORS_LINK}}">Errors</a></li><li><a href="{{BACK_LINK}}">{{BACK_NAME}}</a></li></ol></nav>
<h1 tabindex="-1" autofocus>{{QUESTION}}</h1>
</div>
</div>
<div class="note warn"><p><b>{{RULE}}</b></p><p>{{SENDING}} Rows that change before you confirm are skipped. You can undo this until the rows change again.</p>{{#IS_PART}}<p><b>The table has more than {{LIMIT}} conflicts.</b> Save these first, then open one of the rest and repeat.</p>{{/IS_PART}}</div>
<form method="post" action="{{ACTION}}" class="panel" aria-label="{{QUESTION}}">
{{>Frame/_csrf}}<input type="hidden" name="confirmed" value="1">{{#SIDE}}<input type="hidden" name="f-{{COLUMN}}" value="{{VALUE}}">{{/SIDE}}{{#PICKED}}<input type="hidden" name="row" value="{{MARK}}">{{/PICKED}}
<div class="acts"><a class="btn" href="{{BACK_LINK}}">Cancel</a><button class="btn primary">{{BUTTON}}</button></div>
</form>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-same"><table class="stack">
<caption id="cap-same">{{CAPTION}}</caption>
<thead><tr><th scope="col">Row</th><th scope="col">Column</th><th scope="col">Server</th><th scope="col">This store</th><th scope="col">Result</th></tr></thead>
<tbody>
{{#LINE}}<tr><th scope="row"><a href="{{LINK}}">{{NAME}}</a></th><td data-l="Column"><code>{{COLUMN}}</code></td><td data-l="Server">{{#THERE_VALUE}}{{>Values/_cell}}{{/THERE_VALUE}}</td><td data-l="This store">{{#HERE_VALUE}}{{>Values/_cell}}{{/HERE_VALUE}}</td><td data-l="Result">{{#RESULT_VALUE}}{{>Values/_cell}}{{/RESULT_VALUE}}</td></tr>
{{/LINE}}</tbody></table></div>
{{>Frame/_bottom}}
