{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{SYNC_LINK}}">Sync</a></li></ol></nav>
<h1 tabindex="-1" autofocus>Pull preview</h1>
{{#CHECKED}}<p class="sub">Checked against the server {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}. Nothing has been sent or changed. {{SUMMARY}}</p>
{{/CHECKED}}{{#UNASKED}}<p class="sub">No request was sent to the server. {{SUMMARY}}</p>
{{/UNASKED}}{{#UNCHECKED}}<p class="sub">{{SUMMARY}}</p>
{{/UNCHECKED}}</div>
<div class="acts"><a class="btn" href="{{SYNC_LINK}}">{{CLOSE_WORDS}}</a>{{#AGAIN}}<form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}{{#ASKED}}<input type="hidden" name="tables" value="{{NAME}}">{{/ASKED}}{{#FULL}}<input type="hidden" name="full" value="1">{{/FULL}}<button class="btn primary"{{>Frame/_needs-server}}>Preview again</button></form>{{/AGAIN}}{{#CAN_PULL}}<form method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="preview" value="{{PREVIEW_KEY}}"><button class="btn primary"{{>Frame/_needs-server}}>{{PULL_WORDS}}</button></form>{{/CAN_PULL}}</div>
</div>
{{#UNCHECKED}}<div class="note warn" role="status"><p><b>{{HEADLINE}}</b> {{REASON}}</p><p>{{TEXT}}</p></div>
{{/UNCHECKED}}{{#USED}}<div class="note"><p><b>This preview was used by <a href="{{LINK}}">{{RUN}}</a>.</b> Preview again to see the current state.</p></div>
{{/USED}}{{#PUSHED_FIRST}}<div class="note"><p>{{TEXT}}</p></div>
{{/PUSHED_FIRST}}{{#REMARK}}<div class="note"><p>{{TEXT}}</p></div>
{{/REMARK}}<section aria-labelledby="h-counts"><div class="sh"><h2 id="h-counts">By table</h2></div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-counts">
<table>
<caption id="cap-counts">Expected changes by table</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col">Query</th><th scope="col" class="num">New</th><th scope="col" class="num">Changed</th><th scope="col" class="num">Deleted</th><th scope="col" class="num">Kept</th><th scope="col" class="num">Unchanged</th><th scope="col">Read</th></tr>
</thead>
<tbody>
{{#QUERY}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{TABLE}}</a></th><td><code>{{QUERY_ID}}</code></td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}">{{VALUE}}</td>{{/FIGURE}}<td><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td></tr>
{{/QUERY}}{{#NO_QUERIES}}<tr><td class="z" colspan="8"><div><p><b>Nothing to pull.</b></p><p>This store has no tables yet.</p></div></td></tr>
{{/NO_QUERIES}}</tbody>
</table>
</div>
</section>
<section aria-labelledby="h-examples"><div class="sh"><h2 id="h-examples">Examples</h2></div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-examples">
<table>
<caption id="cap-examples">First rows of each kind</caption>
<thead>
<tr><th scope="col" class="st">Effect</th><th scope="col" class="key">Row</th><th scope="col">Table</th><th scope="col" class="grow">Detail</th></tr>
</thead>
<tbody>
{{#EXAMPLE}}<tr><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><th scope="row" class="key">{{#HERE}}<a class="plain" href="{{ROW_LINK}}"><code class="id"><span class="cut">{{ITEM_START}}</span>{{ITEM_END}}</code></a>{{/HERE}}{{#ELSEWHERE}}<code class="id"><span class="cut">{{ITEM_START}}</span>{{ITEM_END}}</code>{{/ELSEWHERE}}</th><td>{{TABLE}}</td><td class="grow mut">{{BECAUSE}}</td></tr>
{{/EXAMPLE}}{{#NO_EXAMPLES}}<tr><td class="z" colspan="4"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div></td></tr>
{{/NO_EXAMPLES}}</tbody>
</table>
</div>
</section>
{{>Frame/_bottom}}
