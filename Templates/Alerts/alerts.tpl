{{>Frame/_top}}
<div class="head">
<div>
<h1>Alerts</h1>
<p class="sub">{{SUBTITLE}}</p>
</div>
</div>
{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<section aria-labelledby="h-open">
<div class="sh"><h2 id="h-open">Open alerts</h2></div>
{{#NOTHING_OPEN}}<p class="mut">No alert is open.</p>
{{/NOTHING_OPEN}}{{#NO_OPEN}}<p><b>No open alerts match “{{NO_OPEN}}”.</b> <a href="{{CLEAR_LINK}}">Clear search</a></p>
{{/NO_OPEN}}{{#ANY_OPEN}}<ul class="attn">
{{#ALERT}}<li><span class="ic {{STATE_LOOK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#{{STATE_ICON}}"></use></svg><span class="vh">{{STATE}}</span></span><div><p>{{TITLE}}</p><small>{{DETAIL}} Began {{#SINCE_TIME}}{{>Frame/_time}}{{/SINCE_TIME}}.</small><small>{{EFFECT}} {{REMEDY}}</small>{{#ACKNOWLEDGED}}<small>Acknowledged by <b>{{WHO}}</b> {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}{{#NOTE}}: {{NOTE}}{{/NOTE}}</small>{{/ACKNOWLEDGED}}{{#ACKNOWLEDGE}}<details class="more"><summary>Acknowledge<span class="vh"> {{TITLE}}</span></summary><form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<label for="ack-{{ALERT_ID}}">Note</label><textarea id="ack-{{ALERT_ID}}" name="note" rows="2" maxlength="{{NOTE_MAX}}"></textarea><div class="acts"><button class="btn s">Acknowledge alert</button></div></form></details>{{/ACKNOWLEDGE}}</div><div class="acts">{{#OPEN}}<a class="btn s" href="{{LINK}}">{{LABEL}}<span class="vh">: {{TITLE}}</span></a>{{/OPEN}}</div></li>
{{/ALERT}}</ul>
{{/ANY_OPEN}}</section>
<section aria-labelledby="h-channels">
<div class="sh"><h2 id="h-channels">Channels</h2></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-channels">
<table>
<caption id="cap-channels">Who is told</caption>
<thead>
<tr><th scope="col" class="key">Name</th><th scope="col">Kind</th><th scope="col">Target</th><th scope="col" class="grow">Last message</th>{{#MAY_DELIVER}}<th scope="col"><span class="vh">Test</span></th>{{/MAY_DELIVER}}</tr>
</thead>
<tbody>
{{#CHANNEL}}<tr><th scope="row" class="key">{{NAME}}</th><td>{{KIND}}</td><td><code>{{TARGET}}</code></td><td class="grow">{{#LAST}}<span class="chip {{STATE_LOOK}}">{{STATE}}</span> {{WHAT}}, {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}{{#FAILURE}}<br>{{FAILURE}}{{/FAILURE}}{{/LAST}}{{#NEVER}}<span class="mut">none</span>{{/NEVER}}{{#PENDING}} <span class="mut">({{PENDING}})</span>{{/PENDING}}</td>{{#CAN_TEST}}<td class="go"><form method="post" action="{{TEST_URL}}">{{>Frame/_csrf}}<button class="btn s">Send test<span class="vh"> to {{NAME}}</span></button></form></td>{{/CAN_TEST}}</tr>
{{/CHANNEL}}{{#NO_CHANNEL}}<tr><td class="z" colspan="{{CHANNEL_SPAN}}"><div><p><b>No channels.</b></p><p>Alerts are shown here only. Add channels under <code>alerts.channels</code> in <code>syncline.json</code>.</p></div></td></tr>
{{/NO_CHANNEL}}</tbody>
</table>
</div>
</section>
{{#ANY_DEAD}}<section aria-labelledby="h-dead">
<div class="sh"><h2 id="h-dead">Undelivered messages</h2></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-dead">
<table>
<caption id="cap-dead">Messages that were given up, newest first</caption>
<thead>
<tr><th scope="col" class="key">Message</th><th scope="col">Channel</th><th scope="col" class="grow">Reason</th><th scope="col">Last try</th>{{#MAY_DELIVER}}<th scope="col"><span class="vh">Actions</span></th>{{/MAY_DELIVER}}</tr>
</thead>
<tbody>
{{#DEAD}}<tr><th scope="row" class="key">{{WHAT}}</th><td>{{NAME}}</td><td class="grow">{{FAILURE}}</td><td>{{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}</td>{{#CAN_SEND}}<td class="go"><div class="acts"><form method="post" action="{{RETRY_URL}}">{{>Frame/_csrf}}<button class="btn s">Send again<span class="vh">: {{WHAT}} to {{NAME}}</span></button></form><form method="post" action="{{DISCARD_URL}}">{{>Frame/_csrf}}<button class="btn s">Discard<span class="vh">: {{WHAT}} to {{NAME}}</span></button></form></div></td>{{/CAN_SEND}}</tr>
{{/DEAD}}</tbody>
</table>
</div>
</section>
{{/ANY_DEAD}}<section aria-labelledby="h-past">
<div class="sh"><h2 id="h-past">Ended</h2></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-past">
<table>
<caption id="cap-past">Alerts that ended, newest first</caption>
<thead>
<tr><th scope="col" class="key">Alert</th><th scope="col">State</th><th scope="col" class="grow">Detail</th><th scope="col">Ended</th><th scope="col" class="num">Duration</th><th scope="col">Acknowledged by</th></tr>
</thead>
<tbody>
{{#PAST}}<tr><th scope="row" class="key">{{TITLE}}</th><td><span class="chip {{STATE_LOOK}}">{{STATE}}</span></td><td class="grow">{{DETAIL}}</td><td>{{#ENDED_TIME}}{{>Frame/_time}}{{/ENDED_TIME}}</td><td class="num">{{TOOK}}</td><td>{{#WHO}}{{WHO}}{{/WHO}}</td></tr>
{{/PAST}}{{#NO_PAST}}<tr><td class="z" colspan="6"><div><p><b>No alert has ended yet.</b></p><p>Ended alerts are kept for 90 days.</p></div></td></tr>
{{/NO_PAST}}{{#NO_MATCHES}}<tr><td class="z" colspan="6"><div><p><b>No ended alerts match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
</section>
{{>Frame/_bottom}}
