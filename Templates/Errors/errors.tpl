{{>Frame/_top}}
<a class="skip" href="#lines">Skip to the errors</a>
<div class="head">
<div>
<h1>Errors{{#SUMMARY}} <span class="cnt">{{SUMMARY}}</span>{{/SUMMARY}}</h1>
</div>
<div class="acts">{{#RULED}}<a class="btn" href="{{LINK}}">Resolved by rules <span class="n">{{COUNT}}</span></a>{{/RULED}}{{#REVIEW}}<a class="btn primary" href="{{LINK}}">{{LABEL}}</a>{{/REVIEW}}</div>
</div>
{{>Frame/_tabs}}
{{>Selection/_list-filter}}
{{#RESOLVED}}<p class="mut after">{{RESOLVED}}</p>
{{/RESOLVED}}<div class="work" id="list">
<form class="list"{{#CAN_CHANGE}} method="post" action="{{BULK_ACTION}}"{{/CAN_CHANGE}} aria-label="{{#CAN_CHANGE}}Resolve selected errors{{/CAN_CHANGE}}{{#CANNOT_CHANGE}}Errors{{/CANNOT_CHANGE}}">
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{BACK}}">{{#MATCHING}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="until" value="{{UNTIL}}">{{/MATCHING}}
<div class="grid wide items" id="lines" role="region" tabindex="0" aria-labelledby="cap-errs">
<table>
<caption id="cap-errs">{{CAPTION}}</caption>
<thead>
<tr>{{#CAN_CHANGE}}<th scope="col" class="tick"><span class="vh">Select</span></th>{{/CAN_CHANGE}}<th scope="col" class="key">Row</th><th scope="col" class="grow">Reason</th><th scope="col">Table</th><th scope="col">Operation</th><th scope="col">Since</th><th scope="col"><span class="vh">Actions</span></th></tr>
</thead>
{{#GROUP}}<tbody>
<tr class="egroup"><th scope="rowgroup" colspan="{{SPAN}}"><div><span class="ic {{STATE_LOOK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#{{STATE_ICON}}"></use></svg><span class="vh">{{STATE}}</span></span><div><b>{{CAUSE}}</b><small>{{FACTS}}</small></div><div class="acts">{{#EVERY}}<a class="btn s quiet" href="{{LINK}}">{{LABEL}}<span class="vh"> with the cause {{CAUSE}}</span></a>{{/EVERY}}{{#RULE}}<a class="btn s quiet" href="{{LINK}}">Add rule<span class="vh"> for conflicts of {{TABLE}}</span></a>{{/RULE}}{{#LOOK}}<a class="btn s" href="{{LINK}}">{{LABEL}}<span class="vh">: {{CAUSE}}</span></a>{{/LOOK}}{{#REMEDY}}<button class="btn s" form="{{FORM}}" name="choice" value="{{CHOICE}}">{{LABEL}}<span class="vh">: {{CAUSE}}</span></button>{{/REMEDY}}{{#TO_ME}}<button class="btn s quiet" form="{{FORM}}" formaction="{{ACTION}}" name="choice" value="{{CHOICE}}">{{LABEL}}<span class="vh">: {{CAUSE}}</span></button>{{/TO_ME}}</div></div></th></tr>
{{#ERROR}}{{>Errors/_error-row}}{{/ERROR}}</tbody>
{{/GROUP}}{{#OTHERS}}<tbody>
<tr class="egroup"><th scope="rowgroup" colspan="{{SPAN}}"><div><div><b>Other causes</b></div></div></th></tr>
{{#ERROR}}{{>Errors/_error-row}}{{/ERROR}}</tbody>
{{/OTHERS}}{{#FLAT}}<tbody>
{{#ERROR}}{{>Errors/_error-row}}{{/ERROR}}</tbody>
{{/FLAT}}{{#EMPTY}}<tbody><tr><td class="z" colspan="{{SPAN}}"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}{{#SHOW_ALL}} <a href="{{LINK}}">Show all errors</a>{{/SHOW_ALL}}</p></div></td></tr></tbody>
{{/EMPTY}}</table>
</div>
{{>Selection/_selection-bar}}
<div class="pager"><span>{{POSITION}}{{>Selection/_select-links}}{{#MORE_CAUSES}} · {{TEXT}}{{#ALL}} · <a href="{{LINK}}">Show all causes</a>{{/ALL}}{{/MORE_CAUSES}}</span>{{>Selection/_pager}}</div>
</form>
</div>
{{#GROUP_FORM}}<form id="{{FORM}}" method="post" action="{{ACTION}}" hidden>{{>Frame/_csrf}}<input type="hidden" name="query" value="{{QUERY}}"><input type="hidden" name="expect" value="{{EXPECT}}"><input type="hidden" name="until" value="{{UNTIL}}"><input type="hidden" name="upTo" value="{{UP_TO}}"><input type="hidden" name="back" value="{{BACK_QUERY}}"></form>
{{/GROUP_FORM}}{{>Frame/_bottom}}
