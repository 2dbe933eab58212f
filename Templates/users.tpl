{{>frame/_top}}
<div class="head">
<div>
<h1>Users</h1>
<p class="sub">{{SUBTITLE}} Viewers look, operators change rows and run syncs, admins also purge, hard delete and manage users.</p>
</div>
</div>
{{#UNCONFIRMED}}<section class="panel" aria-labelledby="h-confirm"><h2 id="h-confirm">Show that it is you</h2>
<p>You signed in a while ago. Changing users and tokens takes your password again, for the next 10 minutes.</p>
<form method="post" action="{{CONFIRM_URL}}" class="line-form mt">{{>frame/_token}}<input name="username" value="{{USER}}" autocomplete="username" hidden><input type="hidden" name="back" value="users">
<div><label for="c-pass">Password</label><input id="c-pass" type="password" name="password" autocomplete="current-password" required></div>
<button class="btn">Confirm</button></form></section>
{{/UNCONFIRMED}}<section>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-users">
<table>
<caption id="cap-users">Users</caption>
<thead>
<tr><th scope="col" class="key">Name</th><th scope="col">Role</th><th scope="col">Added (UTC)</th><th scope="col">Signed in</th><th scope="col">One-time codes</th><th scope="col">New password</th><th scope="col" class="num">Remove</th></tr>
</thead>
<tbody>
{{#PERSON}}
<tr><th scope="row" class="key">{{NAME}}</th><td><form method="post" action="{{ROLE_URL}}" class="line-form">{{>frame/_token}}<select name="role" aria-label="Role of {{NAME}}">{{#ROLE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/ROLE_CHOICE}}</select> <button class="btn s">Set<span class="vh"> the role of {{NAME}}</span></button></form></td><td><time datetime="{{CREATED_ISO}}" title="{{CREATED_FULL}}">{{CREATED}}</time></td><td>{{#SIGNED_IN}}<time datetime="{{SIGNED_IN_AT_ISO}}" title="{{SIGNED_IN_AT_FULL}}">{{SIGNED_IN_AT}}</time>{{/SIGNED_IN}}{{#SIGNED_IN_NEVER}}<span class="mut">never</span>{{/SIGNED_IN_NEVER}}</td><td>{{#CODES}}On <a class="btn s danger" href="{{CODES_URL}}">Turn off…<span class="vh"> the one-time codes of {{NAME}}</span></a>{{/CODES}}{{#NO_CODES}}<span class="mut">off</span>{{/NO_CODES}}</td><td><form method="post" action="{{PASSWORD_URL}}" class="line-form">{{>frame/_token}}<input name="username" value="{{NAME}}" autocomplete="username" hidden><input type="password" name="password" aria-label="New password of {{NAME}}" autocomplete="new-password" minlength="8" required> <button class="btn s">Set<span class="vh"> the password of {{NAME}}</span></button></form></td><td class="num"><a class="btn s danger" href="{{REMOVE_URL}}">Remove…<span class="vh"> {{NAME}}</span></a></td></tr>
{{/PERSON}}
{{#NOBODY}}
<tr><td class="z" colspan="7"><div><p><b>Nobody yet.</b></p><p>You came in with a one-time link; add yourself as an admin below.</p></div></td></tr>
{{/NOBODY}}
</tbody>
</table>
</div>
<form method="post" action="{{USERS_URL}}" class="line-form window" aria-label="Add a user">
{{>frame/_token}}
<div><label for="u-name">Name</label><input id="u-name" name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required></div>
<div><label for="u-role">Role</label><select id="u-role" name="role">{{#ROLE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/ROLE_CHOICE}}</select></div>
<div><label for="u-pass">Password, at least 8 characters</label><input id="u-pass" name="password" type="password" autocomplete="new-password" minlength="8" required></div>
<button class="btn primary">Add user</button>
</form>
</section>
<section aria-labelledby="h-keys">
<div class="sh"><h2 id="h-keys">Tokens for scripts</h2></div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-keys">
<table>
<caption id="cap-keys">Tokens</caption>
<thead>
<tr><th scope="col" class="key">Name</th><th scope="col">Role</th><th scope="col">Made (UTC)</th><th scope="col">By</th><th scope="col">Store</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col" class="num">Revoke</th></tr>
</thead>
<tbody>
{{#KEY}}
<tr><th scope="row" class="key">{{NAME}}</th><td>{{KEY_ROLE}}</td><td><time datetime="{{CREATED_ISO}}" title="{{CREATED_FULL}}">{{CREATED}}</time></td><td>{{BY}}</td><td>{{KEY_STORE}}</td><td>{{#USED}}<time datetime="{{USED_AT_ISO}}" title="{{USED_AT_FULL}}">{{USED_AT}}</time>{{/USED}}{{#USED_NEVER}}<span class="mut">never</span>{{/USED_NEVER}}</td><td>{{#OVER}}<b>over</b>, {{/OVER}}{{#EXPIRES}}<time datetime="{{EXPIRES_AT_ISO}}" title="{{EXPIRES_AT_FULL}}">{{EXPIRES_AT}}</time>{{/EXPIRES}}{{#EXPIRES_NEVER}}<span class="mut">never</span>{{/EXPIRES_NEVER}}</td><td class="num"><a class="btn s danger" href="{{REVOKE_URL}}">Revoke…<span class="vh"> {{NAME}}</span></a></td></tr>
{{/KEY}}
{{#NO_KEY}}
<tr><td class="z" colspan="8"><div><p><b>No tokens.</b></p><p>A script needs one to read or change anything here.</p></div></td></tr>
{{/NO_KEY}}
</tbody>
</table>
</div>
<form method="post" action="{{API_TOKENS_URL}}" class="line-form window" aria-label="Make a token">
{{>frame/_token}}
<div><label for="k-name">Name</label><input id="k-name" name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required></div>
<div><label for="k-role">Role</label><select id="k-role" name="role">{{#ROLE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/ROLE_CHOICE}}</select></div>
<div><label for="k-store">Store</label><select id="k-store" name="store"><option value="">All stores</option>{{#STORE_CHOICE}}<option>{{CHOICE}}</option>{{/STORE_CHOICE}}</select></div>
<div><label for="k-days">Good for</label><select id="k-days" name="days"><option value="30">30 days</option><option value="90">90 days</option><option value="365">a year</option><option value="never">until it is revoked</option></select></div>
<button class="btn">Make token</button>
</form>
</section>
<section aria-labelledby="h-sessions">
<div class="sh"><h2 id="h-sessions">Sessions</h2></div>
{{>_session-table}}
</section>
{{>frame/_bottom}}
