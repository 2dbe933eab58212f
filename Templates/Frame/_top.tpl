{{! The frame's first half: a page goes on inside of main. }}
{{>Frame/_head}}
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<button class="btn menu-btn" type="button" popovertarget="nav">Menu</button>
<a class="brand" href="{{HOME_URL}}">{{>Frame/_logo}}</a>
<details class="menu">
<summary>{{#ONE_STORE}}<span class="vh">Store: </span>{{CURRENT_STORE}}{{#PRODUCTION}} <span class="env prod">{{PRODUCTION}}</span>{{/PRODUCTION}}{{#ENVIRONMENT}} <span class="env">{{ENVIRONMENT}}</span>{{/ENVIRONMENT}}{{/ONE_STORE}}{{#ALL_STORES}}All stores{{/ALL_STORES}}</summary>
<div class="pop"><ul>
{{#STORE_ITEM}}
<li><a href="{{STORE_URL}}"{{#STORE_CURRENT}} aria-current="true"{{/STORE_CURRENT}}>{{STORE_NAME}} <span class="n">{{STORE_STATE}}</span></a></li>
{{/STORE_ITEM}}
<li><a href="{{HOME_URL}}">All stores</a></li>
</ul></div>
</details>
{{#JUMP}}
<form class="jump" role="search" aria-label="Jump" action="{{JUMP_URL}}">
<label class="vh" for="jump">Jump to a table, row or operation</label>
<input type="search" id="jump" name="q" placeholder="Jump to…">
</form>
{{/JUMP}}
<details class="menu zone">
<summary><span class="vh">Times and clock: </span><time class="clock" datetime="{{NOW_ISO}}" data-health="{{HEALTH_URL}}">{{CLOCK}} UTC</time>{{#ZONE_CHOSEN}} <span class="mut name">{{PAGE_ZONE}}</span>{{/ZONE_CHOSEN}}<span class="short" aria-hidden="true">{{ZONE_SHORT}}</span></summary>
<div class="pop end"><p class="mut">Times are shown and typed in {{PAGE_ZONE}}. The server’s clock is UTC.</p>
{{#ZONES}}<ul>
{{#ZONE_CHOICE}}<li><a href="{{ZONE_URL}}"{{#ZONE_CURRENT}} aria-current="true"{{/ZONE_CURRENT}}>{{ZONE_NAME}} <span class="n">{{ZONE_MEANING}}</span></a></li>
{{/ZONE_CHOICE}}
</ul>{{/ZONES}}</div>
</details>
<details class="menu user">
<summary>{{USER}} <span class="mut">{{ROLE}}</span></summary>
<div class="pop end">{{#SESSIONS_LINK}}<ul>
<li><a href="{{ACCOUNT_URL}}">Account</a></li>
<li><a href="{{SESSIONS_URL}}">Sessions</a></li>
</ul>{{/SESSIONS_LINK}}
<div class="acts"><form method="post" action="{{THEME_URL}}">{{>Frame/_csrf}}<div class="seg" role="group" aria-label="Colour theme">{{#THEME_CHOICE}}<button class="btn s" name="theme" value="{{THEME_VALUE}}" aria-pressed="{{THEME_PRESSED}}">{{THEME_LABEL}}</button>{{/THEME_CHOICE}}</div></form></div>
<div class="acts"><form method="post" action="{{LOGOUT_URL}}">{{>Frame/_csrf}}<button class="btn s">Sign out</button></form></div>
</div>
</details>
</header>
<div class="frame">
<nav class="nav" id="nav" popover aria-label="{{NAV_TITLE}}"{{#NAV_COUNTS}} data-counts="{{NAV_COUNTS}}" data-revision="{{NAV_REVISION}}"{{/NAV_COUNTS}}>
<button class="btn close" type="button" popovertarget="nav" popovertargetaction="hide">Close menu</button>
<ul>
{{#NAV_MAIN}}{{>Frame/_nav_item}}{{/NAV_MAIN}}
</ul>
{{#NAV_SECOND}}
<ul>
{{#NAV_GENERAL}}{{>Frame/_nav_item}}{{/NAV_GENERAL}}
</ul>
{{/NAV_SECOND}}
</nav>
<main id="main" tabindex="-1"{{#IDLE}} data-idle="{{IDLE_SECONDS}}" data-whole="{{WHOLE_SECONDS}}" data-ends="{{ENDS_SECONDS}}" data-stay="{{STAY_URL}}" data-login="{{LOGIN_URL}}" data-owner="{{IDLE_OWNER}}"{{/IDLE}}>
{{#READ_ONLY}}
<div class="note warn" role="note"><p><b>This console is read-only.</b> It was started with <code>--read-only</code>: what would change something is left out of its pages.</p></div>
{{/READ_ONLY}}
{{#ZONE_REFUSED}}
<div class="note warn flash" role="status" data-zone-refused><p><b>“{{ZONE_ASKED}}” in the address was ignored: times are in UTC.</b> <span>{{ZONE_REASON}}</span></p><a class="btn s" href="{{ZONE_REMOVE_URL}}">Remove it</a></div>
{{/ZONE_REFUSED}}
{{#OFFLINE}}
<div class="note warn flash" role="note"><p><b>This store is offline.</b> <span class="mut">Nothing is sent or fetched until it is online again.</span></p>{{#GO_ONLINE}}<form method="post" action="{{GO_ONLINE_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{PAGE_BACK}}"><button class="btn s" name="offline" value="false">Go online</button></form>{{/GO_ONLINE}}</div>
{{/OFFLINE}}
{{#MASKED}}
<div class="note flash noprint" role="note"><p>{{#IS_COVERED}}<b>Values of {{MASKED_WORDS}} are covered.</b>{{/IS_COVERED}}{{#IS_SHOWN}}<b>Values of {{MASKED_WORDS}} are shown.</b>{{/IS_SHOWN}}{{#MAY_NOT_UNMASK}} <span class="mut">Seeing them takes the role operator.</span>{{/MAY_NOT_UNMASK}}{{#MAY_UNMASK}} <span class="mut">The audit log records who sees them.</span>{{/MAY_UNMASK}}</p>{{#MAY_UNMASK}}<form method="post" action="{{UNMASK_URL}}">{{>Frame/_csrf}}<input type="hidden" name="unmask" value="{{UNMASK_VALUE}}"><input type="hidden" name="back" value="{{PAGE_BACK}}"><button class="btn s">{{UNMASK_LABEL}}</button></form>{{/MAY_UNMASK}}</div>
{{/MASKED}}
{{#STAGED}}
<div class="note warn flash noprint" role="note"><p><b>{{STAGED_WORDS}}</b> <span class="mut">Only you see these changes until they are saved.</span></p><a class="btn s" href="{{STAGED_URL}}">Review</a></div>
{{/STAGED}}
{{#FLASH}}
<div class="note {{FLASH_KIND}} flash" role="status" data-flash><p><b>{{FLASH_TEXT}}</b> <span class="mut">{{FLASH_DETAIL}}</span></p>{{#FLASH_LINK}}<a class="btn s" href="{{FLASH_URL}}">{{FLASH_LABEL}}</a>{{/FLASH_LINK}}{{#FLASH_UNDO}}<form method="post" action="{{FLASH_UNDO_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{PAGE_BACK}}"><button class="btn s">Undo<span class="vh"> entry {{FLASH_UNDO_ENTRY}}</span></button></form>{{/FLASH_UNDO}}</div>
{{/FLASH}}
