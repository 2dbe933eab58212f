{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the rows</a>
<div class="head">
<div>
<h1>Trash <span class="cnt">{{SUB}}</span></h1>
</div>
{{#MORE}}<div class="acts"><details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions</span></summary><div class="pop end">{{#PURGE}}<a class="danger" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#trash"></use></svg>{{PURGE_LABEL}}</a>{{/PURGE}}</div></details></div>{{/MORE}}
</div>
{{#PROBLEM}}<div class="note fail" role="alert"><p><b>{{PROBLEM}}</b></p></div>
{{/PROBLEM}}
{{>Selection/_list-filter}}
{{#CHART}}{{>Frame/_chart}}{{/CHART}}
{{#UNKNOWN}}<p class="hint">{{TEXT}} They are not in the chart.</p>
{{/UNKNOWN}}
<div class="work">
<form class="list"{{#CAN_UNDELETE}} method="post" action="{{UNDELETE_ACTION}}" aria-label="Undelete rows"{{/CAN_UNDELETE}}>
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">{{#MATCHING}}<input type="hidden" name="query" value="{{QUERY}}">{{/MATCHING}}
<div class="grid wide items" id="list" role="region" tabindex="0" aria-labelledby="cap-trash">
<table>
<caption id="cap-trash">{{CAPTION}}</caption>
<thead>
<tr>{{#CAN_UNDELETE}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/CAN_UNDELETE}}<th scope="col" class="key">Row</th><th scope="col">Table</th><th scope="col" aria-sort="descending">Deleted</th><th scope="col">By</th><th scope="col">Where</th><th scope="col" class="grow">Values</th><th scope="col"><span class="vh">Action</span></th></tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#ROW}}<tr class="{{ROW_CLASS}}">{{#CAN_UNDELETE}}<td class="tick"><label><input type="checkbox" name="row" value="{{KEY}}" aria-label="Select {{TITLE}}"{{#CHECKED}} checked{{/CHECKED}}{{#FIXED}} disabled{{/FIXED}}></label></td>{{/CAN_UNDELETE}}<th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td><a class="plain" href="{{TABLE_LINK}}">{{TABLE}}</a></td><td>{{#STAMP}}{{>Frame/_time}}{{/STAMP}}{{#NO_STAMP}}<span class="mut">unknown</span>{{/NO_STAMP}}</td><td>{{BY}}</td><td>{{WHERE}}{{#STATE}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span>{{/STATE}}</td><td class="grow mut">{{SUMMARY}}</td><td class="go">{{#UNDELETABLE}}<button class="btn quiet xs" name="from" value="trash" formaction="{{ACTION}}">Undelete<span class="vh"> {{TITLE}}</span></button>{{/UNDELETABLE}}</td></tr>
{{/ROW}}{{#NO_ROWS}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}{{#WITHOUT_FILTERS}}<a href="{{LINK}}">{{LABEL}}</a>{{/WITHOUT_FILTERS}}</p></div></td></tr>
{{/NO_ROWS}}</tbody>
</table>
</div>
{{>Selection/_selection-bar}}
<div class="pager"><span>{{POSITION}}{{>Selection/_select-links}}</span>{{>Selection/_pager}}</div>
</form>
</div>
{{>Frame/_bottom}}
