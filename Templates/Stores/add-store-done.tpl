{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li></ol></nav>
<h1>Add store</h1>
</div>
</div>
{{>Stores/_add-store-steps}}
{{#NO_RUN}}<div class="empty"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#check"></use></svg><h2>“{{STORE}}” has no rows yet</h2>
<p>The first pull reads all rows and changes nothing on the server.</p>
{{#NEXT_SYNC}}<p>{{WHEN}} <a href="{{SCHEDULE_LINK}}">Schedule</a></p>
{{/NEXT_SYNC}}<div class="acts"{{#RENEW}} data-renew="{{RENEW}}"{{/RENEW}}>{{>Stores/_add-store-next}}</div></div>
{{/NO_RUN}}{{#RUN}}<section aria-labelledby="h-run"><div class="sh"><h2 id="h-run">{{NAME}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></h2><a href="{{RUN_LINK}}">View run</a></div>
{{#LIVE}}{{>Runs/_run-live}}{{/LIVE}}{{#OVER}}<div class="state"><div><p class="say">{{#STRONG}}<b>{{TEXT}}</b> {{/STRONG}}{{SAY}}</p>{{#NEXT_SYNC}}<p>{{WHEN}} <a href="{{SCHEDULE_LINK}}">Schedule</a></p>{{/NEXT_SYNC}}</div></div>
{{/OVER}}</section>
<div class="acts mt"{{#RENEW}} data-renew="{{RENEW}}"{{/RENEW}}>{{#LIVE}}<a class="btn" href="{{DONE_LINK}}">Refresh</a>{{/LIVE}}{{>Stores/_add-store-next}}</div>
{{/RUN}}{{>Frame/_bottom}}
