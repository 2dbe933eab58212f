<ul class="attn">
{{#ATTENTION}}<li>
<span class="ic {{STATE_LOOK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#{{STATE_ICON}}"></use></svg><span class="vh">{{STATE}}</span></span>
<div><p>{{HEADLINE}}</p><small>{{DETAIL}}</small></div>
<div class="acts">{{>Overview/_attention-actions}}</div>
</li>
{{/ATTENTION}}</ul>
