{{>Frame/_top}}
<div class="head">
<div>
<h1>Help</h1>
</div>
</div>
<form class="search-in bigs" role="search" aria-label="Help" action="{{HELP_LINK}}"><button aria-label="Search"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#search"></use></svg></button><input class="s-in" type="search" name="q" value="{{QUERY}}" aria-label="Search help" placeholder="Search help"></form>
{{#NOTHING}}<p role="status"><b>Nothing found for “{{QUERY}}”.</b> <a href="{{HELP_LINK}}">Show all help</a></p>
{{/NOTHING}}{{#FILTERED}}<p class="mut after" role="status">{{COUNT}} for “{{QUERY}}”. <a href="{{HELP_LINK}}">Show all help</a></p>
{{/FILTERED}}{{#ALL}}<section aria-labelledby="h-keys"><h2 id="h-keys">Keyboard shortcuts</h2>
<p class="after">Every shortcut has a visible control. Single keys are off while you type and can be turned off altogether.</p>
{{>Frame/_keys}}</section>
<section aria-labelledby="h-topics"><h2 id="h-topics">Topics</h2>
<div class="cards">{{#CARD}}<a class="card" href="#topic-{{TOPIC_ID}}"><b>{{TITLE}}</b><span class="mut">{{SUMMARY}}</span></a>{{/CARD}}</div></section>
{{/ALL}}{{#HAS_KEYS}}<section class="panel" aria-labelledby="h-found-keys"><h2 id="h-found-keys">Keyboard shortcuts</h2>
<dl class="kv">
{{#KEYS}}<dt>{{NAME}}</dt><dd>{{DOES}}</dd>
{{/KEYS}}</dl></section>
{{/HAS_KEYS}}{{#HAS_TOPICS}}{{#TOPIC}}<section class="panel" aria-labelledby="topic-{{TOPIC_ID}}"><h2 id="topic-{{TOPIC_ID}}">{{TITLE}}</h2>
{{#PARAGRAPH}}<p>{{TEXT}}</p>
{{/PARAGRAPH}}</section>
{{/TOPIC}}{{/HAS_TOPICS}}{{#HAS_WORDS}}<section class="panel" aria-labelledby="h-words"><h2 id="h-words">Terms</h2>
<dl class="kv">
{{#WORDS}}<dt>{{WORD}}</dt><dd>{{MEANING}}</dd>
{{/WORDS}}</dl></section>
{{/HAS_WORDS}}{{>Frame/_bottom}}