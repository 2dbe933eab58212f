{{>Frame/_top}}
<div class="head">
<div>
<h1>Audit log</h1>
<p class="sub">Every action in the console. The log cannot be edited.</p>
</div>
</div>
{{>Selection/_list-filter}}
{{#DAY}}<h2 class="day">{{DAY_TITLE}}</h2>
<ul class="auditl">
{{#ENTRY}}<li><span class="av{{#IS_PROGRAM}} sys{{/IS_PROGRAM}}" aria-hidden="true">{{INITIALS}}{{#IS_PROGRAM}}<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#settings"></use></svg>{{/IS_PROGRAM}}</span><div class="tx"><p>{{#PART}}{{#WORDS}}{{TEXT}}{{/WORDS}}{{#BY}}<b>{{WHO}}</b>{{/BY}}{{#ROW}}{{#PLAIN}}{{TITLE}}{{/PLAIN}}{{#LINKED}}<a href="{{LINK}}">{{TITLE}}</a>{{/LINKED}}{{/ROW}}{{/PART}}{{#CHANGES}}: {{CHANGES}}{{/CHANGES}}</p><details><summary>{{#BADGE}}<span class="chip {{RESULT_LOOK}}">{{RESULT}}</span> {{/BADGE}}{{DETAIL}}</summary><dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>{{/FACT}}</dl><p><a href="{{ENTRY_URL}}">{{ENTRY_TITLE}}</a></p></details></div><time class="at" datetime="{{ISO}}" title="{{FULL}}">{{CLOCK}}</time>{{#UNDO}}<form method="post" action="{{UNDO_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}"><button class="btn quiet xs">Undo<span class="vh"> entry {{ID}}</span></button></form>{{/UNDO}}{{#NO_UNDO}}<a class="why" href="{{ENTRY_URL}}">Cannot be undone<span class="vh">: why, entry {{ID}}</span></a>{{/NO_UNDO}}</li>
{{/ENTRY}}</ul>
{{/DAY}}{{#EMPTY}}<p class="mut">No entries match.</p>
{{/EMPTY}}<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
{{>Frame/_bottom}}
