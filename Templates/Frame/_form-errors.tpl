{{#MISTAKES}}<div class="note fail" role="alert" aria-labelledby="es" tabindex="-1" autofocus>
<p id="es"><b>{{SENTENCE}}</b></p>
<ul>{{#MISTAKE}}<li>{{#PLACED}}<a href="#{{FIELD_ID}}">{{TEXT}}</a>{{/PLACED}}{{#UNPLACED}}{{TEXT}}{{/UNPLACED}}</li>{{/MISTAKE}}</ul>
</div>
{{/MISTAKES}}
