{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ACCOUNT_URL_HERE}}">Account</a></li></ol></nav>
<h1 tabindex="-1" autofocus>Recovery codes</h1>
<p class="sub">Keep them now. They are shown this one time and stored as hashes only.</p>
</div>
</div>
{{#TURNED_ON}}<div class="note"><p><b>One-time codes are on.</b> You are signed out everywhere else; signing in takes a code from now on.</p></div>
{{/TURNED_ON}}<div class="gap">
<p>{{CODE_COUNT}}, each good for one sign-in when the phone is not at hand.{{#RENEWED}} Earlier ones are void.{{/RENEWED}}</p>
<pre tabindex="0" aria-label="Recovery codes" id="codes">{{CODES}}</pre>
<div class="acts"><button class="btn" type="button" data-copy="#codes" hidden>Copy</button><a class="btn primary" href="{{ACCOUNT_URL_HERE}}">I have them</a></div>
</div>
{{>Frame/_bottom}}
