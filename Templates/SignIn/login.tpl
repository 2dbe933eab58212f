{{>Frame/_head}}
<body>
<main class="solo" id="main">
<div>
<a class="brand" href="{{HOME_URL}}">{{>Frame/_logo}}</a>
<h1>Sign in</h1>
{{#NOTE}}
<div class="note warn" role="alert"><p><b>{{NOTE}}</b></p><p>{{NOTE_DETAIL}}</p></div>
{{/NOTE}}
<form method="post" action="{{LOGIN_URL}}" class="gap">
{{>Frame/_csrf}}
{{#LINK}}
<input type="hidden" name="link" value="{{LINK}}">
<p>This one-time link signs you in as admin.</p>
<button class="btn primary block">Sign in</button>
{{/LINK}}
{{#CODE_OF}}
<p>Signing in as {{CODE_OF}}. Enter the code from your authenticator app, or a recovery code.</p>
<div class="field"><label for="c">Code</label><input id="c" name="code" inputmode="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required autofocus></div>
<button class="btn primary block">Sign in</button>
<button class="btn quiet" name="again" value="1" formnovalidate>Start over</button>
{{/CODE_OF}}
{{#PASSWORD}}
<div class="field"><label for="u">Name</label><input id="u" name="name" value="{{NAME}}" autocomplete="username" autocapitalize="none" spellcheck="false" required{{#NO_NAME}} autofocus{{/NO_NAME}}></div>
<div class="field"><label for="p">Password</label><input id="p" name="password" type="password" autocomplete="current-password" required{{#HAS_NAME}} autofocus{{/HAS_NAME}}></div>
<button class="btn primary block">Sign in</button>
{{/PASSWORD}}
<p class="hint">You stay signed in for 12 hours, or until you are idle for 30 minutes.</p>
{{#PASSWORD}}<p class="hint">No account? An admin adds you under Users and tokens.</p>{{/PASSWORD}}
</form>
</div>
{{>Frame/_bare_bottom}}
