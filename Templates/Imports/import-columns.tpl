{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li><li><a href="{{IMPORT_LINK}}">Import</a></li></ol></nav>
<h1>Import into {{TABLE}}</h1>
<p class="sub">{{FACT_SOURCE}}, {{FACT_COLUMNS}}</p>
</div>
</div>
<nav aria-label="Steps"><ol class="wiz"><li class="done"><a href="{{AGAIN_LINK}}">File</a><span class="vh"> (done)</span></li><li aria-current="step">Columns</li><li>Review</li></ol></nav>
{{#PROBLEM}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{TEXT}}</b></p></div>
{{/PROBLEM}}{{#NO_MATCH}}<div class="note fail" role="alert" tabindex="-1" autofocus>
<p><b>{{HEADLINE}}</b> {{COLUMNS}}</p>
<ul>
<li>Choose a column for each one below.</li>
<li>Or rename the columns in the file and <a href="{{AGAIN_LINK}}">choose it again</a>.</li>
<li>Or copy the values into the <a href="{{TEMPLATE_LINK}}">template file</a>.</li>
</ul>
</div>
{{/NO_MATCH}}{{#MISTAKE}}<div class="note fail"><p>{{#IN_COLUMN}}<code>{{IN_COLUMN}}</code>: {{/IN_COLUMN}}{{TEXT}}</p></div>
{{/MISTAKE}}{{#IGNORED}}<div class="note warn"><p>{{TEXT}}</p></div>
{{/IGNORED}}{{#MANY}}<div class="note warn"><p>Too many columns to choose from here. Rename them in the first line of the file.</p></div>
{{/MANY}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="seen" value="{{SEEN}}">
<div class="grid" role="region" tabindex="0" aria-labelledby="cap-c"><table class="stack"><caption id="cap-c">Columns of the file</caption><thead><tr><th scope="col" class="key">Column in file</th><th scope="col">First value</th><th scope="col">Import into</th><th scope="col" class="grow">Match</th></tr></thead><tbody>
{{#COLUMN}}<tr><th scope="row" class="key"><code>{{NAME}}</code></th><td class="mut" data-l="First value">{{#EXAMPLE}}{{EXAMPLE}}{{/EXAMPLE}}</td><td data-l="Import into"><select class="s-in" name="{{FIELD}}" aria-label="Import {{NAME}} into"><option value=""{{#NONE}} selected{{/NONE}}>Do not import</option>{{#TARGET}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{WORDS}}</option>{{/TARGET}}{{#NEW_TYPES}}{{#NEW_TYPE}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{WORDS}}</option>{{/NEW_TYPE}}{{/NEW_TYPES}}</select></td><td class="mut grow" data-l="Match">{{#MATCHED}}<span class="ic ok"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#s-ok"></use></svg></span> Matched by name{{/MATCHED}}{{#SELECTED}}Selected{{/SELECTED}}{{#NONE}}Ignored{{/NONE}}</td></tr>
{{/COLUMN}}</tbody></table></div>
<div class="fields mt"><div class="field"><label for="i-mode">Existing rows</label><select id="i-mode" name="mode">{{#MODE}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{WORDS}}</option>{{/MODE}}</select></div><div class="field"><label for="i-key">Match rows by</label><select id="i-key" name="key" aria-describedby="h-key">{{#KEY}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{WORDS}}</option>{{/KEY}}</select><span class="hint" id="h-key">A row of the file changes the row of {{TABLE}} that has the same value here.</span></div></div>
<div class="bar stick"><button class="btn primary">{{BUTTON}}</button><a class="btn" href="{{AGAIN_LINK}}">Back</a><a class="btn quiet" href="{{ROWS_LINK}}">Cancel</a></div>
</form>
{{>Frame/_bottom}}
