{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{USERS_URL}}">Users</a></li></ol></nav>
<h1 tabindex="-1" autofocus>API token {{NAME}}</h1>
<p class="sub">Copy it now. It is shown only once; the console stores a hash.</p>
</div>
</div>
<div class="gap">
<pre tabindex="0" aria-label="Token" id="secret">{{SECRET}}</pre>
<div class="acts"><button class="btn" type="button" data-copy="#secret" hidden>Copy</button><a class="btn primary" href="{{USERS_URL}}">Done</a></div>
<form method="post" action="{{UNDO_URL}}">{{>Frame/_csrf}}<p>Created by mistake? <button class="btn s">Undo<span class="vh">: revoke API token {{NAME}}</span></button> revokes it.</p></form>
<p>Send it with every request: <code>Authorization: Bearer TOKEN</code></p>
</div>
{{>Frame/_bottom}}
