{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{USERS_URL}}">Users</a></li></ol></nav>
<h1 tabindex="-1" autofocus>Token {{NAME}}</h1>
<p class="sub">Copy it now. It is shown this one time and stored as a hash only.</p>
</div>
</div>
<div class="gap">
<pre tabindex="0" aria-label="Token" id="secret">{{SECRET}}</pre>
<div class="acts"><button class="btn" type="button" data-copy="#secret" hidden>Copy</button><a class="btn primary" href="{{USERS_URL}}">I have it</a></div>
<form method="post" action="{{UNDO_URL}}">{{>Frame/_csrf}}<p>Made by mistake? <button class="btn s">Undo<span class="vh">: revoke the token {{NAME}}</span></button> revokes it again.</p></form>
<p>A script sends it with every request: <code>Authorization: Bearer TOKEN</code></p>
</div>
{{>Frame/_bottom}}
