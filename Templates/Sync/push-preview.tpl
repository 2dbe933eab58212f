{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{SYNC_LINK}}">Sync</a></li></ol></nav>
<h1 tabindex="-1" autofocus>Preview of the push</h1>
<p class="sub">Taken {{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}} by reading only. Nothing was written. {{SUMMARY}}</p>
</div>
<div class="acts"><a class="btn" href="{{SYNC_LINK}}">{{CLOSE_WORDS}}</a>{{#USED}}<form method="post" action="{{PREVIEW_ACTION}}">{{>Frame/_csrf}}<button class="btn primary">Preview again</button></form>{{/USED}}{{#CAN_PUSH}}<form method="post" action="{{PUSH_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="preview" value="{{PREVIEW_KEY}}"><button class="btn primary">{{PUSH_WORDS}}</button></form>{{/CAN_PUSH}}</div>
</div>
{{#USED}}<div class="note"><p><b>This preview was used, by <a href="{{LINK}}">{{RUN}}</a>.</b> Preview again to see what is left to send, as it is now.</p></div>
{{/USED}}{{#CAN_PUSH}}<p class="after">Only what stands here is sent, and each operation only while it is as you see it now. What changes or comes in the meantime stays in the queue. The report of the run says where it went otherwise.</p>
{{/CAN_PUSH}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-prev">
<table>
<caption id="cap-prev">{{CAPTION}}</caption>
<thead>
<tr><th scope="col" class="key">Operation</th><th scope="col">Table</th><th scope="col">Row</th><th scope="col">Request</th><th scope="col">Expected</th><th scope="col" class="grow">Because</th></tr>
</thead>
<tbody>
{{#OPERATION}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{ID}} {{KIND}}</a></th><td>{{TABLE}}</td><td><a class="plain name" href="{{ROW_LINK}}">{{NAME}}</a></td><td><code>{{METHOD}}</code> {{SIZE}}</td><td>{{#CHIPPED}}<span class="chip {{CHIP_LOOK}}">{{EXPECTED}}</span>{{/CHIPPED}}{{#USUAL}}{{EXPECTED}}{{/USUAL}}</td><td class="grow mut">{{BECAUSE}}</td></tr>
{{/OPERATION}}{{#EMPTY}}<tr><td class="z" colspan="6"><div><p><b>Nothing to send.</b></p><p>No operation waits in the queue.</p></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{#PAGES}}<nav class="pager" aria-label="Pages of the preview"><span>{{AT_PAGE}}</span><div class="acts">{{#BEFORE}}<a class="btn" href="{{LINK}}">Previous page</a>{{/BEFORE}}{{#AFTER}}<a class="btn" href="{{LINK}}">Next page</a>{{/AFTER}}<a class="btn" href="{{JSON_LINK}}">All as JSON</a></div></nav>
{{/PAGES}}{{>Frame/_bottom}}
