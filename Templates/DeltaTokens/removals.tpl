{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{TOKENS_LINK}}">Delta tokens</a></li></ol></nav>
<h1>Deletions without a table</h1>
<p class="sub">The server told that these records were deleted and not which table they were of. Pulls went on past them; nothing was removed here.</p>
</div>
</div>
<div class="grid" role="region" tabindex="0" aria-labelledby="cap-rem">
<table>
<caption id="cap-rem">{{SUMMARY}}</caption>
<thead>
<tr><th scope="col" class="key">Record</th><th scope="col">Told by</th><th scope="col" class="grow">Why no table was found</th><th scope="col">Told</th></tr>
</thead>
<tbody>
{{#ENTRY}}<tr><th scope="row" class="key"><code>{{ID}}</code></th><td>{{FEED}}</td><td class="grow">{{REASON}}</td><td>{{>Frame/_time}}</td></tr>
{{/ENTRY}}{{#EMPTY}}<tr><td class="z" colspan="4"><div><p><b>Every deletion found its table.</b></p><p>Servers with one feed for all tables name only the record; its table is found by the rows here, else by its name.</p></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{>Frame/_bottom}}
