{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{USERS_URL}}">Users</a></li></ol></nav>
<h1>Change password of {{NAME}}</h1>
</div>
</div>
{{>Frame/_form-errors}}<div class="note warn"><p><b>This cannot be undone.</b></p><p>{{ENDS}} Tell {{NAME}} the new password; {{NAME}} can change it under Account.</p></div>
{{#MAY_EDIT}}<form method="post" action="{{PASSWORD_URL}}" class="panel edit" aria-label="Change password of {{NAME}}">
{{>Frame/_csrf}}<input name="username" value="{{NAME}}" autocomplete="username" hidden>
<div class="field"><label for="n-pass">New password, at least 8 characters</label><input class="short" id="n-pass" name="password" type="password" autocomplete="new-password" minlength="8" required{{#N_PASS_ERROR}} aria-invalid="true" aria-describedby="e-n-pass"{{/N_PASS_ERROR}}>{{#N_PASS_ERROR}}<span class="err" id="e-n-pass">{{TEXT}}</span>{{/N_PASS_ERROR}}</div>
<div class="bar"><button class="btn danger">{{BUTTON}}</button><a class="btn" href="{{USERS_URL}}">Cancel</a></div>
</form>
{{/MAY_EDIT}}{{>Frame/_bottom}}
