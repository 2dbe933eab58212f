{{>Frame/_top}}
{{#UNREADY}}<div class="note fail" role="alert"><p><b>This store is not connected to its server.</b></p><p>{{TEXT}} Rows can be edited and are queued; nothing is sent or pulled until this is fixed. The console checks again every few seconds; a new environment variable requires a restart.</p></div>
{{/UNREADY}}<div class="state" data-part="state">
<div>
<h1>{{HEADLINE}}</h1>
<p class="sub">{{MORE}}{{#RUNNING}} <a href="{{LINK}}">{{LABEL}}</a>{{/RUNNING}}</p>
<p class="hint">{{STORE}}, {{REMOTE_KIND}} at <code>{{REMOTE_URL}}</code></p>
</div>
{{#CAN_SYNC}}<div class="acts">{{#CAN_PREVIEW}}<form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="btn"{{>Frame/_needs-server}}>Preview push</button></form>{{/CAN_PREVIEW}}<form method="post" action="{{SYNC_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Sync now</button></form></div>{{/CAN_SYNC}}
</div>
<div{{#SINCE}} class="side"{{/SINCE}}>
<section aria-labelledby="h-prob" data-part="attention">
<div class="sh"><h2 id="h-prob">What needs attention</h2><a href="{{ERRORS_LINK}}">All errors</a></div>
{{#NO_PROBLEMS}}<p class="mut">Nothing needs attention.</p>
{{/NO_PROBLEMS}}{{#PROBLEMS}}{{>Overview/_attention}}
{{/PROBLEMS}}</section>
{{#SINCE}}<section class="panel" aria-labelledby="h-since"><div class="sh"><h2 id="h-since">Since your last visit</h2><p class="mut">{{#VISIT_TIME}}{{>Frame/_time}}{{/VISIT_TIME}}</p></div>
{{#NEWS}}<ul class="plainlist">{{#FACT}}<li><a href="{{LINK}}">{{TEXT}}</a></li>{{/FACT}}</ul>{{/NEWS}}{{#NOTHING_NEW}}<p class="mut">Nothing changed.</p>{{/NOTHING_NEW}}
</section>
{{/SINCE}}</div>
{{#STATS}}<div class="stats" data-part="stats">{{#STAT}}<a href="{{LINK}}"><span class="v{{#BAD}} bad{{/BAD}}">{{VALUE}}</span><span class="l">{{LABEL}}</span></a>{{/STAT}}</div>
{{/STATS}}{{#OVER_TIME}}<section aria-labelledby="h-time">
<div class="sh"><h2 id="h-time">The last {{PERIOD}}</h2><nav aria-label="Period" class="acts periods">{{#CHOICE}}<a href="{{LINK}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}>{{LABEL}}</a>{{/CHOICE}}</nav></div>
{{#NO_SAMPLES}}<p class="mut after">No measurements yet. The queue is measured every minute while the console runs.</p>
{{/NO_SAMPLES}}{{#PART_MEASURED}}<p class="mut after">The queue has been measured since {{SINCE}}.</p>
{{/PART_MEASURED}}<div class="charts">{{#CHART}}{{>Frame/_chart}}{{/CHART}}</div>
</section>
{{/OVER_TIME}}<section aria-labelledby="h-runs" data-part="runs">
<div class="sh"><h2 id="h-runs">Last runs</h2><a href="{{RUNS_LINK}}">All runs</a></div>
{{>Runs/_run-lines}}
</section>
{{>Frame/_bottom}}
