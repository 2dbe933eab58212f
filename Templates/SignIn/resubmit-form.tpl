{{>Frame/_top}}
<div class="head">
<div>
<h1>Form not submitted</h1>
<p class="sub">{{#ENDED_SESSION}}Your session ended before you submitted this form. Nothing was changed.{{/ENDED_SESSION}}{{#OTHER_SESSION}}This form belongs to a different session. Nothing was changed.{{/OTHER_SESSION}}{{#STORAGE}}{{TITLE}}. Nothing was changed.{{/STORAGE}}</p>
</div>
</div>
{{#STORAGE}}<div class="note fail" role="alert"><p>{{REASON}}</p></div>
{{/STORAGE}}<div class="note warn" role="alert"><p><b>Review your entries, then send them again.</b></p>{{#WHAT}}<p>{{TEXT}}</p>{{/WHAT}}<p>{{#ENDED_SESSION}}Only you can see them, for an hour. {{/ENDED_SESSION}}{{#IS_EDIT}}If the row changed in the meantime, nothing is overwritten without asking you.{{/IS_EDIT}}{{#IS_OTHER}}Changes made in the meantime are checked as usual.{{/IS_OTHER}}{{#AGAIN_NOTE}} Passwords are not kept: enter it again.{{/AGAIN_NOTE}}</p></div>
<form method="post" action="{{ACTION}}" class="panel edit" aria-label="Form not submitted">
{{>Frame/_csrf}}{{>SignIn/_resubmit-fields}}<div class="bar"><button class="btn primary">{{BUTTON}}</button><a class="btn" href="{{BACK_LINK}}">Cancel</a></div>
</form>
{{>Frame/_bottom}}
