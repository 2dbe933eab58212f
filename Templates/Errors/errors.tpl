{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the errors</a>
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li></ol></nav>
<h1>Errors and conflicts</h1>
<p class="sub">{{SUMMARY}}</p>
</div>
<div class="acts"><a class="btn" href="{{QUEUE_LINK}}">Queue</a></div>
</div>
{{#CAUSES}}<section aria-labelledby="h-fam"><h2 class="gaph" id="h-fam">Causes</h2>
{{>Errors/_error-groups}}</section>
{{/CAUSES}}<section aria-labelledby="h-errs"><h2 class="gaph" id="h-errs">One by one</h2>
<nav class="tabs" aria-label="Kind">{{#TAB}}<a href="{{LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{LABEL}} <span class="n">{{COUNT}}</span></a>{{/TAB}}</nav>
{{>Selection/_list-filter}}
{{#FILTER}}<p class="after">{{TEXT}} <a href="{{LINK}}">Show all</a></p>
{{/FILTER}}<form class="list"{{#CAN_CHANGE}} method="post" action="{{BULK_ACTION}}"{{/CAN_CHANGE}} aria-label="{{#CAN_CHANGE}}Resolve selected errors{{/CAN_CHANGE}}{{#CANNOT_CHANGE}}Errors{{/CANNOT_CHANGE}}">
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">{{#MATCHING}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="until" value="{{UNTIL}}">{{/MATCHING}}
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-errs">
<table>
<caption id="cap-errs">Errors and conflicts, newest operation first</caption>
<thead>
<tr>{{#CAN_CHANGE}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/CAN_CHANGE}}<th scope="col" class="st">State</th><th scope="col" class="key">Row</th><th scope="col">Table</th><th scope="col">Operation</th><th scope="col" class="grow">Reason</th><th scope="col">Since</th><th scope="col"><span class="vh">Remedy</span></th></tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#ERROR}}<tr class="{{ROW_CLASS}}">{{#CAN_CHANGE}}<td class="tick"><input type="checkbox" name="id" value="{{ID}}" aria-label="Select {{NAME}}, {{OPERATION_NAME}}"{{#CHECKED}} checked{{/CHECKED}}{{#FIXED}} disabled{{/FIXED}}></td>{{/CAN_CHANGE}}<td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th><td>{{TABLE}}</td><td><a class="plain" href="{{OPERATION_LINK}}">{{OPERATION_NAME}}</a></td><td class="grow">{{MESSAGE}}</td><td>{{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}</td><td class="num"><a class="btn s" href="{{LINK}}">{{REMEDY}}<span class="vh">: {{NAME}}, {{OPERATION_NAME}}</span></a></td></tr>
{{/ERROR}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}{{#SHOW_ALL}} <a href="{{LINK}}">Show all errors</a>{{/SHOW_ALL}}</p></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{>Selection/_selection-bar}}
</form>
<div class="pager"><span>{{SHOWN}}{{>Selection/_select-links}}</span><div class="acts">{{#FIRST}}<a class="btn" href="{{LINK}}">First page</a>{{/FIRST}}{{#NEXT}}<a class="btn" href="{{LINK}}">Next {{SIZE}}</a>{{/NEXT}}</div></div>
</section>
{{>Frame/_bottom}}
