{{>Frame/_top}}
<div class="head">
<div>
<h1>Users and tokens</h1>
<p class="sub">{{SUBTITLE}} Viewers can read. Operators can also change rows and run syncs. Admins can also purge, hard delete and manage users.</p>
</div>
{{#ADD_USER}}<div class="acts"><a class="btn primary" href="#u-name"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>Add user</a></div>{{/ADD_USER}}
</div>
{{>Frame/_form-errors}}{{#UNCONFIRMED}}<section class="panel" aria-labelledby="h-confirm"><h2 id="h-confirm">Confirm your password</h2>
<p>Enter your password to change users and API tokens. You are not asked again for 10 minutes.</p>
<form method="post" action="{{CONFIRM_URL}}" class="line-form mt">{{>Frame/_csrf}}<input name="username" value="{{USER}}" autocomplete="username" hidden><input type="hidden" name="back" value="users">
<div><label for="c-pass">Password</label><input id="c-pass" type="password" name="password" autocomplete="current-password" required{{#C_PASS_ERROR}} aria-invalid="true" aria-describedby="e-c-pass"{{/C_PASS_ERROR}}>{{#C_PASS_ERROR}}<span class="err" id="e-c-pass">{{TEXT}}</span>{{/C_PASS_ERROR}}</div>
<button class="btn">Confirm password</button></form></section>
{{/UNCONFIRMED}}{{>Selection/_list-filter}}
<section>
<div class="sh"><h2>Users</h2></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-users">
<table>
<caption id="cap-users">Users</caption>
<thead>
<tr><th scope="col" class="key">Name</th><th scope="col">Role</th><th scope="col" class="w">Added</th><th scope="col">Last signed in</th><th scope="col">Two-factor</th>{{#MAY_ADD}}<th scope="col"><span class="vh">Actions</span></th>{{/MAY_ADD}}</tr>
</thead>
<tbody>
{{#PERSON}}
<tr><th scope="row" class="key"><span class="who"><span class="av" aria-hidden="true">{{INITIALS}}</span>{{NAME}}</span></th><td>{{#MAY_EDIT}}<form method="post" action="{{ROLE_URL}}" class="line-form">{{>Frame/_csrf}}<select id="{{ROLE_ID}}" name="role" aria-label="Role of {{NAME}}"{{#ROLE_ERROR}} aria-invalid="true" aria-describedby="e-{{ROLE_ID}}"{{/ROLE_ERROR}}>{{#ROLE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/ROLE_CHOICE}}</select> <button class="btn s">Save<span class="vh"> role of {{NAME}}</span></button></form>{{#ROLE_ERROR}}<span class="err wrap" id="e-{{ROLE_ID}}">{{TEXT}}</span>{{/ROLE_ERROR}}{{/MAY_EDIT}}{{#MAY_LOOK}}{{ROLE_WORD}}{{/MAY_LOOK}}</td><td class="w">{{#CREATED_TIME}}{{>Frame/_time}}{{/CREATED_TIME}}</td><td data-l="Last signed in">{{#SIGNED_IN}}{{#SIGNED_IN_AT_TIME}}{{>Frame/_time}}{{/SIGNED_IN_AT_TIME}}{{/SIGNED_IN}}{{#SIGNED_IN_NEVER}}<span class="mut">never</span>{{/SIGNED_IN_NEVER}}</td><td data-l="Two-factor">{{#CODES}}On{{/CODES}}{{#NO_CODES}}<span class="mut">off</span>{{/NO_CODES}}</td>{{#MAY_EDIT}}<td class="go"><details class="menu"><summary class="btn sq s"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">Actions for {{NAME}}</span></summary><div class="pop end"><a href="{{PASSWORD_URL}}">Change password…</a>{{#CODES}}<a href="{{CODES_URL}}">Turn off two-factor authentication…</a>{{/CODES}}<hr><a class="danger" href="{{REMOVE_URL}}">Remove user…</a></div></details></td>{{/MAY_EDIT}}</tr>
{{/PERSON}}
{{#NOBODY}}
<tr><td class="z" colspan="{{USER_SPAN}}"><div><p><b>No users yet.</b></p><p>You signed in with a one-time link.{{#MAY_ADD}} Add yourself as an admin below.{{/MAY_ADD}}</p></div></td></tr>
{{/NOBODY}}
{{#NO_USERS}}
<tr><td class="z" colspan="{{USER_SPAN}}"><div><p><b>No users match “{{NO_USERS}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_USERS}}
</tbody>
</table>
</div>
{{#ADD_USER}}<form method="post" action="{{USERS_URL}}" class="line-form window" aria-label="Add a user">
{{>Frame/_csrf}}{{>Frame/_key}}
<div><label for="u-name">Name</label><input id="u-name" name="name" value="{{U_NAME}}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required{{#U_NAME_ERROR}} aria-invalid="true" aria-describedby="e-u-name"{{/U_NAME_ERROR}}>{{#U_NAME_ERROR}}<span class="err" id="e-u-name">{{TEXT}}</span>{{/U_NAME_ERROR}}</div>
<div><label for="u-role">Role</label><select id="u-role" name="role"{{#U_ROLE_ERROR}} aria-invalid="true" aria-describedby="e-u-role"{{/U_ROLE_ERROR}}>{{#ROLE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/ROLE_CHOICE}}</select>{{#U_ROLE_ERROR}}<span class="err" id="e-u-role">{{TEXT}}</span>{{/U_ROLE_ERROR}}</div>
<div><label for="u-pass">Password, at least 8 characters</label><input id="u-pass" name="password" type="password" autocomplete="new-password" minlength="8" required{{#U_PASS_ERROR}} aria-invalid="true" aria-describedby="e-u-pass"{{/U_PASS_ERROR}}>{{#U_PASS_ERROR}}<span class="err" id="e-u-pass">{{TEXT}}</span>{{/U_PASS_ERROR}}</div>
<button class="btn">Add user</button>
</form>
{{/ADD_USER}}</section>
<section aria-labelledby="h-keys">
<div class="sh"><h2 id="h-keys">API tokens</h2></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-keys">
<table>
<caption id="cap-keys">API tokens of this console</caption>
<thead>
<tr><th scope="col" class="key">Name</th><th scope="col">Role</th><th scope="col" class="w">Created</th><th scope="col" class="w">By</th><th scope="col">Store</th><th scope="col">Last used</th><th scope="col">Expires</th>{{#MAY_ADD}}<th scope="col" class="num">Revoke</th>{{/MAY_ADD}}</tr>
</thead>
<tbody>
{{#KEY}}
<tr><th scope="row" class="key">{{NAME}}</th><td>{{KEY_ROLE}}{{#KEY_LIMIT}} <span class="mut">({{KEY_LIMIT}})</span>{{/KEY_LIMIT}}</td><td class="w">{{#CREATED_TIME}}{{>Frame/_time}}{{/CREATED_TIME}}</td><td class="w">{{BY}}</td><td data-l="Store">{{KEY_STORE}}</td><td data-l="Last used">{{#USED}}{{#USED_AT_TIME}}{{>Frame/_time}}{{/USED_AT_TIME}}{{/USED}}{{#USED_NEVER}}<span class="mut">never</span>{{/USED_NEVER}}</td><td data-l="Expires">{{#OVER}}<b>expired</b>, {{/OVER}}{{#EXPIRES}}{{#EXPIRES_AT_TIME}}{{>Frame/_time}}{{/EXPIRES_AT_TIME}}{{/EXPIRES}}{{#EXPIRES_NEVER}}<span class="mut">never</span>{{/EXPIRES_NEVER}}</td>{{#MAY_EDIT}}<td class="go"><a class="btn s danger" href="{{REVOKE_URL}}">Revoke…<span class="vh"> {{NAME}}</span></a></td>{{/MAY_EDIT}}</tr>
{{/KEY}}
{{#NO_KEY}}
<tr><td class="z" colspan="{{TOKEN_SPAN}}"><div><p><b>No API tokens.</b></p><p>Scripts sign in with an API token.</p></div></td></tr>
{{/NO_KEY}}
{{#NO_TOKENS}}
<tr><td class="z" colspan="{{TOKEN_SPAN}}"><div><p><b>No API tokens match “{{NO_TOKENS}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_TOKENS}}
</tbody>
</table>
</div>
{{#ADD_KEY}}<form method="post" action="{{API_TOKENS_URL}}" class="line-form window" aria-label="Create an API token">
{{>Frame/_csrf}}{{>Frame/_key}}
<div><label for="k-name">Name</label><input id="k-name" name="name" value="{{K_NAME}}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required{{#K_NAME_ERROR}} aria-invalid="true" aria-describedby="e-k-name"{{/K_NAME_ERROR}}>{{#K_NAME_ERROR}}<span class="err" id="e-k-name">{{TEXT}}</span>{{/K_NAME_ERROR}}</div>
<div><label for="k-role">Role</label><select id="k-role" name="role"{{#K_ROLE_ERROR}} aria-invalid="true" aria-describedby="e-k-role"{{/K_ROLE_ERROR}}>{{#ROLE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/ROLE_CHOICE}}</select>{{#K_ROLE_ERROR}}<span class="err" id="e-k-role">{{TEXT}}</span>{{/K_ROLE_ERROR}}</div>
<div><label for="k-store">Store</label><select id="k-store" name="store"{{#K_STORE_ERROR}} aria-invalid="true" aria-describedby="e-k-store"{{/K_STORE_ERROR}}><option value="">All stores</option>{{#STORE_CHOICE}}<option{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/STORE_CHOICE}}</select>{{#K_STORE_ERROR}}<span class="err" id="e-k-store">{{TEXT}}</span>{{/K_STORE_ERROR}}</div>
<div><label for="k-days">Expires after</label><select id="k-days" name="days"{{#K_DAYS_ERROR}} aria-invalid="true" aria-describedby="e-k-days"{{/K_DAYS_ERROR}}>{{#DAYS_CHOICE}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{CHOICE}}</option>{{/DAYS_CHOICE}}</select>{{#K_DAYS_ERROR}}<span class="err" id="e-k-days">{{TEXT}}</span>{{/K_DAYS_ERROR}}</div>
<button class="btn">Create token</button>
</form>
{{/ADD_KEY}}</section>
<section aria-labelledby="h-sessions">
<div class="sh"><h2 id="h-sessions">Sessions</h2></div>
{{>Accounts/_session-table}}
</section>
{{>Frame/_bottom}}
