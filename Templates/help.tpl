{{>frame/_top}}
<div class="head">
<div>
<h1>Help</h1>
<p class="sub">Keys, words, and where to look when something is stuck.</p>
</div>
</div>
<div class="cols">
<section aria-labelledby="h-keys"><h2 id="h-keys">Keys</h2>
<p class="after">Everything has a visible control too. Single keys rest while you type, and can be switched off.</p>
{{>frame/_keys}}</section>
<section aria-labelledby="h-words"><h2 id="h-words">Words</h2>
<dl class="kv">
<dt>Store</dt><dd>One local copy of a server’s tables. “Here” is the store, “there” is the server.</dd>
<dt>Operation</dt><dd>A change made here that waits to be sent: insert, update, delete or undelete.</dd>
<dt>Push</dt><dd>Sends the waiting operations.</dd>
<dt>Pull</dt><dd>Fetches what changed on the server. It never overwrites a row that waits to be sent.</dd>
<dt>Conflict</dt><dd>The row changed here and there. Nothing is lost; a person chooses.</dd>
<dt>Base</dt><dd>The server’s copy that this store had last, before your change.</dd>
<dt>Soft delete</dt><dd>The row is marked and can come back. A hard delete removes it for good.</dd>
<dt>Delta token</dt><dd>Up to where the server’s changes were fetched.</dd>
<dt>Reconcile</dt><dd>Compares all ids and versions here and there, and changes nothing by itself.</dd>
<dt>Purge</dt><dd>Drops local copies. The server’s rows stay and come back with the next pull.</dd>
</dl></section>
</div>
<section aria-labelledby="h-stuck"><h2 id="h-stuck">When something is stuck</h2>
<ol class="steps-text">
<li>The overview says in one sentence whether anything needs you.</li>
<li>The page of a row tells step by step why it is not synced, and where it stops.</li>
<li>Errors and conflicts are grouped by cause; each says what happens to the data and what to do.</li>
<li>For a ticket, open the row’s Passport: everything on one page, covered as you choose.</li>
<li>Most actions can be undone from the message after them, and later from the audit.</li>
</ol></section>
{{>frame/_bottom}}
