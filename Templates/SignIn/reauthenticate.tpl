{{>Frame/_top}}
<div class="head">
<div>
<h1>Show that it is you</h1>
<p class="sub">You signed in a while ago. {{WHY}} Then not again for 10 minutes.</p>
</div>
</div>
{{>Frame/_form-errors}}<div class="note"><p><b>Not done yet: {{WHAT}}.</b></p><p>What you typed is kept below; with your password it is done.{{#AGAIN_NOTE}} A new password is never kept in a page: type it once more.{{/AGAIN_NOTE}}</p></div>
<form method="post" action="{{ACTION}}" class="panel edit" aria-label="{{WHAT}}">
{{>Frame/_csrf}}{{>SignIn/_resubmit-fields}}<input name="username" value="{{USER}}" autocomplete="username" hidden>
<div class="field"><label for="own-pass">Your own password</label><input class="short" id="own-pass" type="password" name="_password" autocomplete="current-password" required{{#BEGIN}} autofocus{{/BEGIN}}{{#OWN_PASS_ERROR}} aria-invalid="true" aria-describedby="e-own-pass"{{/OWN_PASS_ERROR}}>{{#OWN_PASS_ERROR}}<span class="err" id="e-own-pass">{{TEXT}}</span>{{/OWN_PASS_ERROR}}</div>
<div class="bar"><button class="btn primary">{{BUTTON}}</button><a class="btn" href="{{BACK_LINK}}">Back, change nothing</a></div>
</form>
{{>Frame/_bottom}}
