<div class="grid" role="region" tabindex="0" aria-labelledby="cap-sessions">
<table>
<caption id="cap-sessions">Open sessions, newest first</caption>
<thead>
<tr><th scope="col" class="key">Who</th><th scope="col">Role</th><th scope="col">Address</th><th scope="col" class="grow">Browser</th><th scope="col">Since (UTC)</th><th scope="col">Last seen</th><th scope="col" class="num">End</th></tr>
</thead>
<tbody>
{{#SESSION}}
<tr><th scope="row" class="key">{{NAME}}</th><td>{{SESSION_ROLE}}</td><td><code>{{ADDRESS}}</code></td><td class="grow mut">{{AGENT}}</td><td><time datetime="{{CREATED_ISO}}" title="{{CREATED_FULL}}">{{CREATED}}</time></td><td><time datetime="{{SEEN_ISO}}" title="{{SEEN_FULL}}">{{SEEN}}</time></td><td class="num"><form method="post" action="{{END_URL}}">{{>frame/_token}}{{#ON_USERS}}<input type="hidden" name="back" value="users">{{/ON_USERS}}<button class="btn s">{{#THIS_ONE}}Sign out here{{/THIS_ONE}}{{#ANOTHER}}End{{/ANOTHER}}<span class="vh"> session of {{NAME}} at {{ADDRESS}}</span></button></form></td></tr>
{{/SESSION}}
</tbody>
</table>
</div>
