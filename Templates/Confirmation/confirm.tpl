{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol>{{#TABLE_CRUMB}}<li><a href="{{LINK}}">{{NAME}}</a></li>{{/TABLE_CRUMB}}<li><a href="{{FROM_LINK}}">{{FROM}}</a></li></ol></nav>
<h1 tabindex="-1"{{#NO_PROBLEM}} autofocus{{/NO_PROBLEM}}>{{HEADLINE}}</h1>
</div>
</div>
<div class="narrow">
{{#PROBLEM}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{TEXT}}</b></p></div>
{{/PROBLEM}}<div class="note {{TONE}}"><p><b>{{CONSEQUENCE}}</b> {{EXPLANATION}}</p></div>
<section aria-labelledby="h-rows"><div class="sh"><h2 id="h-rows">{{SAMPLE_CAPTION}}</h2>{{#SHOW_ALL}}<a href="{{LINK}}">{{TEXT}}</a>{{/SHOW_ALL}}</div>
<ul class="plainlist panel">
{{#SAMPLE}}<li><a href="{{LINK}}">{{TITLE}}</a> <span class="chip {{CHIP}}">{{CHIP_WORD}}</span> <span class="mut">{{#IS_CHANGED}}changed {{/IS_CHANGED}}{{#DELETION}}deleted {{/DELETION}}{{#STAMP}}{{>Frame/_time}}{{/STAMP}}{{#DELETION}} by {{DELETER}}{{/DELETION}}</span></li>
{{/SAMPLE}}{{#NO_SAMPLES}}<li class="mut">No rows.</li>
{{/NO_SAMPLES}}</ul></section>
<form method="post" action="{{CONFIRM_ACTION}}" aria-label="Confirm">
{{>Frame/_csrf}}{{#HIDDEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/HIDDEN}}
<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>{{/FACT}}</dl>
{{#TYPED}}<div class="field mt"><label for="c-n">Type <code>{{TEXT}}</code> to confirm</label><input class="short" id="c-n" name="typed" inputmode="numeric" autocomplete="off" required></div>
<div class="field"><label for="c-r">Reason</label><input id="c-r" name="reason" value="{{REASON}}" placeholder="Optional" autocomplete="off" aria-describedby="h-r"><span class="hint" id="h-r">Recorded in the audit log.</span></div>
{{/TYPED}}{{#FORCE}}<div class="field mt"><label class="check"><input type="checkbox" name="force" value="1"{{#TICKED}} checked{{/TICKED}} required> <span>{{TEXT}}</span></label></div>
{{/FORCE}}{{#OBSTACLE}}<p class="mt">{{TEXT}}</p>
{{/OBSTACLE}}<div class="bar"><a class="btn" href="{{CANCEL_LINK}}">Cancel</a>{{#OBSTACLE}}{{#WAY}}<a class="btn" href="{{LINK}}">{{LABEL}}</a>{{/WAY}}{{/OBSTACLE}}{{#SUBMIT}}<button class="btn {{BUTTON_CLASS}}">{{BUTTON}}</button>{{/SUBMIT}}{{#EXPORT}}<a class="btn quiet r" href="{{LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>{{TEXT}}</a>{{/EXPORT}}</div>
</form></div>
{{>Frame/_bottom}}
