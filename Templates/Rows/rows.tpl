{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the rows</a>
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{TABLES_LINK}}">Tables</a></li></ol></nav>
<h1>{{TABLE}}</h1>
<p class="sub">{{LIVE_WORDS}}.{{#PULLED}} Last pull {{>Frame/_time}}.{{/PULLED}}{{#NEVER_PULLED}} Never pulled.{{/NEVER_PULLED}}</p>
</div>
<div class="acts">{{#CAN_EDIT}}<a class="btn" href="{{IMPORT_LINK}}">Import…</a>{{/CAN_EDIT}}{{#CAN_PURGE}}<a class="btn danger" href="{{PURGE_LINK}}">Purge…</a>{{/CAN_PURGE}}<a class="btn" href="{{RECONCILE_LINK}}">Reconcile</a>{{#CAN_SYNC}}<form method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="btn">Pull</button></form>{{/CAN_SYNC}}{{#CAN_EDIT}}<a class="btn primary" href="{{NEW_LINK}}">New row</a>{{/CAN_EDIT}}</div>
</div>
<nav class="tabs" aria-label="View">{{#TAB}}<a href="{{LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{NAME}} <span class="n">{{COUNT}}</span></a>{{/TAB}}</nav>
{{#REMOVED}}<div class="note" role="status"><p><b>{{HEADLINE}}</b> {{TEXT}} {{#ROW}}<a href="{{LINK}}">{{TITLE}}</a> {{/ROW}}{{REST}}</p><div class="acts"><a class="btn s" href="{{QUEUE_LINK}}">See the queue</a></div></div>
{{/REMOVED}}{{#PROBLEM}}<div class="note fail" role="alert"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div>
{{/PROBLEM}}{{#IGNORED}}<div class="note warn" role="status"><p><b>{{TABLE}} has no column “{{COLUMN}}”.</b> <span>“{{PARAMETER}}” in the address was ignored.</span></p><a class="btn s" href="{{LINK}}">Remove it</a></div>
{{/IGNORED}}<div class="filters">
{{#FILTER}}<span class="fchip"><span><code>{{COLUMN}}</code> {{WORDS}}</span><a class="x" href="{{LINK}}#list"><span class="vh">Remove filter: {{COLUMN}} {{WORDS}}</span></a></span>
{{/FILTER}}<form action="{{ROWS_LINK}}" aria-label="Add a filter">
{{#KEEP}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP}}
<select name="_column" aria-label="Column" data-values="{{VALUES_LINK}}">{{#FILTER_COLUMN}}<option value="{{NAME}}" data-usual="{{USUAL}}"{{#SELECTED}} selected{{/SELECTED}}>{{NAME}}</option>{{/FILTER_COLUMN}}</select>
<select name="_op" aria-label="Comparison">{{#FILTER_OP}}<option value="{{NAME}}"{{#SELECTED}} selected{{/SELECTED}}>{{WORDS}}</option>{{/FILTER_OP}}</select>
<input type="hidden" name="_preset" value="{{FILTER_PRESET}}"><input name="_value" aria-label="Value" size="14" value="{{FILTER_VALUE}}" list="values" autocomplete="off" title="“is one of” takes several values with commas between them; one with a comma in it stands in double quotes.">
<datalist id="values">{{#SUGGESTIONS}}{{#SUGGESTION}}{{#TYPABLE}}<option value="{{TEXT}}">{{/TYPABLE}}{{/SUGGESTION}}{{/SUGGESTIONS}}</datalist>
<button class="btn">Add filter</button>
<button class="btn quiet" name="_suggest" value="1" data-noscript>Show values</button>
</form>
<div class="r">
{{#CELL_FILTER_OFF}}<a class="btn quiet noprint" href="{{LINK}}">Filter by a cell</a>
{{/CELL_FILTER_OFF}}<details class="menu"><summary class="btn">Views <span class="mut">{{VIEWS_COUNT}}</span></summary>
<div class="pop end">{{#NO_VIEWS}}<p class="mut">No view of {{TABLE}} is saved yet.</p>{{/NO_VIEWS}}<ul>{{#VIEW}}<li class="col"><a href="{{LINK}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}>{{NAME}}{{#SHARED}} <span class="n">shared by {{BY}}</span>{{/SHARED}}</a>{{#MAY_REMOVE}}<form method="post" action="{{REMOVE_ACTION}}">{{>Frame/_csrf}}<button class="btn quiet s">Remove<span class="vh"> the view {{NAME}}</span></button></form>{{/MAY_REMOVE}}</li>{{/VIEW}}</ul>{{#MAY_SAVE_VIEW}}<form method="post" action="{{VIEWS_ACTION}}" class="acts">{{>Frame/_csrf}}{{>Frame/_key}}<input type="hidden" name="query" value="{{VIEW_QUERY}}"><label for="view-name">Save this list as</label><input id="view-name" name="name" maxlength="64" required size="20">{{#MAY_SHARE}}<label class="check"><input type="checkbox" name="shared" value="1"> For everybody</label>{{/MAY_SHARE}}<button class="btn s">Save view</button></form>{{/MAY_SAVE_VIEW}}</div></details>
<details class="menu"><summary class="btn">Facets</summary>
<div class="pop end"><p class="mut">Count the values of a column:</p><ul>{{#FACET_CHOICE}}<li><a href="{{LINK}}"{{#CHOSEN}} aria-current="true"{{/CHOSEN}}><code>{{NAME}}</code>{{#CHOSEN}} <span class="n">shown, take it away</span>{{/CHOSEN}}</a></li>{{/FACET_CHOICE}}</ul></div></details>
<details class="menu"{{#COLUMNS_OPEN}} open{{/COLUMNS_OPEN}}><summary class="btn">Columns <span class="mut">{{COLUMNS_SHOWN}} of {{COLUMNS_ALL}}</span></summary>
<div class="pop end"><form action="{{ROWS_LINK}}">{{#KEEP_FOR_COLUMNS}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP_FOR_COLUMNS}}<div class="acts over"><button class="btn s" formaction="{{ROWS_LINK}}#list">Show these</button><a class="btn quiet s" href="{{TICK_ALL_LINK}}"{{#TICKED_ALL}} autofocus{{/TICKED_ALL}}>All<span class="vh"> columns ticked</span></a><a class="btn quiet s" href="{{TICK_NONE_LINK}}"{{#TICKED_NONE}} autofocus{{/TICKED_NONE}}>None<span class="vh"> ticked</span></a><a class="btn quiet s" href="{{DEFAULT_COLUMNS_LINK}}">Default<span class="vh"> columns</span></a></div><fieldset><legend class="vh">Columns to show, in order</legend><ul>{{#COLUMN_CHOICE}}<li class="col"><label class="check"><input type="checkbox" name="cols" value="{{NAME}}"{{#CHECKED}} checked{{/CHECKED}}> <code>{{NAME}}</code></label><span class="nw"><button class="btn quiet s" name="_up" value="{{NAME}}"{{#MOVED_UP}} autofocus{{/MOVED_UP}} aria-label="Move {{NAME}} up">↑</button><button class="btn quiet s" name="_down" value="{{NAME}}"{{#MOVED_DOWN}} autofocus{{/MOVED_DOWN}} aria-label="Move {{NAME}} down">↓</button></span></li>{{/COLUMN_CHOICE}}</ul></fieldset></form></div></details>
</div>
</div>
{{#SUGGESTIONS}}<section class="suggest" aria-labelledby="h-sug"><h2 id="h-sug">Values of <code>{{COLUMN}}</code></h2>{{#NO_SUGGESTIONS}}<p class="mut">The newest rows have no short values in this column.</p>{{/NO_SUGGESTIONS}}<ul>{{#SUGGESTION}}<li><a class="btn s" href="{{LINK}}">{{TEXT}}</a></li>{{/SUGGESTION}}</ul><p class="mut"><small>The commonest among the newest 2,000 rows.</small></p></section>
{{/SUGGESTIONS}}{{#FACETS}}<div class="facets">{{#FACET}}<section aria-label="Values of {{COLUMN}}"><div class="sh"><h2><code>{{COLUMN}}</code></h2><a href="{{REMOVE_LINK}}">Remove<span class="vh"> the facet {{COLUMN}}</span></a></div><ul>{{#VALUE}}<li>{{#LINKED}}<a href="{{TO}}">{{>Values/_value}}</a>{{/LINKED}}{{#BARE}}<span>{{>Values/_value}}</span>{{/BARE}} <span class="n">{{COUNT}}</span></li>{{/VALUE}}</ul>{{#MORE}}<p class="mut">and more values, none of them with more rows</p>{{/MORE}}{{#NONE}}<p class="mut">No rows to count.</p>{{/NONE}}{{#TOO_LONG}}<p>Counting took too long and was stopped after 0.2 s. <a href="{{LINK}}">Wait up to 10 s</a></p>{{/TOO_LONG}}{{#FAR_TOO_LONG}}<p>Counting took longer than 10 s and was stopped. Narrow the list with a filter first.</p>{{/FAR_TOO_LONG}}</section>{{/FACET}}</div>
{{/FACETS}}{{#CUT}}<div class="note warn" role="status"><p><b>Looking for rows was stopped after {{SECONDS}} s.</b> {{#HAS_SOME}}These are the ones found so far; the next page goes on behind them.{{/HAS_SOME}} Nothing is wrong with the data: no index helps with this filter or order.</p><div class="acts">{{#WAIT}}<a class="btn s" href="{{LINK}}">Look for up to 30 s</a>{{/WAIT}}{{#IS_SORTED}}<a class="btn s" href="{{BY_CHANGE_LINK}}">Newest change first, which is fast</a>{{/IS_SORTED}}</div></div>
{{/CUT}}{{#CELL_FILTER_ON}}<div class="note" role="status"><p><b>Each short cell is a link now</b> that narrows the list to its value. <a href="{{LINK}}">Back to the plain list</a></p></div>
{{/CELL_FILTER_ON}}{{#TICK_FORM}}<form method="post" action="{{BULK_ACTION}}" aria-label="Change ticked rows">
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">
{{/TICK_FORM}}{{#BAR_NONE}}<div class="bulk none" id="picks" tabindex="-1" role="group" aria-label="Ticked rows">
<span class="mut">Tick rows to change several at once. <a href="{{TICK_LINK}}#picks">Tick this page</a>{{#ALL}} · <a href="{{LINK}}#picks">{{WORDS}}</a>{{/ALL}}</span>
<div class="acts">{{#BUTTON}}<button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button>{{/BUTTON}}</div>
</div>
{{/BAR_NONE}}{{#BAR_PAGE}}<div class="bulk" id="picks" tabindex="-1" role="group" aria-label="Ticked rows">
<span><b>{{COUNT}} ticked</b> on this page. {{#ALL}}<a href="{{LINK}}#picks">{{WORDS}}</a> · {{/ALL}}<a href="{{CLEAR_LINK}}#picks">Clear</a></span>
<div class="acts">{{#BUTTON}}<button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button>{{/BUTTON}}</div>
</div>
{{/BAR_PAGE}}{{#BAR_ALL}}<div class="bulk" id="picks" tabindex="-1" role="group" aria-label="All matching rows">
<span><b>{{SELECTED}}</b> <a href="{{CLEAR_LINK}}#picks">Clear</a></span>
<div class="acts">{{#BUTTON}}<form method="post" action="{{BULK_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="expect" value="{{EXPECT}}"><input type="hidden" name="back" value="{{BACK}}"><button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button></form>{{/BUTTON}}</div>
</div>
{{/BAR_ALL}}<div class="grid wide" id="list" role="region" tabindex="0" aria-labelledby="cap-rows">
<table data-row-menu{{#CAN_EDIT}} data-edits{{/CAN_EDIT}}>
<caption id="cap-rows">{{CAPTION}}</caption>
<thead>
<tr>{{#TICKS}}<th scope="col" class="tick"><span class="vh">Tick</span></th>{{/TICKS}}<th scope="col" class="st">State</th>{{#HEAD}}<th scope="col"{{#CLASS}} class="{{NAME}}"{{/CLASS}}{{#SORTED}} aria-sort="{{DIRECTION}}"{{/SORTED}}><a href="{{LINK}}#list">{{COLUMN}}</a></th>{{/HEAD}}{{#TOGGLES}}<th scope="col"><span class="vh">Action</span></th>{{/TOGGLES}}</tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#ROW}}<tr{{#RULE}} class="{{NAME}}"{{/RULE}}>{{#TICK}}<td class="tick"><input type="checkbox" name="id" value="{{ID}}" aria-label="Tick {{TITLE}}"{{#CHECKED}} checked{{/CHECKED}}{{#DISABLED}} disabled{{/DISABLED}}></td>{{/TICK}}<td class="st"><span class="chip {{CHIP}}">{{CHIP_WORD}}</span>{{#ALSO_DELETED}}<span class="vh">, deleted</span>{{/ALSO_DELETED}}</td>{{#CELL}}{{#TEXT_CELL}}<td>{{TEXT}}</td>{{/TEXT_CELL}}{{#STYLED_CELL}}<td class="{{STYLE}}">{{TEXT}}</td>{{/STYLED_CELL}}{{#AGE_CELL}}<td class="num">{{>Frame/_time}}</td>{{/AGE_CELL}}{{#OTHER_CELL}}{{#OPENING_CELL}}<th scope="row" class="key"><a href="{{LINK}}"{{#TIP}} title="{{TEXT}}"{{/TIP}}>{{TITLE}}</a></th>{{/OPENING_CELL}}{{#EMPTY_OPENING_CELL}}<th scope="row" class="key"><a href="{{LINK}}">{{>Values/_value}}<span class="vh">, row {{ID}}</span></a></th>{{/EMPTY_OPENING_CELL}}{{#KEY_CELL}}<th scope="row" class="key"><a href="{{TO}}"><span class="vh">Only {{COLUMN}} </span>{{>Values/_value}}</a></th>{{/KEY_CELL}}{{#VALUE_CELL}}<td{{#CLASS}} class="{{NAME}}"{{/CLASS}}>{{#REFERS}}<a href="{{TO}}"{{#NAMED}} title="{{ID}}"{{/NAMED}}>{{>Values/_value}}<span class="vh"> in {{COLUMN}}</span></a>{{/REFERS}}{{#NARROWS}}<a class="plain" href="{{TO}}"><span class="vh">Only {{COLUMN}} </span>{{>Values/_value}}</a>{{/NARROWS}}{{#FILE}}<a class="file" href="{{LINK}}">{{#PICTURE}}<img src="{{SOURCE}}" width="28" height="28" alt="" loading="lazy" decoding="async">{{/PICTURE}}{{NAME}}<span class="vh"> in {{COLUMN}}</span></a>{{/FILE}}{{>Values/_value}}</td>{{/VALUE_CELL}}{{/OTHER_CELL}}{{/CELL}}{{#TOGGLE}}<td class="num"><button class="btn s" name="from" value="list" formaction="{{ACTION}}">{{LABEL}}<span class="vh"> {{TITLE}}</span></button></td>{{/TOGGLE}}{{#NO_TOGGLE}}<td></td>{{/NO_TOGGLE}}</tr>
{{/ROW}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts">{{#OFFER}}<a class="btn" href="{{LINK}}">{{LABEL}}</a>{{/OFFER}}{{#PULL}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="btn">Pull {{TABLE}}</button></form>{{/PULL}}</div></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{#TICK_FORM}}</form>
{{/TICK_FORM}}<div class="pager"><span>{{POSITION}}{{#COUNT_EXACTLY}} <a href="{{LINK}}">Count exactly</a>{{/COUNT_EXACTLY}}</span><div class="acts"><span>Show</span><span>{{#SIZE}}<a href="{{LINK}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}>{{SIZE}}</a> {{/SIZE}}</span>{{#FIRST}}<a class="btn" href="{{LINK}}">First page</a>{{/FIRST}}{{#NEXT}}<a class="btn" href="{{LINK}}">Next {{SIZE}}</a>{{/NEXT}}</div></div>
{{>Frame/_bottom}}
