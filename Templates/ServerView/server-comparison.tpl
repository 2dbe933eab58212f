{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li>{{#ROW}}<li><a href="{{LINK}}">{{TITLE}}</a></li>{{/ROW}}</ol></nav>
<h1>Compare {{TITLE}} with the server</h1>
<p class="sub"><code class="id">{{ID}}</code> · Read from the server {{#AT_MOMENT}}{{>Frame/_moment}}{{/AT_MOMENT}}</p>
</div>
<div class="acts">
{{#REMOVE}}<details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions for this row</span></summary>
<div class="pop end"><form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="choice" value="{{CHOICE}}"><input type="hidden" name="ifState" value="{{STATE}}"><button class="item danger"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#trash"></use></svg>{{LABEL}}</button></form></div></details>
{{/REMOVE}}<a class="btn" href="{{ACTION}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Compare again</a>
{{#REPAIR}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="choice" value="{{CHOICE}}"><input type="hidden" name="ifState" value="{{STATE}}"><button class="btn primary"{{>Frame/_needs-server}}>{{LABEL}}</button></form>
{{/REPAIR}}</div>
</div>
<div class="note {{TONE}}"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p>{{#OPERATION}}<div class="acts mt"><a class="btn s" href="{{LINK}}">{{LABEL}}</a></div>{{/OPERATION}}</div>
{{#COLUMNS}}{{>ServerView/_server-columns}}
{{/COLUMNS}}{{#EQUAL}}<details class="mt"><summary>{{COUNT}}</summary>
{{>ServerView/_server-columns}}
</details>
{{/EQUAL}}{{>Frame/_bottom}}
