<div class="grid wide items" role="region" tabindex="0" aria-labelledby="cap-runs">
<table>
<caption id="cap-runs">{{RUNS_CAPTION}}</caption>
<thead>
<tr><th scope="col" class="key">Run</th><th scope="col" class="st">Result</th><th scope="col" class="grow brief">Remark</th><th scope="col" class="num">Pushed</th><th scope="col" class="num">Pulled</th><th scope="col" class="num">Deleted</th><th scope="col" class="w">Tables</th><th scope="col" class="w">Started by</th><th scope="col" class="num">Duration</th><th scope="col">Started</th></tr>
</thead>
<tbody id="lines" tabindex="-1">
{{#RUN}}<tr><th scope="row" class="key"><a href="{{LINK}}">{{NAME}}</a>{{#NOTED}} <span class="by"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#note"></use></svg> {{NOTED_COUNT}}</span>{{/NOTED}}</th><td class="st"><span class="chip {{CHIP_LOOK}}">{{CHIP}}</span></td><td class="grow brief mut">{{REMARK}}</td>{{#FIGURE}}<td class="num{{#ZERO}} zero{{/ZERO}}"{{#NAMED}} data-l="{{LABEL}}"{{/NAMED}}>{{VALUE}}</td>{{/FIGURE}}<td class="w">{{SCOPE}}</td><td class="w">{{BY}}</td><td class="num" data-l="Duration">{{TOOK}}</td><td>{{#STARTED_TIME}}{{>Frame/_time}}{{/STARTED_TIME}}</td></tr>
{{/RUN}}{{#NO_RUNS}}<tr><td class="z" colspan="10"><div><p><b>{{HEADLINE}}</b></p><p>{{TEXT}}</p></div></td></tr>
{{/NO_RUNS}}</tbody>
</table>
</div>
