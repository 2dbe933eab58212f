{{>Frame/_top}}
<div class="head">
<div>
<h1>{{HEADLINE}}</h1>
<p class="sub">Drift: rows that differ between this store and the server. {{WHEN}} A check changes nothing.</p>
</div>
<div class="acts">{{#SETTINGS}}<a class="btn" href="{{LINK}}#h-driftcheck">Schedule</a>{{/SETTINGS}}{{#OF_TABLE}}<a class="btn" href="{{RECONCILE_LINK}}">Reconcile</a>{{/OF_TABLE}}{{#CAN_CHANGE}}{{#OF_TABLE}}<form method="post" action="{{RECONCILE_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="table" value="{{TABLE}}"><button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Compare<span class="vh"> {{TABLE}}</span></button></form>{{/OF_TABLE}}{{#OF_ALL}}<form method="post" action="{{RECONCILE_ACTION}}">{{>Frame/_csrf}}<button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Check all tables</button></form>{{/OF_ALL}}{{/CAN_CHANGE}}</div>
</div>
{{>Frame/_tabs}}
{{#CHARTS}}<div class="charts">{{#CHART}}{{>Frame/_chart}}{{/CHART}}</div>
{{/CHARTS}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-drift">
<table>
<caption id="cap-drift">Newest check of each table; rows with unsent changes are left out</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col" class="st">State</th><th scope="col" class="num">Missing on server</th><th scope="col" class="num">Missing here</th><th scope="col" class="num">Different</th><th scope="col">Last checks</th><th scope="col" class="num w">Method</th><th scope="col">Checked</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
<tbody>
{{#CHECK}}<tr><th scope="row" class="key grow"><a href="{{RUN_LINK}}">{{TABLE}}<span class="vh"> check</span></a>{{#NOTE}}<br><small class="mut">{{TEXT}}</small>{{/NOTE}}</th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td data-l="Last checks">{{#HISTORY}}{{>Frame/_sparkline}}{{/HISTORY}}<small class="mut">{{HISTORY_WORDS}}</small></td><td class="num mut w">{{METHOD}}</td><td>{{#CHECKED_TIME}}{{>Frame/_time}}{{/CHECKED_TIME}}</td><td class="go">{{#COMPARE}}<form method="post" action="{{RECONCILE_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="table" value="{{TABLE}}"><button class="btn xs"{{>Frame/_needs-server}}>Compare<span class="vh"> {{TABLE}}</span></button></form>{{/COMPARE}}</td></tr>
{{/CHECK}}{{#EMPTY}}<tr><td class="z" colspan="9"><div><p><b>No checks yet.</b></p><p>A check compares every table with the server and changes nothing.</p></div></td></tr>
{{/EMPTY}}{{#NO_MATCHES}}<tr><td class="z" colspan="9"><div><p><b>No tables match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
<details class="more"><summary>What the columns mean</summary><dl class="kv"><dt>Missing on server</dt><dd>Rows here that the server doesn’t have: deleted there without a tombstone, or hidden from this store.</dd><dt>Missing here</dt><dd>Rows on the server that were never pulled.</dd><dt>Different</dt><dd>Rows on both sides in different versions.</dd><dt>Method</dt><dd><i>digest</i>: the server summarizes its rows, and only parts that differ are listed. <i>ids</i>: every id and version is listed. <i>values</i>: whole rows are read.</dd></dl><p>To repair a table, choose <i>Compare</i>, then apply its result.</p></details>
{{>Frame/_bottom}}
