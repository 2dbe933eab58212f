{{>Frame/_head}}
<body>
<main class="solo w" id="main">
<div>
<a class="brand" href="{{HOME_URL}}">{{>Frame/_logo}}</a>
<h1>{{HEADLINE}}</h1>
<div class="gap"><p class="sub">{{TEXT}}</p>
<div class="acts"><a class="btn primary" href="{{NEXT_LINK}}">Continue</a></div></div>
</div>
{{>Frame/_bare_bottom}}
