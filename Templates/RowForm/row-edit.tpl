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
{{#CHANGED}}<p>Nothing was saved; your changes are kept below. For columns changed on both sides, choose which value to keep. Saving writes only the columns you changed.</p>
{{/CHANGED}}{{#DELETED}}<p>Nothing was saved; your changes are kept below. Undelete the row on <a href="{{ROW_LINK}}" target="_blank" rel="noopener">its page</a> (opens in a new tab), then save again.</p>
{{/DELETED}}{{#GONE}}<p>Nothing was saved; your changes are kept below. {{TEXT}}</p>
<div class="acts">{{#ENTRY}}<a class="btn s" href="{{LINK}}" target="_blank" rel="noopener">Audit entry {{NUMBER}}</a>{{/ENTRY}}{{#HISTORY}}<a class="btn s" href="{{LINK}}" target="_blank" rel="noopener">History</a>{{/HISTORY}}<a class="btn s" href="{{ROWS_LINK}}" target="_blank" rel="noopener">Rows of {{TABLE}}</a></div>
{{/GONE}}{{#CHANGES}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-st"><table><caption id="cap-st">Changes since then</caption><thead><tr><th scope="col" class="key">Column</th><th scope="col">{{BEFORE}}</th><th scope="col">Now</th><th scope="col">In your form</th></tr></thead><tbody>
{{#CHANGE}}<tr><th scope="row" class="key"><code>{{COLUMN}}</code></th>{{#NOT_KNOWN}}<td class="mut">unknown</td>{{/NOT_KNOWN}}{{#SIDE}}<td class="wrap">{{>Values/_value}}</td>{{/SIDE}}{{#TOUCHED}}<td class="wrap"><b>{{TEXT}}</b></td>{{/TOUCHED}}{{#ALIKE}}<td class="mut">same</td>{{/ALIKE}}{{#UNTOUCHED}}<td class="mut">not changed</td>{{/UNTOUCHED}}</tr>
{{/CHANGE}}{{#NO_CHANGES}}<tr><td class="z" colspan="4"><div><p>{{NO_CHANGES}}</p></div></td></tr>
{{/NO_CHANGES}}</tbody></table></div>
{{/CHANGES}}{{#HERE}}<div class="acts"><a class="btn s" href="{{RELOAD_LINK}}">Reload</a></div>
{{/HERE}}</div>
{{/STALE}}{{#COPIED_FROM}}<div class="note"><p><b>The form shows the values of {{COPIED_FROM}}.</b></p><p>Nothing is saved until you save the form.</p></div>
{{/COPIED_FROM}}{{#RESTORING}}<div class="note"><p><b>The form shows the values that the row had.</b></p><p>Saving inserts it again{{#KEEPS_ID}} under its id. If the row still exists on the server, the push reports a conflict.{{/KEEPS_ID}}{{#NEW_ID}}; the server assigns a new id. If the row still exists on the server, this creates a duplicate.{{/NEW_ID}}{{#HAS_FILES}} Its files are not restored.{{/HAS_FILES}}</p></div>
{{/RESTORING}}{{#REFUSED}}<div class="note warn"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts mt"><a class="btn s" href="{{LINK}}">{{LABEL}}</a></div></div>
{{/REFUSED}}<div{{#ROW_STATE}} class="side"{{/ROW_STATE}}><div>
<form method="post" action="{{SAVE_ACTION}}" class="edit" id="row-form" novalidate>
{{>Frame/_csrf}}{{#IS_NEW}}{{>Frame/_key}}{{/IS_NEW}}{{#RESTORING}}<input type="hidden" name="{{FIELD}}" value="{{TITLE}}">{{/RESTORING}}{{#GUARD}}<input type="hidden" name="ifState" value="{{STATE}}">{{/GUARD}}{{#SHOWN_STAGED}}<input type="hidden" name="{{STAGED_FIELD}}" value="{{STAGED_ID}}">{{/SHOWN_STAGED}}
{{#ID_FIELD}}<div class="field"><label for="f-id">id</label><input id="f-id" name="id" value="{{VALUE}}"{{#INVALID}} aria-invalid="true" aria-describedby="e-id h-id"{{/INVALID}}{{#VALID}} aria-describedby="h-id"{{/VALID}}>{{#INVALID}}<span class="err" id="e-id">{{TEXT}}</span>{{/INVALID}}<span class="hint" id="h-id">Leave empty to generate one. It cannot be changed later.</span></div>
{{/ID_FIELD}}<div class="fields">{{#FIELD}}{{#BOOLEAN}}<fieldset class="field{{#IS_CHANGED}} changed{{/IS_CHANGED}}" id="{{FIELD_ID}}"><legend class="lab">{{COLUMN}} <small>{{TYPE}}</small> <small class="ch">Changed</small></legend><input type="hidden" name="w.{{COLUMN}}" value="{{WAS}}"><div class="acts">{{#CHOICE}}<label class="check"><input type="radio" name="v.{{COLUMN}}" value="{{VALUE}}"{{#CHECKED}} checked{{/CHECKED}}> {{#WORD}}{{TEXT}}{{/WORD}}{{#NULL_WORD}}<i class="mut">NULL</i>{{/NULL_WORD}}</label>{{/CHOICE}}</div>{{>RowForm/_sides}}{{#ERROR}}<span class="err" id="{{ERROR_ID}}">{{TEXT}}</span>{{/ERROR}}{{#WAS_VALUE}}<span class="was">Was: {{>Values/_value}}</span>{{/WAS_VALUE}}{{#HINTED}}<span class="hint">{{HINT}}</span>{{/HINTED}}</fieldset>
{{/BOOLEAN}}{{#INPUT}}<div class="field{{#IS_CHANGED}} changed{{/IS_CHANGED}}"><span class="lab"><label for="{{FIELD_ID}}">{{COLUMN}}</label> <small>{{TYPE}}</small> <small class="ch">Changed</small></span><input type="hidden" name="w.{{COLUMN}}" value="{{WAS}}"><span class="inp"><input id="{{FIELD_ID}}" name="v.{{COLUMN}}" value="{{VALUE}}" inputmode="{{KEYBOARD}}" autocomplete="off"{{#ERROR}} aria-invalid="true" aria-describedby="{{ERROR_ID}}"{{/ERROR}}{{#REFERENCE}} list="l-{{FIELD_ID}}" data-rows="{{TARGET_LINK}}" data-table="{{TARGET}}" data-name="{{NAME_COLUMN}}"{{/REFERENCE}}><label class="nul"><input type="checkbox" name="n.{{COLUMN}}" value="1"{{#NULL_TICKED}} checked{{/NULL_TICKED}}>NULL<span class="vh"> in {{COLUMN}}</span></label>{{#REFERENCE}}<datalist id="l-{{FIELD_ID}}">{{#OFFERED}}<option value="{{ID}}">{{NAME}}</option>{{/OFFERED}}</datalist>{{/REFERENCE}}</span>{{#REFERENCE}}<output class="ref{{#IS_MISSING}} missing{{/IS_MISSING}}" for="{{FIELD_ID}}">{{CHOSEN}}</output>{{/REFERENCE}}{{#UNMATCHED}}<input type="hidden" name="k.{{COLUMN}}" value="{{UNMATCHED}}">{{/UNMATCHED}}{{>RowForm/_sides}}{{#ERROR}}<span class="err" id="{{ERROR_ID}}">{{TEXT}}</span>{{/ERROR}}{{#WAS_VALUE}}<span class="was">Was: {{>Values/_value}}</span>{{/WAS_VALUE}}{{#HINTED}}<span class="hint">{{HINT}}</span>{{/HINTED}}</div>
{{/INPUT}}{{#AREA}}<div class="field{{#IS_WIDE}} all{{/IS_WIDE}}{{#IS_CHANGED}} changed{{/IS_CHANGED}}"><span class="lab"><label for="{{FIELD_ID}}">{{COLUMN}}</label> <small>{{TYPE}}</small> <small class="ch">Changed</small></span><input type="hidden" name="w.{{COLUMN}}" value="{{WAS}}"><span class="inp"><textarea id="{{FIELD_ID}}" name="v.{{COLUMN}}" rows="{{LINES}}"{{#ERROR}} aria-invalid="true" aria-describedby="{{ERROR_ID}}"{{/ERROR}}>
{{VALUE}}</textarea><label class="nul"><input type="checkbox" name="n.{{COLUMN}}" value="1"{{#NULL_TICKED}} checked{{/NULL_TICKED}}>NULL<span class="vh"> in {{COLUMN}}</span></label></span>{{>RowForm/_sides}}{{#ERROR}}<span class="err" id="{{ERROR_ID}}">{{TEXT}}</span>{{/ERROR}}{{#WAS_VALUE}}<span class="was">Was: {{>Values/_value}}</span>{{/WAS_VALUE}}{{#HINTED}}<span class="hint">{{HINT}}</span>{{/HINTED}}</div>
{{/AREA}}{{/FIELD}}</div>
{{#MORE_FIELD}}<div class="field"><label for="f-more">More columns</label><textarea id="f-more" name="more" rows="3"{{#INVALID}} aria-invalid="true" aria-describedby="e-more"{{/INVALID}}>
{{VALUE}}</textarea>{{#INVALID}}<span class="err" id="e-more">{{TEXT}}</span>{{/INVALID}}<span class="hint">A JSON object with new columns, for example {"note": "call first", "rank": 2}</span></div>
{{/MORE_FIELD}}<div class="bar stick"><button class="btn primary">{{SAVE_LABEL}}</button>{{#CAN_STAGE}}<button class="btn" name="stage" value="1">Stage for review</button>{{/CAN_STAGE}}<a class="btn quiet" href="{{CANCEL_LINK}}">Cancel</a><span class="r hint">Saved here first, {{AFTER_SAVING}}.</span></div>
</form>
{{#FILE_PLACE}}<p>Upload files on <a href="{{LINK}}" target="_blank" rel="noopener">the row’s page</a> (opens in a new tab).</p>
{{/FILE_PLACE}}</div>
{{#ROW_STATE}}<aside aria-label="State of this row"><section class="panel"><h2>State</h2><dl class="kv"><dt>State</dt><dd><span class="chip {{STATE_LOOK}}">{{STATE}}</span></dd><dt>Changed</dt><dd>{{#CHANGED_NEVER}}<span class="mut">–</span>{{/CHANGED_NEVER}}{{#CHANGED}}{{#CHANGED_AT_TIME}}{{>Frame/_time}}{{/CHANGED_AT_TIME}}{{/CHANGED}}</dd>{{#VERSION}}<dt>Version</dt><dd><code class="id">{{VERSION}}</code></dd>{{/VERSION}}</dl></section></aside>
{{/ROW_STATE}}</div>
{{>Frame/_bottom}}
