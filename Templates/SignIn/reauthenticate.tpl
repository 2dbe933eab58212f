{{>Frame/_top}}
<div class="head">
<div>
<h1>Confirm your password</h1>
<p class="sub">{{WHY}} You are not asked again for 10 minutes.</p>
</div>
</div>
{{>Frame/_form-errors}}<div class="note"><p><b>Not done yet: {{WHAT}}.</b></p><p>Your entries are kept below.{{#AGAIN_NOTE}} Passwords are not kept: enter the new password again.{{/AGAIN_NOTE}}</p></div>
<form method="post" action="{{ACTION}}" class="panel edit" aria-label="{{WHAT}}">
{{>Frame/_csrf}}{{>SignIn/_resubmit-fields}}<input name="username" value="{{USER}}" autocomplete="username" hidden>
<div class="field"><label for="own-pass">Your password</label><input class="short" id="own-pass" type="password" name="_password" autocomplete="current-password" required{{#BEGIN}} autofocus{{/BEGIN}}{{#OWN_PASS_ERROR}} aria-invalid="true" aria-describedby="e-own-pass"{{/OWN_PASS_ERROR}}>{{#OWN_PASS_ERROR}}<span class="err" id="e-own-pass">{{TEXT}}</span>{{/OWN_PASS_ERROR}}</div>
<div class="bar"><button class="btn primary">{{BUTTON}}</button><a class="btn" href="{{BACK_LINK}}">Cancel</a></div>
</form>
{{>Frame/_bottom}}
