{{#FILES}}<section class="files" aria-labelledby="h-files">
<h2 id="h-files">Files</h2>
{{#FILE}}<div class="panel file">
<h3><code>{{COLUMN}}</code></h3>
{{#PRESENT}}{{#PICTURE}}<img class="thumb" src="{{SOURCE}}" alt="Picture in {{COLUMN}}" loading="lazy">
{{/PICTURE}}<p><a href="{{LINK}}" download="{{NAME}}">Download {{NAME}}</a></p>
{{/PRESENT}}{{#QUEUED}}<p><span class="chip pending">Not uploaded</span> {{SIZE}}. The next push uploads it, then sends the row.</p>
{{/QUEUED}}{{#NONE}}<p class="mut">No file.</p>
{{/NONE}}{{#UPLOAD}}<form method="post" action="{{ACTION}}" enctype="multipart/form-data" class="upload">{{>Frame/_csrf}}<input type="hidden" name="ifState" value="{{STATE}}"><label for="{{INPUT_ID}}">File for {{COLUMN}}</label><input type="file" id="{{INPUT_ID}}" name="file" required><button class="btn">{{LABEL}}</button></form>
{{/UPLOAD}}</div>
{{/FILE}}</section>
{{/FILES}}
