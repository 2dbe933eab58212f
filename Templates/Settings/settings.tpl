{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li><li><a href="{{STORE_LINK}}">{{STORE}}</a></li></ol></nav>
<h1>{{HEADLINE}}</h1>
<p class="sub">Changes apply when saved. A run in progress finishes with the settings it started with. File: <code>{{FILE}}</code></p>
</div>
</div>
{{#LOCKED}}<div class="note warn" role="note"><p><b>These settings are read-only.</b></p><p>{{TEXT}} Change the file at its source.</p></div>
{{/LOCKED}}{{>Frame/_form-errors}}{{#STALE}}<div class="note warn" role="alert" aria-labelledby="st" tabindex="-1" autofocus>
<p id="st"><b>These settings changed while you were editing.</b></p>
<p>Nothing was saved; your changes are kept below. Saving again replaces these values in the file.</p>
{{#OTHERS}}<p>Also changed in the file, and kept: {{OTHERS}}.</p>
{{/OTHERS}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-st"><table><caption id="cap-st">Differences</caption><thead><tr><th scope="col" class="key">Setting</th><th scope="col">In the file now</th><th scope="col">In your form</th></tr></thead><tbody>
{{#CHANGE}}<tr><th scope="row" class="key">{{SETTING_LABEL}}</th><td class="wrap">{{THEIRS}}</td><td class="wrap">{{OURS}}</td></tr>
{{/CHANGE}}</tbody></table></div>
<div class="acts"><a class="btn s" href="{{RELOAD_LINK}}">Reload from file</a></div>
</div>
{{/STALE}}{{#PROBED}}{{>Settings/_connection-test}}{{/PROBED}}<div class="with-toc"><nav class="toc" aria-label="Sections"><a href="#h-store">Store</a><a href="#h-remote">{{REMOTE_TITLE}}</a><a href="#h-tables">Tables</a>{{#SECTION}}<a href="#{{SECTION_ID}}">{{TITLE}}</a>{{/SECTION}}{{#REMOVE}}<a href="#h-remove">Remove store</a>{{/REMOVE}}</nav>
<div><form{{#MAY_CHANGE}} method="post" action="{{SAVE_ACTION}}"{{/MAY_CHANGE}} class="edit" novalidate>
{{#LOOK_ONLY}}<fieldset disabled>
{{/LOOK_ONLY}}{{>Frame/_csrf}}<input type="hidden" name="remote.kind" value="{{REMOTE_KIND}}"><input type="hidden" name="ifState" value="{{STATE}}"><input type="hidden" name="opened" value="{{OPENED}}">
{{#MOVED}}<div class="note warn" role="alert" aria-labelledby="mv" tabindex="-1" autofocus><p id="mv"><b>The server address changes from {{OLD}} to {{NEW}}.</b> Nothing was saved yet.</p><ul>{{#HELD}}<li>{{TEXT}}</li>{{/HELD}}</ul>
<input type="hidden" name="askedAddress" value="{{NEW}}">
<fieldset{{#UNANSWERED}} aria-describedby="e-{{ANSWER_ID}}"{{/UNANSWERED}}><legend>Is this the same server?</legend>
{{#UNANSWERED}}<p class="err" id="e-{{ANSWER_ID}}">Choose one of the two.</p>
{{/UNANSWERED}}<label class="check"><input type="radio" id="{{ANSWER_ID}}" name="serverChange" value="same"> <span>Yes, the same server<span class="hint">Rows, queue and delta tokens are kept.</span></span></label>
<label class="check"><input type="radio" name="serverChange" value="other"> <span>No, a different server<span class="hint">Delta tokens are reset, so the next pull reads all rows. Rows missing there are kept until a reconcile removes them. For a server with different data, add another store instead.</span></span></label>
</fieldset></div>
{{/MOVED}}<section class="set" aria-labelledby="h-store"><h2 id="h-store">Store</h2>
<div class="fields">{{#SETTING}}{{>Settings/_setting}}{{/SETTING}}</div></section>
<section class="set" aria-labelledby="h-remote"><h2 id="h-remote">{{REMOTE_TITLE}}</h2>
<p class="sub">{{REMOTE_TEXT}}</p>
{{#REMOTE_SETTING}}{{>Settings/_setting}}{{/REMOTE_SETTING}}{{#REMOTE_ADVANCED}}{{>Settings/_advanced}}{{/REMOTE_ADVANCED}}</section>
<section class="set" aria-labelledby="h-tables"><h2 id="h-tables">Tables</h2><p class="sub">Without a query, a pull reads all rows. Filters use the server’s query language.</p>
{{#TABLE}}<details class="panel"{{#ANCHOR}} id="{{ANCHOR}}"{{/ANCHOR}}{{#OPEN}} open{{/OPEN}}><summary>{{LEGEND}} <span class="mut">{{SUMMARY}}</span></summary><input type="hidden" name="{{PREFIX}}was" value="{{WAS}}">
<div class="fields">{{#NAMED}}{{>Settings/_setting-input}}{{/NAMED}}{{#OF_KIND}}{{>Settings/_setting-input}}{{/OF_KIND}}{{#DEPENDS}}{{>Settings/_setting-input}}{{/DEPENDS}}{{#DELETION}}{{>Settings/_setting-select}}{{/DELETION}}{{#DELETION_COLUMN}}{{>Settings/_setting-input}}{{/DELETION_COLUMN}}{{#QUERY}}{{#QUERY_ID}}{{>Settings/_setting-input}}{{/QUERY_ID}}{{#QUERY_FILTER}}{{>Settings/_setting-input}}{{/QUERY_FILTER}}{{/QUERY}}</div>
{{#REMOVABLE}}<label class="check"><input type="checkbox" name="{{PREFIX}}remove" value="1"> <span>Remove the settings of {{LEGEND}}<span class="hint">{{REMOVABLE}}</span></span></label>
{{/REMOVABLE}}</details>
{{/TABLE}}</section>
{{#SECTION}}<section class="set" aria-labelledby="{{SECTION_ID}}"><h2 id="{{SECTION_ID}}">{{TITLE}}</h2>
<p class="sub">{{TEXT}}</p>
<div class="fields">{{#FIELD}}{{>Settings/_setting}}{{/FIELD}}</div>
{{#ADVANCED}}{{>Settings/_advanced}}{{/ADVANCED}}</section>
{{/SECTION}}{{#LOOK_ONLY}}</fieldset>
{{/LOOK_ONLY}}{{#MAY_CHANGE}}<div class="bar stick">{{#MAY_SAVE}}<button class="btn primary">Save changes</button>{{/MAY_SAVE}}<a class="btn quiet" href="{{CANCEL_LINK}}">Cancel</a><button class="btn" name="do" value="probe"{{>Frame/_needs-server}}>Test connection</button><button class="btn" name="do" value="table">Add table</button><output class="r hint" data-changes></output></div>
{{/MAY_CHANGE}}</form>
{{#REMOVE}}<section class="set" aria-labelledby="h-remove"><h2 id="h-remove">Remove store</h2>
<div class="setrow"><span>Remove {{STORE_NAME}} from this console<small>Moves its file aside with all rows and pending changes. The server is not changed.</small></span><a class="btn danger" href="{{REMOVE_LINK}}">Remove store…</a></div></section>
{{/REMOVE}}</div></div>
{{>Frame/_bottom}}
