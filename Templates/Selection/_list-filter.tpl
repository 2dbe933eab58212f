<div class="tools">
{{#SEARCH_BOX}}{{>Selection/_search-box}}{{/SEARCH_BOX}}
{{#TIMES}}{{>Selection/_time-menu}}
{{/TIMES}}{{#FILTER}}{{>Selection/_choice-menu}}
{{/FILTER}}{{#OTHER_FILTER}}<span class="fchip"><span>{{TITLE}}</span>{{>Selection/_remove-filter}}</span>
{{/OTHER_FILTER}}{{#CLEAR}}<a class="btn quiet s" href="{{LINK}}">Clear filters</a>{{/CLEAR}}{{#KEEPING}}<span class="keeping hint">{{KEEPING}}</span>{{/KEEPING}}{{#VIEWS}}<div class="r"><span class="group">{{#VIEW}}<a class="btn s" href="{{LINK}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}>{{LABEL}}</a>{{/VIEW}}</span></div>{{/VIEWS}}{{#LIST_ACTION}}<a class="btn s" href="{{LINK}}">{{LABEL}}</a>{{/LIST_ACTION}}
</div>
