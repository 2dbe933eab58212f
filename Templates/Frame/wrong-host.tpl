{{>Frame/_head}}
<body>
<main class="solo w" id="main">
<div>
<span class="brand">{{>Frame/_logo}}</span>
<h1>This address is not allowed</h1>
<div class="gap">
<p>Your browser sent the host name <code>{{HOST}}</code>. Syncline accepts only host names that are allowed, so that other web pages can’t reach it through your browser.</p>
<p>No data was read or changed.</p>
<h2>If this is your server</h2>
<p>Allow the name, then reload:</p>
<pre tabindex="0" aria-label="Command">syncline serve --allow-host {{HOST_NAME}}</pre>
<p>Or open <code>http://{{LISTEN_ADDRESS}}</code> on the same machine.</p>
<p class="mut"><small>HTTP 421, host not allowed.</small></p>
</div>
</div>
{{>Frame/_bare_bottom}}
