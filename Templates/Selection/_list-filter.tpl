<form class="tools" method="get" action="{{FILTER_ACTION}}" role="search" aria-label="Filter {{THINGS}}">
{{#KEPT}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEPT}}<span class="search-in"><button type="submit"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#search"></use></svg><span class="vh">Search</span></button><label for="f-text" class="vh">{{SOUGHT_LABEL}}</label><input class="s-in" type="search" id="f-text" name="text" value="{{SOUGHT}}" placeholder="{{SOUGHT_HINT}}" maxlength="{{SOUGHT_MAX}}"></span>
<label for="f-table" class="vh">Table</label><select class="s-in" id="f-table" name="table"><option value="">All tables</option>{{#TABLE_OPTION}}<option value="{{TABLE}}"{{#CURRENT}} selected{{/CURRENT}}>{{TABLE}}</option>{{/TABLE_OPTION}}</select>
<button class="btn s">Filter</button>{{#CLEAR}} <a class="btn quiet s" href="{{LINK}}">Clear</a>{{/CLEAR}}
</form>
