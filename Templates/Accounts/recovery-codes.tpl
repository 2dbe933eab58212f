{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ACCOUNT_URL_HERE}}">Account</a></li></ol></nav>
<h1 tabindex="-1" autofocus>Recovery codes</h1>
<p class="sub">Save them now. They are shown only once; the console stores hashes.</p>
</div>
</div>
{{#TURNED_ON}}<div class="note"><p><b>Two-factor authentication is on.</b> You are signed out everywhere else. Signing in now requires a code.</p></div>
{{/TURNED_ON}}<div class="gap">
<p>{{CODE_COUNT}}. Use each one once to sign in without your phone.{{#RENEWED}} Earlier codes no longer work.{{/RENEWED}}</p>
<pre tabindex="0" aria-label="Recovery codes" id="codes">{{CODES}}</pre>
<div class="acts"><button class="btn" type="button" data-copy="#codes" hidden>Copy</button><a class="btn primary" href="{{ACCOUNT_URL_HERE}}">Done</a></div>
</div>
{{>Frame/_bottom}}
