{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>Import into {{TABLE}}</h1>
</div>
<div class="acts"><a class="btn quiet" href="{{TEMPLATE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>Template file</a></div>
</div>
{{#MISTAKE}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{TEXT}}</b></p></div>
{{/MISTAKE}}{{#CHOOSE_AGAIN}}<div class="note warn"><p><b>{{CHOOSE_AGAIN}}</b> {{#KEPT}}It is kept: choose a file only to replace it.{{/KEPT}}{{#NOT_KEPT}}Correct the file and choose it again.{{/NOT_KEPT}}</p></div>
{{/CHOOSE_AGAIN}}<nav aria-label="Steps"><ol class="wiz"><li aria-current="step">File</li><li>Columns</li><li>Review</li></ol></nav>
<div class="side">
<form method="post" action="{{ACTION}}" enctype="multipart/form-data">
{{>Frame/_csrf}}{{#KEPT}}<input type="hidden" name="draft" value="{{KEPT}}">{{/KEPT}}
<div class="dropz"><label for="i-file"><b>Choose a file</b></label><input id="i-file" name="file" type="file" data-max="{{BYTES_MAX_EXACT}}" data-too-large="This file is larger than {{BYTES_MAX}}. Import it in parts." accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl" aria-describedby="h-file"><p class="hint" id="h-file">CSV, TSV, JSON or NDJSON in UTF-8, up to {{BYTES_MAX}} and {{ROWS_MAX}} rows.</p></div>
<div class="or">or</div>
<div class="field"><label for="i-text">Paste rows</label><textarea id="i-text" name="text" rows="8" spellcheck="false" aria-describedby="h-text">
{{TEXT}}</textarea><span class="hint" id="h-text">The first line names the columns, such as {{EXAMPLE}}. An empty field is NULL, "" is empty text.{{#ZONE}} Times without an offset are read in {{ZONE}}.{{/ZONE}}</span></div>
<fieldset class="field"><legend>Existing rows</legend>{{#MODE}}<label class="check"><input type="radio" name="mode" value="{{VALUE}}"{{#CHECKED}} checked{{/CHECKED}}> {{WORDS}}</label>{{/MODE}}<span class="hint">Rows are matched by id; the preview offers other columns. Columns not in the file keep their values.</span></fieldset>
<div class="field"><label class="check"><input type="checkbox" name="columns" value="1"{{#ADDS_COLUMNS}} checked{{/ADDS_COLUMNS}}> Add missing columns to {{TABLE}}</label></div>
<div class="bar"><button class="btn primary">Continue</button><a class="btn quiet" href="{{ROWS_LINK}}">Cancel</a></div>
</form>
<section class="panel" aria-labelledby="h-cols"><h2 id="h-cols">Columns of {{TABLE}}</h2>
<dl class="kv">{{#COLUMN}}<dt><code>{{NAME}}</code></dt><dd>{{TYPE}}</dd>{{/COLUMN}}</dl>{{#NO_COLUMNS}}<p>None yet. Select “Add missing columns”.</p>{{/NO_COLUMNS}}</section>
</div>
{{>Frame/_bottom}}
