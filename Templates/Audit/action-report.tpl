{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{AUDIT_LINK}}">Audit</a></li></ol></nav>
<h1>{{SENTENCE}}</h1>
<p class="sub">{{WHO}}, {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}, <code>{{ACTION}}</code>, {{TARGET}}. Audit entry {{ENTRY}}.</p>
</div>
<div class="acts">{{#ERRORS}}<a class="btn" href="{{LINK}}">Errors</a>{{/ERRORS}}<a class="btn" href="{{TRASH_LINK}}">Trash</a><a class="btn" href="{{QUEUE_LINK}}">Queue</a>{{#UNDO}}<form method="post" action="{{URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}"><button class="btn">Undo<span class="vh"> entry {{ID}}</span></button></form>{{/UNDO}}</div>
</div>
{{#UNDONE}}<div class="note"><p><b>{{HEADLINE}}</b> {{TEXT}}</p></div>
{{/UNDONE}}<dl class="kv panel">{{#FIGURE}}<dt>{{NAME}}</dt><dd>{{VALUE}}</dd>{{/FIGURE}}</dl>
{{#PROBLEMS}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-left">
<table>
<caption id="cap-left">{{CAPTION}}</caption>
<thead><tr><th scope="col" class="key">What</th><th scope="col">Table</th><th scope="col" class="grow">Why</th></tr></thead>
<tbody>
{{#PROBLEM}}<tr><th scope="row" class="key">{{#LINKED}}<a href="{{LINK}}">{{NAME}}</a>{{/LINKED}}{{#PLAIN}}{{NAME}}{{/PLAIN}}</th><td>{{TABLE}}</td><td class="wrap">{{MESSAGE}}</td></tr>
{{/PROBLEM}}</tbody>
</table>
</div>
{{/PROBLEMS}}
{{>Frame/_bottom}}
