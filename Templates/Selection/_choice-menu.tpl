<span class="fchip"><details class="menu"><summary>{{HEAD}}{{#IS_SET}}<b>{{/IS_SET}}{{CHOSEN}}{{#IS_SET}}</b>{{/IS_SET}}</summary><div class="pop"><ul>
{{#CHOICE}}<li><a href="{{LINK}}"{{#IS_CHOSEN}} aria-current="true"{{/IS_CHOSEN}}>{{LABEL}}</a></li>
{{/CHOICE}}</ul></div></details>{{#IS_SET}}{{>Selection/_remove-filter}}{{/IS_SET}}</span>
