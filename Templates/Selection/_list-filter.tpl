<div class="tools">
{{#SEARCH_BOX}}{{>Selection/_search-box}}{{/SEARCH_BOX}}
{{#FILTER}}{{>Selection/_choice-menu}}
{{/FILTER}}{{#OTHER_FILTER}}<span class="fchip"><span>{{TEXT}}</span><a href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg><span class="vh">Remove filter: {{TEXT}}</span></a></span>
{{/OTHER_FILTER}}{{#CLEAR}}<a class="btn quiet s" href="{{LINK}}">Clear filters</a>{{/CLEAR}}
</div>
