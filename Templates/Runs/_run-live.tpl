<div data-events="{{EVENTS_LINK}}" data-worker="{{STREAM_URL}}">
<div class="state now">
<div><p class="say" data-live="say">{{SAY}}</p><p class="vh" role="status" data-live="spoken"></p><p data-live="note">{{NOTE}}</p>
<progress class="big" data-live="bar"{{#WHOLE}} max="100" value="{{VALUE}}"{{/WHOLE}} aria-label="Whole run"></progress></div>
</div>
<ol class="steps" aria-label="Steps">
{{#STEP}}<li data-step="{{INDEX}}"><span class="chip {{CHIP_LOOK}}" data-live="chip">{{CHIP}}</span><span>{{NAME}}</span><progress data-live="bar"{{#BAR}} max="{{MAX}}" value="{{VALUE}}"{{/BAR}} aria-label="{{NAME}}"></progress><span class="num" data-live="count">{{COUNT}}</span></li>
{{/STEP}}</ol>
<p class="mut after">{{CANCEL_NOTE}}</p>
<p class="mut" data-noscript="1"><small>Without script this page does not update. Use Refresh.</small></p>
</div>
