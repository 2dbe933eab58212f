<tr><th scope="row"><code>{{COLUMN}}</code></th><td class="mut ty">{{TYPE}}</td><td class="wrap">{{>_value}}{{#REMARK}}<small>{{TEXT}}</small>{{/REMARK}}</td></tr>
