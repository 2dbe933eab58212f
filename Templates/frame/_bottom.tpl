</main>
</div>
<footer class="foot"><span>Rendered <time datetime="{{NOW_ISO}}">{{NOW}}</time> in {{RENDER_TIME}}</span><span>Request <code>{{REQUEST_ID}}</code></span><span>Syncline {{VERSION}}</span>{{#FORMATS}}<span class="as">This page as {{#FORMAT}}<a href="{{FORMAT_URL}}">{{FORMAT_NAME}}</a>{{/FORMAT}}</span>{{/FORMATS}}</footer>
</body>
</html>
