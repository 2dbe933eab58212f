{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{SYNC_LINK}}">Sync</a></li></ol></nav>
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
{{/HAS_SOURCES}}{{#COMPARISON}}{{#MOVE}}<section aria-labelledby="h-move"><div class="sh"><h2 id="h-move">Move {{MOVE_FROM}} to {{STORE}}</h2></div>
<ol class="steps" aria-labelledby="h-move">
{{#MOVE_STEP}}<li class="way"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span><span>{{TITLE}}</span><span class="step-text">{{TEXT}}</span><span class="acts">{{#COPY}}<form method="post" action="{{COPY_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="from" value="{{FROM}}"><input type="hidden" name="expect" value="{{EXPECT}}">{{#CHOICE}}<input type="hidden" name="{{CHOICE_NAME}}" value="1">{{/CHOICE}}<button class="btn s primary">Copy {{COUNT}}</button></form>{{/COPY}}{{#PUSH}}<form method="post" action="{{PUSH_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn s">Push</button></form>{{/PUSH}}{{#VERIFY}}<form method="post" action="{{VERIFY_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="from" value="{{SOURCE_NAME}}"><button class="btn s">Verify</button></form>{{/VERIFY}}{{#MOVE_NOW}}<a class="btn s" href="{{LINK}}">Move {{MOVE_FROM}}…</a>{{/MOVE_NOW}}</span></li>
{{/MOVE_STEP}}</ol>
</section>
{{/MOVE}}<section aria-labelledby="h-cmp" class="gaph"><div class="sh"><h2 id="h-cmp">{{SUMMARY}}</h2></div>
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
{{#MISSING}}<p class="after">Table <b>{{NAME}}</b> is not in {{STORE}}. Add it in the store’s settings to copy it.</p>
{{/MISSING}}{{#LEFT_OUT}}<p class="after">Not copied from {{TABLE_NAME}}: {{COLUMNS}}. Files, and values that a server never returns, cannot be copied.</p>
{{/LEFT_OUT}}{{#MAPPING}}<details class="mt"><summary>Columns of {{TABLE_NAME}}</summary>
<div class="grid wide" role="region" tabindex="0" aria-label="Columns of {{TABLE_NAME}}"><table><thead><tr><th scope="col" class="key">Column</th><th scope="col">Type there</th><th scope="col">Type here</th><th scope="col" class="grow">Copy</th></tr></thead><tbody>
{{#COLUMN}}<tr><th scope="row" class="key"><code>{{COLUMN_NAME}}</code></th><td>{{TYPE_THERE}}</td><td>{{TYPE_HERE}}</td><td class="grow">{{FORM}}</td></tr>
{{/COLUMN}}</tbody></table></div></details>
{{/MAPPING}}{{#SKIPPED}}<details class="mt"><summary>{{SKIPPED_COUNT}} of {{TABLE_NAME}} skipped</summary>
<ul>{{#ROW}}<li><a href="{{ROW_LINK}}"><code>{{ID}}</code></a>: {{REASON}}</li>{{/ROW}}{{#MORE}}<li>and {{MORE_COUNT}} more</li>{{/MORE}}</ul></details>
{{/SKIPPED}}</section>
{{#PENDING}}<section class="panel" aria-labelledby="h-pend"><h2 id="h-pend">Copy pending changes</h2>
<p>{{TEXT}}</p>
{{#REMOVALS}}<p>The next push hard deletes <b>{{REMOVALS_COUNT}}</b> on the server.</p>
{{/REMOVALS}}{{#ONLINE}}<p><a href="{{PENDING_SYNC_LINK}}">Take {{PENDING_FROM}} offline</a> first.</p>
{{/ONLINE}}{{#PENDING_SKIPPED}}<details class="mt"><summary>{{SKIPPED_COUNT}} of {{TABLE_NAME}} skipped</summary>
<ul>{{#ROW}}<li><code>{{ID}}</code>: {{REASON}}</li>{{/ROW}}{{#MORE}}<li>and {{MORE_COUNT}} more</li>{{/MORE}}</ul></details>
{{/PENDING_SKIPPED}}{{#CAN_COPY_PENDING}}<form method="post" action="{{COPY_ACTION}}/pending" class="mt">{{>Frame/_csrf}}<input type="hidden" name="from" value="{{PENDING_FROM}}"><button class="btn">Copy {{READY}}</button></form>
{{/CAN_COPY_PENDING}}</section>
{{/PENDING}}{{/COMPARISON}}{{>Frame/_bottom}}
