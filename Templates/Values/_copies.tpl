<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-copies"><table class="stack">
<caption id="cap-copies">Values in the base, in this store and on the server</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Base</th><th scope="col">This store{{#LOCAL_DELETED}} <span class="chip deleted">Deleted</span>{{/LOCAL_DELETED}}</th><th scope="col">Server{{#SERVER_DELETED}} <span class="chip deleted">Deleted</span>{{/SERVER_DELETED}}</th></tr></thead>
<tbody>
{{#COPY}}<tr><th scope="row"><code>{{COLUMN}}</code>{{#SENT}}<small>in the request</small>{{/SENT}}</th><td data-l="Base">{{#BASE_VALUE}}{{>Values/_cell}}{{/BASE_VALUE}}</td><td data-l="This store">{{#LOCAL_VALUE}}{{>Values/_cell}}{{/LOCAL_VALUE}}</td><td data-l="Server">{{#SERVER_VALUE}}{{>Values/_cell}}{{/SERVER_VALUE}}</td></tr>
{{/COPY}}</tbody></table></div>
