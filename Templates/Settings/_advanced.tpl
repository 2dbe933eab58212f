<details class="more"{{#OPEN}} open{{/OPEN}}><summary>{{LABEL}}{{#CHANGED}} ({{CHANGED}}){{/CHANGED}}<span class="vh">: {{TITLE}}</span></summary>
<div class="fields">{{#FIELD}}{{>Settings/_setting}}{{/FIELD}}</div></details>
