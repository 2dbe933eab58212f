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
{{/WHOLE_TEXTS}}{{/FIELDS}}{{#EQUAL}}<details class="more eq"><summary>{{COUNT}}</summary><div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-eq"><table><caption class="vh" id="cap-eq">Fields that are the same on both sides</caption><tbody>{{#SAME}}<tr><th scope="row"><code>{{COLUMN}}</code></th><td>{{#VALUE}}{{>_cell}}{{/VALUE}}</td></tr>{{/SAME}}</tbody></table></div></details>
{{/EQUAL}}