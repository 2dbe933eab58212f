<details class="menu" id="columns" open>
<summary class="btn s quiet"{{#JUST_OPENED}} autofocus{{/JUST_OPENED}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#columns"></use></svg><span class="w">Columns<span class="vh">: {{COLUMNS_SHOWN}} of {{COLUMNS_ALL}} shown</span></span></summary>
<div class="pop end">
<form{{#KEEPS_COLUMNS}} method="post"{{/KEEPS_COLUMNS}} action="{{COLUMNS_FORM}}">{{#KEEPS_COLUMNS}}{{>Frame/_csrf}}<input type="hidden" name="_columns" value="1">{{/KEEPS_COLUMNS}}{{#KEEP_FOR_COLUMNS}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP_FOR_COLUMNS}}
<div class="acts over"><button class="btn s primary" formaction="{{COLUMNS_FORM}}#list">Apply</button>
<a class="btn quiet s" href="{{TICK_ALL_LINK}}"{{#TICKED_ALL}} autofocus{{/TICKED_ALL}}>All<span class="vh"> columns</span></a>
<a class="btn quiet s" href="{{TICK_NONE_LINK}}"{{#TICKED_NONE}} autofocus{{/TICKED_NONE}}>None</a>
{{#DEFAULT_COLUMNS}}<a class="btn quiet s" href="{{LINK}}">Default<span class="vh"> columns</span></a>{{/DEFAULT_COLUMNS}}</div>
<fieldset><legend class="vh">Columns to show, in order</legend><ul>
{{#COLUMN_CHOICE}}<li class="col"><label class="check"><input type="checkbox" name="cols" value="{{NAME}}"{{#CHECKED}} checked{{/CHECKED}}> <code>{{NAME}}</code></label>
<span class="nw">
{{#HAS_WIDTH}}<select class="s-in" name="_width" aria-label="Width of {{NAME}}">{{#WIDTH_CHOICE}}<option value="{{VALUE}}"{{#SELECTED}} selected{{/SELECTED}}>{{WORDS}}</option>{{/WIDTH_CHOICE}}</select>{{/HAS_WIDTH}}
<button class="btn quiet xs sq" name="_up" value="{{NAME}}"{{#MOVED_UP}} autofocus{{/MOVED_UP}} aria-label="Move {{NAME}} up"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#up"></use></svg></button>
<button class="btn quiet xs sq" name="_down" value="{{NAME}}"{{#MOVED_DOWN}} autofocus{{/MOVED_DOWN}} aria-label="Move {{NAME}} down"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg></button>
</span></li>{{/COLUMN_CHOICE}}
</ul></fieldset>
<p class="pins"><label>Pinned columns <select class="s-in" name="_pin">{{#PIN_CHOICE}}<option value="{{COUNT}}"{{#SELECTED}} selected{{/SELECTED}}>{{WORDS}}</option>{{/PIN_CHOICE}}</select></label></p>
</form>
{{#RESET_COLUMNS}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><button class="btn quiet s">Forget saved columns</button></form>{{/RESET_COLUMNS}}</div></details>
