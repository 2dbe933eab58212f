{{>Frame/_top}}
<div class="head">
<div>
<h1>{{#NOTHING_TYPED}}Search{{/NOTHING_TYPED}}{{#SOME}}Results for “{{SEARCHED}}”{{/SOME}}{{#NONE}}No results for “{{SEARCHED}}”{{/NONE}}{{#COUNT}} <span class="cnt">{{COUNT}}</span>{{/COUNT}}</h1>
</div>
</div>
<form class="search-in bigs" role="search" aria-label="All stores" action="{{SEARCH_URL}}"><input type="hidden" name="list" value="1"><button aria-label="Search"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#search"></use></svg></button><input type="search" name="q" value="{{SEARCHED}}" aria-label="Search"></form>
{{#NOT_SEARCHED}}<div class="note warn"><p>Not searched because they are unavailable: {{NOT_SEARCHED}}.</p></div>
{{/NOT_SEARCHED}}{{#INDEX_NOTICE}}<div class="note"><p>{{INDEX_NOTICE}}</p></div>
{{/INDEX_NOTICE}}{{#TABS}}{{>Frame/_tabs}}
{{/TABS}}{{#OTHERS}}<ul class="hits panel flat">
{{#TARGET}}<li><span class="tag">{{KIND}}</span><div class="tx"><a href="{{LINK}}">{{LABEL}}</a> <small>{{PLACE}}</small></div></li>
{{/TARGET}}</ul>
{{/OTHERS}}{{#TABLE}}<section>
<div class="sh"><h2>{{NAME}}{{#COUNT}} <span class="cnt">{{COUNT}}</span>{{/COUNT}} {{#STORE}}<small>store {{STORE}}</small>{{/STORE}}</h2>{{#ALL}}<a href="{{LINK}}">{{LABEL}}</a>{{/ALL}}</div>
{{#ROWS}}<ul class="hits panel flat">
{{#ROW}}<li><span class="ic {{STATE_LOOK}}">{{#SIGN}}<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#{{STATE_ICON}}"></use></svg><span class="vh">{{STATE}}</span>{{/SIGN}}</span><div class="tx"><a href="{{LINK}}">{{#TITLE}}{{>Search/_marked-text}}{{/TITLE}}</a>{{#DELETED}} <span class="chip deleted">Deleted</span>{{/DELETED}}{{#ID}} <small><code class="id">{{#TEXT}}{{>Search/_marked-text}}{{/TEXT}}</code></small>{{/ID}}{{#MATCH}}<small>{{COLUMN}}: {{#TEXT}}{{>Search/_marked-text}}{{/TEXT}}</small>{{/MATCH}}</div>{{#CHANGED_TIME}}<span class="mut">{{>Frame/_time}}</span>{{/CHANGED_TIME}}</li>
{{/ROW}}</ul>
{{/ROWS}}</section>
{{/TABLE}}<p class="hint">Searches pages, actions, stores, tables, runs by name (“Push 12”), rows (including deleted ones) by id or any text, and operations by number or by their row. Masked columns are not searched.</p>
{{>Frame/_bottom}}
