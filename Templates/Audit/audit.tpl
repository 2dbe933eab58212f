{{>Frame/_top}}
<div class="head">
<div>
<h1>Audit log</h1>
<p class="sub">Every action in the console. The log cannot be edited.</p>
</div>
</div>
<div class="tools">
{{#SEARCH_BOX}}{{>Selection/_search-box}}{{/SEARCH_BOX}}
{{#FILTER}}{{>Selection/_choice-menu}}{{/FILTER}}{{#DATES}}<span class="fchip"><details class="menu"><summary>{{TITLE}}: {{#IS_SET}}<b>{{/IS_SET}}{{CHOSEN}}{{#IS_SET}}</b>{{/IS_SET}}</summary><div class="pop"><form action="{{AUDIT_URL}}" aria-label="Dates">{{#KEPT}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEPT}}
<div class="field"><label for="a-from">From ({{PAGE_ZONE}})</label><input id="a-from" type="text" class="short" name="from" value="{{FROM}}" placeholder="2026-11-21" inputmode="numeric" autocomplete="off"></div>
<div class="field"><label for="a-to">To</label><input id="a-to" type="text" class="short" name="to" value="{{TO}}" placeholder="2026-11-21" inputmode="numeric" autocomplete="off"></div>
<button class="btn s">Apply</button></form></div></details>{{#IS_SET}}<a href="{{REMOVE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg><span class="vh">Remove filter: {{TITLE}}</span></a>{{/IS_SET}}</span>{{/DATES}}
{{#CLEAR}}<a class="btn quiet s" href="{{LINK}}">Clear filters</a>{{/CLEAR}}
</div>
{{#DAY}}<h2 class="day">{{DAY_TITLE}}</h2>
<ul class="auditl">
{{#ENTRY}}<li><span class="av{{#IS_PROGRAM}} sys{{/IS_PROGRAM}}" aria-hidden="true">{{INITIALS}}{{#IS_PROGRAM}}<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#settings"></use></svg>{{/IS_PROGRAM}}</span><div class="tx"><p>{{#PART}}{{#WORDS}}{{TEXT}}{{/WORDS}}{{#BY}}<b>{{WHO}}</b>{{/BY}}{{#ROW}}{{#PLAIN}}{{TITLE}}{{/PLAIN}}{{#LINKED}}<a href="{{LINK}}">{{TITLE}}</a>{{/LINKED}}{{/ROW}}{{/PART}}{{#CHANGES}}: {{CHANGES}}{{/CHANGES}}</p><details><summary>{{#BADGE}}<span class="chip {{RESULT_LOOK}}">{{RESULT}}</span> {{/BADGE}}{{DETAIL}}</summary><dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>{{/FACT}}</dl><p><a href="{{ENTRY_URL}}">{{ENTRY_TITLE}}</a></p></details></div><time class="at" datetime="{{ISO}}" title="{{FULL}}">{{CLOCK}}</time>{{#UNDO}}<form method="post" action="{{UNDO_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}"><button class="btn quiet xs">Undo<span class="vh"> entry {{ID}}</span></button></form>{{/UNDO}}{{#NO_UNDO}}<a class="why" href="{{ENTRY_URL}}">Cannot be undone<span class="vh">: why, entry {{ID}}</span></a>{{/NO_UNDO}}</li>
{{/ENTRY}}</ul>
{{/DAY}}{{#EMPTY}}<p class="mut">No entries match.</p>
{{/EMPTY}}<div class="pager"><span>{{RANGE}}</span><div class="acts">{{#NEWEST}}<a class="btn" href="{{NEWEST_URL}}">Newest</a>{{/NEWEST}}<span>{{#SIZE}}<a href="{{SIZE_URL}}"{{#SIZE_CURRENT}} aria-current="true"{{/SIZE_CURRENT}}>{{SIZE_NUMBER}}</a> {{/SIZE}}a page</span>{{#OLDER}}<a class="btn" href="{{OLDER_URL}}">Older</a>{{/OLDER}}</div></div>
{{>Frame/_bottom}}
