{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the rows</a>
<div class="head">
<div>
<h1>{{TABLE}} <span class="cnt">{{MATCHING}}</span></h1>
<p class="sub not-s">{{#PULLED}}Last pull {{>Frame/_time}}{{/PULLED}}{{#NEVER_PULLED}}Not pulled yet{{/NEVER_PULLED}}{{#MADE_HERE}}Not on the server yet{{/MADE_HERE}}</p>
</div>
<div class="acts">
{{#CAN_EDIT}}<a class="btn not-s" href="{{IMPORT_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#upload"></use></svg>Import</a>{{/CAN_EDIT}}
{{#CAN_SYNC}}<form class="not-s" method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="btn"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>Pull</button></form>{{/CAN_SYNC}}
<details class="menu"><summary class="btn sq"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">More actions for {{TABLE}}</span></summary>
<div class="pop end">
{{#CAN_EDIT}}<a class="only-s" href="{{IMPORT_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#upload"></use></svg>Import</a>{{/CAN_EDIT}}
{{#CAN_SYNC}}<form class="only-s" method="post" action="{{PULL_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="item"{{>Frame/_needs-server}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#download"></use></svg>Pull</button></form>{{/CAN_SYNC}}
<a href="{{RECONCILE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#drift"></use></svg>Reconcile with the server</a>
<a href="{{SCHEMA_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#columns"></use></svg>Schema</a>
<a href="{{PAST_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#clock"></use></svg>Time machine</a>
<a href="{{RULES_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#s-conflict"></use></svg>Conflict rules</a>
<a href="{{TOKENS_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#token"></use></svg>Delta tokens</a>
{{#TABLE_SETTINGS_LINK}}<a href="{{TABLE_SETTINGS_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#settings"></use></svg>Table settings</a>
{{/TABLE_SETTINGS_LINK}}<a href="{{TABLES_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#table"></use></svg>All tables</a>
{{#CAN_PURGE}}<hr>
<a class="danger" href="{{PURGE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#trash"></use></svg>Purge local rows…</a>{{/CAN_PURGE}}
</div></details>
{{#CAN_EDIT}}<a class="btn primary" href="{{NEW_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>New row</a>{{/CAN_EDIT}}
</div>
</div>
{{>Row/_read-only}}{{#REMOVED}}<div class="note" role="status"><p><b>{{HEADLINE}}</b> {{TEXT}} {{#ROW}}<a href="{{LINK}}">{{TITLE}}</a> {{/ROW}}{{REST}}</p><div class="acts"><a class="btn s" href="{{QUEUE_LINK}}">Show in queue</a></div></div>
{{/REMOVED}}
{{#PROBLEM}}<div class="note fail" role="alert"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div>
{{/PROBLEM}}
{{#IGNORED}}<div class="note warn" role="status"><p><b>{{TABLE}} has no column “{{COLUMN}}”.</b> “{{PARAMETER}}” in the address was ignored.</p><div class="acts"><a class="btn s" href="{{LINK}}">Remove it</a></div></div>
{{/IGNORED}}
{{#CUT}}<div class="note warn" role="status"><p><b>Search stopped after {{SECONDS}} s.</b> {{#HAS_SOME}}The rows found so far are shown; the next page continues after them.{{/HAS_SOME}} The data is fine: no index supports this filter or order.</p><div class="acts">{{#WAIT}}<a class="btn s" href="{{LINK}}">Search for up to 30 s</a>{{/WAIT}}{{#IS_SORTED}}<a class="btn s" href="{{BY_CHANGE_LINK}}">Sort by newest change, which is fast</a>{{/IS_SORTED}}</div></div>
{{/CUT}}
<nav class="tabs" aria-label="{{TABS_NAME}}">
{{>Frame/_tab-links}}
{{#SERVER_VIEW}}<a{{>Frame/_server-link}}>Server</a>
{{/SERVER_VIEW}}{{#HAS_VIEWS}}<hr>{{/HAS_VIEWS}}
{{#VIEW}}<a href="{{LINK}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}{{#SHARED}} title="Shared by {{BY}}"{{/SHARED}}>{{NAME}}{{#VIEW_COUNT}} <span class="n">{{VIEW_COUNT}}</span>{{/VIEW_COUNT}}{{#CHANGED}} <span class="mut">changed</span>{{/CHANGED}}</a>
{{/VIEW}}{{#CURRENT_VIEW}}<button class="btn quiet xs sq" type="button" popovertarget="change-view"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#more"></use></svg><span class="vh">Rename or remove the view {{NAME}}</span></button>
{{/CURRENT_VIEW}}{{#SAVE_VIEW}}{{#UPDATE}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="name" value="{{NAME}}">{{#SHARED}}<input type="hidden" name="shared" value="1">{{/SHARED}}<button class="btn quiet s"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#check"></use></svg>Update view<span class="vh"> {{NAME}}</span></button></form>{{/UPDATE}}<button class="btn quiet s" type="button" popovertarget="save-view"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>{{SAVE_LABEL}}</button>
{{/SAVE_VIEW}}</nav>
{{#CURRENT_VIEW}}<div class="pop vform" id="change-view" popover role="dialog" aria-label="View {{NAME}}"><form method="post" action="{{RENAME_ACTION}}">{{>Frame/_csrf}}<label for="view-name">Name of the view</label><input class="s-in" id="view-name" name="name" value="{{NAME}}" maxlength="64" required autofocus><button class="btn s primary">Rename view</button></form><form class="acts" method="post" action="{{REMOVE_ACTION}}">{{>Frame/_csrf}}<button class="btn s danger">Remove view</button></form></div>
{{/CURRENT_VIEW}}{{#SAVE_VIEW}}<div class="pop vform" id="save-view" popover role="dialog" aria-label="Save view"><form method="post" action="{{ACTION}}">{{>Frame/_csrf}}{{>Frame/_key}}<input type="hidden" name="query" value="{{QUERY}}"><label for="view-name">Save this list as</label><input class="s-in" id="view-name" name="name" maxlength="64" required autofocus><p class="hint">A view of yours with the same name is replaced.</p>{{#MAY_SHARE}}<label class="check"><input type="checkbox" name="shared" value="1"> Share with everyone</label>{{/MAY_SHARE}}<button class="btn s primary">Save view</button></form></div>
{{/SAVE_VIEW}}<div class="tools">
{{#SEARCH}}<form class="search-in" role="search" aria-label="Search {{TABLE}}" action="{{ROWS_LINK}}#list">
{{#KEEP}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP}}
<button type="submit"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#search"></use></svg><span class="vh">Search rows</span></button>
<label class="vh" for="rows-text">Search text columns</label><input class="s-in" type="search" id="rows-text" name="_text" value="{{TEXT}}" placeholder="Search text columns" autocomplete="off">
</form>
{{/SEARCH}}{{#FILTERS}}<button class="btn s quiet fmore" type="button" popovertarget="filters"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#filter"></use></svg><span class="w">Filters</span> ({{COUNT}})</button>
<div class="chips{{#MANY}} many{{/MANY}}{{#LONG}} long{{/LONG}}" id="filters" popover role="group" aria-label="Filters">
{{#FILTER_GROUP}}{{#ANY}}<span class="fany" role="group" aria-label="Any of these filters">{{/ANY}}{{#FILTER}}{{#OR}}<span class="mut">or</span>{{/OR}}<span class="fchip"><a title="{{COLUMN}} {{WORDS}}" href="{{EDIT_LINK}}"><span><span class="vh">Edit filter: </span><code>{{COLUMN}}</code> {{WORDS}}</span></a><a href="{{LINK}}#list"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg><span class="vh">Remove filter: {{COLUMN}} {{WORDS}}</span></a></span>
{{/FILTER}}{{#END_ANY}}</span>{{/END_ANY}}
{{/FILTER_GROUP}}</div>
{{/FILTERS}}<details class="menu"{{#FILTER_OPEN}} open{{/FILTER_OPEN}}><summary class="btn s quiet"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg><span class="w">Filter</span></summary>
<div class="pop fpop">
<form action="{{ROWS_LINK}}" aria-label="{{FILTER_FORM}}">
{{#KEEP}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP}}{{#EDITED}}<input type="hidden" name="_edit" value="{{PLACE}}">{{/EDITED}}
{{#LINE}}<div class="cond" role="group" aria-label="Condition {{NUMBER}}">
{{#JOIN}}<select class="s-in" name="_join" aria-label="Combine with previous"><option value="and">and</option>{{#MAY_JOIN}}<option value="or"{{#ALTERNATIVE}} selected{{/ALTERNATIVE}}>or</option>{{/MAY_JOIN}}</select>
{{/JOIN}}<select class="s-in" name="_column" aria-label="Column"{{#COLUMN_MISTAKE}} aria-invalid="true" aria-describedby="{{MISTAKE_ID}}"{{/COLUMN_MISTAKE}}{{#FOCUSED_COLUMN}} autofocus{{/FOCUSED_COLUMN}} data-values="{{VALUES_LINK}}">{{#JOIN}}<option value="" data-usual="contains" data-type="text">Choose a column</option>{{/JOIN}}{{#FILTER_COLUMN}}<option value="{{NAME}}" data-usual="{{USUAL}}"{{#SELECTED}} selected{{/SELECTED}} data-type="{{TYPE}}">{{NAME}}</option>{{/FILTER_COLUMN}}</select>
<select class="s-in" name="_op" aria-label="Comparison">{{#COMPARISONS}}<optgroup label="{{TITLE}}" data-type="{{TYPE}}">{{#FILTER_OP}}<option value="{{NAME}}"{{#SELECTED}} selected{{/SELECTED}}>{{WORDS}}</option>{{/FILTER_OP}}</optgroup>{{/COMPARISONS}}</select>
<input type="hidden" name="_preset" value="{{FILTER_PRESET}}">{{#VALUE_BOX}}<input class="s-in" name="_value" aria-label="Value" size="14"{{#VALUE_MISTAKE}} aria-invalid="true" aria-describedby="{{MISTAKE_ID}}"{{/VALUE_MISTAKE}}{{#FOCUSED}} autofocus{{/FOCUSED}} value="{{FILTER_VALUE}}"{{#SUGGESTS}} list="values"{{/SUGGESTS}} autocomplete="off" title="“is one of” takes several values with commas between them; put a value that has a comma in double quotes.">{{/VALUE_BOX}}{{#VALUE_CHOICES}}<select class="s-in" name="_value" aria-label="Value"{{#FOCUSED}} autofocus{{/FOCUSED}}>{{#VALUE_CHOICE}}<option value="{{TEXT}}"{{#SELECTED}} selected{{/SELECTED}}>{{TEXT}}</option>{{/VALUE_CHOICE}}</select>{{/VALUE_CHOICES}}{{#MISTAKE}}<span class="err" id="{{ID}}">{{TEXT}}</span>{{/MISTAKE}}
{{#COMBINE}}<select class="s-in" name="_or" aria-label="Combine with"><option value="">and all other filters</option>{{#OTHER}}<option value="{{PLACE}}"{{#SELECTED}} selected{{/SELECTED}}>or {{WORDS}}</option>{{/OTHER}}</select>
{{/COMBINE}}</div>
{{/LINE}}<template><select class="s-in" name="_join" aria-label="Combine with previous"><option value="and">and</option>{{#MAY_JOIN}}<option value="or">or</option>{{/MAY_JOIN}}</select><option value="" data-usual="contains" data-type="text">Choose a column</option><input class="s-in" name="_value" aria-label="Value" size="14" list="values" autocomplete="off" title="“is one of” takes several values with commas between them; put a value that has a comma in double quotes."><select class="s-in" name="_value" aria-label="Value">{{#BOOLEAN_VALUE}}<option value="{{TEXT}}">{{TEXT}}</option>{{/BOOLEAN_VALUE}}</select></template>
<datalist id="values">{{#SUGGESTIONS}}{{#SUGGESTION}}{{#TYPABLE}}<option value="{{TEXT}}">{{NAME}}</option>{{/TYPABLE}}{{/SUGGESTION}}{{/SUGGESTIONS}}</datalist>
<button class="btn s primary">{{#ADDED}}Add filter{{/ADDED}}{{#EDITED}}Apply{{/EDITED}}</button>
{{#MORE_LINES}}<button class="btn s quiet" name="_lines" value="{{COUNT}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg>Add condition</button>
{{/MORE_LINES}}<button class="btn s quiet" name="_suggest" value="1" data-noscript>Show values</button>{{#EDITED}}<a class="btn s quiet" data-noscript href="{{CANCEL_LINK}}">Cancel</a>{{/EDITED}}
</form>
{{#SUGGESTIONS}}<section class="suggest" aria-labelledby="h-sug"><h2 id="h-sug">Values of <code>{{COLUMN}}</code></h2>{{#NO_SUGGESTIONS}}<p class="mut">The newest rows have no short values in this column.</p>{{/NO_SUGGESTIONS}}<ul>{{#SUGGESTION}}<li><a class="btn s" href="{{LINK}}">{{LABEL}}</a></li>{{/SUGGESTION}}</ul><p class="mut"><small>The most frequent of the newest 2,000 rows.</small></p></section>
{{/SUGGESTIONS}}
</div></details>
<div class="r">
{{#PEEK_FIRST}}<a class="btn s quiet not-s" href="{{LINK}}#peek"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#panel"></use></svg>Peek<span class="vh"> at the first row</span></a>{{/PEEK_FIRST}}
<a class="btn s quiet" data-facets href="{{FACETS_LINK}}#list"{{#FACETS_SHOWN}} aria-current="true"{{/FACETS_SHOWN}}><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#panel"></use></svg><span class="w">Facets</span></a>
<details class="menu only-s"><summary class="btn s quiet"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg><span class="w">Sort</span></summary><div class="pop end"><ul>{{#HEAD}}<li><a href="{{LINK}}#list"{{#SORTED}} aria-current="true"{{/SORTED}}>{{COLUMN}}</a></li>
{{/HEAD}}</ul></div></details>
{{#COLUMNS_CLOSED}}<a class="btn s quiet" data-menu="columns" href="{{LINK}}#list"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#columns"></use></svg><span class="w">Columns<span class="vh">: {{COLUMNS_SHOWN}} of {{COLUMNS_ALL}} shown</span></span></a>{{/COLUMNS_CLOSED}}{{#COLUMNS_OPEN}}{{>Rows/_columns}}{{/COLUMNS_OPEN}}
{{#KEEP_COLUMNS}}<form class="not-s" method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><button class="btn s">Save columns</button></form>
{{/KEEP_COLUMNS}}</div>
</div>
<div class="work">
{{#TICK_FORM}}<form class="list" method="post" action="{{BULK_ACTION}}" aria-label="Change selected rows">
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">
{{/TICK_FORM}}{{#NO_TICK_FORM}}<div class="list">{{/NO_TICK_FORM}}
<div class="grid wide items" id="list" role="region" tabindex="0" aria-labelledby="cap-rows">
<table data-row-menu{{#CAN_EDIT}} data-edits{{/CAN_EDIT}}{{#LAYOUT}} data-layout="{{LAYOUT}}" data-keep="{{COLUMNS_ACTION}}"{{/LAYOUT}}>
<caption id="cap-rows">{{CAPTION}}</caption>
{{#COLS}}<colgroup>{{#COL}}<col{{#WIDTH}} width="{{WIDTH}}"{{/WIDTH}}>{{/COL}}</colgroup>
{{/COLS}}<thead>
<tr>{{#TICKS}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/TICKS}}{{#HEAD}}<th scope="col" data-head="{{COLUMN}}"{{#IS_OWN}} data-column="{{COLUMN}}"{{/IS_OWN}}{{#CLASS}} class="{{NAME}}"{{/CLASS}}{{#SORTED}} aria-sort="{{DIRECTION}}"{{/SORTED}}><a href="{{LINK}}#list">{{COLUMN}}</a>{{#SPACE}}<svg class="space" width="{{SPACE}}" height="1" aria-hidden="true"></svg>{{/SPACE}}</th>{{#IS_KEY}}<th scope="col" class="st">State</th>{{/IS_KEY}}{{/HEAD}}{{#TOGGLES}}<th scope="col"><span class="vh">Action</span></th>{{/TOGGLES}}</tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#ROW}}<tr{{#RULE}} class="{{NAME}}"{{#PEEKED}} aria-current="true"{{/PEEKED}}{{/RULE}}>{{#TICK}}<td class="tick"><label><input type="checkbox" name="id" value="{{ID}}" aria-label="Select {{TITLE}}"{{#CHECKED}} checked{{/CHECKED}}{{#DISABLED}} disabled{{/DISABLED}}></label></td>{{/TICK}}{{#CELL}}{{#TEXT_CELL}}<td>{{TEXT}}</td>{{/TEXT_CELL}}{{#STYLED_CELL}}<td class="{{STYLE}}">{{TEXT}}</td>{{/STYLED_CELL}}{{#LABELED_CELL}}<td class="{{STYLE}}" data-l="{{LABEL}}">{{TEXT}}</td>{{/LABELED_CELL}}{{#AGE_CELL}}<td class="num">{{>Frame/_time}}</td>{{/AGE_CELL}}{{#OTHER_CELL}}{{#OPENING_CELL}}<th scope="row" class="{{KEY_STYLE}}"><a href="{{LINK}}"{{#TIP}} title="{{TEXT}}"{{/TIP}}>{{TITLE}}</a></th>{{>Rows/_state}}{{/OPENING_CELL}}{{#EMPTY_OPENING_CELL}}<th scope="row" class="{{KEY_STYLE}}"><a href="{{LINK}}">{{>Values/_value}}<span class="vh">, row {{ID}}</span></a></th>{{>Rows/_state}}{{/EMPTY_OPENING_CELL}}{{#STAGED_CELL}}{{#IS_KEY}}<th scope="row" class="{{STYLE}}" title="{{TIP}}"><a href="{{LINK}}"><span class="vh">Staged: </span>{{>Values/_value}}</a></th>{{>Rows/_state}}{{/IS_KEY}}{{#IS_OTHER}}<td class="{{STYLE}}" title="{{TIP}}"><span class="vh">Staged: </span>{{>Values/_value}}</td>{{/IS_OTHER}}{{/STAGED_CELL}}{{#VALUE_CELL}}<td{{#CLASS}} class="{{NAME}}"{{/CLASS}}{{#LABEL}} data-l="{{NAME}}"{{/LABEL}}>{{#REFERS}}<a href="{{TO}}"{{#TO_DELETED}} class="struck"{{/TO_DELETED}}{{#NAMED}} title="{{ID}}"{{/NAMED}}>{{>Values/_value}}<span class="vh"> in {{COLUMN}}</span></a>{{#TO_DELETED}} <span class="mut">deleted</span>{{/TO_DELETED}}{{/REFERS}}{{#DANGLING}}<span class="missing" title="{{TIP}}">{{>Values/_value}}<span class="vh">: {{TIP}}</span></span>{{/DANGLING}}{{#FILE}}<a class="file" href="{{LINK}}">{{#PICTURE}}<img src="{{SOURCE}}" width="28" height="28" alt="" loading="lazy" decoding="async">{{/PICTURE}}{{NAME}}<span class="vh"> in {{COLUMN}}</span></a>{{/FILE}}{{>Values/_value}}</td>{{/VALUE_CELL}}{{/OTHER_CELL}}{{/CELL}}{{#TOGGLE}}<td class="go"><button class="btn quiet xs" name="from" value="list" formaction="{{ACTION}}">{{LABEL}}<span class="vh"> {{TITLE}}</span></button></td>{{/TOGGLE}}{{#NO_TOGGLE}}<td></td>{{/NO_TOGGLE}}</tr>
{{/ROW}}
{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts">{{#OFFER}}<a class="btn" href="{{LINK}}">{{LABEL}}</a>{{/OFFER}}{{#PULL}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="btn"{{>Frame/_needs-server}}>Pull {{TABLE}}</button></form>{{/PULL}}</div></div></td></tr>
{{/EMPTY}}
</tbody>
</table>
</div>
{{#BAR_SELECTED}}<div class="selbar" id="picks" tabindex="-1" role="group" aria-label="Selected rows" data-selection="Select all {0} rows on this page">
<b>{{SELECTED}}</b>{{#ALL}}<a href="{{LINK}}#picks">{{WORDS}}</a>{{/ALL}}{{#CLEAR}}<a href="{{LINK}}#picks">Clear</a>{{/CLEAR}}{{#RESET}}<button class="btn s" type="reset">Clear</button>{{/RESET}}
<div class="acts">{{#BUTTON}}<button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}" data-lines="{{LINES}}" data-one="{{CAPTION_ONE}}" data-many="{{CAPTION_MANY}}">{{LABEL}}</button>{{/BUTTON}}</div>
</div>
{{/BAR_SELECTED}}{{#BAR_ALL}}<div class="selbar every" id="picks" tabindex="-1" role="group" aria-label="All matching rows">
<b>{{SELECTED}}</b><a href="{{CLEAR_LINK}}#picks">Clear</a>
<div class="acts">{{#BUTTON}}{{#FILE}}<a class="btn s" href="{{LINK}}">{{LABEL}}</a>{{/FILE}}{{#CHANGES}}<form method="post" action="{{BULK_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="expect" value="{{EXPECT}}"><input type="hidden" name="back" value="{{BACK}}"><button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button></form>{{/CHANGES}}{{/BUTTON}}</div>
</div>
{{/BAR_ALL}}
<div class="pager"><span>{{POSITION}}{{#COUNT_EXACTLY}} <a href="{{LINK}}">Count exactly</a>{{/COUNT_EXACTLY}}{{#SELECT_PAGE}} · <a href="{{LINK}}#picks">Select page</a>{{#ALL}} · <a href="{{LINK}}#picks">{{WORDS}}</a>{{/ALL}}{{/SELECT_PAGE}}</span>{{>Selection/_pager}}</div>
{{#TICK_FORM}}</form>{{/TICK_FORM}}{{#NO_TICK_FORM}}</div>{{/NO_TICK_FORM}}
{{#FACETS}}{{>Rows/_facets}}{{/FACETS}}
{{#PEEK}}{{>Rows/_peek}}{{/PEEK}}
</div>
{{>Frame/_bottom}}
