{{#ATTEMPT}}<li class="{{RESULT}}"><b>{{HEADLINE}}</b> <small>{{#AT_TIME}}{{>Frame/_time}}{{/AT_TIME}}, {{TOOK}}{{#REMARK}}. {{TEXT}}{{/REMARK}}</small>{{#ANSWER}}<details class="more"><summary>Response</summary>{{#CUT}}<p class="mut">{{TEXT}}</p>{{/CUT}}<pre class="wrap tall" tabindex="0" role="region" aria-label="Response: {{HEADLINE}}">{{#HEADER}}{{NAME}}: {{VALUE}}
{{/HEADER}}{{#BODY}}
{{TEXT}}{{/BODY}}</pre></details>{{/ANSWER}}</li>
{{/ATTEMPT}}
