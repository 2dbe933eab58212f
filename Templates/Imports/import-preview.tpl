{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li><li><a href="{{IMPORT_LINK}}">Import</a></li></ol></nav>
<h1>{{HEADLINE}}</h1>
<p class="sub">{{FACT_SOURCE}}. {{FACT_MODE}}.{{#FACT_ZONE}} Times without an offset are read in {{FACT_ZONE}}.{{/FACT_ZONE}}</p>
</div>
</div>
<nav aria-label="Steps"><ol class="wiz"><li class="done"><a href="{{AGAIN_LINK}}">File</a><span class="vh"> (done)</span></li><li class="done"><a href="{{COLUMNS_LINK}}">Columns</a><span class="vh"> (done)</span></li><li aria-current="step">Review</li></ol></nav>
{{#PROBLEM}}<div class="note fail" role="alert"><p><b>{{TEXT}}</b></p></div>
{{/PROBLEM}}{{#IGNORED}}<div class="note warn"><p>{{TEXT}}</p>{{#OPEN}}<a class="btn s" href="{{COLUMNS_LINK}}">Choose columns</a>{{/OPEN}}</div>
{{/IGNORED}}{{#NEW_COLUMNS}}<div class="note warn"><p><b>New columns:</b> {{NEW_COLUMNS}}</p></div>
{{/NEW_COLUMNS}}{{#MISTAKES}}<div class="note fail" role="status" tabindex="-1" autofocus><p><b>{{SENTENCE}}</b> {{ADVICE}}</p>{{#EDIT}}<a class="btn s" href="{{COLUMNS_LINK}}">Choose columns</a><a class="btn s" href="{{AGAIN_LINK}}">Edit rows</a>{{/EDIT}}{{#DOWNLOAD}}<a class="btn s" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>{{LABEL}}</a>{{/DOWNLOAD}}</div>
{{/MISTAKES}}{{#LEFT_OUT}}<div class="note warn" role="status"><p><b>{{SENTENCE}}</b> Correct them in the downloaded file and import it later.</p>{{#DOWNLOAD}}<a class="btn s" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>{{LABEL}}</a>{{/DOWNLOAD}}</div>
{{/LEFT_OUT}}{{#READY}}<form method="post" action="{{ACTION}}" class="panel" aria-label="Import">
{{>Frame/_csrf}}{{>Frame/_key}}<input type="hidden" name="seen" value="{{SEEN}}">{{#SKIPPED}}<input type="hidden" name="skipInvalid" value="1">{{/SKIPPED}}
<p><b>{{SUMMARY}}{{#SKIPPED}}, {{SKIPPED}}{{/SKIPPED}}.</b> {{PROMISE}} You can undo it while the rows are unchanged.</p>
<div class="acts mt"><button class="btn primary">{{BUTTON}}</button><a class="btn" href="{{COLUMNS_LINK}}">Columns</a><a class="btn quiet" href="{{AGAIN_LINK}}"{{#FOCUS}} autofocus{{/FOCUS}}>{{CANCEL}}</a></div>
</form>
{{/READY}}{{#INVALID}}<form method="post" action="{{ACTION}}" aria-label="Correct invalid values">{{>Frame/_csrf}}<input type="hidden" name="seen" value="{{SEEN}}">
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-m"><table class="stack"><caption class="show" id="cap-m">{{CAPTION}}</caption><thead><tr><th scope="col" class="num">{{PLACE}}</th><th scope="col">Column</th><th scope="col">Value</th><th scope="col">Reason</th></tr></thead><tbody>
{{#MISTAKE}}<tr><th scope="row" class="num" data-l="{{PLACE}}">{{NUMBER}}</th><td data-l="Column">{{#IN_COLUMN}}<code>{{IN_COLUMN}}</code>{{/IN_COLUMN}}</td><td data-l="Value">{{#INPUT}}<input class="s-in" name="{{FIELD}}" value="{{VALUE}}" aria-label="{{LABEL}}" aria-invalid="true" aria-describedby="{{REASON_ID}}">{{/INPUT}}{{#WHOLE_LINE}}<code>{{WHOLE_LINE}}</code>{{/WHOLE_LINE}}</td><td class="wrap" data-l="Reason"{{#INPUT}} id="{{REASON_ID}}"{{/INPUT}}>{{TEXT}}</td></tr>
{{/MISTAKE}}</tbody></table></div>
{{#CAN_CORRECT}}<div class="acts after"><button class="btn">Check again</button></div>
{{/CAN_CORRECT}}</form>
{{/INVALID}}{{#LEFT_OUT}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-lo"><table class="stack"><caption class="show" id="cap-lo">{{CAPTION}}</caption><thead><tr><th scope="col" class="num">{{PLACE}}</th><th scope="col">Column</th><th scope="col">Reason</th></tr></thead><tbody>
{{#MISTAKE}}<tr><th scope="row" class="num" data-l="{{PLACE}}">{{NUMBER}}</th><td data-l="Column">{{#IN_COLUMN}}<code>{{IN_COLUMN}}</code>{{/IN_COLUMN}}</td><td class="wrap" data-l="Reason">{{TEXT}}</td></tr>
{{/MISTAKE}}</tbody></table></div>
{{/LEFT_OUT}}{{#HAS_ROWS}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-p"><table class="stack"><caption class="show" id="cap-p">{{CAPTION}}</caption><thead><tr><th scope="col" class="num">{{PLACE}}</th><th scope="col" class="st">Row</th><th scope="col" class="key">id</th>{{#HEAD}}<th scope="col">{{COLUMN}} <span class="mut">{{TYPE}}{{#IS_NEW}}, new{{/IS_NEW}}</span></th>{{/HEAD}}</tr></thead><tbody>
{{#ROW}}<tr><td class="num" data-l="{{PLACE}}">{{NUMBER}}</td><td class="st"><span class="chip {{CHIP}}">{{CHIP_WORD}}</span></td><th scope="row" class="key">{{#HAS_ID}}<code class="id">{{ID}}</code>{{/HAS_ID}}{{#NO_ID}}<span class="mut">generated</span>{{/NO_ID}}</th>{{#CELL}}<td data-l="{{COLUMN}}"{{#NUMERIC}} class="num"{{/NUMERIC}}>{{#ABSENT}}<span class="mut">unchanged</span>{{/ABSENT}}{{#WAS}}<del>{{>Values/_value}}</del> {{/WAS}}{{#VALUE}}{{#DANGLING}}<span class="missing" title="{{TIP}}">{{/DANGLING}}{{>Values/_value}}{{#DANGLING}}<span class="vh">: {{TIP}}</span></span>{{/DANGLING}}{{/VALUE}}</td>{{/CELL}}</tr>
{{/ROW}}</tbody></table></div>
{{/HAS_ROWS}}
{{>Frame/_bottom}}
