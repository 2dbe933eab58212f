<nav class="tabs" aria-label="Rows of this run">{{#TAB}}<a href="{{LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{LABEL}} <span class="n">{{TAB_COUNT}}</span></a>{{/TAB}}</nav>
