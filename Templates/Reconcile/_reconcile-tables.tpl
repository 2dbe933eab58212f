<section aria-labelledby="h-all"><h2 class="gaph" id="h-all">This store and its server</h2>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-all">
<table>
<caption id="cap-all">Comparison of each table; compare one table to apply its result</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col" class="st">Result</th><th scope="col" class="num">Rows here</th><th scope="col" class="num">Rows on server</th><th scope="col" class="num">Missing on server</th><th scope="col" class="num">Missing here</th><th scope="col" class="num">Different</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
<tbody>
{{#TABLE_LINE}}<tr><th scope="row" class="key"><a href="{{TABLE_LINK}}">{{TABLE}}</a></th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td class="go">{{#DIFFERS}}<a class="btn s" href="{{COMPARE_LINK}}">Compare<span class="vh"> {{TABLE}}</span></a>{{/DIFFERS}}</td></tr>
{{/TABLE_LINE}}<tr><th scope="row" class="key">Total</th><td class="st"></td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td></td></tr>
</tbody>
</table>
</div>
</section>
