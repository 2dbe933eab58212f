<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-rows">
<table>
<caption id="cap-rows">{{ROWS_CAPTION}}</caption>
<thead>
<tr><th scope="col" class="key">Row</th><th scope="col" class="st">Result</th><th scope="col">Table</th><th scope="col">Changed</th><th scope="col" class="grow">Detail</th><th scope="col"><span class="vh">Action</span></th></tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#LINE}}<tr class="{{ROW_CLASS}}"><th scope="row" class="key"><a href="{{ROW_LINK}}">{{ITEM}}</a></th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><td>{{TABLE}}</td><td data-l="Changed">{{COLUMNS}}</td><td class="grow mut">{{DETAIL}}</td><td class="go">{{#OPEN}}<a class="btn s" href="{{LINK}}">{{REMEDY}}<span class="vh">: {{ITEM}}</span></a>{{/OPEN}}{{#HISTORY}}<a class="btn quiet xs" href="{{LINK}}">History<span class="vh"> of {{ITEM}}</span></a>{{/HISTORY}}</td></tr>
{{/LINE}}{{#NO_LINES}}<tr><td class="z" colspan="6"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}{{#NEW}} <a href="{{LINK}}">{{NAME}}</a>{{#MORE}},{{/MORE}}{{/NEW}}</p></div></td></tr>
{{/NO_LINES}}</tbody>
</table>
</div>
