{{>Frame/_top}}
<div class="head">
<div>
<h1 tabindex="-1" autofocus>{{HEADLINE}}</h1>
</div>
</div>
{{>Frame/_error}}
{{>Frame/_bottom}}
