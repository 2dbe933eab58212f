<ol class="ladder">
{{#CHECK}}<li class="{{RESULT}}"><b><span class="vh">{{RESULT_WORD}}: </span>{{HEADLINE}}</b><small>{{EVIDENCE}}</small>{{#FIX}}<form method="post" action="{{ACTION}}" class="mt">{{>Frame/_csrf}}{{#ANYWAY}}<input type="hidden" name="anyway" value="1">{{/ANYWAY}}<button class="btn s" name="{{NAME}}" value="{{VALUE}}">{{LABEL}}</button></form>{{/FIX}}{{#DECIDE}}<a class="btn s mt" href="{{LINK}}">{{LABEL}}</a>{{/DECIDE}}</li>
{{/CHECK}}</ol>
