{{>Frame/_top}}
<div class="head">
<div>
<h1>Tables <span class="cnt">{{SUB}}</span></h1>
</div>
<div class="acts">{{#NEW_LINK}}<a class="btn" href="{{NEW_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>New table</a>{{/NEW_LINK}}{{#CAN_SYNC}}<form method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}<button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>Pull all tables</button></form>{{/CAN_SYNC}}</div>
</div>
{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-tables">
<table>
<caption id="cap-tables">Tables of store {{STORE}}</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col">State</th><th scope="col" class="num">Live</th><th scope="col" class="num">Deleted</th><th scope="col" class="num">Pending</th><th scope="col" class="num w">Size</th><th scope="col">Last pull</th><th scope="col">Soft delete by</th>{{#CAN_SYNC}}<th scope="col"><span class="vh">Actions</span></th>{{/CAN_SYNC}}</tr>
</thead>
<tbody>
{{#TABLE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a>{{#IS_READ_ONLY}} <span class="mut">read-only</span>{{/IS_READ_ONLY}}</th><td class="st">{{#PROBLEM}}<a class="chip {{CHIP}}" href="{{ERRORS_LINK}}">{{CHIP_WORD}}<span class="vh">: errors of {{NAME}}</span></a>{{/PROBLEM}}{{#NO_PROBLEM}}<span class="chip {{CHIP}}">{{CHIP_WORD}}</span>{{/NO_PROBLEM}}</td>{{#FIGURE}}{{#SOME}}<td class="num" data-l="{{LABEL}}"><a href="{{LINK}}">{{VALUE}}<span class="vh"> {{WHAT}} rows of {{NAME}}</span></a></td>{{/SOME}}{{#ZERO}}<td class="num zero">0</td>{{/ZERO}}{{/FIGURE}}<td class="num w">{{#SIZE}}{{SIZE}}{{/SIZE}}{{#NO_SIZE}}<span class="mut" aria-hidden="true">–</span><span class="vh">Not measured</span>{{/NO_SIZE}}</td><td data-l="Last pull">{{#PULLED}}{{>Frame/_time}}{{/PULLED}}{{#NEVER_PULLED}}<span class="mut">never</span>{{/NEVER_PULLED}}</td><td class="w">{{#SOFT_DELETE}}<code>{{COLUMN}}</code>{{/SOFT_DELETE}}{{#NO_SOFT_DELETE}}<span class="mut">none: deleting a row is a hard delete</span>{{/NO_SOFT_DELETE}}</td>{{#MAY_PULL}}<td class="go"><form method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="tables" value="{{NAME}}"><button class="btn quiet xs"{{>Frame/_needs-server}}>Pull<span class="vh"> {{NAME}}</span></button></form></td>{{/MAY_PULL}}</tr>
{{/TABLE}}{{#NO_TABLES}}<tr><td class="z" colspan="9"><div><p><b>This store has no tables yet.</b></p><p>Name tables in the configuration, or pull one by its name.</p></div></td></tr>
{{/NO_TABLES}}{{#NO_MATCHES}}<tr><td class="z" colspan="9"><div><p><b>No tables match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
<details class="more"><summary>What the columns mean</summary><dl class="kv"><dt>Live</dt><dd>Rows that apps see.</dd><dt>Deleted</dt><dd>Soft-deleted rows and tombstones kept in this store. They can be undeleted until they are purged.</dd><dt>Pending</dt><dd>Changes made here that the server does not have yet.</dd><dt>Size</dt><dd>Live and deleted rows in the store’s file, without indexes. Large tables are measured on their Schema page.</dd><dt>Soft delete by</dt><dd>The column that marks a row as deleted. <code>deleted</code> is the server’s own.</dd></dl></details>
{{>Frame/_bottom}}
