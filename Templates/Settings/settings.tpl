{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li>{{#CRUMB}}<li><a href="{{STORE_LINK}}">{{STORE}}</a></li>{{/CRUMB}}</ol></nav>
<h1>{{HEADLINE}}</h1>
<p class="sub">Kept in <code>{{FILE}}</code>. The console follows that file, whoever changes it; a run under way ends with the settings it began with.</p>
</div>
{{#REMOVE}}<div class="acts"><a class="btn danger" href="{{REMOVE_LINK}}">Remove this store…</a></div>{{/REMOVE}}
</div>
{{#LOCKED}}<div class="note warn" role="note"><p><b>These settings can only be looked at.</b></p><p>{{TEXT}} Change the file where it comes from.</p></div>
{{/LOCKED}}{{>Frame/_form-errors}}{{#STALE}}<div class="note warn" role="alert" aria-labelledby="st" tabindex="-1" autofocus>
<p id="st"><b>These settings changed while you were editing.</b></p>
<p>Your typing is kept below and nothing has been saved. Saving again replaces what the file has now.</p>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-st"><table><caption id="cap-st">What differs</caption><thead><tr><th scope="col" class="key">Setting</th><th scope="col">In the file now</th><th scope="col">In your form</th></tr></thead><tbody>
{{#CHANGE}}<tr><th scope="row" class="key"><code>{{PATH}}</code></th><td class="wrap">{{THEIRS}}</td><td class="wrap">{{OURS}}</td></tr>
{{/CHANGE}}{{#NO_CHANGES}}<tr><td class="z" colspan="3"><div><p>Nothing: somebody made the same change.</p></div></td></tr>
{{/NO_CHANGES}}</tbody></table></div>
<div class="acts"><a class="btn s" href="{{RELOAD_LINK}}">Load what the file has</a></div>
</div>
{{/STALE}}{{#PROBED}}<section role="status" aria-labelledby="h-probe" tabindex="-1" autofocus><div class="sh"><h2 id="h-probe">Test of the connection</h2><p>Nothing was saved or written.</p></div>
<ol class="ladder">
{{#FINDING}}<li class="{{RESULT}}"><b><span class="vh">{{RESULT_WORD}}: </span>{{CHECK}}</b> <small>{{EVIDENCE}}</small></li>
{{/FINDING}}</ol>
</section>
{{/PROBED}}{{#KINDS}}<nav class="tabs" aria-label="Kind of server">{{#KIND}}<a href="{{KIND_LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{KIND_TITLE}}</a>{{/KIND}}</nav>
{{/KINDS}}<form{{#MAY_CHANGE}} method="post" action="{{SAVE_ACTION}}"{{/MAY_CHANGE}} class="edit" novalidate>
{{#LOOK_ONLY}}<fieldset disabled>
{{/LOOK_ONLY}}{{>Frame/_csrf}}{{#IS_NEW}}{{>Frame/_key}}{{/IS_NEW}}<input type="hidden" name="remote.kind" value="{{REMOTE_KIND}}"><input type="hidden" name="ifState" value="{{STATE}}">
{{#MOVED}}<div class="note warn" role="alert" aria-labelledby="mv" tabindex="-1" autofocus><p id="mv"><b>{{OLD}} becomes {{NEW}}.</b> Nothing was saved yet.</p><p>{{HELD}}</p>
<fieldset><legend>What is the new address?</legend>
<label class="check"><input type="radio" name="serverChange" value="same"> <span>The same server under another name<span class="hint">Rows, queue and delta tokens stay as they are.</span></span></label>
<label class="check"><input type="radio" name="serverChange" value="other"> <span>Another server<span class="hint">Its delta tokens are forgotten, so the next pull reads every row. Rows that are not there stay here until a reconcile removes them. For a server with other data add another store instead.</span></span></label>
</fieldset></div>
{{/MOVED}}<section class="panel" aria-labelledby="h-store"><h2 id="h-store">Store</h2>
{{#NAME_FIELD}}{{>Settings/_setting-input}}{{/NAME_FIELD}}{{#SETTING}}{{>Settings/_setting}}{{/SETTING}}</section>
<section class="panel" aria-labelledby="h-remote"><h2 id="h-remote">{{REMOTE_TITLE}}</h2>
<p class="mut">{{REMOTE_TEXT}}</p>
{{#REMOTE_SETTING}}{{>Settings/_setting}}{{/REMOTE_SETTING}}</section>
<section aria-labelledby="h-tables"><div class="sh"><h2 id="h-tables">Tables</h2><p>What a pull takes. Without a query the whole table is pulled; a filter is in the server’s own language.</p></div>
{{#TABLE}}<details class="panel"{{#OPEN}} open{{/OPEN}}><summary>{{LEGEND}} <span class="mut">{{SUMMARY}}</span></summary><input type="hidden" name="{{PREFIX}}was" value="{{WAS}}">
<div class="cols">{{#NAMED}}{{>Settings/_setting-input}}{{/NAMED}}{{#DEPENDS}}{{>Settings/_setting-input}}{{/DEPENDS}}{{#DELETION}}{{>Settings/_setting-select}}{{/DELETION}}{{#DELETION_COLUMN}}{{>Settings/_setting-input}}{{/DELETION_COLUMN}}{{#QUERY}}{{#QUERY_ID}}{{>Settings/_setting-input}}{{/QUERY_ID}}{{#QUERY_FILTER}}{{>Settings/_setting-input}}{{/QUERY_FILTER}}{{/QUERY}}</div>
{{#REMOVABLE}}<label class="check"><input type="checkbox" name="{{PREFIX}}remove" value="1"> <span>Leave {{LEGEND}} out of the settings<span class="hint">Its rows stay in this store and are pulled with the defaults until it is purged.</span></span></label>
{{/REMOVABLE}}</details>
{{/TABLE}}</section>
{{#SECTION}}<section class="panel" aria-labelledby="{{SECTION_ID}}"><h2 id="{{SECTION_ID}}">{{TITLE}}</h2>
<p class="mut">{{TEXT}}</p>
<div class="cols">{{#FIELD}}{{>Settings/_setting}}{{/FIELD}}</div></section>
{{/SECTION}}{{#LOOK_ONLY}}</fieldset>
{{/LOOK_ONLY}}{{#MAY_CHANGE}}<div class="bar">{{#MAY_SAVE}}<button class="btn primary">{{SAVE_LABEL}}</button>{{/MAY_SAVE}}<button class="btn" name="do" value="probe">Test the connection</button><button class="btn" name="do" value="table">One more table</button><a class="btn" href="{{CANCEL_LINK}}">Cancel</a></div>
{{/MAY_CHANGE}}{{#IS_NEW}}<p>Adding a store reads and writes nothing on the server. Its rows come with the first pull.</p>{{/IS_NEW}}
</form>
{{>Frame/_bottom}}
