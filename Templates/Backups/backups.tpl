{{>Frame/_top}}
<div class="head">
<div>
<h1>Backups</h1>
<p class="sub">All stores and the console, copied to <code>{{DIRECTORY}}</code>. {{SCHEDULE}}</p>
</div>
{{#MAY_MAKE}}<div class="acts"><form method="post" action="{{BACKUPS_URL}}">{{>Frame/_csrf}}<button class="btn primary">Back up now</button></form></div>{{/MAY_MAKE}}{{#RUNNING}}<div class="acts"><a class="btn" href="{{BACKUPS_URL}}">Refresh</a></div>{{/RUNNING}}
</div>
{{#RUNNING}}<div class="state now" data-renew="2000">
<div><p class="say" role="status">{{SAY}}</p>
<progress class="big"{{#BAR}} max="{{MAX}}" value="{{VALUE}}"{{/BAR}} aria-label="Backup in progress"></progress></div>
</div>
<p class="mut" data-noscript="1"><small>Without script this page does not update. Use Refresh.</small></p>
{{/RUNNING}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="grid" role="region" tabindex="0" aria-labelledby="cap-backups">
<table>
<caption id="cap-backups">Last backups, newest first</caption>
<thead>
<tr><th scope="col" class="key">Started</th><th scope="col">Result</th><th scope="col" class="grow">Folder</th><th scope="col" class="num">Files</th><th scope="col" class="num">Size</th><th scope="col" class="num">Duration</th><th scope="col">By</th></tr>
</thead>
<tbody>
{{#BACKUP}}<tr><th scope="row" class="key">{{#STARTED_TIME}}{{>Frame/_time}}{{/STARTED_TIME}}</th><td><span class="chip {{STATE_LOOK}}">{{STATE}}</span></td><td class="grow"><code>{{FOLDER}}</code>{{#FAILED}}<br>{{FAILURE}}{{/FAILED}}</td><td class="num">{{FILES}}</td><td class="num">{{SIZE}}</td><td class="num">{{TOOK}}</td><td>{{WHO}}</td></tr>
{{/BACKUP}}{{#EMPTY}}<tr><td class="z" colspan="7"><div><p><b>No backups yet.</b></p><p>Backups made by <code>syncline backup</code> are not listed here.</p></div></td></tr>
{{/EMPTY}}{{#NO_MATCHES}}<tr><td class="z" colspan="7"><div><p><b>No backups match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_MATCHES}}</tbody>
</table>
</div>
<p class="after">Restore a backup with <code>syncline restore DIR</code> while the console is stopped. A backup holds password hashes and secrets: protect its folder.</p>
{{>Frame/_bottom}}
