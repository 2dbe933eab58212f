{{>Frame/_top}}
<div class="head">
<div>
<h1>Not sent yet</h1>
<p class="sub">{{#ENDED_SESSION}}Your session had ended when you sent this form. Nothing was changed.{{/ENDED_SESSION}}{{#OTHER_SESSION}}This form belongs to another session than the one you are signed in with now. Nothing was changed.{{/OTHER_SESSION}}{{#STORAGE}}{{TITLE}}. Nothing was changed.{{/STORAGE}}</p>
</div>
</div>
{{#STORAGE}}<div class="note fail" role="alert"><p>{{REASON}}</p></div>
{{/STORAGE}}<div class="note warn" role="alert"><p><b>What you typed is below. Look at it, then send it.</b></p><p>It goes to <code class="id">{{ACTION}}</code>. {{#ENDED_SESSION}}It is kept for an hour, for you alone. {{/ENDED_SESSION}}Whatever changed meanwhile is checked when it is sent, as always.{{#AGAIN_NOTE}} A password is never kept: type it once more.{{/AGAIN_NOTE}}</p></div>
<form method="post" action="{{ACTION}}" class="panel edit" aria-label="The form that was not sent">
{{>Frame/_csrf}}{{>SignIn/_resubmit-fields}}<div class="bar"><button class="btn primary">Send it now</button><a class="btn" href="{{BACK_LINK}}">Back, send nothing</a></div>
</form>
{{>Frame/_bottom}}
