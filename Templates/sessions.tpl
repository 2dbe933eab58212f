{{>frame/_top}}
<div class="head">
<div>
<h1>Sessions</h1>
<p class="sub">{{SUBTITLE}}</p>
</div>
</div>
{{>_session-table}}
{{>frame/_bottom}}
