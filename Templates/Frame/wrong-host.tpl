{{>Frame/_head}}
<body>
<main class="solo w" id="main">
<div>
<span class="brand">{{>Frame/_logo}}</span>
<h1>This address is not allowed</h1>
<div class="gap">
<p>Your browser asked for <code>{{HOST}}</code>. Syncline answers only under names that it was told, so that no other web page can reach it through your browser.</p>
<p>No data was read or changed.</p>
<h2>If the name is yours</h2>
<p>Start the server with this option, then reload:</p>
<pre tabindex="0" aria-label="Command">syncline serve --allow-host {{HOST_NAME}}</pre>
<p>Or open it as <code>http://{{LISTEN_ADDRESS}}</code> on the same machine.</p>
<p class="mut"><small>HTTP 421, host not allowed.</small></p>
</div>
</div>
{{>Frame/_bare_bottom}}
