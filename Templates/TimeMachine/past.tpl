{{>Frame/_top}}
<div class="head">
<div>
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="{{ROWS_LINK}}">{{TABLE}}</a></li></ol></nav>
<h1>Time machine</h1>
<p class="sub">{{TABLE}} as it was {{#THEN_MOMENT}}{{>Frame/_moment}}{{/THEN_MOMENT}}, from the history of this store and the server’s timestamps. Nothing is changed.</p>
</div>
</div>
<form class="line-form after" action="{{PATH}}"><div><label for="past-at">At ({{ZONE}})</label><input class="s-in" type="datetime-local" id="past-at" name="at" value="{{AT}}" step="1" required></div><div><label for="past-with">Compare with</label><select class="s-in" id="past-with" name="with">{{#PLACE}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{NAME}}</option>{{/PLACE}}</select></div><div><label for="past-to">Later time (empty: now)</label><input class="s-in" type="datetime-local" id="past-to" name="to" value="{{TO}}" step="1"></div><input type="hidden" name="view" value="{{VIEW}}">{{#KEPT_TEXT}}<input type="hidden" name="text" value="{{TEXT}}">{{/KEPT_TEXT}}{{#KEPT_SIZE}}<input type="hidden" name="limit" value="{{SIZE}}">{{/KEPT_SIZE}}<button class="btn">Show</button></form>
{{#TRIMMED}}<div class="note"><p><b>The history of this store begins {{SINCE}}.</b> Earlier values of rows that changed before that are unknown.</p></div>
{{/TRIMMED}}{{#ELSEWHERE}}<p class="hint">Values in this store at that time, compared with {{PLACE_NAME}}. “Changed since” lists rows that changed here; “All rows” compares every row.</p>
{{/ELSEWHERE}}{{>Frame/_tabs}}
{{#TOOLS}}{{>Selection/_list-filter}}
{{/TOOLS}}<div class="work">
<form class="list"{{#TICKS}} method="post" action="{{STAGE_ACTION}}" aria-label="Restore selected rows"{{/TICKS}}>{{>Frame/_csrf}}<input type="hidden" name="at" value="{{AT_ISO}}">
<div class="grid wide" id="list" role="region" tabindex="0" aria-labelledby="cap-past"><table><caption class="vh" id="cap-past">Rows of {{TABLE}} as they were</caption><thead><tr>{{#TICKS}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/TICKS}}<th scope="col" class="key">Row</th><th scope="col">{{LATER}}</th>{{#HEAD}}<th scope="col">{{COLUMN}}</th>{{/HEAD}}<th scope="col"><span class="vh">Actions</span></th></tr></thead><tbody>
{{#ROW}}<tr>{{#TICKS}}<td class="tick">{{#CAN_TICK}}<label><input type="checkbox" name="id" value="{{ID}}" aria-label="Select {{TITLE}}"></label>{{/CAN_TICK}}{{#CANNOT_TICK}}<label><input type="checkbox" disabled aria-label="{{TITLE}} can’t be selected"></label>{{/CANNOT_TICK}}</td>{{/TICKS}}<th scope="row" class="key"><a href="{{LINK}}">{{TITLE}}</a></th><td><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span>{{#DELETED}} <span class="chip deleted">Deleted at the time</span>{{/DELETED}}</td>{{#CELL}}<td>{{#SAME_CELL}}{{>Values/_cell}}{{/SAME_CELL}}{{#PAIR}}<del>{{#THEN_CELL}}{{>Values/_cell}}{{/THEN_CELL}}</del> <ins>{{#LATER_CELL}}{{>Values/_cell}}{{/LATER_CELL}}</ins>{{/PAIR}}{{#NOTHING}}<span class="mut">–</span>{{/NOTHING}}</td>{{/CELL}}<td class="go"><a class="btn quiet xs" href="{{HISTORY_LINK}}">History<span class="vh"> of {{TITLE}}</span></a></td></tr>
{{/ROW}}{{#EMPTY}}<tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p></div></td></tr>{{/EMPTY}}
</tbody></table></div>
<div class="pager"><span>{{POSITION}}</span>{{>Selection/_pager}}</div>
{{#CAN_RESTORE}}<div class="bar stick">{{#CAN_STAGE}}<button class="btn primary">Stage selected rows</button>{{/CAN_STAGE}}{{#CAN_UNDELETE}}<button class="btn" formaction="{{BULK_ACTION}}" name="action" value="undelete">Undelete selected rows</button>{{/CAN_UNDELETE}}<span class="r hint">{{#CAN_STAGE}}Stage restores values and removed rows from that time; you review them before they are saved. {{/CAN_STAGE}}{{#CAN_UNDELETE}}Undelete brings back rows that were deleted since.{{/CAN_UNDELETE}}</span></div>
{{/CAN_RESTORE}}</form>
</div>
{{>Frame/_bottom}}
