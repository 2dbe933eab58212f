<a href="{{NAV_URL}}"{{#NAV_CURRENT}} aria-current="page"{{/NAV_CURRENT}}>
{{#NAV_ICON}}<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#{{NAV_ICON}}"></use></svg>{{/NAV_ICON}}<span>{{NAV_LABEL}}</span>
{{#NAV_COUNT}}<span class="{{NAV_LOOK}}"{{#NAV_LIVE}} data-count="{{NAV_LIVE}}"{{/NAV_LIVE}}{{#NAV_ZERO}} hidden{{/NAV_ZERO}}>{{NAV_NUMBER}}{{#NAV_MEANING}}<span class="vh"> {{NAV_MEANING}}</span>{{/NAV_MEANING}}</span>{{/NAV_COUNT}}{{#NAV_WORD}}<span class="{{NAV_STATE_LOOK}}">{{NAV_STATE}}</span>{{/NAV_WORD}}
</a>
