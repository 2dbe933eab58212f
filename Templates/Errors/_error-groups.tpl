<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-fam">
<table class="stack">
<caption id="cap-fam">Errors by cause</caption>
<thead>
<tr><th scope="col" class="st">State</th><th scope="col" class="key">Cause</th><th scope="col">Table</th><th scope="col" class="num">Operations</th><th scope="col">First</th><th scope="col">Last</th><th scope="col"><span class="vh">Remedy</span></th></tr>
</thead>
<tbody>
{{#CAUSE}}<tr class="{{ROW_CLASS}}"><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><th scope="row" class="key wrap">{{HEADLINE}} <small class="mut nw">{{ANSWER}}</small></th><td data-l="Table">{{TABLE}}</td><td class="num" data-l="Operations"><a href="{{LIST_LINK}}">{{COUNT}}<span class="vh"> with the cause {{HEADLINE}}</span></a></td><td data-l="First">{{#FIRST_AT_TIME}}{{>Frame/_time}}{{/FIRST_AT_TIME}}</td><td data-l="Last">{{#LAST_AT_TIME}}{{>Frame/_time}}{{/LAST_AT_TIME}}</td><td class="num"><div class="acts end many">{{#LOOK}}<a class="btn s" href="{{LINK}}">{{LABEL}}<span class="vh"> {{OF}}: {{HEADLINE}}</span></a>{{/LOOK}}{{#EVERY}}<a class="btn s" href="{{LINK}}">{{LABEL}}<span class="vh"> with the cause {{HEADLINE}}</span></a>{{/EVERY}}{{#REMEDY}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="expect" value="{{EXPECT}}"><input type="hidden" name="until" value="{{UNTIL}}"><input type="hidden" name="from" value="{{FROM}}"><input type="hidden" name="back" value="{{BACK_QUERY}}"><button class="btn s" name="choice" value="retry">{{LABEL}}<span class="vh"> with the cause {{HEADLINE}}</span></button></form>{{/REMEDY}}{{#PUSH}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn s">{{LABEL}}<span class="vh"> with the cause {{HEADLINE}}</span></button></form>{{/PUSH}}</div></td></tr>
{{/CAUSE}}</tbody>
</table>
</div>
{{#MORE_CAUSES}}<p class="after">{{TEXT}}{{#ALL}} · <a href="{{LINK}}">Show all causes</a>{{/ALL}}</p>
{{/MORE_CAUSES}}