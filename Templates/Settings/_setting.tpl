{{#INPUT}}{{>Settings/_setting-input}}{{/INPUT}}{{#SELECT}}{{>Settings/_setting-select}}{{/SELECT}}{{#SECRET}}<fieldset class="field all"><legend>{{LEGEND}}</legend><div class="fields">{{#VARIABLE}}{{>Settings/_setting-input}}{{/VARIABLE}}{{#SECRET_FILE}}{{>Settings/_setting-input}}{{/SECRET_FILE}}</div><span class="hint">{{HINT}}</span></fieldset>
{{/SECRET}}
