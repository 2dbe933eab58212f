{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li></ol></nav>
<h1>Add store</h1>
</div>
</div>
{{>Stores/_add-store-steps}}
<div class="empty"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#check"></use></svg><h2>“{{STORE}}” has no rows yet</h2>
<p>The first pull reads all rows and changes nothing on the server.</p>
<div class="acts">{{#PULL}}<form method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}{{>Frame/_key}}<button class="btn primary"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>Pull all tables</button></form>{{/PULL}}<a class="btn" href="{{STORE_LINK}}">Open store</a><a class="btn quiet" href="{{NEW_LINK}}">Add another store</a></div></div>
{{>Frame/_bottom}}
