<div class="gap"><p class="sub">{{REASON}}</p>
<div class="acts">{{#ERROR_LINK}}<a class="btn{{#FIRST_LINK}} primary{{/FIRST_LINK}}" href="{{LINK_URL}}">{{LINK_LABEL}}</a>{{/ERROR_LINK}}</div>
<details class="more"><summary>Details for support</summary><dl class="kv"><dt>Response</dt><dd>HTTP {{STATUS}} <code>{{CODE}}</code></dd><dt>Path</dt><dd><code class="id">{{PATH}}</code></dd><dt>Request</dt><dd><code>{{REQUEST_ID}}</code></dd></dl></details></div>
