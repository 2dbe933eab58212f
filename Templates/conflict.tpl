{{>frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{ERRORS_LINK}}">Errors and conflicts</a></li></ol></nav>
<h1>Conflict: {{NAME}} <span class="chip conflict">{{POSITION}}</span></h1>
<p class="sub">{{TABLE}}, <a href="{{ROW_LINK}}"><code class="id">{{ITEM}}</code></a>, <a href="{{OPERATION_LINK}}">{{OPERATION_NAME}}</a></p>
</div>
<div class="acts">{{#NEXT_CONFLICT}}<a class="btn" href="{{LINK}}">Next conflict</a>{{/NEXT_CONFLICT}}</div>
</div>
{{#PROBLEMS}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>Not saved.</b> Nothing was written.</p><ul>{{#PROBLEM}}<li>{{TEXT}}</li>{{/PROBLEM}}</ul></div>
{{/PROBLEMS}}<div class="note warn"><p><b>{{HEADLINE}}</b></p>
<p>{{TEXT}}{{#OPEN_FIELDS}} <b class="nw">{{SENTENCE}}</b>{{/OPEN_FIELDS}}</p></div>
{{#COPY_MISSING}}<div class="note fail"><p><b>The server’s copy is not here yet.</b></p><p>Its answer held no row. Read it, then compare; reading changes nothing.</p>
{{#CAN_CHANGE}}<div class="acts mt"><form method="post" action="{{REFRESH_ACTION}}">{{>frame/_token}}<button class="btn primary">Read the server’s copy</button></form></div>{{/CAN_CHANGE}}</div>
{{/COPY_MISSING}}<form{{#CAN_CHANGE}} method="post" action="{{RESOLVE_ACTION}}" data-merge="1"{{/CAN_CHANGE}} aria-label="{{#CAN_CHANGE}}Resolve the conflict{{/CAN_CHANGE}}{{#CANNOT_CHANGE}}The conflict{{/CANNOT_CHANGE}}">
{{#CANNOT_CHANGE}}<fieldset disabled>
{{/CANNOT_CHANGE}}{{#SEEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/SEEN}}
{{>frame/_token}}
{{#FIELDS}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-3"><table class="three stack">
<caption id="cap-3">Fields that differ: base, this store, server and result</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Base<small>{{BASE_NOTE}}</small></th><th scope="col">This store<small>{{LOCAL_NOTE}}</small></th><th scope="col">Server now<small>{{SERVER_NOTE}}</small></th><th scope="col" class="res">Result<small>{{RESULT_NOTE}}</small></th></tr></thead>
<tbody>
{{#FIELD}}<tr><th scope="row"><code>{{COLUMN}}</code><small>{{CHANGED}}</small>{{#CHOOSE}}<span class="chip conflict">{{WORDS}}</span>{{/CHOOSE}}</th>
<td data-l="Base">{{#BASE_VALUE}}{{>_cell}}{{/BASE_VALUE}}</td>
<td data-l="This store"{{#LOCAL_ON}} class="on"{{/LOCAL_ON}}><label class="pick"><input type="radio" aria-label="{{COLUMN}}: this store, {{LOCAL_WORDS}}" data-text="{{LOCAL_TEXT}}" data-null="{{LOCAL_NULL}}" name="f-{{COLUMN}}" value="local"{{#LOCAL_ON}} checked{{/LOCAL_ON}}><span>{{#LOCAL_VALUE}}{{>_cell}}{{/LOCAL_VALUE}}</span></label></td>
<td data-l="Server now"{{#SERVER_ON}} class="on"{{/SERVER_ON}}><label class="pick"><input type="radio" aria-label="{{COLUMN}}: server, {{SERVER_WORDS}}" data-text="{{SERVER_TEXT}}" data-null="{{SERVER_NULL}}" name="f-{{COLUMN}}" value="server"{{#SERVER_ON}} checked{{/SERVER_ON}}><span>{{#SERVER_VALUE}}{{>_cell}}{{/SERVER_VALUE}}</span></label></td>
<td data-l="Result" class="res"><input type="hidden" name="p-{{COLUMN}}" value="{{RESULT}}"><div class="own">{{#LONG}}<textarea name="v-{{COLUMN}}" rows="{{LINES}}" aria-label="{{COLUMN}}: result">
{{TYPED}}</textarea>{{/LONG}}{{#SHORT}}<input name="v-{{COLUMN}}" value="{{TYPED}}" aria-label="{{COLUMN}}: result">{{/SHORT}}{{#LIST}}<select name="v-{{COLUMN}}" aria-label="{{COLUMN}}: result">{{#OPTION}}<option value="{{VALUE}}"{{#PICKED}} selected{{/PICKED}}>{{WORD}}</option>{{/OPTION}}</select>{{/LIST}}</div>{{#NULL_TICK}}<input type="hidden" name="q-{{COLUMN}}" value="{{RESULT_NULL}}"><label class="check"><input type="checkbox" name="n-{{COLUMN}}" value="1"{{#TICKED}} checked{{/TICKED}}> <span><i class="mut">NULL</i>, no value<span class="vh"> in {{COLUMN}}</span></span></label>{{/NULL_TICK}}</td></tr>
{{/FIELD}}</tbody></table></div>
{{#WHOLE_TEXTS}}<details class="more"><summary><span>Whole texts of <code>{{COLUMN}}</code></span></summary>
<h3>This store, beside the server</h3>
<p class="mut">Struck out is what only the server has; underlined is what only this store has.</p>
<div class="wrap">{{#BESIDE_VALUE}}{{>_cell}}{{/BESIDE_VALUE}}</div>
{{#WHOLE_COPY}}<h3>{{SIDE}} <small class="mut">{{SIZE}}</small></h3>
<pre class="wrap tall" tabindex="0" role="region" aria-label="{{COLUMN}}: {{SIDE}}">{{TEXT}}</pre>
{{/WHOLE_COPY}}</details>
{{/WHOLE_TEXTS}}{{/FIELDS}}{{#COPIES}}{{>_copies}}
{{/COPIES}}{{#EQUAL}}<details class="more eq"><summary>{{COUNT}}</summary><div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-eq"><table><caption class="vh" id="cap-eq">Fields that are the same on both sides</caption><tbody>{{#SAME}}<tr><th scope="row"><code>{{COLUMN}}</code></th><td>{{#VALUE}}{{>_cell}}{{/VALUE}}</td></tr>{{/SAME}}</tbody></table></div></details>
{{/EQUAL}}{{#CAN_CHANGE}}<div class="bar">{{#CAN_MERGE}}<button class="btn primary" name="choice" value="merge">Save result</button>{{/CAN_MERGE}}{{#CAN_CHOOSE}}<button class="btn" name="choice" value="keep-local">{{KEEP_WORDS}}</button><button class="btn" name="choice" value="take-server">{{TAKE_WORDS}}</button>{{/CAN_CHOOSE}}{{#SIMILAR}}<button class="btn" name="choice" value="same" formaction="{{ACTION}}">{{LABEL}}</button>{{/SIMILAR}}<span class="r"><a class="btn danger" href="{{DISCARD_LINK}}">Discard my change…</a></span></div>
{{#SIMILAR}}<p>{{TEXT}} Choose the sides above, then you see what would become of them before anything changes.</p>
{{/SIMILAR}}{{/CAN_CHANGE}}<p>Versions: base <code>{{BASE_VERSION}}</code>, server <code>{{SERVER_VERSION}}</code>.{{#CAN_CHANGE}} What you save is queued here and goes out with the next push;{{/CAN_CHANGE}}{{#CANNOT_CHANGE}} What is saved here goes out with the next push;{{/CANNOT_CHANGE}} the copies stay in the row’s history.</p>
{{#CANNOT_CHANGE}}</fieldset>
{{/CANNOT_CHANGE}}</form>
<details class="more"><summary>Details for a ticket</summary>{{>_error-details}}</details>
{{>frame/_bottom}}
