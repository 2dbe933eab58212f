<span class="fchip"><details class="menu"><summary>{{TITLE}}: {{#IS_SET}}<b>{{/IS_SET}}{{CHOSEN}}{{#IS_SET}}</b>{{/IS_SET}}</summary><div class="pop"><ul>
{{#CHOICE}}<li><a href="{{LINK}}"{{#IS_CHOSEN}} aria-current="true"{{/IS_CHOSEN}}>{{LABEL}}</a></li>
{{/CHOICE}}</ul></div></details>{{#IS_SET}}<a href="{{REMOVE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg><span class="vh">Remove filter: {{TITLE}}</span></a>{{/IS_SET}}</span>
