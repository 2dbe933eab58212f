{{>frame/_top}}
<div class="head">
<div>
<h1>Sessions</h1>
<p class="sub">{{SUBTITLE}}</p>
</div>
{{#OTHERS}}<div class="acts"><form method="post" action="{{OTHERS_URL}}">{{>frame/_token}}<button class="btn">End the {{OTHERS}} other<span class="vh"> sessions</span></button></form></div>{{/OTHERS}}
</div>
{{>_session-table}}
{{>frame/_bottom}}
