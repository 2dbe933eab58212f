{{>Frame/_top}}
<div class="head">
<div>
<h1>Sessions</h1>
<p class="sub">{{SUBTITLE}}</p>
</div>
{{#OTHERS}}<div class="acts"><form method="post" action="{{OTHERS_URL}}">{{>Frame/_csrf}}<button class="btn">End {{OTHERS}} other<span class="vh"> sessions</span></button></form></div>{{/OTHERS}}
</div>
{{>Accounts/_session-table}}
{{>Frame/_bottom}}
