{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{TABLES_LINK}}">Tables</a></li></ol></nav>
<h1>New table</h1>
<p class="sub">An empty table in store {{STORE}}. Nothing is sent to the server now.</p>
</div>
</div>
{{>Frame/_form-errors}}<form method="post" action="{{ACTION}}" class="edit narrow" aria-label="New table" novalidate>
{{>Frame/_csrf}}{{>Frame/_key}}<div class="field all"><label class="lab" for="n-name">Name</label><input id="n-name" name="name" value="{{NAME}}" maxlength="128" autocomplete="off" spellcheck="false" required{{#NAME_MISTAKE}} aria-invalid="true" aria-describedby="e-n-name"{{/NAME_MISTAKE}}>{{#NAME_MISTAKE}}<span class="err" id="e-n-name">{{NAME_MISTAKE}}</span>{{/NAME_MISTAKE}}</div>
<fieldset class="new-columns"><legend>Columns</legend>
<p class="hint">Optional: a column also appears with its first value. Every table has the system columns <code>id</code>, <code>createdAt</code>, <code>updatedAt</code>, <code>version</code> and <code>deleted</code>.</p>
{{#LINE}}<div class="line-form"><div><label for="{{NAME_ID}}">Column {{NUMBER}}</label><input id="{{NAME_ID}}" name="column" value="{{COLUMN}}" maxlength="128" autocomplete="off" spellcheck="false"{{#COLUMN_MISTAKE}} aria-invalid="true" aria-describedby="e-{{NAME_ID}}"{{/COLUMN_MISTAKE}}>{{#COLUMN_MISTAKE}}<span class="err" id="e-{{NAME_ID}}">{{COLUMN_MISTAKE}}</span>{{/COLUMN_MISTAKE}}</div>
<div><label for="{{TYPE_ID}}">Type<span class="vh"> of column {{NUMBER}}</span></label><select id="{{TYPE_ID}}" name="type"{{#TYPE_MISTAKE}} aria-invalid="true" aria-describedby="e-{{TYPE_ID}}"{{/TYPE_MISTAKE}}>{{#TYPE}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{WORDS}}</option>{{/TYPE}}</select>{{#TYPE_MISTAKE}}<span class="err" id="e-{{TYPE_ID}}">{{TYPE_MISTAKE}}</span>{{/TYPE_MISTAKE}}</div></div>
{{/LINE}}<button class="btn s quiet" name="more" value="1" formnovalidate><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>More columns</button>
</fieldset>
<div class="note"><p><b>The server gets the table with the first row you push.</b> A server that doesn’t allow new tables rejects that row; it stays in the queue. Until the server has the table, pulling it can fail. {{#SOFT_DELETE}}Deleted rows are marked in the column <code>deleted</code>.{{/SOFT_DELETE}}{{#HARD_DELETE}}Deleting a row is a hard delete.{{/HARD_DELETE}}</p></div>
<div class="bar stick"><button class="btn primary">Create table</button><a class="btn quiet" href="{{TABLES_LINK}}">Cancel</a><span class="r hint">A table can’t be removed from the console.</span></div>
</form>
{{>Frame/_bottom}}
