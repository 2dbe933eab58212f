{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{BACK_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>{{HEADLINE}}</h1>
<p class="sub">{{SUB}}</p>
</div>
</div>
{{>Frame/_form-errors}}{{#PROBLEM}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{TEXT}}</b></p></div>
{{/PROBLEM}}<form method="post" action="{{EDIT_ACTION}}" class="bulk-edit" aria-label="Edit a column" novalidate>
{{>Frame/_csrf}}{{#HIDDEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/HIDDEN}}
<div class="line-form panel">
<div><label for="b-column">Column</label><select id="b-column" name="column">{{#COLUMN_CHOICE}}<option value="{{NAME}}" class="{{KIND}}{{#SOFT_DELETE}} t-soft{{/SOFT_DELETE}}"{{#REFERENCE}} data-rows="{{TARGET_LINK}}" data-table="{{TARGET}}" data-name="{{NAME_COLUMN}}"{{/REFERENCE}}{{#CHOSEN}} selected{{/CHOSEN}}>{{NAME}} ({{TYPE}})</option>{{/COLUMN_CHOICE}}</select></div>
<div><label for="b-change">Action</label><select id="b-change" name="change"{{#B_CHANGE_ERROR}} aria-invalid="true" aria-describedby="e-b-change"{{/B_CHANGE_ERROR}}>{{#CHANGE_CHOICE}}<option value="{{VALUE}}" class="c-{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{WORDS}}</option>{{/CHANGE_CHOICE}}</select>{{#B_CHANGE_ERROR}}<span class="err" id="e-b-change">{{TEXT}}</span>{{/B_CHANGE_ERROR}}</div>
<div class="for-set for-typed"><label for="b-value">Value</label><textarea id="b-value" name="value" rows="1"{{#B_VALUE_ERROR}} aria-invalid="true" aria-describedby="e-b-value"{{/B_VALUE_ERROR}}>
{{VALUE}}</textarea>{{#B_VALUE_ERROR}}<span class="err" id="e-b-value">{{TEXT}}</span>{{/B_VALUE_ERROR}}</div>
{{#REFERENCES}}<div class="for-set for-ref"><label for="b-ref">Value</label><input id="b-ref" name="ref" value="{{REFERENCE_VALUE}}" autocomplete="off" list="l-b-ref"{{#REFERENCE}} data-rows="{{TARGET_LINK}}" data-table="{{TARGET}}" data-name="{{NAME_COLUMN}}"{{/REFERENCE}}{{#B_REF_ERROR}} aria-invalid="true" aria-describedby="e-b-ref"{{/B_REF_ERROR}}><datalist id="l-b-ref">{{#OFFERED}}<option value="{{TEXT}}">{{REMARK}}</option>{{/OFFERED}}</datalist><output class="ref" for="b-ref">{{CHOSEN}}</output>{{#B_REF_ERROR}}<span class="err" id="e-b-ref">{{TEXT}}</span>{{/B_REF_ERROR}}</div>
{{/REFERENCES}}<div class="for-set for-flag"><label for="b-flag">Value</label><select id="b-flag" name="flag"{{#B_FLAG_ERROR}} aria-invalid="true" aria-describedby="e-b-flag"{{/B_FLAG_ERROR}}><option value="">Select…</option>{{#FLAG_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{VALUE}}</option>{{/FLAG_CHOICE}}</select>{{#B_FLAG_ERROR}}<span class="err" id="e-b-flag">{{TEXT}}</span>{{/B_FLAG_ERROR}}</div>
<div class="for-replace"><label for="b-find">Find</label><input id="b-find" name="find" value="{{FIND}}" maxlength="{{FIND_MAX}}" autocomplete="off"{{#B_FIND_ERROR}} aria-invalid="true" aria-describedby="e-b-find"{{/B_FIND_ERROR}}>{{#B_FIND_ERROR}}<span class="err" id="e-b-find">{{TEXT}}</span>{{/B_FIND_ERROR}}</div>
<div class="for-replace"><label for="b-with">Replace with</label><input id="b-with" name="with" value="{{REPLACEMENT}}" maxlength="{{FIND_MAX}}" autocomplete="off"{{#B_WITH_ERROR}} aria-invalid="true" aria-describedby="e-b-with"{{/B_WITH_ERROR}}>{{#B_WITH_ERROR}}<span class="err" id="e-b-with">{{TEXT}}</span>{{/B_WITH_ERROR}}</div>
<button class="btn{{#FIRST_STEP}} primary{{/FIRST_STEP}}" name="preview" value="1">{{PREVIEW_LABEL}}</button>
{{#REFERENCES}}<p class="hint for-set h-ref">Type a name or an id</p>{{/REFERENCES}}<p class="hint for-set h-date">{{DATE_HINT}}</p><p class="hint for-set h-json">JSON: put text in double quotes</p><p class="hint for-replace">Text columns only. Finds the exact text, case-sensitive.</p>{{#SOFT_DELETE_COLUMN}}<p class="hint h-soft"><code>{{SOFT_DELETE_COLUMN}}</code> is the soft delete column: its value deletes and undeletes rows.</p>{{/SOFT_DELETE_COLUMN}}
</div>
{{#PREVIEW}}<section aria-labelledby="h-preview" id="preview"><div class="sh"><h2 id="h-preview">Preview <small>{{SUMMARY}}</small></h2></div>
{{#BROKEN}}<div class="note warn" role="status"><p><b>{{HEADLINE}}</b> {{TEXT}}</p></div>
{{/BROKEN}}<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>{{/FACT}}</dl>
{{#ROWS}}<div class="grid wide mt" role="region" tabindex="0" aria-labelledby="cap-preview"><table class="stack"><caption class="show" id="cap-preview">{{CAPTION}}</caption><thead><tr><th scope="col" class="key">Row</th><th scope="col" class="st">State</th><th scope="col">{{COLUMN}}</th><th scope="col">Effect</th></tr></thead><tbody>
{{#ROW}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><td class="wrap" data-l="{{COLUMN}}">{{#PARTS}}{{>Values/_cell}}{{/PARTS}}{{#BOTH_VALUES}}<del>{{#WAS}}{{>Values/_cell}}{{/WAS}}</del><span class="to"><span class="vh"> to </span></span><ins>{{#BECOMES}}{{>Values/_cell}}{{/BECOMES}}</ins>{{/BOTH_VALUES}}</td><td data-l="Effect">{{EFFECT}}</td></tr>
{{/ROW}}</tbody></table></div>
{{/ROWS}}{{#SKIPPED}}<div class="grid wide mt" role="region" tabindex="0" aria-labelledby="cap-skipped"><table class="stack"><caption class="show" id="cap-skipped">{{CAPTION}}</caption><thead><tr><th scope="col" class="key">Row</th><th scope="col">Reason</th></tr></thead><tbody>
{{#PROBLEM_ROW}}<tr><th scope="row" class="key"><a href="{{LINK}}"><code class="id">{{ID}}</code></a></th><td class="wrap" data-l="Reason">{{REASON}}</td></tr>
{{/PROBLEM_ROW}}</tbody></table></div>
{{/SKIPPED}}</section>
{{/PREVIEW}}<div class="bar stick">{{#CONFIRM}}<button class="btn primary" name="confirmed" value="edit">{{LABEL}}</button>{{#PUSH_VALUE}}<button class="btn" name="confirmed" value="{{PUSH_VALUE}}"{{>Frame/_needs-server}}>Update and push</button>{{/PUSH_VALUE}}{{#CAN_STAGE}}<button class="btn" name="stage" value="1">Stage for review</button>{{/CAN_STAGE}}{{/CONFIRM}}<a class="btn quiet" href="{{BACK_LINK}}">Cancel</a>{{#CONFIRM}}<span class="r hint">{{WAY_BACK}}</span>{{/CONFIRM}}</div>
</form>
{{>Frame/_bottom}}
