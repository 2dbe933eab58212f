{{#REFERENCES}}<section aria-labelledby="h-ref"><h2 id="h-ref" class="gaph">Referenced by</h2>
<div class="facets">{{#REFERENCE}}<section aria-label="{{TABLE}}, {{COLUMN}}"><div class="sh"><h3>{{TABLE}} <code>{{COLUMN}}</code></h3><p>{{WORDS}}</p></div><ul>{{#REFERRING}}<li><a href="{{LINK}}">{{TITLE}}</a></li>{{/REFERRING}}</ul>{{#MORE}}<p><a href="{{LIST_LINK}}">Show all<span class="vh"> in {{TABLE}}, by {{COLUMN}}</span></a></p>{{/MORE}}</section>{{/REFERENCE}}</div></section>
{{/REFERENCES}}
