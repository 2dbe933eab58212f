{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li></ol></nav>
<h1>Add store</h1>
<p class="sub">{{KIND_TITLE}}</p>
</div>
</div>
{{>Stores/_add-store-steps}}
{{>Frame/_form-errors}}{{#TEST}}{{>Settings/_connection-test}}{{/TEST}}<form method="post" action="{{ADD_ACTION}}" class="edit narrow" novalidate>
{{>Frame/_csrf}}<input type="hidden" name="remote.kind" value="{{KIND}}">
{{#NAME_FIELD}}{{>Settings/_setting-input}}{{/NAME_FIELD}}
{{#REMOTE_SETTING}}{{>Settings/_setting}}{{/REMOTE_SETTING}}
{{#TABLES_FIELD}}{{>Settings/_setting-input}}{{/TABLES_FIELD}}
<details class="panel"{{#OPEN}} open{{/OPEN}}><summary>Advanced: environment, time zone, protocol, push and pull, schedule, row history{{#CHANGED}} ({{CHANGED}}){{/CHANGED}}</summary>
<div class="fields">{{#FURTHER}}{{>Settings/_setting}}{{/FURTHER}}</div>
{{#SECTION}}<section aria-labelledby="{{SECTION_ID}}"><h3 id="{{SECTION_ID}}">{{TITLE}}</h3>
<p class="sub">{{TEXT}}</p>
<div class="fields">{{#FIELD}}{{>Settings/_setting}}{{/FIELD}}</div></section>
{{/SECTION}}</details>
<div class="bar stick"><button class="btn primary" name="do" value="probe">Test connection</button>{{#UNTESTED}}<button class="btn" name="do" value="tables">Continue without testing</button>{{/UNTESTED}}<a class="btn" href="{{NEW_LINK}}">Back</a><a class="btn quiet" href="{{STORES_LINK}}">Cancel</a></div>
</form>
{{>Frame/_bottom}}
