{{>Frame/_top}}
{{>Row/_row-head}}
<div class="cols">
{{#COPY}}<section aria-labelledby="{{HEADING_ID}}"><div class="sh"><h2 id="{{HEADING_ID}}">{{HEADING}}</h2><p>{{REMARK}}</p></div><pre class="wrap">{{TEXT}}</pre></section>
{{/COPY}}</div>
{{>Frame/_bottom}}
