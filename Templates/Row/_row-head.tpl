<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>{{TITLE}} <span class="chip {{CHIP}}">{{CHIP_WORD}}</span>{{#ALSO_DELETED}} <span class="chip deleted">Deleted</span>{{/ALSO_DELETED}}</h1>
<p class="sub"><code class="id">{{ID}}</code></p>
</div>
<div class="acts">
{{#BESIDE}}<nav class="group" aria-label="Rows of the list">
{{#PREVIOUS}}<a class="btn sq" rel="prev" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#up"></use></svg><span class="vh">Previous row</span></a>{{/PREVIOUS}}{{#NO_PREVIOUS}}<span class="btn sq" aria-disabled="true"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#up"></use></svg><span class="vh">First row</span></span>{{/NO_PREVIOUS}}
{{#NEXT}}<a class="btn sq" rel="next" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg><span class="vh">Next row</span></a>{{/NEXT}}{{#NO_NEXT}}<span class="btn sq" aria-disabled="true"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg><span class="vh">Last row</span></span>{{/NO_NEXT}}
</nav>{{/BESIDE}}
{{#MORE_ACTIONS}}<details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions for this row</span></summary>
<div class="pop end">
{{#CAN_DUPLICATE}}<a href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#copy"></use></svg>Duplicate</a>{{/CAN_DUPLICATE}}
{{#CAN_COMPARE}}<a{{>Frame/_server-link}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Compare with server now</a>{{/CAN_COMPARE}}
{{#CAN_DELETE}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="item danger"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#trash"></use></svg>Delete row</button></form>{{/CAN_DELETE}}
{{#CAN_HARD_DELETE}}<a class="danger" href="{{HARD_DELETE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg>Hard delete…</a>{{/CAN_HARD_DELETE}}
{{#NO_HARD_DELETE}}<p class="ph">{{TEXT}}</p>{{/NO_HARD_DELETE}}
</div></details>{{/MORE_ACTIONS}}
{{#CAN_EDIT}}<a class="btn{{#IS_PRIMARY}} primary{{/IS_PRIMARY}}" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#edit"></use></svg>Edit</a>{{/CAN_EDIT}}
{{#CAN_UNDELETE}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn primary"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#undo"></use></svg>Undelete</button></form>{{/CAN_UNDELETE}}
{{#CAN_RESTORE}}<a class="btn primary" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#undo"></use></svg>Restore row…</a>{{/CAN_RESTORE}}
{{#CONFLICT}}<a class="btn primary" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#merge"></use></svg>Review conflict</a>{{/CONFLICT}}
</div>
</div>
{{>Row/_read-only}}{{#REMOVED}}<div class="note warn"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts mt"><a class="btn s" href="{{LINK}}">{{LABEL}}</a></div></div>
{{/REMOVED}}{{>Frame/_tabs}}
