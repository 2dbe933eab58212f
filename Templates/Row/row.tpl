{{>Frame/_top}}
{{>Row/_row-head}}
<div class="side">
<div>
{{#STAGED_HERE}}<div class="note" role="note"><p><b>Staged, not saved:</b> {{TEXT}}.</p><div class="acts"><a class="btn s" href="{{LINK}}">Review<span class="vh"> your staged changes</span></a></div></div>
{{/STAGED_HERE}}{{#ERROR}}<div class="note {{TONE}}"><p><b>{{MESSAGE}}</b></p><p class="hint">{{DETAIL}}</p><div class="acts"><a class="btn s" href="{{LINK}}">{{LABEL}}</a></div></div>
{{/ERROR}}<div class="grid wide vals" role="region" tabindex="0" aria-labelledby="cap-v"><table><caption class="show" id="cap-v">Values in this store</caption><thead class="vh"><tr><th scope="col">Column</th><th scope="col" class="ty">Type</th><th scope="col">Value</th><th scope="col">Menu</th></tr></thead><tbody>
{{#OWN_VALUE}}{{>Row/_row-values}}{{/OWN_VALUE}}{{#NO_OWN_VALUES}}<tr><td class="z" colspan="4"><div><p><b>This row has no values</b></p></div></td></tr>{{/NO_OWN_VALUES}}
</tbody></table></div>
<div class="grid wide vals" role="region" tabindex="0" aria-labelledby="cap-s"><table><caption class="show" id="cap-s">System columns</caption><thead class="vh"><tr><th scope="col">Column</th><th scope="col" class="ty">Type</th><th scope="col">Value</th><th scope="col">Menu</th></tr></thead><tbody>
{{#SYSTEM_VALUE}}{{>Row/_row-values}}{{/SYSTEM_VALUE}}
</tbody></table></div>
{{#DIFFERENCES}}<div class="grid wide copies" role="region" tabindex="0" aria-labelledby="cap-d"><table class="stack"><caption class="show" id="cap-d">Where the copies differ</caption><thead><tr><th scope="col">Column</th><th scope="col">Base</th><th scope="col">Here</th><th scope="col">Server</th></tr></thead><tbody>
{{#DIFFERENCE}}<tr><th scope="row"><code>{{COLUMN}}</code></th>{{#SIDE}}<td class="wrap" data-l="{{SIDE}}">{{>Values/_cell}}</td>{{/SIDE}}</tr>
{{/DIFFERENCE}}</tbody></table></div>
{{/DIFFERENCES}}{{>Row/_row-files}}{{>Row/_references}}{{>Notes/_notes}}</div>
<div>
{{#LADDER}}<section class="panel" aria-labelledby="h-why"><h2 id="h-why">Why is this row not synced?</h2>
{{>Queue/_diagnosis}}<p class="mut"><small>Checked {{#CHECKED_TIME}}{{>Frame/_time}}{{/CHECKED_TIME}}.</small></p>
</section>
{{/LADDER}}<section class="panel" aria-labelledby="h-sync">
<div class="sh"><h2 id="h-sync">Sync</h2><span class="chip {{CHIP}}">{{CHIP_WORD}}</span></div>
<dl class="kv">
{{#FACT}}<dt>{{NAME}}</dt><dd>{{#LINKED}}<a href="{{LINK}}">{{TEXT}}</a>{{/LINKED}}{{#CODE}}<code class="id">{{TEXT}}</code>{{/CODE}}{{#WORDS}}{{TEXT}}{{/WORDS}}{{#SMALL}}<small>{{TEXT}}</small>{{/SMALL}}</dd>
{{/FACT}}</dl>
</section>
</div>
</div>
{{>Frame/_bottom}}
