{{>Frame/_top}}
<div class="head">
<div>
{{#PARENT}}<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{LINK}}">{{NAME}}</a></li></ol></nav>{{/PARENT}}
<h1>{{HEADLINE}}{{#MATCHING}} <span class="cnt">{{MATCHING}}</span>{{/MATCHING}}</h1>
<p class="sub">An incremental pull reads rows changed after the token. After a reset, the next pull reads all rows; pending changes are kept.</p>
</div>
</div>
{{#TABS}}{{>Frame/_tabs}}
{{/TABS}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-tok">
<table>
<caption id="cap-tok">Delta tokens per query</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col">Query id</th><th scope="col">Filter</th><th scope="col">Token ({{PAGE_ZONE}})</th><th scope="col" class="num">Age</th><th scope="col" class="num">Rows in last pull</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
<tbody>
{{#ENTRY}}<tr><th scope="row" class="key"><a href="{{TABLE_LINK}}">{{TABLE}}</a></th><td data-l="Query"><code>{{QUERY_ID}}</code></td><td data-l="Filter">{{#FILTER}}<code>{{TEXT}}</code>{{/FILTER}}{{#NO_FILTER}}<span class="mut">none</span>{{/NO_FILTER}}</td><td data-l="Token">{{#MOMENT}}<time datetime="{{ISO}}" title="{{FULL}}">{{TEXT}}</time>{{/MOMENT}}{{#OPAQUE}}<code class="id">{{TEXT}}</code>{{/OPAQUE}}</td><td class="num" data-l="Age">{{AGE}}</td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}" data-l="Rows">{{VALUE}}</td>{{/FIGURE}}<td class="go">{{#CAN_CHANGE}}<div class="acts end">{{#REWIND}}<a class="btn s" href="{{LINK}}">Move back…<span class="vh"> {{TABLE}} {{QUERY_ID}}</span></a>{{/REWIND}}<a class="btn s" href="{{FORGET_LINK}}">Reset…<span class="vh"> {{TABLE}} {{QUERY_ID}}</span></a></div>{{/CAN_CHANGE}}</td></tr>
{{/ENTRY}}{{#TOKENLESS}}<tr><th scope="row" class="key"><a href="{{TABLE_LINK}}">{{TABLE}}</a></th><td data-l="Query"><code>{{QUERY_ID}}</code></td><td data-l="Filter">{{#FILTER}}<code>{{TEXT}}</code>{{/FILTER}}{{#NO_FILTER}}<span class="mut">none</span>{{/NO_FILTER}}</td><td class="mut">{{TEXT}}</td><td class="num w">–</td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}" data-l="Rows">{{VALUE}}</td>{{/FIGURE}}<td></td></tr>
{{/TOKENLESS}}{{#EMPTY}}<tr><td class="z" colspan="7"><div><p><b>No delta tokens yet.</b></p><p>The first full pull of a table creates one.</p></div></td></tr>
{{/EMPTY}}{{#NO_MATCHES}}<tr><td class="z" colspan="7"><div><p><b>No delta tokens match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
{{#REMOVALS}}<p class="after"><a href="{{LINK}}">{{TEXT}}</a>: the server did not report which table they belong to.</p>
{{/REMOVALS}}{{>Frame/_bottom}}
