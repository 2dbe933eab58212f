{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>Import into {{TABLE}}</h1>
<p class="sub">CSV, TSV, JSON or JSON lines. You see what would happen, value by value, before anything is written.</p>
</div>
</div>
{{#MISTAKE}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>These rows cannot be read.</b> {{TEXT}}</p></div>
{{/MISTAKE}}{{#CHOOSE_AGAIN}}<div class="note warn"><p><b>{{CHOOSE_AGAIN}}</b> Choose the file again once it is mended.</p></div>
{{/CHOOSE_AGAIN}}<div class="side">
<form method="post" action="{{ACTION}}" enctype="multipart/form-data">
{{>Frame/_csrf}}
<div class="field"><label for="i-text">Rows</label><textarea id="i-text" name="text" rows="10" spellcheck="false" aria-describedby="h-text">
{{TEXT}}</textarea><span class="hint" id="h-text">Paste from a spreadsheet or a file. The first line names the columns, such as {{EXAMPLE}}. An empty field is NULL, "" is empty text.{{#ZONE}} Times without an offset are read in {{ZONE}}.{{/ZONE}}</span></div>
<div class="field"><label for="i-file">Or a file</label><input id="i-file" name="file" type="file" data-max="{{BYTES_MAX_EXACT}}" data-too-large="This file is larger than {{BYTES_MAX}}. Import it in parts." accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl" aria-describedby="h-file"><span class="hint" id="h-file">At most {{BYTES_MAX}} and {{ROWS_MAX}} rows, as UTF-8. Larger files in parts.</span></div>
<fieldset class="field"><legend>What to do</legend>{{#MODE}}<label class="check"><input type="radio" name="mode" value="{{VALUE}}"{{#CHECKED}} checked{{/CHECKED}}> {{WORDS}}</label>{{/MODE}}<span class="hint">Existing rows are found by their id. Columns that the rows do not name stay as they are.</span></fieldset>
<div class="field"><label class="check"><input type="checkbox" name="columns" value="1"{{#ADDS_COLUMNS}} checked{{/ADDS_COLUMNS}}> Add columns that {{TABLE}} does not have</label></div>
<div class="bar"><button class="btn primary">Preview</button><a class="btn" href="{{ROWS_LINK}}">Cancel</a></div>
</form>
<section class="panel" aria-labelledby="h-cols"><h2 id="h-cols">Columns of {{TABLE}}</h2>
<dl class="kv">{{#COLUMN}}<dt><code>{{NAME}}</code></dt><dd>{{TYPE}}</dd>{{/COLUMN}}</dl>{{#NO_COLUMNS}}<p>None yet: tick “Add columns”.</p>{{/NO_COLUMNS}}</section>
</div>
{{>Frame/_bottom}}
