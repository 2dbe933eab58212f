{{#PICK_NONE}} · <a href="{{SELECT_LINK}}#picks">Select page</a>{{#EVERY}} · <a href="{{LINK}}#picks">Select all {{COUNT}}</a>{{/EVERY}}{{/PICK_NONE}}
