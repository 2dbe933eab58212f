{{>frame/_top}}
{{>_row-head}}
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-h">
<table>
<caption id="cap-h">History of this row, newest first</caption>
<thead>
<tr><th scope="col">Time (UTC)</th><th scope="col" class="key">What</th><th scope="col">By</th><th scope="col" class="wrap">Values then</th></tr>
</thead>
<tbody>
{{#ENTRY}}<tr><td><time datetime="{{ISO}}">{{TIME}}</time></td><th scope="row" class="key">{{WHAT}}</th><td>{{BY}}</td><td class="wrap mut">{{DETAIL}}</td></tr>
{{/ENTRY}}{{#NO_HISTORY}}<tr><td class="z" colspan="4"><div><p><b>Nothing is kept about this row.</b></p><p>Changes, pushes and pulls of it will stand here.</p></div></td></tr>
{{/NO_HISTORY}}</tbody>
</table>
</div>
{{>frame/_bottom}}
