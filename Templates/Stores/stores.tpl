{{>Frame/_top}}
<div class="head">
<div>
<h1>Stores</h1>
<p class="sub" data-part="subtitle">{{SUBTITLE}}</p>
</div>
{{#ADD}}<div class="acts"><a class="btn primary" href="{{ADD_URL}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>Add store</a></div>{{/ADD}}
</div>
{{#BROKEN}}<div class="note fail" role="alert"><p><b>The configuration file is invalid. The console keeps using the last valid version.</b></p><p><code>{{FILE}}</code></p><ul>{{#MISTAKE}}<li>{{TEXT}}</li>{{/MISTAKE}}</ul></div>
{{/BROKEN}}{{#UNREADY}}<div class="note fail" role="alert"><p><b>The store <a href="{{LINK}}">{{STORE}}</a> cannot connect to its server.</b></p><p>{{TEXT}} Rows and queue are available. The console retries every few seconds.</p></div>
{{/UNREADY}}{{#UNUSABLE}}<div class="note fail" role="alert"><p><b>The store <a href="{{LINK}}">{{STORE}}</a> cannot be used.</b> {{TEXT}}</p><p>{{REMEDY}} The console retries every few seconds.</p></div>
{{/UNUSABLE}}{{#EMPTY}}
<div class="note"><p><b>No stores yet.</b></p><p>{{#ADD}}<a href="{{ADD_URL}}">Add a store</a>, or configure one{{/ADD}}{{#NO_ADD}}Configure one{{/NO_ADD}} in <code>syncline.json</code> in the data directory; the console reloads the file. <code>syncline serve --demo</code> starts with sample data.</p></div>
{{/EMPTY}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}{{#NO_MATCHES}}<div class="note"><p><b>No stores match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div>
{{/NO_MATCHES}}
{{#TABLE}}
<div class="cards" data-part="cards">
{{#STORE}}<div class="card"><b><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#store"></use></svg><a href="{{URL}}">{{STORE_KEY}}</a>{{#STORE_ENVIRONMENT}} <span class="env{{#PROD}} prod{{/PROD}}">{{STORE_ENVIRONMENT}}</span>{{/STORE_ENVIRONMENT}}</b><span class="mut">{{REMOTE}} · {{ADDRESS}}</span><span>{{#CHIP}}<span class="chip {{STATE_LOOK}}">{{STATE}}</span> {{/CHIP}}</span>{{#CAUSE}}<span>{{TEXT}}{{#RUN}} <a href="{{LINK}}">View run</a>{{/RUN}}</span>{{/CAUSE}}<span class="mut">{{COUNTS}}</span><span class="mut">{{#LAST}}Last run <time datetime="{{ISO}}" title="{{FULL}}">{{TEXT}}</time>{{/LAST}}{{#NEVER}}No runs yet{{/NEVER}}</span></div>
{{/STORE}}</div>
{{/TABLE}}{{#RECENT}}<section aria-labelledby="h-recent"><div class="sh"><h2 id="h-recent">Recent activity</h2><a href="{{AUDIT_LINK}}">Audit log</a></div>
{{#DAY}}<h3 class="day">{{DAY_TITLE}}</h3>
<ul class="auditl">
{{#ENTRY}}{{>Audit/_entry}}{{/ENTRY}}</ul>
{{/DAY}}</section>
{{/RECENT}}
{{>Frame/_bottom}}
