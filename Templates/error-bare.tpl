{{>frame/_head}}
<body>
<main class="solo w" id="main">
<div>
<a class="brand" href="{{HOME_URL}}">{{>frame/_logo}}</a>
<h1>{{HEADLINE}}</h1>
{{>frame/_error}}
</div>
{{>frame/_bare_bottom}}
