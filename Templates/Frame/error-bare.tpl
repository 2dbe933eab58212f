{{>Frame/_head}}
<body>
<main class="solo w" id="main">
<div>
<a class="brand" href="{{HOME_URL}}">{{>Frame/_logo}}</a>
<h1>{{HEADLINE}}</h1>
{{>Frame/_error}}
</div>
{{>Frame/_bare_bottom}}
