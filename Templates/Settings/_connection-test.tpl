{{#FAILURE}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{TEXT}}</b> Check <a href="#{{FIELD_ID}}">{{FIELD_LABEL}}</a>.</p></div>
{{/FAILURE}}{{#FINDINGS}}<section role="status" aria-labelledby="h-probe" tabindex="-1" autofocus><div class="sh"><h2 id="h-probe">Connection test</h2><p>Nothing was saved.</p></div>
<ol class="ladder">
{{#FINDING}}<li class="{{RESULT}}"><b><span class="vh">{{RESULT_WORD}}: </span>{{CHECK}}</b> <small>{{EVIDENCE}}</small></li>
{{/FINDING}}</ol>
</section>
{{/FINDINGS}}
