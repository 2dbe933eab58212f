{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{AUDIT_URL}}">Audit</a></li></ol></nav>
<h1><span>{{>Audit/_sentence}}{{#SUMMARY}}: {{SUMMARY}}{{/SUMMARY}}</span> <span class="chip {{RESULT_LOOK}}">{{RESULT}}</span></h1>
<p class="sub">{{TITLE}}</p>
</div>
{{#CAN_UNDO}}<div class="acts"><form method="post" action="{{UNDO_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}"><button class="btn primary">Undo</button></form></div>{{/CAN_UNDO}}
</div>
{{#CANNOT_UNDO}}<div class="note"><p><b>This can no longer be undone.</b> {{CANNOT_UNDO}}</p></div>
{{/CANNOT_UNDO}}<dl class="kv">
{{#FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>
{{/FACT}}{{#UNDID}}<dt>Undid</dt><dd><a href="{{LINK}}">{{TEXT}}</a></dd>
{{/UNDID}}{{#UNDONE_BY}}<dt>Undone by</dt><dd><a href="{{LINK}}">{{TEXT}}</a>{{#LEFT}}, in part: {{LEFT}}{{/LEFT}}</dd>
{{/UNDONE_BY}}{{#RUN}}<dt>Run</dt><dd><a href="{{LINK}}">{{TITLE}}</a>: {{FIGURES}}</dd>
{{/RUN}}{{#REPORT}}<dt>Report</dt><dd><a href="{{LINK}}">{{TEXT}}</a></dd>
{{/REPORT}}</dl>
{{#CHANGES}}<div class="grid wide mt" role="region" tabindex="0" aria-labelledby="cap-ch"><table class="stack"><caption class="show" id="cap-ch">Changes</caption><thead><tr>{{#WITH_ROWS}}<th scope="col" class="key">Row</th>{{/WITH_ROWS}}<th scope="col" class="key">{{NAME_HEAD}}</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>
{{#CHANGE}}<tr>{{#OF_ROW}}<th scope="row" class="key">{{#PLAIN}}{{TITLE}}{{/PLAIN}}{{#LINKED}}<a href="{{LINK}}">{{TITLE}}</a>{{/LINKED}}</th><td data-l="{{NAME_HEAD}}">{{#COLUMN}}<code>{{COLUMN}}</code>{{/COLUMN}}{{#LABEL}}{{LABEL}}{{/LABEL}}</td>{{/OF_ROW}}{{#ALONE}}<th scope="row" class="key">{{#COLUMN}}<code>{{COLUMN}}</code>{{/COLUMN}}{{#LABEL}}{{LABEL}}{{/LABEL}}</th>{{/ALONE}}<td class="wrap" data-l="Before">{{#OLD_VALUE}}{{>Values/_cell}}{{/OLD_VALUE}}</td><td class="wrap" data-l="After">{{#NEW_VALUE}}{{>Values/_cell}}{{/NEW_VALUE}}</td></tr>
{{/CHANGE}}</tbody></table></div>
{{/CHANGES}}{{#FOR_ADMINS}}<p class="mut mt">Only admins can see what was changed.</p>
{{/FOR_ADMINS}}{{#ROWS}}<div class="grid wide mt" role="region" tabindex="0" aria-labelledby="cap-rows"><table><caption class="show" id="cap-rows">{{CAPTION}}</caption><thead><tr><th scope="col" class="key">Row</th><th scope="col">Table</th></tr></thead><tbody>
{{#LISTED}}<tr><th scope="row" class="key">{{#PLAIN}}{{TITLE}}{{/PLAIN}}{{#LINKED}}<a href="{{LINK}}">{{TITLE}}</a>{{/LINKED}}</th><td>{{TABLE}}</td></tr>
{{/LISTED}}</tbody></table></div>
{{/ROWS}}<details class="more mt"><summary>Details</summary><dl class="kv">
{{#KEPT_FACT}}<dt>{{NAME}}</dt><dd><code>{{TEXT}}</code></dd>
{{/KEPT_FACT}}</dl>
<pre class="wrap tall" tabindex="0" role="region" aria-label="Entry as JSON">{{JSON_TEXT}}</pre></details>
{{>Frame/_bottom}}
