{{#INPUT}}{{>_setting-input}}{{/INPUT}}{{#SELECT}}{{>_setting-select}}{{/SELECT}}{{#SECRET}}<fieldset class="field"><legend>{{LEGEND}}</legend><div class="cols">{{#VARIABLE}}{{>_setting-input}}{{/VARIABLE}}{{#SECRET_FILE}}{{>_setting-input}}{{/SECRET_FILE}}</div><span class="hint">{{HINT}}</span></fieldset>
{{/SECRET}}
