<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-sessions">
<table>
<caption id="cap-sessions">Open sessions, newest first</caption>
<thead>
<tr><th scope="col" class="key">User</th><th scope="col" class="st">Role</th><th scope="col">Address</th><th scope="col" class="grow">Browser</th><th scope="col">Signed in</th><th scope="col">Last seen</th>{{#MAY_END_ANY}}<th scope="col" class="go">End</th>{{/MAY_END_ANY}}</tr>
</thead>
<tbody>
{{#SESSION}}
<tr><th scope="row" class="key">{{NAME}}</th><td class="st">{{SESSION_ROLE}}</td><td><code>{{ADDRESS}}</code></td><td class="grow mut"{{#USER_AGENT}} title="{{USER_AGENT}}"{{/USER_AGENT}}>{{AGENT}}</td><td data-l="Signed in">{{#CREATED_TIME}}{{>Frame/_time}}{{/CREATED_TIME}}</td><td data-l="Last seen">{{#SEEN_TIME}}{{>Frame/_time}}{{/SEEN_TIME}}</td>{{#MAY_END}}<td class="go"><form method="post" action="{{END_URL}}">{{>Frame/_csrf}}{{#ON_USERS}}<input type="hidden" name="back" value="users">{{/ON_USERS}}<button class="btn s">{{#THIS_ONE}}Sign out{{/THIS_ONE}}{{#ANOTHER}}End{{/ANOTHER}}<span class="vh"> session of {{NAME}} at {{ADDRESS}}</span></button></form></td>{{/MAY_END}}</tr>
{{/SESSION}}
{{#NO_SESSIONS}}
<tr><td class="z" colspan="{{SESSION_SPAN}}"><div><p><b>No sessions match “{{NO_SESSIONS}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div></td></tr>
{{/NO_SESSIONS}}
</tbody>
</table>
</div>
