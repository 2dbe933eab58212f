{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the rows</a>
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li></ol></nav>
<h1>Trash</h1>
<p class="sub">{{SUB}}</p>
</div>
{{#PURGE}}<div class="acts"><a class="btn danger" href="{{LINK}}">{{PURGE_LABEL}}</a></div>{{/PURGE}}
</div>
{{#PROBLEM}}<div class="note fail" role="alert"><p><b>{{PROBLEM}}</b></p></div>
{{/PROBLEM}}{{#CHART}}{{>Frame/_chart}}{{/CHART}}<form class="line-form window" action="{{TRASH_LINK}}" aria-label="Filter the trash">
<div><label for="w-from">Deleted from ({{PAGE_ZONE}})</label><input id="w-from" type="datetime-local" name="from" step="any" value="{{FROM}}"></div>
<div><label for="w-to">before</label><input id="w-to" type="datetime-local" name="to" step="any" value="{{TO}}"></div>
<div><label for="w-tab">Table</label><select id="w-tab" name="table"><option value="">All tables</option>{{#TABLE_CHOICE}}<option value="{{NAME}}"{{#SELECTED}} selected{{/SELECTED}}>{{LABEL}}</option>{{/TABLE_CHOICE}}</select></div>
<div><label for="w-by">By</label><select id="w-by" name="by"><option value="">Anyone</option>{{#BY_CHOICE}}<option value="{{NAME}}"{{#SELECTED}} selected{{/SELECTED}}>{{LABEL}}</option>{{/BY_CHOICE}}</select></div>
<button class="btn">Show</button>{{#CLEAR}}<a class="btn quiet" href="{{LINK}}">Show all</a>{{/CLEAR}}
</form>
{{#UNKNOWN}}<p class="mut after">{{TEXT}} They are in no bar.</p>
{{/UNKNOWN}}<form{{#CAN_UNDELETE}} method="post" action="{{UNDELETE_ACTION}}" aria-label="Undelete rows"{{/CAN_UNDELETE}}>
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">{{#MATCHING}}<input type="hidden" name="query" value="{{QUERY}}">{{/MATCHING}}
{{>Selection/_selection-bar}}
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-trash">
<table>
<caption id="cap-trash">{{CAPTION}}</caption>
<thead>
<tr>{{#CAN_UNDELETE}}<th scope="col" class="tick"><span class="vh">Tick</span></th>{{/CAN_UNDELETE}}<th scope="col" class="st">State</th><th scope="col" class="key">Row</th><th scope="col">Table</th><th scope="col" aria-sort="descending">Deleted</th><th scope="col">By</th><th scope="col" class="grow">Values</th><th scope="col"><span class="vh">Action</span></th></tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#ROW}}<tr class="r-deleted">{{#CAN_UNDELETE}}<td class="tick"><input type="checkbox" name="row" value="{{KEY}}" aria-label="Tick {{TITLE}}"{{#CHECKED}} checked{{/CHECKED}}{{#FIXED}} disabled{{/FIXED}}></td>{{/CAN_UNDELETE}}<td class="st"><span class="chip deleted">Deleted</span></td><th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td><a href="{{TABLE_LINK}}">{{TABLE}}</a></td><td>{{#STAMP}}{{>Frame/_time}}{{/STAMP}}{{#NO_STAMP}}<span class="mut">not known</span>{{/NO_STAMP}}</td><td>{{BY}}</td><td class="grow">{{SUMMARY}}</td><td class="num">{{#CAN_UNDELETE}}<button class="btn s" name="from" value="trash" formaction="{{ACTION}}">Undelete<span class="vh"> {{TITLE}}</span></button>{{/CAN_UNDELETE}}</td></tr>
{{/ROW}}{{#NO_ROWS}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div></td></tr>
{{/NO_ROWS}}</tbody>
</table>
</div>
</form>
<div class="pager"><span>{{POSITION}}</span><div class="acts">{{#FIRST}}<a class="btn" href="{{LINK}}">First page</a>{{/FIRST}}{{#NEXT}}<a class="btn" href="{{LINK}}">Next {{SIZE}}</a>{{/NEXT}}</div></div>
{{>Frame/_bottom}}
