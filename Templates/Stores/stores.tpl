{{>Frame/_top}}
<div class="head">
<div>
<h1>Stores</h1>
<p class="sub">{{SUBTITLE}}</p>
</div>
{{#ADD}}<div class="acts"><a class="btn" href="{{ADD_URL}}">Add a store</a></div>{{/ADD}}
</div>
{{#BROKEN}}<div class="note fail" role="alert"><p><b>The configuration file cannot be used as it stands; the console goes on with what it read before.</b></p><p><code>{{FILE}}</code></p><ul>{{#MISTAKE}}<li>{{TEXT}}</li>{{/MISTAKE}}</ul></div>
{{/BROKEN}}{{#UNREADY}}<div class="note fail" role="alert"><p><b>The store <a href="{{LINK}}">{{STORE}}</a> cannot ask its server.</b></p><p>{{TEXT}} Its rows and its queue are here; the console looks again every few seconds.</p></div>
{{/UNREADY}}{{#UNUSABLE}}<div class="note fail" role="alert"><p><b>The store <a href="{{LINK}}">{{STORE}}</a> cannot be used.</b> {{TEXT}}</p><p>{{REMEDY}} The console tries again every few seconds.</p></div>
{{/UNUSABLE}}{{#EMPTY}}
<div class="note"><p><b>No store is configured yet.</b></p><p>{{#ADD}}<a href="{{ADD_URL}}">Add one here</a>, or write{{/ADD}}{{#NO_ADD}}Write{{/NO_ADD}} it into <code>syncline.json</code> in the data directory: the console follows that file by itself. <code>syncline serve --demo</code> shows everything with rows of its own.</p></div>
{{/EMPTY}}
{{#TABLE}}
<div class="grid" role="region" tabindex="0" aria-labelledby="cap-stores">
<table>
<caption id="cap-stores">Stores</caption>
<thead>
<tr><th scope="col" class="key">Store</th><th scope="col">State</th><th scope="col">Environment</th><th scope="col">Remote</th><th scope="col" class="grow">Address</th><th scope="col" class="num">Live rows</th><th scope="col" class="num">Pending</th><th scope="col">Last run</th></tr>
</thead>
<tbody>
{{#STORE}}
<tr><th scope="row" class="key"><a href="{{URL}}">{{STORE_KEY}}</a></th><td><span class="chip {{STATE_LOOK}}">{{STATE}}</span></td><td><span class="env{{#PROD}} prod{{/PROD}}">{{STORE_ENVIRONMENT}}</span></td><td>{{REMOTE}}</td><td class="grow mut"><code>{{ADDRESS}}</code></td><td class="num">{{LIVE}}</td><td class="num{{#NO_PENDING}} zero{{/NO_PENDING}}">{{PENDING}}</td><td>{{#LAST}}{{#LAST_AT_TIME}}{{>Frame/_time}}{{/LAST_AT_TIME}}{{/LAST}}{{#NEVER}}<span class="mut">never</span>{{/NEVER}}</td></tr>
{{/STORE}}
</tbody>
</table>
</div>
{{/TABLE}}
{{>Frame/_bottom}}
