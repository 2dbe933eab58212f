{{>Frame/_top}}
<div class="head">
<div>
<h1>Account</h1>
<p class="sub">{{ACCOUNT_NAME}}, {{ACCOUNT_ROLE}}. <a href="{{ALL_SESSIONS_URL}}">Where you are signed in</a></p>
</div>
</div>
{{>Frame/_form-errors}}{{#BY_LINK}}<div class="note"><p><b>You signed in with a one-time link.</b></p><p>It belongs to no user, so there is no password and nothing to set up here. Add yourself under Users, then sign in with your name.</p></div>
{{/BY_LINK}}{{#OWN}}{{#UNCONFIRMED}}<section class="panel" aria-labelledby="h-confirm"><h2 id="h-confirm">Show that it is you</h2>
<p>Changing users and tokens takes the password again, for the next 10 minutes.</p>
<form method="post" action="{{CONFIRM_URL}}" class="line-form mt">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden><input type="hidden" name="back" value="users">
<div><label for="c-pass">Password</label><input id="c-pass" type="password" name="password" autocomplete="current-password" required{{#C_PASS_ERROR}} aria-invalid="true" aria-describedby="e-c-pass"{{/C_PASS_ERROR}}>{{#C_PASS_ERROR}}<span class="err" id="e-c-pass">{{TEXT}}</span>{{/C_PASS_ERROR}}</div>
<button class="btn">Confirm</button></form></section>
{{/UNCONFIRMED}}<section aria-labelledby="h-pass"><h2 class="gaph" id="h-pass">Password</h2>
{{#MAY_EDIT}}<p class="after" id="pass-ends">{{ENDS}} This cannot be undone: the old password is not kept.</p>
<form method="post" action="{{PASSWORD_URL}}" class="line-form window" aria-label="Change the password" aria-describedby="pass-ends">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div><label for="p-old">Current password</label><input id="p-old" type="password" name="password" autocomplete="current-password" required{{#P_OLD_ERROR}} aria-invalid="true" aria-describedby="e-p-old"{{/P_OLD_ERROR}}>{{#P_OLD_ERROR}}<span class="err" id="e-p-old">{{TEXT}}</span>{{/P_OLD_ERROR}}</div>
<div><label for="p-new">New password, at least 8 characters</label><input id="p-new" type="password" name="newPassword" autocomplete="new-password" minlength="8" required{{#P_NEW_ERROR}} aria-invalid="true" aria-describedby="e-p-new"{{/P_NEW_ERROR}}>{{#P_NEW_ERROR}}<span class="err" id="e-p-new">{{TEXT}}</span>{{/P_NEW_ERROR}}</div>
<button class="btn">Change password</button></form>{{/MAY_EDIT}}{{#MAY_LOOK}}<p class="after">It can be changed in a console that is not read-only.</p>{{/MAY_LOOK}}</section>
<section aria-labelledby="h-factor"><h2 class="gaph" id="h-factor">One-time codes</h2>
{{#NO_FACTOR}}<p class="after">Off. With them, signing in takes the password and a code that an app on your phone shows.</p>
{{#MAY_EDIT}}<div class="acts"><a class="btn" href="{{FACTOR_URL}}">Set up one-time codes…</a></div>{{/MAY_EDIT}}
{{/NO_FACTOR}}{{#FACTOR}}<p class="after">On since {{#SINCE_TIME}}{{>Frame/_time}}{{/SINCE_TIME}}. {{LEFT}} left.</p>
{{#FEW_LEFT}}<div class="note warn"><p><b>Few recovery codes are left.</b> Make new ones before the last is used.</p></div>
{{/FEW_LEFT}}{{#MAY_EDIT}}<form method="post" class="line-form window" aria-label="One-time codes">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div><label for="f-pass">Password</label><input id="f-pass" type="password" name="password" autocomplete="current-password" required{{#F_PASS_ERROR}} aria-invalid="true" aria-describedby="e-f-pass"{{/F_PASS_ERROR}}>{{#F_PASS_ERROR}}<span class="err" id="e-f-pass">{{TEXT}}</span>{{/F_PASS_ERROR}}</div>
<div><label for="f-code">Code from your app, or a recovery code</label><input id="f-code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="64" required{{#F_CODE_ERROR}} aria-invalid="true" aria-describedby="e-f-code"{{/F_CODE_ERROR}}>{{#F_CODE_ERROR}}<span class="err" id="e-f-code">{{TEXT}}</span>{{/F_CODE_ERROR}}</div>
<button class="btn" formaction="{{RENEW_URL}}">Make new recovery codes</button><button class="btn danger" formaction="{{REMOVE_URL}}">Turn one-time codes off</button></form>{{/MAY_EDIT}}
{{/FACTOR}}</section>
{{/OWN}}{{>Frame/_bottom}}
