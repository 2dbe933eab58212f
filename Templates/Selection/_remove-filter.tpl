<a href="{{REMOVE_LINK}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg><span class="vh">Remove filter: {{TITLE}}</span></a>
