{{#REMARK}}<p class="hint after">{{TEXT}}</p>
{{/REMARK}}{{#UNLISTED}}<p class="hint after">{{TEXT}} {{#NEW}}<a href="{{LINK}}">{{NAME}}</a>{{#MORE}}, {{/MORE}}{{/NEW}}. {{WHY}}</p>
{{/UNLISTED}}
