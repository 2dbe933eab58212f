{{>Frame/_top}}
<div class="head">
<div>
<h1>Help</h1>
<p class="sub">Keys, words, and where to look when something is stuck.</p>
</div>
</div>
<div class="cols">
<section aria-labelledby="h-keys"><h2 id="h-keys">Keys</h2>
<p class="after">Everything has a visible control too. Single keys rest while you type, and can be switched off.</p>
{{>Frame/_keys}}</section>
<section aria-labelledby="h-words"><h2 id="h-words">Words</h2>
<dl class="kv">
{{#WORDS}}<dt>{{WORD}}</dt><dd>{{MEANING}}</dd>
{{/WORDS}}</dl></section>
</div>
<section aria-labelledby="h-stuck"><h2 id="h-stuck">When something is stuck</h2>
<ol class="steps-text">
<li>The overview says in one sentence whether anything needs you.</li>
<li>The page of a row tells step by step why it is not synced, and where it stops.</li>
<li>Errors and conflicts are grouped by cause; each says what happens to the data and what to do.</li>
<li>For a ticket, open the row’s Passport: everything on one page, covered as you choose.</li>
<li>Most actions can be undone from the message after them, and later from the audit.</li>
</ol></section>
{{>Frame/_bottom}}
