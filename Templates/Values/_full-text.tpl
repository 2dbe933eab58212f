{{#WHOLE_TEXTS}}<details class="more"><summary><span>Whole texts of <code>{{COLUMN}}</code></span></summary>
{{#BESIDE}}<h3>This store, beside the server</h3>
<p class="mut">Strikethrough: only on the server. Underline: only in this store.</p>
<div class="wrap">{{#BESIDE_VALUE}}{{>Values/_cell}}{{/BESIDE_VALUE}}</div>
{{/BESIDE}}{{#WHOLE_COPY}}<h3>{{SIDE}} <small class="mut">{{SIZE}}</small></h3>
<pre class="wrap tall" tabindex="0" role="region" aria-label="{{COLUMN}}: {{SIDE}}">{{TEXT}}</pre>
{{/WHOLE_COPY}}</details>
{{/WHOLE_TEXTS}}