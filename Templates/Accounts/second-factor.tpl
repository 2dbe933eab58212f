{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ACCOUNT_URL_HERE}}">Account</a></li></ol></nav>
<h1>Set up two-factor authentication</h1>
<p class="sub">Nothing changes until you enter a code below.</p>
</div>
</div>
{{#PROBLEM}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{PROBLEM}}</b></p><p>Nothing was changed.</p></div>
{{/PROBLEM}}<div class="cols">
<section aria-labelledby="h-scan"><h2 id="h-scan">1. Add the secret to your app</h2>
<p class="after">Scan the QR code with an authenticator app, or enter the secret by hand.</p>
{{#QR}}<svg class="qr" viewBox="{{QR_BOX}}" role="img" aria-label="QR code of the address below"><path d="{{QR_PATH}}"/></svg>
{{/QR}}<dl class="kv"><dt>Secret</dt><dd><code class="id" id="otp-secret">{{SECRET}}</code></dd><dt>Address</dt><dd><code class="id">{{OTPAUTH}}</code></dd></dl></section>
<section aria-labelledby="h-code"><h2 id="h-code">2. Enter the code from the app</h2>
<form method="post" action="{{FACTOR_URL}}" class="gap mt">{{>Frame/_csrf}}<input name="username" value="{{ACCOUNT_NAME}}" autocomplete="username" hidden>
<div class="field"><label for="s-code">Code</label><input id="s-code" class="short" name="code" inputmode="numeric" autocomplete="one-time-code" required></div>
<div class="field"><label for="s-pass">Your password</label><input id="s-pass" type="password" name="password" autocomplete="current-password" required></div>
<p class="mut" id="s-ends">{{ENDS}}</p>
<button class="btn primary" aria-describedby="s-ends">Turn on two-factor authentication</button>
</form></section>
</div>
{{>Frame/_bottom}}
