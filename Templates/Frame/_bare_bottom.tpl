</main>
<footer class="foot"><span>Request <code>{{REQUEST_ID}}</code></span><span>Syncline {{VERSION}}</span></footer>
<script src="{{SCRIPT_URL}}"></script>
</body>
</html>
