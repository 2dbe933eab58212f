{{>Frame/_top}}
{{>Row/_row-head}}
{{#UNKNOWN_VERSION}}<div class="note warn" role="status"><p><b>This row has no version “{{UNKNOWN_VERSION}}”.</b></p><p>It may have been removed. Choose two versions below.</p></div>
{{/UNKNOWN_VERSION}}{{#COMPARISON}}<section aria-labelledby="h-cmp"><div class="sh"><h2 id="h-cmp">Changes from {{OLDER}} to {{NEWER}}</h2><p>{{VERDICT}}</p></div>
<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-cmp"><table class="stack"><caption id="cap-cmp">Differences</caption><thead><tr><th scope="col" class="key">Column</th><th scope="col">{{OLDER}}</th><th scope="col">{{NEWER}}</th></tr></thead><tbody>
{{#CHANGE}}<tr><th scope="row" class="key"><code>{{COLUMN}}</code></th><td class="wrap" data-l="{{OLDER}}">{{#OLD_VALUE}}{{>Values/_cell}}{{/OLD_VALUE}}</td><td class="wrap" data-l="{{NEWER}}">{{#NEW_VALUE}}{{>Values/_cell}}{{/NEW_VALUE}}</td></tr>
{{/CHANGE}}</tbody></table></div>
{{>Values/_full-text}}<div class="acts after">{{#COPY_VALUES}}<a class="btn s" href="{{COPY_LINK}}">Restore {{COPY_TITLE}}…</a>{{/COPY_VALUES}}</div></section>
{{/COMPARISON}}{{#COMPARE_LINK}}<div class="acts after"><a class="btn s" href="{{COMPARE_LINK}}">Compare two versions…</a></div>
{{/COMPARE_LINK}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}{{#COMPARE}}<form action="{{HISTORY_ACTION}}"><input type="hidden" name="tab" value="history">
<ol class="tl">
{{#COPY_VERSION}}<li class="plain"><span class="av sys" aria-hidden="true"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#copy"></use></svg></span><div><b>{{WHAT}}</b></div><div class="acts">{{#PICK}}{{>History/_version-selection}}{{/PICK}}</div></li>
{{/COPY_VERSION}}</ol>
{{/COMPARE}}{{#DAY}}<h2 class="day">{{DAY_TITLE}}</h2>
<ol class="tl">
{{#ENTRY}}<li><span class="av{{#PROGRAM}} sys{{/PROGRAM}}" aria-hidden="true">{{INITIALS}}{{#PROGRAM}}<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#{{ICON}}"></use></svg>{{/PROGRAM}}</span><div>{{BEFORE}}<b>{{BY}}</b>{{AFTER}}{{#STATE}} <span class="chip {{CHIP_LOOK}}">{{CHIP}}</span>{{/STATE}}
<p class="when"><time datetime="{{ISO}}" title="{{FULL}}">{{CLOCK}}</time>{{#OF_VERSION}} · {{LABEL}} <code>{{NAME}}</code>{{/OF_VERSION}}</p>{{#DETAIL}}<p class="mut">{{DETAIL}}</p>{{/DETAIL}}{{#CHANGES}}<dl class="chg">
{{#CHANGE}}<dt>{{COLUMN}}</dt><dd>{{#WAS_CELL}}<del>{{>Values/_cell}}</del> <span class="to"><span class="vh">becomes</span></span>{{/WAS_CELL}}{{#WHOLE}}<ins>{{>Values/_cell}}</ins>{{/WHOLE}}{{#PARTS}}{{>Values/_cell}}{{/PARTS}}</dd>
{{/CHANGE}}</dl>{{/CHANGES}}</div><div class="acts">{{#RESTORE}}<a class="btn quiet xs" href="{{LINK}}">Restore…<span class="vh"> the version of {{VERSION}}</span></a>{{/RESTORE}}{{#PICK}}{{>History/_version-selection}}{{/PICK}}</div></li>
{{/ENTRY}}</ol>
{{/DAY}}{{#CLEAR_LINK}}<p><b>No changes match the filter.</b> <a href="{{CLEAR_LINK}}">Clear filters</a></p>
{{/CLEAR_LINK}}{{#NO_HISTORY}}<p><b>No history yet.</b> Changes, pushes and pulls of this row are recorded here.</p>
{{/NO_HISTORY}}{{#COMPARE}}<div class="bar stick"><button class="btn primary">Compare versions</button><a class="btn quiet" href="{{HISTORY_LINK}}">Cancel</a></div>
</form>
{{/COMPARE}}{{>Notes/_notes}}{{>Frame/_bottom}}
