</main>
<footer class="foot"><span>Request <code>{{REQUEST_ID}}</code></span><span>Syncline {{VERSION}}</span></footer>
</body>
</html>
