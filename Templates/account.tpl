{{>frame/_top}}
<div class="head">
<div>
<h1>Account</h1>
<p class="sub">{{ACCOUNT_NAME}}, {{ACCOUNT_ROLE}}. <a href="{{ALL_SESSIONS_URL}}">Where you are signed in</a></p>
</div>
</div>
{{#BY_LINK}}<div class="note"><p><b>You signed in with a one-time link.</b></p><p>It belongs to no user, so there is no password and nothing to set up here. Add yourself under Users, then sign in with your name.</p></div>
{{/BY_LINK}}{{#OWN}}{{#UNCONFIRMED}}<section class="panel" aria-labelledby="h-confirm"><h2 id="h-confirm">Show that it is you</h2>
<p>Changing users and tokens takes the password again, for the next 10 minutes.</p>
<form method="post" action="{{CONFIRM_URL}}" class="line-form mt">{{>frame/_token}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden><input type="hidden" name="back" value="users">
<div><label for="c-pass">Password</label><input id="c-pass" type="password" name="password" autocomplete="current-password" required></div>
<button class="btn">Confirm</button></form></section>
{{/UNCONFIRMED}}<section aria-labelledby="h-pass"><h2 class="gaph" id="h-pass">Password</h2>
<form method="post" action="{{PASSWORD_URL}}" class="line-form window">{{>frame/_token}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div><label for="p-old">Current password</label><input id="p-old" type="password" name="password" autocomplete="current-password" required></div>
<div><label for="p-new">New password, at least 8 characters</label><input id="p-new" type="password" name="newPassword" autocomplete="new-password" minlength="8" required></div>
<button class="btn">Change password</button></form></section>
<section aria-labelledby="h-factor"><h2 class="gaph" id="h-factor">One-time codes</h2>
{{#NO_FACTOR}}<p class="after">Off. With them, signing in takes the password and a code that an app on your phone shows.</p>
<div class="acts"><a class="btn" href="{{FACTOR_URL}}">Set up one-time codes…</a></div>
{{/NO_FACTOR}}{{#FACTOR}}<p class="after">On since <time datetime="{{SINCE_ISO}}" title="{{SINCE_FULL}}">{{SINCE}}</time>. {{LEFT}} left.</p>
{{#FEW_LEFT}}<div class="note warn"><p><b>Few recovery codes are left.</b> Make new ones before the last is used.</p></div>
{{/FEW_LEFT}}<form method="post" class="line-form window">{{>frame/_token}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div><label for="f-pass">Password</label><input id="f-pass" type="password" name="password" autocomplete="current-password" required></div>
<button class="btn" formaction="{{RENEW_URL}}">Make new recovery codes</button><button class="btn danger" formaction="{{REMOVE_URL}}">Turn one-time codes off</button></form>
{{/FACTOR}}</section>
{{/OWN}}{{>frame/_bottom}}
