{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{BACK_LINK}}">{{BACK_NAME}}</a></li></ol></nav>
<h1 tabindex="-1"{{#NO_PROBLEM}} autofocus{{/NO_PROBLEM}}>{{QUESTION}}</h1>
</div>
</div>
<div class="narrow">
{{#PROBLEM}}<div class="note fail" role="alert" tabindex="-1" autofocus><p id="c-p"><b>{{TEXT}}</b></p></div>
{{/PROBLEM}}<div class="note {{TONE}}"><p><b>{{HEADLINE}}</b> {{TEXT}}</p></div>
{{#SAMPLES}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-some"><table><caption id="cap-some">{{CAPTION}}</caption><thead><tr><th scope="col" class="key">Row</th><th scope="col">Table</th><th scope="col">Operation</th><th scope="col">State</th>{{#OVERWRITES}}<th scope="col" class="grow">Overwrites on the server</th>{{/OVERWRITES}}</tr></thead><tbody>
{{#SAMPLE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td>{{TABLE}}</td><td>{{WHAT}}</td><td><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td>{{#OVERWRITTEN}}<td class="grow wrap">{{#LOST}}<div><code>{{COLUMN}}</code>: <del>{{#THERE_VALUE}}{{>Values/_cell}}{{/THERE_VALUE}}</del> <ins>{{#HERE_VALUE}}{{>Values/_cell}}{{/HERE_VALUE}}</ins></div>{{/LOST}}</td>{{/OVERWRITTEN}}</tr>
{{/SAMPLE}}</tbody></table></div>
{{/SAMPLES}}{{#FIRST}}<form method="post" action="{{ACTION}}" class="panel" aria-label="{{LABEL}}">
{{>Frame/_csrf}}{{#HIDDEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/HIDDEN}}
<p>{{TEXT}}</p>
<div class="acts mt"><button class="btn primary">{{LABEL}}</button></div>
</form>
{{/FIRST}}<form method="post" action="{{ACTION}}" aria-label="{{QUESTION}}">
{{>Frame/_csrf}}<input type="hidden" name="confirmed" value="1">{{#HIDDEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/HIDDEN}}
{{#FACTS}}<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{VALUE}}</dd>{{/FACT}}</dl>
{{/FACTS}}{{#INPUT}}<div class="field mt"><label for="c-v">{{LABEL}}</label><input class="short" id="c-v" name="{{NAME}}" type="{{TYPE}}"{{#STEP}} step="{{STEP_SIZE}}"{{/STEP}} value="{{VALUE}}" required{{#WRONG}} aria-invalid="true" aria-describedby="c-p"{{/WRONG}}><span class="hint">{{HINT}}</span></div>
{{/INPUT}}<div class="bar"><a class="btn" href="{{BACK_LINK}}">{{KEEP}}</a><button class="btn{{#DANGER}} danger full{{/DANGER}}{{#PLAIN}} primary{{/PLAIN}}">{{BUTTON}}</button></div>
</form></div>
{{>Frame/_bottom}}
