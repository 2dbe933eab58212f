<aside class="aside peek" id="peek" tabindex="-1" aria-label="Peek" data-peek="{{ID}}">
<header><h2>{{PLACE}}</h2><span class="group">{{#PREVIOUS}}<a class="btn s sq" rel="prev" href="{{LINK}}#peek"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#up"></use></svg><span class="vh">Previous row</span></a>{{/PREVIOUS}}{{#NO_PREVIOUS}}<span class="btn s sq" aria-disabled="true"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#up"></use></svg><span class="vh">First row</span></span>{{/NO_PREVIOUS}}{{#NEXT}}<a class="btn s sq" rel="next" href="{{LINK}}#peek"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg><span class="vh">Next row</span></a>{{/NEXT}}{{#NO_NEXT}}<span class="btn s sq" aria-disabled="true"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg><span class="vh">Last row</span></span>{{/NO_NEXT}}</span><a class="btn s sq quiet" data-close href="{{CLOSE_LINK}}#list"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg><span class="vh">Close</span></a></header>
{{#MISSING}}<p><b>This row is not in the store.</b></p><p class="mut"><code class="id">{{ID}}</code></p>
{{/MISSING}}{{#FOUND}}<h3 class="ptitle">{{TITLE}}</h3>
<p><span class="chip {{STATE_LOOK}}">{{STATE}}</span>{{#ALSO_DELETED}} <span class="chip deleted">Deleted</span>{{/ALSO_DELETED}}{{#SINCE}} <span class="mut">since {{>Frame/_time}}</span>{{/SINCE}}</p>
{{#PROBLEM}}<div class="note {{TONE}}"><p>{{#MESSAGE_ONLY}}{{MESSAGE}}{{/MESSAGE_ONLY}}{{#BOTH}}Changed here and on the server: <b>{{BOTH}}</b>{{/BOTH}}</p><div class="acts"><a class="btn s primary" href="{{LINK}}">{{LABEL}}</a></div></div>
{{/PROBLEM}}<h3>Values</h3>
{{#NO_VALUES}}<p class="mut">This row has no values</p>
{{/NO_VALUES}}<dl class="kv">
{{#VALUE}}<dt><code>{{COLUMN}}</code></dt><dd data-column="{{COLUMN}}"><div>{{#REFERS}}<a href="{{LINK}}"{{#TO_DELETED}} class="struck"{{/TO_DELETED}}>{{TEXT}}</a>{{#TO_DELETED}} <span class="mut">deleted</span>{{/TO_DELETED}}{{/REFERS}}{{>Values/_value}}{{#OTHER_COPIES}}<small>{{OTHER_COPIES}}</small>{{/OTHER_COPIES}}</div>{{#CELL_MENU}}{{>Values/_cell-menu}}{{/CELL_MENU}}</dd>
{{/VALUE}}</dl>
<h3>Sync</h3>
<dl class="kv">
{{#FACT}}<dt>{{NAME}}</dt><dd>{{#LINKED}}<a href="{{LINK}}">{{TEXT}}</a>{{/LINKED}}{{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}{{#CODE}}<code class="id">{{CODE}}</code>{{/CODE}}{{WORDS}}</dd>
{{/FACT}}</dl>
<div class="acts mt"><a class="btn s" href="{{LINK}}">Open</a>{{#EDIT}}<a class="btn s" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#edit"></use></svg>Edit</a>{{/EDIT}}<a class="btn s quiet" href="{{HISTORY_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#clock"></use></svg>History</a></div>
{{/FOUND}}</aside>
