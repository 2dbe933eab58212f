{{>frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li></ol></nav>
<h1>Errors and conflicts</h1>
<p class="sub">{{SUMMARY}}</p>
</div>
<div class="acts"><a class="btn" href="{{QUEUE_LINK}}">Queue</a></div>
</div>
{{#TABLE_FILTER}}<p class="after">Only {{TABLE}}. <a href="{{LINK}}">Show all tables</a></p>
{{/TABLE_FILTER}}{{#CAUSES}}<section aria-labelledby="h-fam"><h2 class="gaph" id="h-fam">Causes</h2>
{{>_causes}}</section>
{{/CAUSES}}<section aria-labelledby="h-errs"><h2 class="gaph" id="h-errs">One by one</h2>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-errs">
<table>
<caption id="cap-errs">Errors and conflicts, newest first</caption>
<thead>
<tr><th scope="col" class="st">State</th><th scope="col" class="key">Row</th><th scope="col">Table</th><th scope="col">Operation</th><th scope="col" class="grow">What the server said</th><th scope="col">Since (UTC)</th><th scope="col"><span class="vh">Remedy</span></th></tr>
</thead>
<tbody>
{{#ERROR}}<tr class="{{ROW_CLASS}}"><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><th scope="row" class="key"><a href="{{LINK}}">{{ITEM}}</a></th><td>{{TABLE}}</td><td><a class="plain" href="{{OPERATION_LINK}}">{{OPERATION_NAME}}</a></td><td class="grow">{{MESSAGE}}</td><td><time datetime="{{AT_ISO}}" title="{{AT_FULL}}">{{AT}}</time></td><td class="num"><a class="btn s" href="{{LINK}}">{{REMEDY}}<span class="vh">: {{ITEM}}</span></a></td></tr>
{{/ERROR}}{{#EMPTY}}<tr><td class="z" colspan="7"><div><p><b>Nothing needs you.</b></p><p>The server has accepted every change that was sent. <a href="{{QUEUE_LINK}}">What still waits is in the queue.</a></p></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
</section>
{{>frame/_bottom}}
