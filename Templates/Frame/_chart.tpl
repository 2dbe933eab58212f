<figure class="chart">
<figcaption>{{#OF_PAGE}}<h2>{{TITLE}}</h2>{{/OF_PAGE}}{{#OF_SECTION}}<h3>{{TITLE}}</h3>{{/OF_SECTION}}<span>{{REMARK}}</span></figcaption>
<div class="plot"><div class="y{{#SPLIT}} split{{/SPLIT}}" aria-hidden="true">{{#Y}}<span>{{TEXT}}</span>{{/Y}}</div><svg role="img" aria-labelledby="{{CHART_ID}}-t {{CHART_ID}}-d" viewBox="0 0 480 100" preserveAspectRatio="none"><title id="{{CHART_ID}}-t">{{TITLE}}</title><desc id="{{CHART_ID}}-d">{{DESCRIPTION}}</desc>{{#GRID}}<path class="g" d="{{D}}"/>{{/GRID}}{{#PATH}}<path class="{{CLASS}}" d="{{D}}"/>{{/PATH}}{{#BASE}}<path class="g base" d="{{D}}"/>{{/BASE}}</svg><div class="xs" aria-hidden="true">{{#X}}<span>{{TEXT}}</span>{{/X}}</div></div>
<details class="more"><summary>{{SHOW_TABLE}}</summary><div class="grid wide" role="region" tabindex="0" aria-labelledby="{{CHART_ID}}-c"><table><caption id="{{CHART_ID}}-c">{{TABLE_TITLE}}</caption><thead><tr>{{#HEAD}}<th scope="col"{{#NUMBER}} class="num"{{/NUMBER}}>{{TEXT}}</th>{{/HEAD}}</tr></thead><tbody>
{{#LINE}}<tr><th scope="row">{{#LINKED}}<a href="{{LINK}}">{{TEXT}}</a>{{/LINKED}}{{#TIMED}}<time datetime="{{ISO}}">{{TEXT}}</time>{{/TIMED}}{{#WORDS}}{{TEXT}}{{/WORDS}}</th>{{#CELL}}<td class="num">{{TEXT}}</td>{{/CELL}}</tr>
{{/LINE}}</tbody></table></div></details>
</figure>
