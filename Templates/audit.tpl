{{>frame/_top}}
<div class="head">
<div>
<h1>Audit</h1>
<p class="sub">Everything done through the console, by whom. Entries cannot be edited. Undo works while the rows are unchanged.</p>
</div>
</div>
<form class="line-form window" action="{{AUDIT_URL}}" aria-label="Filter the audit">
<div><label for="a-who">Who</label><select id="a-who" name="user"><option value="">Anyone</option>{{#WHO_OPTION}}<option value="{{OPTION}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{OPTION}}</option>{{/WHO_OPTION}}</select></div>
<div><label for="a-act">Action</label><select id="a-act" name="action"><option value="">All actions</option>{{#ACTION_OPTION}}<option value="{{OPTION}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{OPTION}}</option>{{/ACTION_OPTION}}</select></div>
<div><label for="a-from">From (UTC)</label><input id="a-from" type="date" name="from" value="{{FROM}}"></div>
<div><label for="a-to">to</label><input id="a-to" type="date" name="to" value="{{TO}}"></div>
<button class="btn">Show</button>
</form>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-audit">
<table>
<caption id="cap-audit">Audit entries, newest first</caption>
<thead>
<tr><th scope="col" class="num">Entry</th><th scope="col" aria-sort="descending">Time (UTC)</th><th scope="col" class="key">Who</th><th scope="col">Action</th><th scope="col" class="grow">What</th><th scope="col">Result</th><th scope="col" class="num">Undo</th></tr>
</thead>
<tbody>
{{#ENTRY}}
<tr><td class="num mut">{{ID}}</td><td><time datetime="{{AT_ISO}}" title="{{AT_FULL}}">{{AT}}</time></td><th scope="row" class="key">{{WHO}}</th><td><code>{{ACTION}}</code></td><td class="grow">{{WHAT}}</td><td><span class="chip {{RESULT_LOOK}}">{{RESULT}}</span></td><td class="num">{{#UNDO}}<form method="post" action="{{UNDO_URL}}">{{>frame/_token}}<button class="btn s">Undo<span class="vh"> entry {{ID}}</span></button></form>{{/UNDO}}</td></tr>
{{/ENTRY}}
{{#EMPTY}}
<tr><td colspan="7" class="mut">No entry fits this filter.</td></tr>
{{/EMPTY}}
</tbody>
</table>
</div>
<div class="pager"><span>{{RANGE}}</span><div class="acts">{{#OLDER}}<a class="btn" href="{{OLDER_URL}}">Older</a>{{/OLDER}}</div></div>
{{>frame/_bottom}}
