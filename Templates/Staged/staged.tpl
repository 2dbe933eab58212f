{{>Frame/_top}}
<div class="head">
<div>
<h1>{{HEADLINE}}</h1>
{{#SUB}}<p class="sub">{{SUB}}</p>
{{/SUB}}</div>
<div class="acts">{{#DISCARD}}<details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions</span></summary><div class="pop end"><ul><li><a class="danger" href="{{LINK}}">Discard all…</a></li></ul></div></details>{{/DISCARD}}{{#SAVE}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}{{>Frame/_key}}<input type="hidden" name="{{ASKED_FIELD}}" value="{{ASKED}}"><span class="acts">{{#PUSH_LABEL}}<button class="btn" name="then" value="push"{{>Frame/_needs-server}}>{{PUSH_LABEL}}</button>{{/PUSH_LABEL}}<button class="btn primary">{{LABEL}}</button></span></form>{{/SAVE}}</div>
</div>
{{#REFUSED}}<div class="note fail" role="alert" tabindex="-1" autofocus><p><b>{{HEADLINE}}</b> {{TEXT}}</p></div>
{{/REFUSED}}{{#HELD_UP}}<div class="note warn" role="status"><p><b>{{HEADLINE}}</b> {{TEXT}}</p></div>
{{/HELD_UP}}{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}{{#NO_MATCHES}}<div class="note"><p><b>No staged changes match “{{NO_MATCHES}}”.</b></p><p><a href="{{CLEAR_LINK}}">Clear search</a></p></div>
{{/NO_MATCHES}}{{#EMPTY}}<div class="empty"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#s-staged"></use></svg><h2>No staged changes</h2><p>Edit a row and choose “Stage for review” instead of “Save”.</p><div class="acts"><a class="btn" href="{{TABLES_LINK}}">Tables</a></div></div>
{{/EMPTY}}{{#LISTED}}<form class="list" id="list" method="post" action="{{SELECTED_ACTION}}" aria-label="Staged changes">
{{>Frame/_csrf}}{{>Frame/_key}}<input type="hidden" name="{{ASKED_FIELD}}" value="{{ASKED}}"><input type="hidden" name="selection" value="1">
<ol class="staged panel flat">
{{#ROW}}<li{{#SAVABLE}} data-savable{{/SAVABLE}}><div class="tick"><label><input type="checkbox" name="id" value="{{CHANGE}}" aria-label="Select {{TITLE}}"{{#CHECKED}} checked{{/CHECKED}}></label></div>
<div><b><a href="{{LINK}}">{{TITLE}}</a></b> <span class="mut">{{TABLE}} · {{KIND}}{{#AT_TIME}} · {{>Frame/_time}}{{/AT_TIME}}</span>
{{#ROW_PROBLEM}}<div class="note fail"><p>{{TEXT}}</p></div>
{{/ROW_PROBLEM}}{{#GONE}}<div class="note fail"><p><b>This row is no longer in the store.</b> Remove the staged change.</p></div>
{{/GONE}}{{#REMOVED}}<div class="note fail"><p><b>This row was hard-deleted here, and its delete is still in the queue.</b> Undelete it on <a href="{{LINK}}">its page</a> or remove the staged change.</p></div>
{{/REMOVED}}{{#DELETED}}<div class="note fail"><p><b>This row is deleted.</b> Undelete it on <a href="{{LINK}}">its page</a> or remove the staged change.</p></div>
{{/DELETED}}{{#PRESENT}}<div class="note fail"><p><b>This row is in the store again.</b> Remove the staged change.</p></div>
{{/PRESENT}}{{#RESTORED}}<p class="gaph"><span class="chip done">Restored row</span> Inserted again under its id. If the row still exists on the server, the push reports a conflict.{{#WITHOUT_FILES}} Its files are not restored.{{/WITHOUT_FILES}}</p>
{{/RESTORED}}{{#RESTORED_ANEW}}<p class="gaph"><span class="chip done">Restored row</span> Inserted again; the server assigns a new id. If the row still exists on the server, this creates a duplicate.{{#WITHOUT_FILES}} Its files are not restored.{{/WITHOUT_FILES}}</p>
{{/RESTORED_ANEW}}{{#FRESH}}<dl class="chg">
{{#FIELD}}<dt>{{COLUMN}}</dt><dd>{{#CURRENT}}{{>Values/_cell}} <span class="to"><span class="vh">becomes</span></span>{{/CURRENT}}{{#WANTED}}{{>Values/_cell}}{{/WANTED}}</dd>
{{/FIELD}}</dl>
{{/FRESH}}{{#STALE}}{{#NO_DISPUTE}}<p class="gaph">Other columns of this row have changed since you opened it, but none of yours.</p>
{{/NO_DISPUTE}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="c-{{INDEX}}"><table class="stack"><caption id="c-{{INDEX}}">What you and others changed in {{TITLE}}</caption><thead><tr><th scope="col">Column</th><th scope="col">When you opened it</th><th scope="col">Theirs, now</th><th scope="col">Yours</th></tr></thead><tbody>
{{#FIELD}}<tr><th scope="row"><code>{{COLUMN}}</code></th>{{#WAS}}<td class="wrap" data-l="When you opened it">{{>Values/_value}}</td>{{/WAS}}<td class="wrap" data-l="Theirs, now">{{#DISPUTED}}<label class="check"><input type="radio" form="{{FORM}}" name="side.{{COLUMN}}" value="theirs" required><span><span class="vh">{{COLUMN}}: take theirs, </span>{{#NOW}}{{>Values/_value}}{{/NOW}}</span></label>{{/DISPUTED}}{{#UNDISPUTED}}{{#NOW}}{{>Values/_value}}{{/NOW}}{{/UNDISPUTED}}</td><td class="wrap" data-l="Yours">{{#DISPUTED}}<label class="check"><input type="radio" form="{{FORM}}" name="side.{{COLUMN}}" value="mine" required><span><span class="vh">{{COLUMN}}: keep mine, </span>{{#MINE}}{{>Values/_value}}{{/MINE}}</span></label>{{/DISPUTED}}{{#UNDISPUTED}}{{#MINE}}{{>Values/_value}}{{/MINE}}{{/UNDISPUTED}}</td></tr>
{{/FIELD}}</tbody></table></div>
<button class="btn" form="{{FORM}}">{{#NO_DISPUTE}}Keep mine{{/NO_DISPUTE}}{{#DISPUTE}}Use these values{{/DISPUTE}}</button>
{{/STALE}}</div>
<div class="acts">{{#EDIT}}<a class="btn quiet s" href="{{EDIT_LINK}}">Edit<span class="vh"> the staged change of {{TITLE}}</span></a>{{/EDIT}}<button class="btn quiet s" form="remove-{{INDEX}}">Remove<span class="vh"> the staged change of {{TITLE}}</span></button></div></li>
{{/ROW}}</ol>
{{>Selection/_selection-bar}}
<div class="pager"><span>{{LISTED_ROWS}}{{>Selection/_select-links}}</span></div>
</form>
{{/LISTED}}{{#ROW_FORM}}<form id="{{FORM}}" method="post" action="{{ACTION}}" hidden>{{>Frame/_csrf}}</form>
{{/ROW_FORM}}
{{>Frame/_bottom}}
