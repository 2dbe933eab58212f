{{>Frame/_top}}
<div class="head">
<div>
<h1>{{#NOTHING_TYPED}}Jump{{/NOTHING_TYPED}}{{#SOME}}What “{{SEARCHED}}” may mean{{/SOME}}{{#NONE}}Nothing is called “{{SEARCHED}}”{{/NONE}}</h1>
<p class="sub">Finds pages and actions, stores, tables, operations by number, and rows, deleted ones too, by id or by any part of their name. To find another value, filter its table.</p>
</div>
</div>
{{#SOME}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-j"><table><caption id="cap-j">Found</caption><thead><tr><th scope="col">What</th><th scope="col" class="key">Name</th><th scope="col">Where</th></tr></thead><tbody>
{{#TARGET}}<tr><td>{{KIND}}</td><th scope="row" class="key"><a href="{{LINK}}">{{LABEL}}</a></th><td class="wrap">{{PLACE}}</td></tr>
{{/TARGET}}</tbody></table></div>
{{/SOME}}
{{#NOT_SEARCHED}}<div class="note warn"><p>Not searched, as they cannot be used just now: {{STORES}}.</p></div>
{{/NOT_SEARCHED}}{{>Frame/_bottom}}
