{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{PARENT_LINK}}">{{PARENT}}</a></li></ol></nav>
<h1 data-result>{{NAME}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></h1>
<p class="sub">{{#LIVE}}Started {{#STARTED_TIME}}{{>Frame/_time}}{{/STARTED_TIME}}{{BY}}. You can leave this page; the run continues.{{/LIVE}}{{#OVER}}Started {{#STARTED_TIME}}{{>Frame/_time}}{{/STARTED_TIME}}{{BY}}, took {{TOOK}}. {{SCOPE}}{{/OVER}}</p>
</div>
<div class="acts">{{#LIVE}}<a class="btn" href="{{RUN_LINK}}">Refresh</a>{{#CAN_CANCEL}}<form method="post" action="{{CANCEL_ACTION}}">{{>Frame/_csrf}}<button class="btn">Cancel run</button></form>{{/CAN_CANCEL}}{{/LIVE}}{{#OVER}}{{#EXPORT}}<a class="btn" href="{{LINK}}" aria-label="Export rows as CSV" download><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg><span class="not-s">Export</span></a>{{/EXPORT}}{{#RESOLVE_FIRST}}{{#RESOLVE}}<a class="btn{{#PRIMARY}} primary{{/PRIMARY}}" href="{{LINK}}">{{LABEL}}</a>{{/RESOLVE}}{{/RESOLVE_FIRST}}{{#GO_ON}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}{{#FIELD}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/FIELD}}<button class="btn{{#PRIMARY}} primary{{/PRIMARY}}"{{#REMOTE}}{{>Frame/_needs-server}}{{/REMOTE}}>{{LABEL}}</button></form>{{/GO_ON}}{{#COMPARISON}}<a class="btn" href="{{LINK}}">Compare again</a>{{/COMPARISON}}{{#COPIED}}<a class="btn" href="{{COPY_LINK}}">Compare with {{FROM}}</a>{{/COPIED}}{{#RESOLVE_LAST}}{{#RESOLVE}}<a class="btn{{#PRIMARY}} primary{{/PRIMARY}}" href="{{LINK}}">{{LABEL}}</a>{{/RESOLVE}}{{/RESOLVE_LAST}}{{/OVER}}</div>
</div>
{{#LIVE}}{{>Runs/_run-live}}{{/LIVE}}{{#OVER}}{{#OUTCOME}}<div class="state"><div>{{#SENTENCES}}<p class="say">{{#STRONG}}<b>{{TEXT}}</b> {{/STRONG}}{{SAY}}</p>{{/SENTENCES}}{{#OUTCOME_NOTE}}<p>{{OUTCOME_NOTE}}</p>{{/OUTCOME_NOTE}}{{#FAILURE}}{{#FAILED_RUNS}}<p>{{FAILED_RUNS}}</p>{{/FAILED_RUNS}}{{/FAILURE}}</div>{{#FAILURE}}<div class="acts">{{>Overview/_attention-actions}}</div>{{/FAILURE}}</div>
{{/OUTCOME}}{{#FIGURES}}<div class="stats">{{#STAT}}<a href="{{LINK}}"><span class="v{{#BAD}} bad{{/BAD}}">{{VALUE}}</span><span class="l">{{LABEL}}</span></a>{{/STAT}}</div>
{{/FIGURES}}{{#PROBLEMS}}<section aria-labelledby="h-prob"><div class="sh"><h2 id="h-prob">Problems</h2>{{#RESOLVE_ALL}}<a href="{{LINK}}">{{LABEL}}</a>{{/RESOLVE_ALL}}</div>
{{#NOTICES}}<ul class="probs">{{#NOTICE}}<li><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span><div><p>{{TEXT}}</p></div></li>{{/NOTICE}}</ul>
{{/NOTICES}}{{#BY_CAUSE}}{{>Overview/_attention}}
{{/BY_CAUSE}}</section>
{{/PROBLEMS}}{{#ROWS}}<section aria-labelledby="h-rows"><div class="sh"><h2 id="h-rows">Rows</h2>{{#LISTED}}<a href="{{ROWS_LINK}}">View {{ROWS_COUNT}}</a>{{/LISTED}}</div>
{{#LISTED}}{{>Frame/_tabs}}{{/LISTED}}
{{>Runs/_run-row-remarks}}{{#LISTED}}{{>Runs/_run-row-lines}}
{{#PAGED}}<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
{{/PAGED}}{{/LISTED}}</section>
{{/ROWS}}{{#PREVIEW}}<section aria-labelledby="h-prev"><h2 class="gaph" id="h-prev">Compared with the preview</h2>
<p class="after">{{SENTENCE}}</p>
{{#DIFFERENCES}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-prev">
<table>
<caption id="cap-prev">Differences from the preview</caption>
<thead><tr><th scope="col" class="key">What</th><th scope="col">Row</th><th scope="col">Preview</th><th scope="col" class="grow">Result</th></tr></thead>
<tbody>
{{#DIFFERENCE}}<tr><th scope="row" class="key">{{WHAT}}</th><td>{{#WHERE}}<a href="{{LINK}}">{{TEXT}}</a>{{/WHERE}}</td><td>{{EXPECTED}}</td><td class="grow">{{HAPPENED}}</td></tr>
{{/DIFFERENCE}}</tbody>
</table>
</div>
{{/DIFFERENCES}}</section>
{{/PREVIEW}}{{#COPIED}}{{>Copying/_copy-run}}
{{/COPIED}}{{#COMPARISONS}}{{>Reconcile/_reconcile-tables}}
{{/COMPARISONS}}{{#COMPARISON}}{{>Reconcile/_reconcile-report}}
{{/COMPARISON}}{{#STEPS}}<section aria-labelledby="h-steps"><h2 class="gaph" id="h-steps">Steps</h2>
{{#LISTED_STEPS}}<ol class="steps" aria-labelledby="h-steps">
{{#STEP}}<li><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span><span>{{NAME}}</span>{{#BAR}}<progress class="full" max="{{MAX}}" value="{{VALUE}}" aria-label="{{NAME}}"></progress>{{/BAR}}<span class="num">{{COUNT}}</span>{{#REMARKED}}<small>{{TEXT}}</small>{{/REMARKED}}</li>
{{/STEP}}</ol>
{{/LISTED_STEPS}}{{#IDLE_STEPS}}<p class="mut after">{{TEXT}}</p>
{{/IDLE_STEPS}}</section>
{{/STEPS}}{{/OVER}}{{>Notes/_notes}}
{{>Frame/_bottom}}
