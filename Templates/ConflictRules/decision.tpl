{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ERRORS_LINK}}">Errors</a></li><li><a href="{{DECISIONS_LINK}}">Resolved by rules</a></li></ol></nav>
<h1>{{NAME}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></h1>
<p class="sub">{{TABLE}} · <code class="id">{{ITEM}}</code> · {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}</p>
</div>
<div class="acts"><a class="btn s" href="{{RULES_LINK}}">Conflict rules</a><a class="btn s" href="{{ROW_LINK}}">Open row</a></div>
</div>
<div class="note"><p><b>{{RULE}}</b></p><p>{{CONSEQUENCE}}{{#OBSTACLE}} It can no longer be undone: {{TEXT}}{{/OBSTACLE}}</p></div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-decision"><table class="stack">
<caption id="cap-decision">Values before and after the decision</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Base</th><th scope="col">This store{{#LOCAL_DELETED}} <span class="chip deleted">Deleted</span>{{/LOCAL_DELETED}}</th><th scope="col">Server{{#SERVER_DELETED}} <span class="chip deleted">Deleted</span>{{/SERVER_DELETED}}</th><th scope="col">Result{{#RESULT_DELETED}} <span class="chip deleted">Deleted</span>{{/RESULT_DELETED}}</th></tr></thead>
<tbody>
{{#COPY}}<tr><th scope="row"><code>{{COLUMN}}</code>{{#RULE}}<small>{{RULE}}</small>{{/RULE}}</th><td data-l="Base">{{#BASE_VALUE}}{{>Values/_cell}}{{/BASE_VALUE}}</td><td data-l="This store">{{#LOCAL_VALUE}}{{>Values/_cell}}{{/LOCAL_VALUE}}</td><td data-l="Server">{{#SERVER_VALUE}}{{>Values/_cell}}{{/SERVER_VALUE}}</td><td data-l="Result">{{#RESULT_VALUE}}{{>Values/_cell}}{{/RESULT_VALUE}}</td></tr>
{{/COPY}}</tbody></table></div>
<div class="acts after">{{#UNDO}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn primary">Undo decision</button></form>{{/UNDO}}{{#RESTORE}}<a class="btn" href="{{LINK}}">{{LABEL}}</a>{{/RESTORE}}</div>
{{#UNDO}}<p class="mut">Restores the row, its operation and the conflict; the conflict then waits for you.</p>{{/UNDO}}
{{>Frame/_bottom}}
