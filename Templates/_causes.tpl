<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-fam">
<table>
<caption id="cap-fam">Errors grouped by cause</caption>
<thead>
<tr><th scope="col" class="st">State</th><th scope="col" class="key">Cause</th><th scope="col">Table</th><th scope="col" class="num">Operations</th><th scope="col">First</th><th scope="col">Last</th><th scope="col">Answer</th><th scope="col"><span class="vh">Remedy</span></th></tr>
</thead>
<tbody>
{{#CAUSE}}<tr class="{{ROW_CLASS}}"><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><th scope="row" class="key wrap">{{HEADLINE}}</th><td>{{TABLE}}</td><td class="num">{{COUNT}}</td><td><time datetime="{{FIRST_AT_ISO}}" title="{{FIRST_AT_FULL}}">{{FIRST_AT}}</time></td><td><time datetime="{{LAST_AT_ISO}}" title="{{LAST_AT_FULL}}">{{LAST_AT}}</time></td><td class="mut">{{ANSWER}}</td><td class="num"><a class="btn s" href="{{LINK}}">{{REMEDY}}</a></td></tr>
{{/CAUSE}}</tbody>
</table>
</div>
