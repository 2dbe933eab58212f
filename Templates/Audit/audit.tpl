{{>Frame/_top}}
<div class="head">
<div>
<h1>Audit</h1>
<p class="sub">Everything done through the console, by whom. Entries cannot be edited. Undo works while the rows are unchanged.</p>
</div>
</div>
<form class="line-form window" action="{{AUDIT_URL}}" aria-label="Filter the audit">
<div><label for="a-who">Who</label><select id="a-who" name="user"><option value="">Anyone</option>{{#WHO_OPTION}}<option value="{{OPTION}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{OPTION}}</option>{{/WHO_OPTION}}</select></div>
<div><label for="a-act">Action</label><select id="a-act" name="action"><option value="">All actions</option>{{#ACTION_OPTION}}<option value="{{OPTION}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{OPTION}}</option>{{/ACTION_OPTION}}</select></div>
<div><label for="a-store">Store</label><select id="a-store" name="store"><option value="">All stores</option>{{#STORE_OPTION}}<option value="{{OPTION}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{OPTION}}</option>{{/STORE_OPTION}}</select></div>
<div><label for="a-result">Result</label><select id="a-result" name="result"><option value="">Any</option>{{#RESULT_OPTION}}<option value="{{OPTION}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{OPTION}}</option>{{/RESULT_OPTION}}</select></div>
<div><label for="a-from">From ({{PAGE_ZONE}})</label><input id="a-from" type="text" class="short" name="from" value="{{FROM}}" placeholder="2026-11-21" inputmode="numeric" autocomplete="off"></div>
<div><label for="a-to">to</label><input id="a-to" type="text" class="short" name="to" value="{{TO}}" placeholder="2026-11-21" inputmode="numeric" autocomplete="off"></div>
<div><label for="a-q">Row, address or request</label><input id="a-q" type="search" name="q" value="{{SEARCH}}" autocomplete="off"></div>
<button class="btn">Show</button>{{#CLEAR}}<a class="btn quiet" href="{{CLEAR_URL}}">Show all</a>{{/CLEAR}}
</form>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-audit">
<table class="stack">
<caption id="cap-audit">Audit entries, newest first</caption>
<thead>
<tr><th scope="col" class="num">Entry</th><th scope="col" aria-sort="descending">Time</th><th scope="col" class="key">Who, from</th><th scope="col">Action</th><th scope="col" class="grow">What</th><th scope="col">Result, Undo</th></tr>
</thead>
<tbody>
{{#ENTRY}}
<tr><td class="num" data-l="Entry"><a href="{{ENTRY_URL}}">{{ID}}</a></td><td data-l="Time">{{#AT_MOMENT}}{{>Frame/_moment}}{{/AT_MOMENT}}</td><th scope="row" class="key">{{WHO}} <small>{{ADDRESS}}</small></th><td data-l="Action"><code>{{ACTION}}</code></td><td class="wrap grow" data-l="What">{{WHAT}}{{#RUN}} <a href="{{LINK}}">See {{TEXT}}</a>{{/RUN}}{{#CHANGES}} <small class="mut">{{CHANGES}}</small>{{/CHANGES}}</td><td class="verdict" data-l="Result"><span class="chip {{RESULT_LOOK}}">{{RESULT}}</span>{{#UNDO}}<form method="post" action="{{UNDO_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}"><button class="btn s">Undo<span class="vh"> entry {{ID}}</span></button></form>{{/UNDO}}{{#NO_UNDO}}<a href="{{ENTRY_URL}}">Not any more<span class="vh">: why entry {{ID}} cannot be undone</span></a>{{/NO_UNDO}}</td></tr>
{{/ENTRY}}
{{#EMPTY}}
<tr><td colspan="6" class="mut">No entry fits this filter.</td></tr>
{{/EMPTY}}
</tbody>
</table>
</div>
<div class="pager"><span>{{RANGE}}</span><div class="acts">{{#NEWEST}}<a class="btn" href="{{NEWEST_URL}}">Newest</a>{{/NEWEST}}<span>{{#SIZE}}<a href="{{SIZE_URL}}"{{#SIZE_CURRENT}} aria-current="true"{{/SIZE_CURRENT}}>{{SIZE_NUMBER}}</a> {{/SIZE}}a page</span>{{#OLDER}}<a class="btn" href="{{OLDER_URL}}">Older</a>{{/OLDER}}</div></div>
{{>Frame/_bottom}}
