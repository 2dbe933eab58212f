{{>Frame/_top}}
<div class="head">
<div>
<h1>Account and security</h1>
<p class="sub">{{ACCOUNT_NAME}} · {{ACCOUNT_ROLE}}</p>
</div>
</div>
{{>Frame/_form-errors}}{{#BY_LINK}}<div class="note"><p><b>You signed in with a one-time link.</b></p><p>The link does not belong to a user, so there is nothing to set up here. Add yourself under Users, then sign in with your name.</p></div>
{{/BY_LINK}}{{#OWN}}{{#UNCONFIRMED}}<section class="panel" aria-labelledby="h-confirm"><h2 id="h-confirm">Confirm your password</h2>
<p>Enter your password to change users and API tokens. You are not asked again for 10 minutes.</p>
<form method="post" action="{{CONFIRM_URL}}" class="line-form mt">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden><input type="hidden" name="back" value="users">
<div><label for="c-pass">Password</label><input id="c-pass" type="password" name="password" autocomplete="current-password" required{{#C_PASS_ERROR}} aria-invalid="true" aria-describedby="e-c-pass"{{/C_PASS_ERROR}}>{{#C_PASS_ERROR}}<span class="err" id="e-c-pass">{{TEXT}}</span>{{/C_PASS_ERROR}}</div>
<button class="btn">Confirm password</button></form></section>
{{/UNCONFIRMED}}<div class="narrow"><section class="panel" aria-labelledby="h-pass"><h2 id="h-pass">Password</h2>
{{#MAY_EDIT}}<p class="after" id="pass-ends">{{ENDS}} Changing the password cannot be undone.</p>
<form method="post" action="{{PASSWORD_URL}}" aria-label="Change password" aria-describedby="pass-ends">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div class="fields"><div class="field"><label class="lab" for="p-old">Current password</label><input id="p-old" type="password" name="password" autocomplete="current-password" required{{#P_OLD_ERROR}} aria-invalid="true" aria-describedby="e-p-old"{{/P_OLD_ERROR}}>{{#P_OLD_ERROR}}<span class="err" id="e-p-old">{{TEXT}}</span>{{/P_OLD_ERROR}}</div>
<div class="field"><label class="lab" for="p-new">New password, at least 8 characters</label><input id="p-new" type="password" name="newPassword" autocomplete="new-password" minlength="8" required{{#P_NEW_ERROR}} aria-invalid="true" aria-describedby="e-p-new"{{/P_NEW_ERROR}}>{{#P_NEW_ERROR}}<span class="err" id="e-p-new">{{TEXT}}</span>{{/P_NEW_ERROR}}</div></div>
<div class="acts mt"><button class="btn">Change password</button></div></form>{{/MAY_EDIT}}{{#MAY_LOOK}}<p class="after">This console is read-only, so your password cannot be changed here.</p>{{/MAY_LOOK}}</section>
<section class="panel" aria-labelledby="h-factor"><h2 id="h-factor">Two-factor authentication</h2>
{{#NO_FACTOR}}<div class="setrow"><span>Authenticator app<small>Off. When it is on, you sign in with your password and a code from an authenticator app.</small></span>{{#MAY_EDIT}}<a class="btn s" href="{{FACTOR_URL}}">Set up<span class="vh"> two-factor authentication</span></a>{{/MAY_EDIT}}</div>
{{/NO_FACTOR}}{{#FACTOR}}<div class="setrow"><span>Authenticator app<small>On since {{#SINCE_TIME}}{{>Frame/_time}}{{/SINCE_TIME}}</small></span></div>
<div class="setrow"><span>Recovery codes<small>{{LEFT}} left</small></span></div>
{{#FEW_LEFT}}<div class="note warn"><p><b>Few recovery codes left.</b> Create new ones before you run out.</p></div>
{{/FEW_LEFT}}{{#MAY_EDIT}}<form method="post" class="mt" aria-label="Two-factor authentication">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div class="fields"><div class="field"><label class="lab" for="f-pass">Password</label><input id="f-pass" type="password" name="password" autocomplete="current-password" required{{#F_PASS_ERROR}} aria-invalid="true" aria-describedby="e-f-pass"{{/F_PASS_ERROR}}>{{#F_PASS_ERROR}}<span class="err" id="e-f-pass">{{TEXT}}</span>{{/F_PASS_ERROR}}</div>
<div class="field"><label class="lab" for="f-code">Code from your app, or a recovery code</label><input id="f-code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="64" required{{#F_CODE_ERROR}} aria-invalid="true" aria-describedby="e-f-code"{{/F_CODE_ERROR}}>{{#F_CODE_ERROR}}<span class="err" id="e-f-code">{{TEXT}}</span>{{/F_CODE_ERROR}}</div></div>
<div class="acts mt"><button class="btn" formaction="{{RENEW_URL}}">Create new recovery codes</button><button class="btn danger" formaction="{{REMOVE_URL}}">Turn off two-factor authentication</button></div></form>{{/MAY_EDIT}}
{{/FACTOR}}</section></div>
{{/OWN}}<div class="narrow"><section class="panel" id="language" aria-labelledby="h-language"><h2 id="h-language">Language</h2>
<p class="after">Applies to the pages. Files, JSON, alert messages and support reports stay in English.</p>
{{#LANGUAGES}}<form method="post" action="{{LANGUAGE_URL}}">{{>Frame/_csrf}}<div class="acts" role="group" aria-label="Language"><button class="btn s" name="language" value="automatic" aria-pressed="{{LANGUAGE_AUTOMATIC}}">Browser default</button>{{#LANGUAGE_CHOICE}}<button class="btn s" name="language" value="{{LANGUAGE_VALUE}}" lang="{{LANGUAGE_VALUE}}" aria-pressed="{{LANGUAGE_PRESSED}}">{{LANGUAGE_LABEL}}</button>{{/LANGUAGE_CHOICE}}</div></form>{{/LANGUAGES}}{{#NO_LANGUAGES}}<p>This console is read-only, so the language cannot be changed here.</p>{{/NO_LANGUAGES}}</section>
<section class="panel" aria-labelledby="h-open"><h2 id="h-open">Sessions</h2>
<div class="setrow"><span>Your open sessions<small>Browsers that are signed in to your account</small></span><a class="btn s" href="{{ALL_SESSIONS_URL}}">View<span class="vh"> your sessions</span></a></div></section></div>
{{>Frame/_bottom}}
