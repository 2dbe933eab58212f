<span class="fchip"><details class="menu"{{#IS_OPEN}} open{{/IS_OPEN}}><summary>{{HEAD}}{{#IS_SET}}<b>{{/IS_SET}}{{CHOSEN}}{{#IS_SET}}</b>{{/IS_SET}}</summary><div class="pop">{{#HAS_PERIODS}}<ul>
{{#PERIOD}}<li><a href="{{LINK}}">{{LABEL}}</a></li>
{{/PERIOD}}</ul>
{{/HAS_PERIODS}}<form action="{{ACTION}}" aria-label="{{TITLE}}">{{#KEPT}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/KEPT}}
<div class="field"><label for="w-from">From ({{PAGE_ZONE}})</label>{{#MOMENTS}}<input class="s-in" id="w-from" type="datetime-local" name="from" step="any" value="{{FROM}}">{{/MOMENTS}}{{#DAYS}}<input id="w-from" type="text" class="short" name="from" value="{{FROM}}" placeholder="2026-11-21" inputmode="numeric" autocomplete="off">{{/DAYS}}</div>
<div class="field"><label for="w-to">To</label>{{#MOMENTS}}<input class="s-in" id="w-to" type="datetime-local" name="to" step="any" value="{{TO}}">{{/MOMENTS}}{{#DAYS}}<input id="w-to" type="text" class="short" name="to" value="{{TO}}" placeholder="2026-11-21" inputmode="numeric" autocomplete="off">{{/DAYS}}</div>
<button class="btn s">Apply</button></form></div></details>{{#IS_SET}}{{>Selection/_remove-filter}}{{/IS_SET}}</span>
