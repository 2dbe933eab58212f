{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ERRORS_LINK}}">Errors</a></li></ol></nav>
<h1>Resolved by rules <span class="cnt">{{COUNT}}</span></h1>
<p class="sub">Conflicts that pushes resolved by conflict rules in the last {{DAYS}} days.</p>
</div>
{{#RULES}}<div class="acts"><a class="btn" href="{{RULES_LINK}}">Conflict rules</a></div>{{/RULES}}
</div>
{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-decisions">
<table>
<caption id="cap-decisions">Automatic decisions, newest first</caption>
<thead>
<tr><th scope="col" class="key">Row</th><th scope="col" class="st">Decision</th><th scope="col" class="grow">Rule</th><th scope="col">Table</th><th scope="col">Decided</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
<tbody>
{{#LINE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><td class="grow mut">{{RULE}}</td><td>{{TABLE}}</td><td>{{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}</td><td class="go">{{#UNDO}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn xs">Undo<span class="vh"> decision {{ID}}, {{NAME}}</span></button></form>{{/UNDO}}</td></tr>
{{/LINE}}{{#EMPTY}}<tr><td class="z" colspan="6"><div><p><b>No automatic decisions.</b></p><p>Turn on conflict rules on the page of a table.</p></div></td></tr>
{{/EMPTY}}{{#NO_MATCHES}}<tr><td class="z" colspan="6"><div><p><b>No decisions match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
{{>Frame/_bottom}}
