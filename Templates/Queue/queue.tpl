{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the operations</a>
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li></ol></nav>
<h1>Queue</h1>
<p class="sub">{{SUMMARY}}</p>
</div>
{{#CAN_PUSH}}<div class="acts"><form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="btn">Preview</button></form><form method="post" action="{{PUSH_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn primary">Push {{READY}}</button></form></div>{{/CAN_PUSH}}
</div>
{{#CAUSES}}<section aria-labelledby="h-fam"><h2 class="gaph" id="h-fam">Causes</h2>
{{>Errors/_error-groups}}</section>
{{/CAUSES}}<section aria-labelledby="h-ops"><h2 class="vh" id="h-ops">Operations</h2>
<nav class="tabs" aria-label="State">{{#TAB}}<a href="{{LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{LABEL}} <span class="n">{{COUNT}}{{#OLDEST}}<span aria-hidden="true"> · </span><span class="vh">, the oldest for </span>{{AGE}}{{/OLDEST}}</span></a>{{/TAB}}</nav>
{{>Selection/_list-filter}}<form class="list"{{#CAN_CHANGE}} method="post" action="{{BULK_ACTION}}"{{/CAN_CHANGE}} aria-label="{{#CAN_CHANGE}}Change selected operations{{/CAN_CHANGE}}{{#CANNOT_CHANGE}}Operations{{/CANNOT_CHANGE}}">
{{>Frame/_csrf}}
<input type="hidden" name="back" value="{{BACK}}">{{#MATCHING}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="upTo" value="{{UP_TO}}">{{/MATCHING}}
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-ops">
<table>
<caption id="cap-ops">Operations in the order of sending</caption>
<thead>
<tr>{{#CAN_CHANGE}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/CAN_CHANGE}}<th scope="col" class="st">State</th><th scope="col" class="key">Operation</th><th scope="col">Table</th><th scope="col">Row</th><th scope="col" class="num">Attempts</th><th scope="col">Queued</th><th scope="col" class="grow">Reason</th></tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#OPERATION}}<tr class="{{ROW_CLASS}}">{{#CAN_CHANGE}}<td class="tick"><input type="checkbox" name="id" value="{{ID}}" aria-label="Select operation {{ID}}, {{NAME}}"{{#CHECKED}} checked{{/CHECKED}}{{#FIXED}} disabled{{/FIXED}}></td>{{/CAN_CHANGE}}<td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><th scope="row" class="key"><a href="{{LINK}}">{{ID}} {{KIND}}</a></th><td>{{TABLE}}</td><td><a class="plain name" href="{{ROW_LINK}}">{{NAME}}</a></td><td class="num{{#NO_ATTEMPTS}} zero{{/NO_ATTEMPTS}}">{{ATTEMPTS}}</td><td>{{#QUEUED_TIME}}{{>Frame/_time}}{{/QUEUED_TIME}}</td><td class="grow mut">{{LAST_ERROR}}</td></tr>
{{/OPERATION}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{>Selection/_selection-bar}}
</form>
<div class="pager"><span>{{SHOWN}}{{>Selection/_select-links}}</span><div class="acts">{{#FIRST}}<a class="btn" href="{{LINK}}">First page</a>{{/FIRST}}{{#NEXT}}<a class="btn" href="{{LINK}}">Next</a>{{/NEXT}}</div></div>
</section>
{{>Frame/_bottom}}
