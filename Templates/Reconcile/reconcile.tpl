{{>Frame/_top}}
<div class="head">
<div>
<h1>Sync</h1>
</div>
</div>
{{>Frame/_tabs}}
{{#CAN_CHANGE}}<section class="panel" aria-labelledby="h-new"><h2 id="h-new">Compare a table</h2>
<p>Finds rows removed directly on the server, rows never pulled, and rows that differ. Nothing is changed until you apply the result.</p>
<form method="post" action="{{RECONCILE_ACTION}}" class="line-form">
{{>Frame/_csrf}}
<div><label for="r-table">Table</label><select id="r-table" name="table">{{#TABLE}}<option value="{{NAME}}"{{#CURRENT}} selected{{/CURRENT}}>{{NAME}}</option>{{/TABLE}}</select></div>
<label class="check"><input type="checkbox" name="content" value="true"> <span>Compare values<span class="hint">Reads every row, which takes as long as a full pull.</span></span></label>
<button class="btn primary"{{#OFF}} disabled{{/OFF}}{{>Frame/_needs-server}}>Compare</button>
</form>
<form method="post" action="{{RECONCILE_ACTION}}" class="mt">
{{>Frame/_csrf}}
<button class="btn"{{#OFF}} disabled{{/OFF}}{{>Frame/_needs-server}}>Reconcile all tables</button>
</form>
</section>
{{/CAN_CHANGE}}<section aria-labelledby="h-past"><div class="sh"><h2 id="h-past">Comparisons</h2></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-runs">
<table>
<caption id="cap-runs">Comparisons of this store</caption>
<thead>
<tr><th scope="col" class="key">Run</th><th scope="col" class="st">Result</th><th scope="col">Table</th><th scope="col" class="num">Missing on server</th><th scope="col" class="num">Missing here</th><th scope="col" class="num">Different</th><th scope="col" class="num">Duration</th><th scope="col">Started</th></tr>
</thead>
<tbody>
{{#RUN}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><td>{{TABLE}}</td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td class="num" data-l="Duration">{{TOOK}}</td><td>{{#STARTED_TIME}}{{>Frame/_time}}{{/STARTED_TIME}}</td></tr>
{{/RUN}}{{#NO_RUNS}}<tr><td class="z" colspan="8"><div><p><b>No comparisons yet.</b></p><p>A comparison only reads.</p></div></td></tr>
{{/NO_RUNS}}</tbody>
</table>
</div>
</section>
{{>Frame/_bottom}}
