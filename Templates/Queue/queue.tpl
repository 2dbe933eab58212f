{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the operations</a>
<div class="head">
<div>
<h1>Queue <span class="cnt">{{SUMMARY}}</span></h1>
</div>
{{#CAN_PUSH}}<div class="acts"><form class="not-s" method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="btn"{{>Frame/_needs-server}}>Preview push</button></form><details class="menu only-s"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions</span></summary><div class="pop end"><form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="item"{{>Frame/_needs-server}}>Preview push</button></form></div></details><form method="post" action="{{PUSH_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="upTo" value="{{UP_TO}}"><button class="btn primary"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#upload"></use></svg><span class="not-s">{{PUSH_WORDS}}</span><span class="only-s">{{SHORT_WORDS}}</span></button></form></div>{{/CAN_PUSH}}
</div>
{{>Frame/_tabs}}
{{>Selection/_list-filter}}
<div class="work" id="list">
<form class="list"{{#CAN_CHANGE}} method="post" action="{{BULK_ACTION}}"{{/CAN_CHANGE}} aria-label="{{#CAN_CHANGE}}Change selected operations{{/CAN_CHANGE}}{{#CANNOT_CHANGE}}Operations{{/CANNOT_CHANGE}}">
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">{{#MATCHING}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="upTo" value="{{UP_TO}}">{{/MATCHING}}
<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-ops">
<table>
<caption id="cap-ops">Operations in the order of sending</caption>
<thead>
<tr>{{#CAN_CHANGE}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/CAN_CHANGE}}<th scope="col" class="key">Row</th><th scope="col" class="st">State</th><th scope="col">Operation</th><th scope="col">Table</th><th scope="col" class="grow">Reason</th><th scope="col" class="num">Attempts</th><th scope="col">Queued</th>{{#CAN_CHANGE}}<th scope="col"><span class="vh">Actions</span></th>{{/CAN_CHANGE}}</tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#OPERATION}}<tr class="{{ROW_CLASS}}">{{#CAN_CHANGE}}<td class="tick"><label><input type="checkbox" name="id" value="{{ID}}" aria-label="Select operation {{ID}}, {{NAME}}"{{#CHECKED}} checked{{/CHECKED}}{{#FIXED}} disabled{{/FIXED}}></label></td>{{/CAN_CHANGE}}<th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><td>{{TITLE}}</td><td>{{TABLE}}</td><td class="grow mut">{{LAST_ERROR}}</td><td class="num{{#NO_ATTEMPTS}} zero{{/NO_ATTEMPTS}}" data-l="Attempts">{{ATTEMPTS}}</td><td>{{#QUEUED_TIME}}{{>Frame/_time}}{{/QUEUED_TIME}}</td>{{#CAN_CHANGE}}<td class="go">{{#CANCEL}}<button class="btn quiet xs" name="seen" value="{{SEEN}}" formaction="{{ACTION}}">Cancel<span class="vh"> operation {{ID}}</span></button>{{/CANCEL}}{{#ASK_CANCEL}}<a class="btn quiet xs" href="{{LINK}}">Cancel…<span class="vh"> operation {{ID}}</span></a>{{/ASK_CANCEL}}</td>{{/CAN_CHANGE}}</tr>
{{/OPERATION}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{>Selection/_selection-bar}}
<div class="pager"><span>{{POSITION}}{{>Selection/_select-links}}</span>{{>Selection/_pager}}</div>
</form>
</div>
{{>Frame/_bottom}}
