<nav class="tabs" aria-label="{{TABS_NAME}}">{{>Frame/_tab-links}}</nav>
