<div class="grid wide" role="region" tabindex="0" aria-label="{{CAPTION}}"><table class="stack"><caption>{{CAPTION}}</caption><thead><tr><th scope="col" class="key">Column</th><th scope="col">Here</th><th scope="col">Server</th></tr></thead><tbody>
{{#COLUMN}}<tr><th scope="row" class="key"><code>{{NAME}}</code></th><td class="wrap" data-l="Here">{{#HERE_VALUE}}{{>Values/_cell}}{{/HERE_VALUE}}</td><td class="wrap" data-l="Server">{{#THERE_VALUE}}{{>Values/_cell}}{{/THERE_VALUE}}</td></tr>
{{/COLUMN}}</tbody></table></div>
