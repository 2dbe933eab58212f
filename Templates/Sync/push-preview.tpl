{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{SYNC_LINK}}">Sync</a></li></ol></nav>
<h1 tabindex="-1" autofocus>Push preview</h1>
{{#CHECKED}}<p class="sub">Checked against the server {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}. Nothing has been sent or changed. {{SUMMARY}}</p>
{{/CHECKED}}{{#UNASKED}}<p class="sub">No request was sent to the server. {{SUMMARY}}</p>
{{/UNASKED}}{{#UNCHECKED}}<p class="sub">{{SUMMARY}}</p>
{{/UNCHECKED}}</div>
{{#LISTED}}<div class="acts"><a class="btn" href="{{SYNC_LINK}}">{{CLOSE_WORDS}}</a>{{#USED}}<form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="btn primary"{{>Frame/_needs-server}}>Preview again</button></form>{{/USED}}{{#CHECK}}<form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}{{#ONLY_TABLE}}<input type="hidden" name="tables" value="{{NAME}}">{{/ONLY_TABLE}}{{#ONLY_OPERATION}}<input type="hidden" name="operation" value="{{NUMBER}}">{{/ONLY_OPERATION}}<button class="btn{{#MAIN}} primary{{/MAIN}}"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#sync"></use></svg>Check again</button></form>{{/CHECK}}{{#CAN_PUSH}}<form method="post" action="{{PUSH_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="preview" value="{{PREVIEW_KEY}}"><button class="btn primary"{{>Frame/_needs-server}}>{{PUSH_WORDS}}</button></form>{{/CAN_PUSH}}</div>{{/LISTED}}
</div>
{{#EMPTY}}<p>Nothing to push. <a href="{{SYNC_LINK}}">Back to Sync</a></p>
{{/EMPTY}}{{#UNCHECKED}}<div class="note warn" role="status"><p><b>{{HEADLINE}}</b> {{REASON}}</p><p>{{TEXT}}</p></div>
{{/UNCHECKED}}{{#USED}}<div class="note"><p><b>This preview was used by <a href="{{LINK}}">{{RUN}}</a>.</b> Preview again to see what is left to send.</p></div>
{{/USED}}{{#CAN_PUSH}}<p class="after">Only these operations are sent, and only if they are unchanged. Later changes stay in the queue. The run report lists what differed from the preview.</p>
{{/CAN_PUSH}}{{#BLOCKED}}<section aria-labelledby="h-blocked">
<div class="sh"><h2 id="h-blocked">Not sent</h2></div>
{{>Overview/_attention}}
</section>
{{/BLOCKED}}{{#TABS}}{{>Frame/_tabs}}
{{/TABS}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}{{#LISTED}}<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-prev">
<table>
<caption id="cap-prev">{{CAPTION}}</caption>
<thead>
<tr><th scope="col" class="key">Row</th><th scope="col" class="st">Expected</th><th scope="col" class="wrap">Detail</th><th scope="col">Operation</th><th scope="col">Table</th><th scope="col" class="num">Request</th></tr>
</thead>
<tbody>
{{#OPERATION}}<tr class="{{ROW_CLASS}}"><th scope="row" class="key grow"><a href="{{ROW_LINK}}">{{NAME}}</a></th><td class="st">{{#CHIPPED}}<span class="chip {{CHIP_LOOK}}">{{EXPECTED}}</span>{{/CHIPPED}}{{#USUAL}}<span class="chip done">Accept</span>{{/USUAL}}</td><td class="wrap mut">{{BECAUSE}}</td><td><a class="plain name" href="{{LINK}}">{{TITLE}}</a></td><td>{{TABLE}}</td><td class="num"><code>{{METHOD}}</code> {{SIZE}}</td></tr>
{{/OPERATION}}{{#NO_MATCHES}}<tr><td class="z" colspan="6"><div><p><b>No operations match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
{{/LISTED}}{{>Frame/_bottom}}
