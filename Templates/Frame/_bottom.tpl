</main>
<footer class="foot"><span>Rendered <time datetime="{{NOW_ISO}}">{{NOW}}</time> in {{RENDER_TIME}}</span><span data-skew role="status" hidden></span><button class="btn xs" type="button" data-pause hidden>Pause live updates</button><span class="not-s">Request <code>{{REQUEST_ID}}</code></span><span class="not-s">Syncline {{VERSION}}</span>{{#FORMATS}}<span class="as">This page as {{#FORMAT}}<a href="{{FORMAT_URL}}">{{FORMAT_NAME}}</a>{{/FORMAT}}{{#FORMAT_WHOLE}} {{FORMAT_WHOLE}} as{{/FORMAT_WHOLE}}{{#FORMAT_FILE}} <a href="{{FORMAT_URL}}">{{FORMAT_NAME}}</a>{{/FORMAT_FILE}}</span>{{/FORMATS}}</footer>
</div>
<dialog id="keys" class="sheet" aria-labelledby="h-sheet"><h2 id="h-sheet" tabindex="-1">Keyboard shortcuts</h2>
{{>Frame/_keys}}
<label class="check"><input type="checkbox" data-keys-switch checked> Single-key shortcuts are on in this browser</label>
<form method="dialog" class="acts"><button class="btn">Close</button></form></dialog>
<script src="{{SCRIPT_URL}}"></script>
</body>
</html>
