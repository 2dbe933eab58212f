{{#KEPT}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEPT}}
{{#FACTS}}<dl class="kv after">{{#FACT}}<dt>{{NAME}}{{#CHANGED}} <span class="chip pending">Changed</span>{{/CHANGED}}</dt><dd>{{VALUE}}</dd>{{/FACT}}</dl>
{{/FACTS}}{{#AGAIN}}<div class="field"><label for="{{FIELD_ID}}">{{LABEL}}</label><input class="short" id="{{FIELD_ID}}" type="password" name="{{NAME}}" autocomplete="new-password" required></div>
{{/AGAIN}}
