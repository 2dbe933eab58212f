{{>Frame/_top}}
<div class="head">
<div>
<h1>{{TABLE}}</h1>
<p class="sub">{{SUB}}</p>
</div>
{{#NEW_LINK}}<div class="acts"><a class="btn" href="{{NEW_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>New table</a></div>{{/NEW_LINK}}
</div>
{{>Frame/_tabs}}
{{#IS_CUT}}<div class="note"><p><b>Some columns were not counted.</b> The table is too large to count every column in time.</p></div>
{{/IS_CUT}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-columns">
<table>
<caption id="cap-columns">Columns of {{TABLE}}</caption>
<thead><tr><th scope="col" class="key">Column</th><th scope="col">Type</th><th scope="col" class="grow">Values</th><th scope="col" class="num">NULL</th><th scope="col" class="num">Distinct</th><th scope="col" class="num w">First seen</th></tr></thead>
<tbody>
{{#COLUMN}}<tr><th scope="row" class="key">{{#VALUE_LINK}}<a href="{{VALUE_LINK}}" title="Rows with a value">{{/VALUE_LINK}}<code>{{NAME}}</code>{{#VALUE_LINK}}</a>{{/VALUE_LINK}}{{#SYSTEM}} <span class="mut">system</span>{{/SYSTEM}}</th><td>{{#TYPE_LINK}}<a href="{{TYPE_LINK}}">{{/TYPE_LINK}}{{TYPE}}{{#TYPE_LINK}}</a>{{/TYPE_LINK}}</td><td class="grow mut">{{REMARK}}</td>{{#NOT_COUNTED}}<td class="num zero">–</td><td class="num zero">–</td>{{/NOT_COUNTED}}{{#NULLS}}<td class="num" data-l="NULL">{{#NULL_LINK}}<a href="{{NULL_LINK}}">{{/NULL_LINK}}{{NULLS}}{{#NULL_LINK}}<span class="vh"> rows with NULL in {{NAME}}</span></a>{{/NULL_LINK}}</td>{{/NULLS}}{{#DISTINCT}}<td class="num" data-l="Distinct">{{DISTINCT}}</td>{{/DISTINCT}}<td class="num mut w">{{#FIRST_SEEN}}{{>Frame/_time}}{{/FIRST_SEEN}}{{#FIRST_SEEN_UNKNOWN}}–{{/FIRST_SEEN_UNKNOWN}}</td></tr>
{{/COLUMN}}{{#NO_MATCHES}}<tr><td class="z" colspan="6"><div><p><b>No columns match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
<section aria-labelledby="h-indexes">
<div class="sh"><h2 id="h-indexes">Indexes</h2></div>
{{#NO_INDEX}}<p class="mut">No indexes beside the id.</p>
{{/NO_INDEX}}<dl class="kv">{{#INDEX}}<dt><code>{{COLUMNS}}</code></dt><dd class="mut">{{NAME}}</dd>
{{/INDEX}}</dl>
</section>
{{>Frame/_bottom}}
