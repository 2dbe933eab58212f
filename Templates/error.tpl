{{>frame/_top}}
<div class="head">
<div>
<h1 tabindex="-1" autofocus>{{HEADLINE}}</h1>
</div>
</div>
{{>frame/_error}}
{{>frame/_bottom}}
