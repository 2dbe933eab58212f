{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li>{{#ROW_CRUMB}}<li><a href="{{LINK}}">{{TITLE}}</a></li>{{/ROW_CRUMB}}</ol></nav>
<h1>{{HEADLINE}}</h1>
{{#ROW_CRUMB}}<p class="sub"><code class="id">{{ID}}</code></p>{{/ROW_CRUMB}}
</div>
</div>
{{>Frame/_form-errors}}{{#STALE}}<div class="note warn" role="alert" aria-labelledby="st" tabindex="-1" autofocus>
<p id="st"><b>{{HEADLINE}}</b>{{#CAUSE}} {{CAUSE}}{{/CAUSE}}</p>
{{#CHANGED}}<p>Your typing is kept below and nothing has been saved. Where both changed a column, choose beside it whose value to keep; saving writes only the columns you changed.</p>
{{/CHANGED}}{{#DELETED}}<p>Your typing is kept below and nothing has been saved. A deleted row cannot be changed: undelete it on <a href="{{ROW_LINK}}" target="_blank" rel="noopener">its page</a>, which opens in a new tab, then save here again.</p>
{{/DELETED}}{{#GONE}}<p>Your typing is kept below and nothing has been saved. {{TEXT}}</p>
<div class="acts">{{#ENTRY}}<a class="btn s" href="{{LINK}}" target="_blank" rel="noopener">Audit entry {{NUMBER}}</a>{{/ENTRY}}{{#HISTORY}}<a class="btn s" href="{{LINK}}" target="_blank" rel="noopener">Its history</a>{{/HISTORY}}<a class="btn s" href="{{ROWS_LINK}}" target="_blank" rel="noopener">Rows of {{TABLE}}</a></div>
{{/GONE}}{{#CHANGES}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-st"><table><caption id="cap-st">What changed since then</caption><thead><tr><th scope="col" class="key">Column</th><th scope="col">{{BEFORE}}</th><th scope="col">Now</th><th scope="col">In your form</th></tr></thead><tbody>
{{#CHANGE}}<tr><th scope="row" class="key"><code>{{COLUMN}}</code></th>{{#NOT_KNOWN}}<td class="mut">not known any more</td>{{/NOT_KNOWN}}{{#SIDE}}<td class="wrap">{{>Values/_value}}</td>{{/SIDE}}{{#TOUCHED}}<td class="wrap"><b>{{TEXT}}</b></td>{{/TOUCHED}}{{#ALIKE}}<td class="mut">the same as now</td>{{/ALIKE}}{{#UNTOUCHED}}<td class="mut">not touched</td>{{/UNTOUCHED}}</tr>
{{/CHANGE}}{{#NO_CHANGES}}<tr><td class="z" colspan="4"><div><p>{{NO_CHANGES}}</p></div></td></tr>
{{/NO_CHANGES}}</tbody></table></div>
{{/CHANGES}}{{#HERE}}<div class="acts"><a class="btn s" href="{{RELOAD_LINK}}">Load the new values</a></div>
{{/HERE}}</div>
{{/STALE}}{{#COPIED_FROM}}<div class="note"><p><b>The form shows the values of {{COPIED_FROM}}.</b></p><p>Nothing is saved yet. Look at them, change what you like, then save.</p></div>
{{/COPIED_FROM}}{{#REFUSED}}<div class="note warn"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts mt"><a class="btn s" href="{{LINK}}">{{LABEL}}</a></div></div>
{{/REFUSED}}<form method="post" action="{{SAVE_ACTION}}" class="edit" id="row-form" novalidate>
{{>Frame/_csrf}}{{#IS_NEW}}{{>Frame/_key}}{{/IS_NEW}}{{#GUARD}}<input type="hidden" name="ifState" value="{{STATE}}">{{/GUARD}}{{#SHOWN_STAGED}}<input type="hidden" name="{{STAGED_FIELD}}" value="{{STAGED_ID}}">{{/SHOWN_STAGED}}
{{#ID_FIELD}}<div class="field"><label for="f-id">id</label><input id="f-id" name="id" value="{{VALUE}}"{{#INVALID}} aria-invalid="true" aria-describedby="e-id h-id"{{/INVALID}}{{#VALID}} aria-describedby="h-id"{{/VALID}}>{{#INVALID}}<span class="err" id="e-id">{{TEXT}}</span>{{/INVALID}}<span class="hint" id="h-id">Left empty, one is made up. It cannot be changed later.</span></div>
{{/ID_FIELD}}{{#FIELD}}{{#BOOLEAN}}<fieldset class="field" id="{{FIELD_ID}}"><legend>{{COLUMN}}</legend><input type="hidden" name="w.{{COLUMN}}" value="{{WAS}}"><div class="acts">{{#CHOICE}}<label class="check"><input type="radio" name="v.{{COLUMN}}" value="{{VALUE}}"{{#CHECKED}} checked{{/CHECKED}}> {{#WORD}}{{TEXT}}{{/WORD}}{{#NULL_WORD}}<i class="mut">NULL</i>{{/NULL_WORD}}</label>{{/CHOICE}}</div>{{>RowForm/_sides}}{{#ERROR}}<span class="err" id="{{ERROR_ID}}">{{TEXT}}</span>{{/ERROR}}<span class="hint">{{HINT}}</span></fieldset>
{{/BOOLEAN}}{{#INPUT}}<div class="field"><label for="{{FIELD_ID}}">{{COLUMN}}</label><input type="hidden" name="w.{{COLUMN}}" value="{{WAS}}"><input class="short" id="{{FIELD_ID}}" name="v.{{COLUMN}}" value="{{VALUE}}" inputmode="{{KEYBOARD}}" autocomplete="off"{{#ERROR}} aria-invalid="true" aria-describedby="{{ERROR_ID}}"{{/ERROR}}>{{>RowForm/_sides}}{{#ERROR}}<span class="err" id="{{ERROR_ID}}">{{TEXT}}</span>{{/ERROR}}<label class="check"><input type="checkbox" name="n.{{COLUMN}}" value="1"{{#NULL_TICKED}} checked{{/NULL_TICKED}}> <span><i class="mut">NULL</i>, no value<span class="vh"> in {{COLUMN}}</span></span></label><span class="hint">{{HINT}}</span></div>
{{/INPUT}}{{#AREA}}<div class="field"><label for="{{FIELD_ID}}">{{COLUMN}}</label><input type="hidden" name="w.{{COLUMN}}" value="{{WAS}}"><textarea id="{{FIELD_ID}}" name="v.{{COLUMN}}" rows="{{LINES}}"{{#ERROR}} aria-invalid="true" aria-describedby="{{ERROR_ID}}"{{/ERROR}}>
{{VALUE}}</textarea>{{>RowForm/_sides}}{{#ERROR}}<span class="err" id="{{ERROR_ID}}">{{TEXT}}</span>{{/ERROR}}<label class="check"><input type="checkbox" name="n.{{COLUMN}}" value="1"{{#NULL_TICKED}} checked{{/NULL_TICKED}}> <span><i class="mut">NULL</i>, no value<span class="vh"> in {{COLUMN}}</span></span></label><span class="hint">{{HINT}}</span></div>
{{/AREA}}{{/FIELD}}{{#MORE_FIELD}}<div class="field"><label for="f-more">Further columns</label><textarea id="f-more" name="more" rows="3"{{#INVALID}} aria-invalid="true" aria-describedby="e-more"{{/INVALID}}>
{{VALUE}}</textarea>{{#INVALID}}<span class="err" id="e-more">{{TEXT}}</span>{{/INVALID}}<span class="hint">A JSON object, for columns that this table does not have yet: {"note": "call first", "rank": 2}</span></div>
{{/MORE_FIELD}}<div class="bar"><button class="btn primary">{{SAVE_LABEL}}</button>{{#CAN_STAGE}}<button class="btn" name="stage" value="1">Stage for review</button>{{/CAN_STAGE}}<a class="btn" href="{{CANCEL_LINK}}">Cancel</a></div>
<p>Saved here first, {{AFTER_SAVING}}. You can undo it in Audit.</p>
</form>
{{#FILE_PLACE}}<p>Files are put in their place on <a href="{{LINK}}" target="_blank" rel="noopener">the row’s page</a>, which opens in a new tab: nothing that you typed here is lost.</p>
{{/FILE_PLACE}}{{>Frame/_bottom}}
