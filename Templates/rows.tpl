{{>frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{STORE_LINK}}">{{STORE}}</a></li><li><a href="{{TABLES_LINK}}">Tables</a></li></ol></nav>
<h1>{{TABLE}}</h1>
<p class="sub">{{LIVE_WORDS}}.{{#PULLED}} Last pull <time datetime="{{ISO}}" title="{{FULL}}">{{SHORT}}</time>.{{/PULLED}}{{#NEVER_PULLED}} Never pulled.{{/NEVER_PULLED}}</p>
</div>
<div class="acts">{{#CAN_PURGE}}<a class="btn danger" href="{{PURGE_LINK}}">Purge…</a>{{/CAN_PURGE}}<a class="btn" href="{{RECONCILE_LINK}}">Reconcile</a>{{#CAN_SYNC}}<form method="post" action="{{PULL_ACTION}}">{{>frame/_token}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="btn">Pull</button></form>{{/CAN_SYNC}}{{#CAN_EDIT}}<a class="btn primary" href="{{NEW_LINK}}">New row</a>{{/CAN_EDIT}}</div>
</div>
<nav class="tabs" aria-label="View">{{#TAB}}<a href="{{LINK}}"{{#CURRENT}} aria-current="page"{{/CURRENT}}>{{NAME}} <span class="n">{{COUNT}}</span></a>{{/TAB}}</nav>
{{#PROBLEM}}<div class="note fail" role="alert"><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div>
{{/PROBLEM}}{{#IGNORED}}<div class="note warn" role="status"><p><b>{{TABLE}} has no column “{{COLUMN}}”.</b> <span>“{{PARAMETER}}” in the address was ignored.</span></p><a class="btn s" href="{{LINK}}">Remove it</a></div>
{{/IGNORED}}<div class="filters">
{{#FILTER}}<span class="fchip"><span><code>{{COLUMN}}</code> {{WORDS}}</span><a class="x" href="{{LINK}}"><span class="vh">Remove filter: {{COLUMN}} {{WORDS}}</span></a></span>
{{/FILTER}}<form action="{{ROWS_LINK}}" aria-label="Add a filter">
{{#KEEP}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP}}
<select name="_column" aria-label="Column">{{#FILTER_COLUMN}}<option value="{{NAME}}"{{#SELECTED}} selected{{/SELECTED}}>{{NAME}}</option>{{/FILTER_COLUMN}}</select>
<select name="_op" aria-label="Comparison">{{#FILTER_OP}}<option value="{{NAME}}"{{#SELECTED}} selected{{/SELECTED}}>{{WORDS}}</option>{{/FILTER_OP}}</select>
<input name="_value" aria-label="Value" size="14" value="{{FILTER_VALUE}}">
<button class="btn">Add filter</button>
</form>
<div class="r">
<details class="menu"><summary class="btn">Columns <span class="mut">{{COLUMNS_SHOWN}} of {{COLUMNS_ALL}}</span></summary>
<div class="pop end"><form action="{{ROWS_LINK}}">{{#KEEP_FOR_COLUMNS}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEEP_FOR_COLUMNS}}<fieldset><legend class="vh">Columns to show, in order</legend><ul>{{#COLUMN_CHOICE}}<li class="col"><label class="check"><input type="checkbox" name="cols" value="{{NAME}}"{{#CHECKED}} checked{{/CHECKED}}> <code>{{NAME}}</code></label><span class="nw"><button class="btn quiet s" name="_up" value="{{NAME}}" aria-label="Move {{NAME}} up">↑</button><button class="btn quiet s" name="_down" value="{{NAME}}" aria-label="Move {{NAME}} down">↓</button></span></li>{{/COLUMN_CHOICE}}</ul></fieldset><div class="acts"><button class="btn s">Show these</button><a class="btn quiet s" href="{{DEFAULT_COLUMNS_LINK}}">Default columns</a></div></form></div></details>
</div>
</div>
{{#TICK_FORM}}<form method="post" action="{{BULK_ACTION}}" aria-label="Change ticked rows">
{{>frame/_token}}<input type="hidden" name="back" value="{{BACK}}">
{{/TICK_FORM}}{{#BAR_NONE}}<div class="bulk none" role="group" aria-label="Ticked rows">
<span class="mut">Tick rows to change several at once. <a href="{{TICK_LINK}}">Tick this page</a>{{#ALL}} · <a href="{{LINK}}">Select all {{COUNT}} matching</a>{{/ALL}}</span>
<div class="acts">{{#BUTTON}}<button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button>{{/BUTTON}}</div>
</div>
{{/BAR_NONE}}{{#BAR_PAGE}}<div class="bulk" role="group" aria-label="Ticked rows">
<span><b>{{COUNT}} ticked</b> on this page. {{#ALL}}<a href="{{LINK}}">Select all {{COUNT}} matching</a> · {{/ALL}}<a href="{{CLEAR_LINK}}">Clear</a></span>
<div class="acts">{{#BUTTON}}<button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button>{{/BUTTON}}</div>
</div>
{{/BAR_PAGE}}{{#BAR_ALL}}<div class="bulk" role="group" aria-label="All matching rows">
<span><b>All {{COUNT}} matching rows are selected.</b> <a href="{{CLEAR_LINK}}">Clear</a></span>
<div class="acts">{{#BUTTON}}<form method="post" action="{{BULK_ACTION}}">{{>frame/_token}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="expect" value="{{EXPECT}}"><input type="hidden" name="back" value="{{BACK}}"><button class="btn s{{#DANGER}} danger{{/DANGER}}" name="action" value="{{ACTION}}">{{LABEL}}</button></form>{{/BUTTON}}</div>
</div>
{{/BAR_ALL}}<div class="grid wide" role="region" tabindex="0" aria-labelledby="cap-rows">
<table>
<caption id="cap-rows">{{CAPTION}}</caption>
<thead>
<tr>{{#TICKS}}<th scope="col" class="tick"><span class="vh">Tick</span></th>{{/TICKS}}<th scope="col" class="st">State</th>{{#HEAD}}<th scope="col"{{#CLASS}} class="{{NAME}}"{{/CLASS}}{{#SORTED}} aria-sort="{{DIRECTION}}"{{/SORTED}}><a href="{{LINK}}">{{COLUMN}}</a></th>{{/HEAD}}{{#TOGGLES}}<th scope="col"><span class="vh">Action</span></th>{{/TOGGLES}}</tr>
</thead>
<tbody>
{{#ROW}}<tr{{#RULE}} class="{{NAME}}"{{/RULE}}>{{#TICK}}<td class="tick"><input type="checkbox" name="id" value="{{ID}}" aria-label="Tick {{TITLE}}"{{#CHECKED}} checked{{/CHECKED}}{{#DISABLED}} disabled{{/DISABLED}}></td>{{/TICK}}<td class="st"><span class="chip {{CHIP}}">{{CHIP_WORD}}</span></td>{{#CELL}}{{#KEY_CELL}}<th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th>{{/KEY_CELL}}{{#PLAIN_CELL}}<td{{#CLASS}} class="{{NAME}}"{{/CLASS}}>{{>_value}}</td>{{/PLAIN_CELL}}{{/CELL}}{{#TOGGLE}}<td class="num"><button class="btn s" name="from" value="list" formaction="{{ACTION}}">{{LABEL}}<span class="vh"> {{TITLE}}</span></button></td>{{/TOGGLE}}{{#NO_TOGGLE}}<td></td>{{/NO_TOGGLE}}</tr>
{{/ROW}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p><div class="acts">{{#OFFER}}<a class="btn" href="{{LINK}}">{{LABEL}}</a>{{/OFFER}}{{#PULL}}<form method="post" action="{{ACTION}}">{{>frame/_token}}<input type="hidden" name="tables" value="{{TABLE}}"><button class="btn">Pull {{TABLE}}</button></form>{{/PULL}}</div></div></td></tr>
{{/EMPTY}}</tbody>
</table>
</div>
{{#TICK_FORM}}</form>
{{/TICK_FORM}}<div class="pager"><span>{{POSITION}}{{#COUNT_EXACTLY}} <a href="{{LINK}}">Count exactly</a>{{/COUNT_EXACTLY}}</span><div class="acts"><span>Show</span><span>{{#SIZE}}<a href="{{LINK}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}>{{SIZE}}</a> {{/SIZE}}</span>{{#FIRST}}<a class="btn" href="{{LINK}}">First page</a>{{/FIRST}}{{#NEXT}}<a class="btn" href="{{LINK}}">Next {{SIZE}}</a>{{/NEXT}}</div></div>
{{>frame/_bottom}}
