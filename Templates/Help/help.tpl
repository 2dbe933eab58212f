{{>Frame/_top}}
<div class="head">
<div>
<h1>Help</h1>
<p class="sub">Keyboard shortcuts, terms and troubleshooting.</p>
</div>
</div>
<section aria-labelledby="h-keys"><h2 id="h-keys">Keyboard shortcuts</h2>
<p class="after">Every shortcut has a visible control. Single keys are off while you type and can be turned off altogether.</p>
{{>Frame/_keys}}</section>
<div class="cols">
<section class="panel" aria-labelledby="h-stuck"><h2 id="h-stuck">When a change is stuck</h2>
<ol class="steps-text">
<li>The overview shows whether anything needs attention.</li>
<li>A row’s page lists the checks that explain why it is not synced.</li>
<li>Errors are grouped by cause, each with what happens to the data and what to do.</li>
<li>For a ticket, open the row’s support report: everything on one page, redacted as you choose.</li>
<li>Most actions can be undone from the message that follows, and later from the audit log.</li>
</ol></section>
<section class="panel" aria-labelledby="h-words"><h2 id="h-words">Terms</h2>
<dl class="kv">
{{#WORDS}}<dt>{{WORD}}</dt><dd>{{MEANING}}</dd>
{{/WORDS}}</dl></section>
</div>
{{>Frame/_bottom}}
