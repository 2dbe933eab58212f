{{>Frame/_top}}
{{>Row/_row-head}}
{{#UNKNOWN_VERSION}}<div class="note warn" role="status"><p><b>This row has no version “{{UNKNOWN_VERSION}}”.</b></p><p>The address names one that is not here any more. Pick two of the versions below.</p></div>
{{/UNKNOWN_VERSION}}{{#COMPARISON}}<section aria-labelledby="h-cmp"><div class="sh"><h2 id="h-cmp">What changed from {{OLDER}} to {{NEWER}}</h2><p>{{VERDICT}}</p></div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-cmp"><table class="stack"><caption id="cap-cmp">Values of both versions where they differ</caption><thead><tr><th scope="col" class="key">Column</th><th scope="col">{{OLDER}}</th><th scope="col">{{NEWER}}</th></tr></thead><tbody>
{{#CHANGE}}<tr><th scope="row" class="key"><code>{{COLUMN}}</code></th><td class="wrap" data-l="{{OLDER}}">{{#OLD_VALUE}}{{>Values/_cell}}{{/OLD_VALUE}}</td><td class="wrap" data-l="{{NEWER}}">{{#NEW_VALUE}}{{>Values/_cell}}{{/NEW_VALUE}}</td></tr>
{{/CHANGE}}</tbody></table></div>
{{>Values/_full-text}}<div class="acts after">{{#COPY_VALUES}}<a class="btn s" href="{{COPY_LINK}}">Edit with the values of {{COPY_TITLE}}</a>{{/COPY_VALUES}}</div></section>
{{/COMPARISON}}<form action="{{HISTORY_ACTION}}"><input type="hidden" name="tab" value="history">
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-h">
<table>
<caption id="cap-h">History of this row, newest first</caption>
<thead>
<tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Time</th><th scope="col" class="key">What</th><th scope="col">By</th><th scope="col" class="wrap">Values or changes</th></tr>
</thead>
<tbody>
{{#COMPARE}}{{#COPY_VERSION}}<tr>{{#PICK}}{{>History/_version-selection}}{{/PICK}}<td class="mut">–</td><th scope="row" class="key">{{WHAT}}</th><td class="mut">–</td><td class="wrap mut">As it is at this moment</td></tr>
{{/COPY_VERSION}}{{/COMPARE}}{{#ENTRY}}<tr>{{#PICK}}{{>History/_version-selection}}{{/PICK}}{{#NO_PICK}}<td></td><td></td>{{/NO_PICK}}<td>{{#AT_MOMENT}}{{>Frame/_moment}}{{/AT_MOMENT}}</td><th scope="row" class="key">{{WHAT}}</th><td>{{BY}}</td><td class="wrap mut">{{DETAIL}}</td></tr>
{{/ENTRY}}{{#NO_HISTORY}}<tr><td class="z" colspan="6"><div><p><b>Nothing is kept about this row.</b></p><p>Changes, pushes and pulls of it will stand here.</p></div></td></tr>
{{/NO_HISTORY}}</tbody>
</table>
</div>
{{#COMPARE}}<div class="bar"><button class="btn">Compare the two picked versions</button></div>{{/COMPARE}}
</form>
{{>Frame/_bottom}}
