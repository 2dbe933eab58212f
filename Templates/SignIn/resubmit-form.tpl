{{>Frame/_top}}
<div class="head">
<div>
<h1>Form not submitted</h1>
<p class="sub">{{#ENDED_SESSION}}Your session ended before you submitted this form. Nothing was changed.{{/ENDED_SESSION}}{{#OTHER_SESSION}}This form belongs to a different session. Nothing was changed.{{/OTHER_SESSION}}{{#STORAGE}}{{TITLE}}. Nothing was changed.{{/STORAGE}}</p>
</div>
</div>
{{#STORAGE}}<div class="note fail" role="alert"><p>{{REASON}}</p></div>
{{/STORAGE}}<div class="note warn" role="alert"><p><b>Review your entries, then submit the form.</b></p><p>It is submitted to <code class="id">{{ACTION}}</code>. {{#ENDED_SESSION}}Only you can see it, for an hour. {{/ENDED_SESSION}}Changes made meanwhile are checked as usual.{{#AGAIN_NOTE}} Passwords are not kept: enter it again.{{/AGAIN_NOTE}}</p></div>
<form method="post" action="{{ACTION}}" class="panel edit" aria-label="Form not submitted">
{{>Frame/_csrf}}{{>SignIn/_resubmit-fields}}<div class="bar"><button class="btn primary">Submit form</button><a class="btn" href="{{BACK_LINK}}">Cancel</a></div>
</form>
{{>Frame/_bottom}}
