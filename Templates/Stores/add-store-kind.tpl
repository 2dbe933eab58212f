{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORES_LINK}}">Stores</a></li></ol></nav>
<h1>Add store</h1>
</div>
</div>
{{>Stores/_add-store-steps}}
<form method="get" action="{{NEW_LINK}}">
<div class="cards">{{#KIND}}<button class="card" name="kind" value="{{KIND}}"><b><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#store"></use></svg>{{TITLE}}</b><span class="mut">{{TEXT}}</span></button>{{/KIND}}</div>
</form>
{{>Frame/_bottom}}
