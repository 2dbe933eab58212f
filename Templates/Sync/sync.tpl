{{>Frame/_top}}
<div class="head">
<div>
<h1>Sync</h1>
<p class="sub" data-part="last">{{LAST_RUN}}</p>
</div>
{{#CAN_SYNC}}<div class="acts"><form method="post" action="{{SYNC_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Sync now</button></form></div>{{/CAN_SYNC}}
</div>
{{>Frame/_tabs}}
{{#RUNNING}}<div class="note"><p><b>{{NAME}} is running.</b> The next run can start when it has finished. <a href="{{LINK}}">View progress</a></p></div>
{{/RUNNING}}{{#ASKED_TO_WAIT}}<div class="note warn"><p><b>Rate limited by the server until {{UNTIL}}.</b> {{EFFECT}} Everything is kept here.</p></div>
{{/ASKED_TO_WAIT}}<div class="cols even">
<section class="panel" aria-labelledby="h-push" data-part="push"><h2 id="h-push">Push</h2>
<p>{{PUSH_TEXT}}</p>
{{#CAN_CHANGE}}<div class="acts mt"><form class="acts" method="post" action="{{PUSH_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn"{{#PUSH_OFF}} disabled{{/PUSH_OFF}}{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#upload"></use></svg>{{PUSH_WORDS}}</button>{{#PUSH_PAUSED}}<button class="btn" name="anyway" value="1"{{#PUSH_OFF}} disabled{{/PUSH_OFF}}{{>Frame/_needs-server}}>Push anyway</button>{{/PUSH_PAUSED}}</form>{{#CAN_PREVIEW}}<form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="btn quiet"{{>Frame/_needs-server}}>Preview push</button></form>{{/CAN_PREVIEW}}</div>{{/CAN_CHANGE}}
</section>
<section class="panel" aria-labelledby="h-off" data-part="state"><div class="sh"><h2 id="h-off">Connection</h2><span>{{#CONNECTION_CHIP}}<span class="chip {{CHIP_LOOK}}">{{CHIP}}</span> {{/CONNECTION_CHIP}}</span></div>
<p>{{CONNECTION_TEXT}}</p>
<dl class="kv"><dt>Server</dt><dd><code>{{REMOTE_URL}}</code>, {{REMOTE_KIND}}</dd>{{#RESPONSE_TIME}}<dt>Response time</dt><dd>{{TEXT}}</dd>{{/RESPONSE_TIME}}{{#LIVE}}<dt>Live changes</dt><dd>{{TEXT}}</dd>{{/LIVE}}{{#CLOCK_APART}}<dt>Server clock</dt><dd>{{TEXT}}</dd>{{/CLOCK_APART}}</dl>
{{#CAN_CHANGE}}<div class="acts mt"><form method="post" action="{{OFFLINE_ACTION}}">{{>Frame/_csrf}}<button class="btn" name="offline" value="{{OFFLINE_VALUE}}">{{OFFLINE_WORDS}}</button></form></div>{{/CAN_CHANGE}}
</section>
</div>
<section class="panel" aria-labelledby="h-pull"><h2 id="h-pull">Pull</h2>
{{#CANNOT_CHANGE}}<p>Downloads what changed on the server.</p>
{{/CANNOT_CHANGE}}{{#CAN_CHANGE}}<form method="post" action="{{PULL_ACTION}}">
{{>Frame/_csrf}}
<fieldset><legend class="vh">Tables to pull</legend><div class="ticks">{{#TABLE}}<label class="check"><input type="checkbox" name="tables" value="{{NAME}}" checked> <span>{{NAME}}{{#PUSHED_FIRST}}<small class="hint">{{TEXT}}</small>{{/PUSHED_FIRST}}</span></label>{{/TABLE}}{{#NO_TABLES}}<p>This store has no tables yet.</p>{{/NO_TABLES}}</div></fieldset>
<label class="check"><input type="checkbox" name="full" value="1"> <span>Full pull<small class="hint">Reads every row again. Rows with unsent changes are kept.</small></span></label>
<div class="acts mt"><button class="btn"{{#PULL_OFF}} disabled{{/PULL_OFF}}{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>Pull selected tables</button>{{#PULL_PAUSED}}<button class="btn" name="anyway" value="1"{{#PULL_OFF}} disabled{{/PULL_OFF}}{{>Frame/_needs-server}}>Pull anyway</button>{{/PULL_PAUSED}}<button class="btn quiet" formaction="{{PULL_PREVIEW_ACTION}}"{{#PULL_OFF}} disabled{{/PULL_OFF}}{{>Frame/_needs-server}}>Preview pull</button></div>
</form>{{/CAN_CHANGE}}</section>
{{>Schedule/_schedule}}<section aria-labelledby="h-past" data-part="runs"><div class="sh"><h2 id="h-past">Recent runs</h2>{{#MORE_RUNS}}<a href="{{RUNS_LINK}}">View all {{COUNT}}</a>{{/MORE_RUNS}}</div>
{{>Runs/_run-lines}}
</section>
<details class="more"><summary>Server capabilities</summary><dl class="kv">{{#ABILITY}}<dt>{{NAME}}</dt><dd>{{TEXT}}</dd>{{/ABILITY}}</dl></details>
<p class="after"><a href="{{COPY_LINK}}">Copy rows from another store</a></p>
{{>Frame/_bottom}}
