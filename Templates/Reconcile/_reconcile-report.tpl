{{#APPLIED}}<div class="note"><p><b>Applied by {{BY}}, {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}.</b> {{TEXT}} The counts below are from the comparison; <a href="{{RECONCILE_LINK}}">compare again</a> to see current differences.{{#ENTRY}} <a href="{{LINK}}">Audit entry {{ID}}</a>.{{/ENTRY}}</p>{{#UNDO}}<div class="acts mt"><form method="post" action="{{URL}}">{{>Frame/_csrf}}<button class="btn s">Undo<span class="vh"> entry {{ID}}</span></button></form></div>{{/UNDO}}</div>
{{/APPLIED}}<form{{#CAN_APPLY}} method="post" action="{{APPLY_ACTION}}" aria-label="Apply the reconcile"{{/CAN_APPLY}}>
{{>Frame/_csrf}}
<section aria-labelledby="h-t1"><div class="sh"><h2 id="h-t1">{{TABLE}}</h2><p>{{SIZES}}{{#LEFT_OUT}}; excluded: <a href="{{LINK}}">{{TEXT}}</a>{{/LEFT_OUT}}</p></div>
<ol class="ladder guard">
{{#GUARD}}<li class="{{RESULT}}"><b><span class="vh">{{RESULT_WORD}}: </span>{{HEADLINE}}</b> <small>{{EVIDENCE}}</small></li>
{{/GUARD}}</ol>
{{#GROUP}}<section class="panel differing" aria-labelledby="{{KEY}}-h">
<div class="sh"><h3 id="{{KEY}}-h">{{HEADLINE}}</h3></div>
<p class="mut">{{TEXT}}</p>
<div class="cols">{{#CHOICES}}<fieldset data-rows="{{ROWS}}"><legend>Action</legend>{{#CHOICE}}<label class="check"><input type="radio" name="{{FIELD}}" value="{{VALUE}}"{{#CHECKED}} checked{{/CHECKED}}> <span>{{LABEL}}<span class="hint"> {{HINT}}</span></span></label>{{/CHOICE}}</fieldset>
{{/CHOICES}}{{#SAMPLES}}<div><p class="ex">{{EXAMPLES}}</p><ul class="exl">{{#EXAMPLE}}<li>{{#LINKED}}<a class="plain" href="{{LINK}}">{{ID}}</a>{{/LINKED}}{{#UNLINKED}}<code class="id">{{ID}}</code>{{/UNLINKED}}{{#BESIDE}} <code class="id">{{ID}}</code>{{/BESIDE}} <span class="mut">{{REMARK}}</span>{{#BOTH}} <a{{>Frame/_server-link}}>Compare values<span class="vh"> of {{ROW}}</span></a>{{/BOTH}}</li>{{/EXAMPLE}}</ul></div>{{/SAMPLES}}</div>
</section>
{{/GROUP}}{{#CONFIRM}}<div class="note fail"><p><b>{{HEADLINE}}</b></p>
<p>{{TEXT}}</p>
<div class="line-form mt"><div><label for="typed">Type {{COUNT}} to confirm</label><input id="typed" name="confirm" inputmode="numeric" autocomplete="off" size="8" aria-describedby="typed-h"></div><span class="hint" id="typed-h">Without it these rows are kept.</span></div></div>
{{/CONFIRM}}</section>
{{#CAN_APPLY}}<div class="bar"><button class="btn primary" data-applies data-none="{{APPLY_NONE}}" data-one="{{APPLY_ONE}}" data-many="{{APPLY_MANY}}">{{APPLY_WORDS}}</button><a class="btn" href="{{RECONCILE_LINK}}">Cancel</a></div>
<p class="after">{{AFTER}}</p>
{{/CAN_APPLY}}</form>
