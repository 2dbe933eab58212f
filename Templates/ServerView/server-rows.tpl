{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the rows</a>
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>{{TABLE}} <span class="cnt">on the server</span></h1>
<p class="sub">Read from the server {{#AT_MOMENT}}{{>Frame/_moment}}{{/AT_MOMENT}}. Nothing is stored until you pull.</p>
</div>
</div>
{{#WARNING}}<div class="note warn" role="status"><p>{{TEXT}}</p></div>
{{/WARNING}}{{>Frame/_tabs}}
<div class="tools">
<form class="search-in" role="search" aria-label="Filter of the server" action="{{PATH}}"><button aria-label="Filter"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#search"></use></svg></button><input class="s-in" type="search" name="filter" value="{{FILTER}}" aria-label="Filter in the server’s query language" placeholder="Filter on the server" maxlength="2000" autocomplete="off">{{#KEPT_SIZE}}<input type="hidden" name="limit" value="{{SIZE}}">{{/KEPT_SIZE}}</form>
</div>
<div class="work" id="list">
<div class="list">
<div class="grid wide" id="lines" role="region" tabindex="0" aria-labelledby="cap-server"><table><caption class="vh" id="cap-server">Rows of {{TABLE}} on the server</caption><thead><tr><th scope="col" class="key">Row</th><th scope="col">Status</th>{{#HEAD}}<th scope="col">{{COLUMN}}</th>{{/HEAD}}<th scope="col">updatedAt</th><th scope="col"><span class="vh">Actions</span></th></tr></thead><tbody>
{{#ROW}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td><span class="chip {{CHIP}}">{{CHIP_WORD}}</span>{{#DELETED}} <span class="chip deleted">Deleted</span>{{/DELETED}}</td>{{#CELL}}<td>{{#SAME_CELL}}{{>Values/_cell}}{{/SAME_CELL}}{{#PAIR}}<ins>{{#SERVER_CELL}}{{>Values/_cell}}{{/SERVER_CELL}}</ins> <del>{{#LOCAL_CELL}}{{>Values/_cell}}{{/LOCAL_CELL}}</del>{{/PAIR}}</td>{{/CELL}}<td class="mut">{{#UPDATED_CELL}}{{>Values/_cell}}{{/UPDATED_CELL}}</td><td class="r">{{#PULL}}<form method="post" action="{{LINK}}">{{>Frame/_csrf}}<input type="hidden" name="choice" value="{{CHOICE}}"><button class="btn xs">{{LABEL}}<span class="vh"> {{TITLE}}</span></button></form>{{/PULL}}</td></tr>
{{/ROW}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p></div></td></tr>{{/EMPTY}}
</tbody></table></div>
<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
</div>
</div>
{{>Frame/_bottom}}
