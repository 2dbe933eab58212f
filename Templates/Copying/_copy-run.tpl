{{#ROWS_COPIED}}<section aria-labelledby="h-copied"><h2 class="gaph" id="h-copied">Tables</h2>
<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-copied">
<table>
<caption id="cap-copied">Rows of {{FROM}} copied into {{STORE}}</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col" class="num">New</th><th scope="col" class="num">Changed</th><th scope="col" class="num">Same</th><th scope="col" class="num">Skipped</th><th scope="col" class="num">Only here</th><th scope="col"><span class="vh">Undo</span></th></tr>
</thead>
<tbody>
{{#TABLE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td class="go">{{#ENTRY}}<a class="btn quiet xs" href="{{LINK}}">Undo…<span class="vh"> the copy of {{NAME}}</span></a>{{/ENTRY}}</td></tr>
{{/TABLE}}</tbody>
</table>
</div>
</section>
{{/ROWS_COPIED}}{{#SKIPPED}}<details class="mt"><summary>{{SKIPPED_COUNT}} of {{TABLE_NAME}} skipped</summary>
<ul>{{#ROW}}<li><a href="{{ROW_LINK}}"><code>{{ID}}</code></a>: {{REASON}}</li>{{/ROW}}{{#MORE}}<li>and {{MORE_COUNT}} more</li>{{/MORE}}</ul></details>
{{/SKIPPED}}{{#VERIFIED}}<section aria-labelledby="h-verified"><h2 class="gaph" id="h-verified">Both stores</h2>
<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-verified">
<table>
<caption id="cap-verified">{{STORE}} compared with {{FROM}}, and both with their servers</caption>
<thead>
<tr><th scope="col" class="key">Table</th><th scope="col" class="num">Rows there</th><th scope="col" class="num">Rows here</th><th scope="col">Digest there</th><th scope="col">Digest here</th><th scope="col" class="grow">Result</th></tr>
</thead>
<tbody>
{{#TABLE}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a></th>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td data-l="Digest there"><code>{{DIGEST_THERE}}</code></td><td data-l="Digest here"><code>{{DIGEST_HERE}}</code></td><td class="grow wrap"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span>{{#OBJECTION}} {{TEXT}}{{/OBJECTION}}</td></tr>
{{/TABLE}}</tbody>
</table>
</div>
<p class="hint">A digest is over the ids and values of a table’s live rows that are copied; created and updated times are not part of it.</p>
</section>
{{/VERIFIED}}