{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the runs</a>
<div class="head">
<div>
<h1>Sync</h1>
</div>
{{#CAN_SYNC}}<div class="acts"><form method="post" action="{{SYNC_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Sync now</button></form></div>{{/CAN_SYNC}}
</div>
{{>Frame/_tabs}}
{{>Selection/_list-filter}}
<div class="work" id="list">
<div class="list">
{{>Runs/_run-lines}}
<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
</div>
</div>
{{>Frame/_bottom}}
