<section aria-labelledby="h-sch"><div class="sh"><h2 id="h-sch">Schedule</h2></div>
{{#SCHEDULE}}<div class="grid" role="region" tabindex="0" aria-labelledby="cap-sch">
<table class="stack">
<caption id="cap-sch">Schedule of this store</caption>
<thead>
<tr><th scope="col" class="key">What</th><th scope="col">When</th><th scope="col">Next sync</th><th scope="col" class="grow">Last sync</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
<tbody>
<tr><th scope="row" class="key">Sync all tables</th><td data-l="When">{{WHEN}}</td><td data-l="Next sync">{{NEXT}}{{#SLOWER}} <span class="mut">{{SLOWER}}</span>{{/SLOWER}}</td><td class="grow" data-l="Last sync">{{#LAST}}<a href="{{LINK}}">{{NAME}}</a>, {{#ENDED_TIME}}{{>Frame/_time}}{{/ENDED_TIME}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span>{{/LAST}}{{#NEVER}}<span class="mut">none yet</span>{{/NEVER}}</td><td class="num">{{#MAY_PAUSE}}<form method="post" action="{{SCHEDULE_ACTION}}">{{>Frame/_csrf}}<button class="btn s" name="paused" value="true">Pause<span class="vh"> the schedule</span></button></form>{{/MAY_PAUSE}}{{#MAY_RESUME}}<form method="post" action="{{SCHEDULE_ACTION}}">{{>Frame/_csrf}}<button class="btn s" name="paused" value="false">Resume<span class="vh"> the schedule</span></button></form>{{/MAY_RESUME}}</td></tr>
</tbody>
</table>
</div>
{{/SCHEDULE}}{{#NO_SCHEDULE}}<div class="note"><p><b>No schedule.</b></p><p>{{#FOLLOWS}}This store pulls changes as they happen, and pushes only by hand.{{/FOLLOWS}}{{#BY_HAND}}This store syncs only by hand.{{/BY_HAND}}</p>{{#SET_SCHEDULE}}<p><a href="{{SET_SCHEDULE}}">Set a schedule</a></p>{{/SET_SCHEDULE}}{{#ASK_ADMIN}}<p>An admin can set a schedule in the store’s settings.</p>{{/ASK_ADMIN}}</div>
{{/NO_SCHEDULE}}</section>
