<li>{{>Frame/_nav_link}}{{#NAV_LIST}}
<ul>
{{#NAV_SUB}}<li>{{>Frame/_nav_link}}</li>
{{/NAV_SUB}}
</ul>{{/NAV_LIST}}</li>
