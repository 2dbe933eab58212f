{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li>{{#TABLE_CRUMB}}<li><a href="{{LINK}}">{{NAME}}</a></li>{{/TABLE_CRUMB}}<li><a href="{{FROM_LINK}}">{{FROM}}</a></li></ol></nav>
<h1>{{HEADLINE}}</h1>
</div>
</div>
{{#PROBLEM}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{TEXT}}</b></p></div>
{{/PROBLEM}}<div class="note {{TONE}}"><p><b>{{CONSEQUENCE}}</b></p><p>{{EXPLANATION}}</p></div>
<div class="side"><div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-cf">
<table>
<caption id="cap-cf">{{SAMPLE_CAPTION}}</caption>
<thead>
<tr><th scope="col" class="key">Row</th><th scope="col">State</th>{{#SAMPLES_CHANGED}}<th scope="col">Changed</th>{{/SAMPLES_CHANGED}}{{#SAMPLES_DELETED}}<th scope="col">Deleted</th><th scope="col">By</th>{{/SAMPLES_DELETED}}</tr>
</thead>
<tbody>
{{#SAMPLE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td><span class="chip {{CHIP}}">{{CHIP_WORD}}</span></td><td>{{#STAMP}}{{>Frame/_time}}{{/STAMP}}{{#DELETION}}{{#MOMENT_UNKNOWN}}<span class="mut">not known</span>{{/MOMENT_UNKNOWN}}</td><td>{{DELETER}}{{/DELETION}}</td></tr>
{{/SAMPLE}}{{#NO_SAMPLES}}<tr><td class="z" colspan="3"><div><p>No row is left.</p></div></td></tr>
{{/NO_SAMPLES}}</tbody>
</table>
</div>
{{#SHOW_ALL}}<a href="{{LINK}}">{{TEXT}}</a>{{/SHOW_ALL}}</div>
<form method="post" action="{{CONFIRM_ACTION}}" class="panel" aria-label="Confirm">
{{>Frame/_csrf}}{{#HIDDEN}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/HIDDEN}}
<dl class="kv">{{#FACT}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>{{/FACT}}</dl>
{{#TYPED}}<div class="field mt"><label for="c-n">Type <code>{{TEXT}}</code> to confirm</label><input class="short" id="c-n" name="typed" autocomplete="off" required></div>
<div class="field"><label for="c-r">Reason, for the audit</label><input id="c-r" name="reason" value="{{REASON}}" autocomplete="off"></div>
{{/TYPED}}{{#FORCE}}<div class="field"><label class="check"><input type="checkbox" name="force" value="1"{{#TICKED}} checked{{/TICKED}} required> <span>{{TEXT}}</span></label></div>
{{/FORCE}}{{#OBSTACLE}}<p class="mt">{{TEXT}}</p>
{{/OBSTACLE}}<div class="acts mt"><a class="btn" href="{{CANCEL_LINK}}" autofocus>Cancel</a>{{#OBSTACLE}}{{#WAY}}<a class="btn" href="{{LINK}}">{{LABEL}}</a>{{/WAY}}{{/OBSTACLE}}{{#SUBMIT}}<button class="btn {{BUTTON_CLASS}}">{{BUTTON}}</button>{{/SUBMIT}}</div>
{{#EXPORT}}<p class="mt"><a href="{{LINK}}">{{TEXT}}</a></p>{{/EXPORT}}
</form></div>
{{>Frame/_bottom}}
