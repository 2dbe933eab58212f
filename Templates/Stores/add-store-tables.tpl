{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li></ol></nav>
<h1>Add store</h1>
<p class="sub">{{STORE}} · {{ADDRESS}}</p>
</div>
</div>
{{>Stores/_add-store-steps}}
{{>Frame/_form-errors}}{{#TESTED}}<div class="note good" role="status" tabindex="-1" autofocus><p><b>Connection works.</b> {{FOUND}} {{ABILITIES}}</p></div>
{{/TESTED}}{{#UNTESTED}}<div class="note warn"><p><b>The connection was not tested.</b> The first pull shows whether it works.</p></div>
{{/UNTESTED}}{{#WARNING}}<div class="note warn"><p><b>{{CHECK}}:</b> {{EVIDENCE}}</p></div>
{{/WARNING}}<form method="post" action="{{ADD_ACTION}}" data-selection="Select all {0} tables">
{{>Frame/_csrf}}{{>Frame/_key}}{{#KEPT}}<input type="hidden" name="{{PATH}}" value="{{VALUE}}">{{/KEPT}}
{{#TABLES}}<div class="grid" role="region" tabindex="0" aria-labelledby="cap-tables"><table class="stack"><caption id="cap-tables">Tables to add</caption>
<thead><tr><th scope="col" class="tick"><span class="vh">Add</span></th><th scope="col" class="key">Table</th>{{#COUNTED}}<th scope="col" class="num">Rows on server</th>{{/COUNTED}}<th scope="col">Soft delete column</th><th scope="col" class="w">Columns</th></tr></thead><tbody>
{{#TABLE}}<tr><td class="tick"><input type="hidden" name="{{PREFIX}}name" value="{{NAME}}"><input type="hidden" name="{{PREFIX}}listed" value="1"><label><input type="checkbox" id="{{FIELD_ID}}" name="{{PREFIX}}add" value="1" aria-label="Add {{NAME}}"{{#CHOSEN}} checked{{/CHOSEN}}></label></td><th scope="row" class="key grow">{{NAME}}{{#UNLISTED}} <span class="chip warn">Not on server</span>{{/UNLISTED}}</th>{{#COUNT}}<td class="num" data-l="Rows on server">{{ROWS}}</td>{{/COUNT}}<td data-l="Soft delete column"><select class="s-in" name="{{PREFIX}}deletion" aria-label="Soft delete column of {{NAME}}">{{#DELETION}}<option value="{{VALUE}}"{{#SELECTED}} selected{{/SELECTED}}>{{LABEL}}</option>{{/DELETION}}</select></td><td class="mut w">{{COLUMNS}}</td></tr>
{{/TABLE}}</tbody></table></div>
{{/TABLES}}{{#NO_TABLES}}<div class="note"><p><b>No tables.</b> Tables can be added in the settings of the store, and by importing or pulling rows.</p></div>
{{/NO_TABLES}}<label class="check mb"><input type="checkbox" name="schedule.everyMinutes" value="{{MINUTES}}" checked><span>Sync every {{MINUTES}} min<small class="hint">Can be changed in the settings of the store.</small></span></label>
<div class="bar"><button class="btn primary" data-one="Add store with {0} table" data-many="Add store with {0} tables">Add store</button><button class="btn" name="do" value="connection">Back</button><a class="btn quiet" href="{{STORES_LINK}}">Cancel</a></div>
</form>
{{>Frame/_bottom}}
