{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{TOKENS_LINK}}">Delta tokens</a></li></ol></nav>
<h1>Deletions without a table</h1>
<p class="sub">The server reported these deletions without a table. Pulls skipped them; nothing was removed here.</p>
</div>
</div>
{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid" role="region" tabindex="0" aria-labelledby="cap-rem">
<table>
<caption id="cap-rem">{{SUMMARY}}</caption>
<thead>
<tr><th scope="col" class="key">Record</th><th scope="col">Feed</th><th scope="col" class="grow">Reason</th><th scope="col">Reported</th></tr>
</thead>
<tbody>
{{#ENTRY}}<tr><th scope="row" class="key"><code>{{ID}}</code></th><td>{{FEED}}</td><td class="grow">{{REASON}}</td><td>{{>Frame/_time}}</td></tr>
{{/ENTRY}}{{#EMPTY}}<tr><td class="z" colspan="4"><div><p><b>No deletions without a table.</b></p><p>A server with one feed for all tables reports only the record. Its table is looked up among the rows here, then by record name.</p></div></td></tr>
{{/EMPTY}}{{#NO_MATCHES}}<tr><td class="z" colspan="4"><div><p><b>No deletions match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
{{>Frame/_bottom}}
