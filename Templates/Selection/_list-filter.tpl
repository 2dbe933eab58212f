<div class="filters">
<form method="get" action="{{FILTER_ACTION}}" role="search" aria-label="Filter {{THINGS}}">
{{#KEPT}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEPT}}<label for="f-table" class="vh">Table</label><select id="f-table" name="table"><option value="">All tables</option>{{#TABLE_OPTION}}<option value="{{TABLE}}"{{#CURRENT}} selected{{/CURRENT}}>{{TABLE}}</option>{{/TABLE_OPTION}}</select>
<label for="f-text" class="vh">Text in the row, its id or the reason</label><input type="search" id="f-text" name="text" value="{{SOUGHT}}" placeholder="Row, id or reason" maxlength="{{SOUGHT_MAX}}">
<button class="btn">Show</button>{{#CLEAR}} <a class="btn quiet" href="{{LINK}}">Clear</a>{{/CLEAR}}
</form>
</div>
