{{>Frame/_top}}
{{>Row/_row-head}}
<form class="line-form window noprint" action="{{PASSPORT_ACTION}}" aria-label="Redaction">{{#LIST_FIELD}}<input type="hidden" name="{{LIST_NAME}}" value="{{LIST_QUERY}}">{{/LIST_FIELD}}
<div><label for="p-level">Values</label><select id="p-level" name="redact">{{#LEVEL}}<option value="{{LEVEL}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{LEVEL_TITLE}}</option>{{/LEVEL}}</select></div>
<button class="btn">Apply</button><a class="btn" href="{{MARKDOWN_URL}}">Download as Markdown</a>
<p class="hint">{{COVERED}} Values are redacted in error messages too.</p>
</form>
<section class="passport" aria-labelledby="h-pass"><h2 id="h-pass">Support report of {{PASSPORT_TITLE}}</h2>
<dl class="kv">
{{#PASSPORT_FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>
{{/PASSPORT_FACT}}</dl>
{{#PART}}<div class="sh"><h3 id="h-{{PART_ID}}">{{PART_TITLE}}</h3></div>
{{#NOTHING}}<p class="mut after">{{PART_EMPTY}}</p>
{{/NOTHING}}{{#TABLE_PART}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="h-{{PART_ID}}"><table class="stack"><thead><tr>{{#HEAD}}<th scope="col">{{TEXT}}</th>{{/HEAD}}</tr></thead><tbody>
{{#LINE}}<tr><th scope="row">{{FIRST}}</th>{{#CELL}}<td class="wrap" data-l="{{LABEL}}">{{TEXT}}</td>{{/CELL}}</tr>
{{/LINE}}</tbody></table></div>
{{/TABLE_PART}}{{#NOTE}}<p class="mut after">{{NOTE}}</p>
{{/NOTE}}{{/PART}}</section>
<section class="noprint" aria-labelledby="h-md"><div class="sh"><h2 id="h-md">Markdown</h2><button class="btn s" type="button" data-copy="#md" hidden>Copy</button></div>
<div class="field"><label for="md" class="vh">Support report as Markdown</label><textarea id="md" class="code" rows="12" readonly spellcheck="false">
{{MARKDOWN}}</textarea></div></section>
{{>Frame/_bottom}}
