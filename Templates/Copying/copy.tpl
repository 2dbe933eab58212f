{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{SYNC_LINK}}">Sync</a></li></ol></nav>
<h1>Copy rows from another store</h1>
<p class="sub">Queues the rows of another store here as changes, to be pushed to the server of {{STORE}}. Ids and values are kept; created and updated times are set by the new server.</p>
</div>
</div>
{{#NO_SOURCES}}<section class="panel"><p><b>There is no other store.</b></p><p>Add the store to copy from first.</p></section>
{{/NO_SOURCES}}{{#HAS_SOURCES}}<section class="panel" aria-labelledby="h-from"><h2 id="h-from">Compare</h2>
<form method="get" action="{{COPY_ACTION}}" class="line-form">
<div><label for="c-from">Copy from</label><select id="c-from" name="from">{{#SOURCE}}<option value="{{NAME}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{NAME}}</option>{{/SOURCE}}</select></div>
<label class="check"><input type="checkbox" name="deleted" value="1"{{#DELETED}} checked{{/DELETED}}> <span>Copy deleted rows<span class="hint">They are inserted, and deleted by the next copy after the push.</span></span></label>
<label class="check"><input type="checkbox" name="overwrite" value="1"{{#OVERWRITE}} checked{{/OVERWRITE}}> <span>Overwrite rows that differ<span class="hint">Also rows that were changed here.</span></span></label>
<button class="btn">Compare</button>
</form>
</section>
{{/HAS_SOURCES}}{{#COMPARISON}}<section aria-labelledby="h-cmp"><div class="sh"><h2 id="h-cmp">{{SUMMARY}}</h2></div>
<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-copy">
<table>
<caption id="cap-copy">Tables of {{FROM}} compared with this store</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col" class="num">Rows there</th><th scope="col" class="num">Same</th><th scope="col" class="num">New</th><th scope="col" class="num">Changed</th><th scope="col" class="num">Deleted there</th><th scope="col" class="num">Skipped</th><th scope="col" class="num">Only here</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
<tbody>
{{#TABLE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td class="go">{{#CAN_DELETE}}<a class="btn s danger" href="{{DELETE_LINK}}">Delete {{DELETE_COUNT}}…<span class="vh"> of {{NAME}} here</span></a>{{/CAN_DELETE}}</td></tr>
{{/TABLE}}{{#NO_TABLES}}<tr><td class="z" colspan="9"><div><p><b>No table to copy.</b></p><p>The two stores have no table in common.</p></div></td></tr>
{{/NO_TABLES}}</tbody>
</table>
</div>
<details class="more"><summary>What the columns mean</summary><dl class="kv"><dt>New</dt><dd>Rows that are not here. A copy inserts them.</dd><dt>Changed</dt><dd>Rows that a copy updates: an earlier copy brought them and they were changed there since, or they differ and are to be overwritten.</dd><dt>Deleted there</dt><dd>Rows that an earlier copy brought and that were deleted there since. <i>Delete</i> deletes them here; a copy leaves them.</dd><dt>Skipped</dt><dd>Rows that are left as they are, each with the reason below.</dd><dt>Only here</dt><dd>Rows that the other store does not have. A copy leaves them.</dd></dl></details>
{{#CAN_COPY}}<form method="post" action="{{COPY_ACTION}}" class="mt">{{>Frame/_csrf}}<input type="hidden" name="from" value="{{FROM}}"><input type="hidden" name="expect" value="{{EXPECT}}">{{#CHOICE}}<input type="hidden" name="{{CHOICE_NAME}}" value="1">{{/CHOICE}}<button class="btn primary">Copy {{COUNT}}</button></form>
{{/CAN_COPY}}{{#MISSING}}<p class="after">Table <b>{{NAME}}</b> is not in {{STORE}}. Add it in the store’s settings to copy it.</p>
{{/MISSING}}{{#LEFT_OUT}}<p class="after">Not copied from {{TABLE_NAME}}: {{COLUMNS}}. Files, and values that a server never returns, cannot be copied.</p>
{{/LEFT_OUT}}{{#SKIPPED}}<details class="mt"><summary>{{SKIPPED_COUNT}} of {{TABLE_NAME}} skipped</summary>
<ul>{{#ROW}}<li><a href="{{ROW_LINK}}"><code>{{ID}}</code></a>: {{REASON}}</li>{{/ROW}}{{#MORE}}<li>and {{MORE_COUNT}} more</li>{{/MORE}}</ul></details>
{{/SKIPPED}}</section>
{{#PENDING}}<section class="panel" aria-labelledby="h-pend"><h2 id="h-pend">Copy pending changes</h2>
<p>{{TEXT}}</p>
{{#REMOVALS}}<p><b>{{REMOVALS_COUNT}}</b> will be removed from the server for good by the push.</p>
{{/REMOVALS}}{{#ONLINE}}<p><a href="{{PENDING_SYNC_LINK}}">Take {{PENDING_FROM}} offline</a> first.</p>
{{/ONLINE}}{{#PENDING_SKIPPED}}<details class="mt"><summary>{{SKIPPED_COUNT}} of {{TABLE_NAME}} skipped</summary>
<ul>{{#ROW}}<li><code>{{ID}}</code>: {{REASON}}</li>{{/ROW}}{{#MORE}}<li>and {{MORE_COUNT}} more</li>{{/MORE}}</ul></details>
{{/PENDING_SKIPPED}}{{#CAN_COPY_PENDING}}<form method="post" action="{{COPY_ACTION}}/pending" class="mt">{{>Frame/_csrf}}<input type="hidden" name="from" value="{{PENDING_FROM}}"><button class="btn">Copy {{READY}}</button></form>
{{/CAN_COPY_PENDING}}</section>
{{/PENDING}}<p class="after">After the push, <a href="{{RECONCILE_LINK}}">compare {{STORE}} with its server</a> to check that every row arrived.</p>
{{/COMPARISON}}{{>Frame/_bottom}}
