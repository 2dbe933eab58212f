<form class="tools" method="get" action="{{FILTER_ACTION}}" role="search" aria-label="Filter {{THINGS}}">
{{#KEPT}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEPT}}{{>Selection/_search-box}}
<label for="f-table" class="vh">Table</label><select class="s-in" id="f-table" name="table"><option value="">All tables</option>{{#TABLE_OPTION}}<option value="{{TABLE}}"{{#CURRENT}} selected{{/CURRENT}}>{{TABLE}}</option>{{/TABLE_OPTION}}</select>
<button class="btn s">Filter</button>{{#CLEAR}} <a class="btn quiet s" href="{{LINK}}">Clear</a>{{/CLEAR}}
</form>
