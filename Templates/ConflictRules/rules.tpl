{{>Frame/_top}}
<div class="head">
<div>
<h1>{{TABLE}}</h1>
<p class="sub">A push resolves a conflict by itself if rules decide every column that both sides changed. A column that only one side changed takes that side’s value. All other conflicts wait for you.</p>
</div>
<div class="acts"><a class="btn" href="{{DECISIONS_LINK}}">Automatic decisions</a></div>
</div>
{{>Frame/_tabs}}
{{#LOCKED}}<div class="note"><p><b>Rules are read-only here:</b> {{WHY}}.</p></div>
{{/LOCKED}}{{#WHY_NOT}}<div class="note"><p>You cannot turn rules on or off: {{WHY_NOT}}. Previews change nothing.</p></div>
{{/WHY_NOT}}<section aria-labelledby="h-rules">
<div class="sh"><h2 id="h-rules">Rules</h2></div>
{{#EMPTY}}<p class="mut">No rules. Every conflict of {{TABLE}} waits for you.</p>
{{/EMPTY}}{{#HAS_RULES}}<ul class="panel flat attn">
{{#RULE}}<li><span class="ic ok"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#s-ok"></use></svg><span class="vh">On</span></span><div><p>{{SENTENCE}}</p><small>{{COUNTS}}</small></div><div class="acts">{{#HAS_DECISIONS}}<a class="btn s" href="{{DECISIONS_LINK}}">Decisions<span class="vh"> of rules</span></a>{{/HAS_DECISIONS}}<a class="btn s" href="{{EDIT_LINK}}#new">{{EDIT_LABEL}}<span class="vh"> the rule for {{SUBJECT}}</span></a>{{#MAY_CHANGE}}<form method="post" action="{{REMOVE_ACTION}}">{{>Frame/_csrf}}<input type="hidden" name="column" value="{{COLUMN}}"><input type="hidden" name="ifState" value="{{STATE}}"><button class="btn s">Turn off<span class="vh"> the rule for {{SUBJECT}}</span></button></form>{{/MAY_CHANGE}}</div></li>
{{/RULE}}</ul>
{{/HAS_RULES}}</section>
<section aria-labelledby="h-new" id="new">
<div class="sh"><h2 id="h-new">New rule</h2></div>
<form method="get" action="{{RULES_LINK}}#rehearsal"><div class="line-form panel"><div><label for="rule-column">Column</label><select id="rule-column" name="column">{{#COLUMN_OPTION}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{LABEL}}</option>{{/COLUMN_OPTION}}</select></div><div><label for="rule-choice">On conflict</label><select id="rule-choice" name="rule">{{#CHOICE_OPTION}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{LABEL}}</option>{{/CHOICE_OPTION}}</select></div><div><label for="rule-null">If a side is NULL</label><select id="rule-null" name="ifNull">{{#NULL_OPTION}}<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{LABEL}}</option>{{/NULL_OPTION}}</select></div><button class="btn">Preview</button></div></form>
<details class="more"><summary>What the rules do</summary><dl class="kv"><dt>Keep local, Take server</dt><dd>The value of that side.</dd><dt>Newest</dt><dd>The value of the side that changed the row last. It compares this device’s clock with the server’s.</dd><dt>Larger</dt><dd>The larger number or the later date.</dd><dt>Sum</dt><dd>Both changes added to the last synced number: 10, changed to 12 here and to 15 on the server, becomes 17.</dd><dt>Union of lists</dt><dd>Includes items that either side added; excludes items that either side removed.</dd><dt>Ask</dt><dd>The conflict waits for you, whatever the rule for all other columns says.</dd><dt>If a side is NULL</dt><dd>For Larger, Sum and Union of lists.</dd></dl><p>The rule for all other columns also decides conflicts in which one side deleted the row, by Keep local, Take server or Newest.</p></details>
</section>
{{#REHEARSAL}}<section aria-labelledby="h-rehearsal" id="rehearsal">
<div class="sh"><h2 id="h-rehearsal">Preview <small>{{SUMMARY}}</small></h2></div>
{{#IS_PART}}<div class="note"><p>There are more conflicts than one preview covers; the newest are included.</p></div>
{{/IS_PART}}<div class="stats"><div><span class="v">{{SAME}}</span><span class="l">same as decided</span></div><div><span class="v{{#ANY_DIFFERENT}} bad{{/ANY_DIFFERENT}}">{{DIFFERENT}}</span><span class="l">decided otherwise</span></div><div><span class="v">{{OPEN}}</span><span class="l">not decided</span></div><div><span class="v">{{RESOLVABLE}}</span><span class="l">waiting, would be resolved</span></div></div>
<div class="grid items" role="region" tabindex="0" aria-labelledby="cap-rehearsal"><table><caption id="cap-rehearsal">{{CAPTION}}</caption><thead><tr><th scope="col" class="key">Row</th><th scope="col">Values</th><th scope="col">Rule</th><th scope="col">Compared with the decision</th></tr></thead><tbody>
{{#LINE}}<tr{{#IS_OPEN}} class="r-conflict"{{/IS_OPEN}}><th scope="row" class="key grow"><a href="{{LINK}}">{{NAME}}</a></th><td class="wrap">{{#SIDES}}<div>{{TEXT}}</div>{{/SIDES}}</td><td class="wrap">{{#RESULT}}<div>{{#DECIDED}}<b>{{VALUE}}</b> {{/DECIDED}}{{TEXT}}</div>{{/RESULT}}</td><td><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td></tr>
{{/LINE}}{{#NO_CONFLICT}}<tr><td class="z" colspan="4"><div><p><b>No such conflicts.</b></p><p>The rule applies to conflicts of later pushes.</p></div></td></tr>
{{/NO_CONFLICT}}</tbody></table></div>
{{#MAY_CHANGE}}<form method="post" action="{{ACTION}}" class="bar stick" aria-label="Turn on rule">{{>Frame/_csrf}}<input type="hidden" name="column" value="{{COLUMN}}"><input type="hidden" name="rule" value="{{CHOICE}}"><input type="hidden" name="ifNull" value="{{IF_NULL}}"><input type="hidden" name="ifState" value="{{STATE}}">{{#WAITING}}{{#PICKED}}<input type="hidden" name="row" value="{{MARK}}">{{/PICKED}}{{/WAITING}}<button class="btn primary" name="do" value="on">{{TURN_ON}}</button>{{#WAITING}}<button class="btn" name="do" value="resolve">{{RESOLVE}}</button>{{/WAITING}}<span class="r hint">Each automatic decision is listed with both versions and can be undone.</span></form>
{{/MAY_CHANGE}}</section>
{{/REHEARSAL}}{{>Frame/_bottom}}
