{{! The first half of the frame: a page continues inside of main. }}
{{>Frame/_head}}
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<button class="btn quiet sq menu-btn" type="button" popovertarget="nav"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#menu"></use></svg><span class="vh">Menu</span></button>
<a class="brand" href="{{HOME_URL}}">{{>Frame/_logo}}</a>
<span class="sep" aria-hidden="true">/</span>
<details class="menu stores">
<summary>{{#ONE_STORE}}<span class="vh">Store: </span><span class="name">{{CURRENT_STORE}}</span>{{#PRODUCTION}} <span class="env prod">{{PRODUCTION}}</span>{{/PRODUCTION}}{{#ENVIRONMENT}} <span class="env">{{ENVIRONMENT}}</span>{{/ENVIRONMENT}}{{/ONE_STORE}}{{#ALL_STORES}}All stores{{/ALL_STORES}}<svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg></summary>
<div class="pop"><ul data-part="stores">
{{#STORE_ITEM}}
<li><a href="{{STORE_URL}}"{{#STORE_CURRENT}} aria-current="true"{{/STORE_CURRENT}}>{{STORE_NAME}} <span class="n">{{STORE_STATE}}</span></a></li>
{{/STORE_ITEM}}
<li><a href="{{HOME_URL}}">All stores</a></li>
</ul></div>
</details>
<form class="jump search-in" role="search" aria-label="Search or jump" action="{{JUMP_URL}}">
<button type="submit"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#search"></use></svg><span class="vh">Search</span></button>
<label class="vh" for="jump">Search rows, tables, operations and pages</label>
<input type="search" id="jump" name="q" placeholder="Search or jump to…" aria-keyshortcuts="/">
<kbd aria-hidden="true">Ctrl K</kbd>
</form>
{{#CONNECTION}}
{{#MAY_SWITCH}}
<form class="conn" method="post" action="{{CONNECTION_URL}}" data-part="connection">
{{>Frame/_csrf}}<input type="hidden" name="back" value="{{PAGE_BACK}}">
{{#IS_ONLINE}}<button class="btn quiet s" name="offline" value="true" title="Go offline"><span class="dot"></span><span class="w">Online</span><span class="vh">. Go offline</span></button>{{/IS_ONLINE}}{{#IS_FAILING}}<button class="btn quiet s bad" name="offline" value="true" title="Go offline"><span class="dot bad"></span><span class="w">Sync failed</span><span class="vh">. Go offline</span></button>{{/IS_FAILING}}{{#IS_OFFLINE}}<button class="btn quiet s" name="offline" value="false" title="Go online">{{#HAS_FAILED}}<span class="dot bad"></span>{{/HAS_FAILED}}{{#HAS_NOT_FAILED}}<span class="dot off"></span>{{/HAS_NOT_FAILED}}<span class="w">Offline</span>{{#HAS_FAILED}}<span class="vh">. Sync failed</span>{{/HAS_FAILED}}<span class="vh">. Go online</span></button>{{/IS_OFFLINE}}
</form>
{{/MAY_SWITCH}}
{{#MAY_NOT_SWITCH}}
<p class="conn" data-part="connection">{{#IS_ONLINE}}<span class="dot"></span><span class="w">Online</span>{{/IS_ONLINE}}{{#IS_FAILING}}<span class="dot bad"></span><span class="w bad">Sync failed</span>{{/IS_FAILING}}{{#IS_OFFLINE}}{{#HAS_FAILED}}<span class="dot bad"></span>{{/HAS_FAILED}}{{#HAS_NOT_FAILED}}<span class="dot off"></span>{{/HAS_NOT_FAILED}}<span class="w">Offline</span>{{#HAS_FAILED}}<span class="vh">. Sync failed</span>{{/HAS_FAILED}}{{/IS_OFFLINE}}</p>
{{/MAY_NOT_SWITCH}}
{{/CONNECTION}}
<details class="menu zone">
<summary><span class="vh">Times and clock: </span><time class="clock" datetime="{{NOW_ISO}}" data-health="{{HEALTH_URL}}">{{CLOCK}} UTC</time>{{#ZONE_CHOSEN}} <span class="mut name">{{PAGE_ZONE}}</span>{{/ZONE_CHOSEN}}<span class="short" aria-hidden="true">{{ZONE_SHORT}}</span><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#down"></use></svg></summary>
<div class="pop end"><p class="mut">Times are shown and entered in {{PAGE_ZONE}}. The server’s clock is in UTC.</p>
{{#ZONES}}<ul>
{{#ZONE_CHOICE}}<li><a href="{{ZONE_URL}}"{{#ZONE_CURRENT}} aria-current="true"{{/ZONE_CURRENT}}>{{ZONE_NAME}} <span class="n">{{ZONE_MEANING}}</span></a></li>
{{/ZONE_CHOICE}}
</ul>{{/ZONES}}</div>
</details>
<details class="menu user">
<summary><span class="av" aria-hidden="true">{{INITIALS}}</span><span class="vh">{{USER}}, {{ROLE}}</span></summary>
<div class="pop end"><p class="ph">{{USER}} · {{ROLE}}</p>
<ul>
{{#SESSIONS_LINK}}
<li><a href="{{ACCOUNT_URL}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#user"></use></svg>Account</a></li>
<li><a href="{{ACCOUNT_URL}}#language"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#globe"></use></svg>Language <span class="n">{{LANGUAGE_NAME}}</span></a></li>
<li><a href="{{SESSIONS_URL}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#lock"></use></svg>Sessions</a></li>
{{/SESSIONS_LINK}}
<li><a href="{{HELP_URL}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#keyboard"></use></svg>Help and keyboard shortcuts</a></li>
</ul>
<div class="acts"><form method="post" action="{{THEME_URL}}">{{>Frame/_csrf}}<div class="group" role="group" aria-label="Color theme">{{#THEME_CHOICE}}<button class="btn xs" name="theme" value="{{THEME_VALUE}}" aria-pressed="{{THEME_PRESSED}}">{{THEME_LABEL}}</button>{{/THEME_CHOICE}}</div></form></div>
<div class="acts"><form method="post" action="{{LOGOUT_URL}}">{{>Frame/_csrf}}<button class="btn s">Sign out</button></form></div>
</div>
</details>
</header>
<div class="frame">
<nav class="nav" id="nav" popover aria-label="{{NAV_TITLE}}"{{#NAV_COUNTS}} data-counts="{{NAV_COUNTS}}" data-status="{{NAV_STATUS}}"{{/NAV_COUNTS}}{{#NAV_REVISION}} data-revision="{{NAV_REVISION}}"{{/NAV_REVISION}}{{#NAV_WORDS}} data-words="{{NAV_WORDS}}"{{/NAV_WORDS}}{{#NAV_PAGE}} data-page="{{NAV_PAGE}}"{{/NAV_PAGE}}>
<button class="btn s close" type="button" popovertarget="nav" popovertargetaction="hide"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#x"></use></svg>Close menu</button>
<ul>
{{#NAV_MAIN}}{{>Frame/_nav_item}}{{/NAV_MAIN}}
</ul>
{{#NAV_TITLED}}
<h2>{{#NAV_HEADING_URL}}<a href="{{NAV_HEADING_URL}}">{{NAV_HEADING}}</a>{{/NAV_HEADING_URL}}{{#NAV_PLAIN}}{{NAV_HEADING}}{{/NAV_PLAIN}}{{#NAV_ADD}}<a class="btn quiet xs sq" href="{{ADD_URL}}"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#plus"></use></svg><span class="vh">{{LABEL}}</span></a>{{/NAV_ADD}}</h2>
<ul>
{{#NAV_GROUP}}{{>Frame/_nav_item}}{{/NAV_GROUP}}
</ul>
{{/NAV_TITLED}}
<ul class="end">
{{#NAV_END}}{{>Frame/_nav_item}}{{/NAV_END}}
</ul>
</nav>
<div class="bars" role="region" aria-label="Status">
{{#READ_ONLY}}
<div class="status off" role="note"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#lock"></use></svg><p><b>This console is read-only.</b> It was started with <code>--read-only</code>, so its pages offer no changes.</p></div>
{{/READ_ONLY}}
{{#ZONE_REFUSED}}
<div class="status warn" role="status" data-zone-refused><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#clock"></use></svg><p><b>“{{ZONE_ASKED}}” in the address was ignored: times are in UTC.</b> <span>{{ZONE_REASON}}</span></p><div class="acts"><a class="btn s" href="{{ZONE_REMOVE_URL}}">Remove it</a></div></div>
{{/ZONE_REFUSED}}
{{#CONNECTION}}{{#IS_OFFLINE}}
<div class="status off" role="status" id="offline" data-part="offline"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#offline"></use></svg>{{#MOVED}}<p><b>This store was moved to <a href="{{MOVED_LINK}}">{{MOVED_TO}}</a> and stays offline.</b> Changes made here are not sent anywhere.</p>{{/MOVED}}{{#NOT_MOVED}}<p><b>{{OFFLINE_TEXT}}</b> <span class="rest">{{#OFFLINE_BY}}{{OFFLINE_BY}} {{/OFFLINE_BY}}Nothing is sent or received.</span></p>{{/NOT_MOVED}}{{#MAY_SWITCH}}<div class="acts"><form method="post" action="{{CONNECTION_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{PAGE_BACK}}"><button class="btn s" name="offline" value="false">Go online</button></form></div>{{/MAY_SWITCH}}</div>
{{/IS_OFFLINE}}{{/CONNECTION}}
{{#SYNC_FAILED}}
<div class="status fail" role="status" data-part="failure"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#alert"></use></svg><p><b>{{TEXT}}</b> {{CAUSE}}</p><div class="acts">{{#TRY}}<form method="post" action="{{ACTION}}">{{>Frame/_csrf}}<button class="btn s"{{>Frame/_needs-server}}>Try now</button></form>{{/TRY}}{{#FAILED_RUN}}<a class="btn s quiet" href="{{RUN_LINK}}">Last run</a>{{/FAILED_RUN}}</div></div>
{{/SYNC_FAILED}}
{{#MASKED}}
<div class="status noprint" role="note"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#lock"></use></svg><p>{{#IS_COVERED}}<b>Values of {{MASKED_WORDS}} are masked.</b>{{/IS_COVERED}}{{#IS_SHOWN}}<b>Values of {{MASKED_WORDS}} are shown.</b>{{/IS_SHOWN}}{{#MAY_NOT_UNMASK}} You need the operator role to see them.{{/MAY_NOT_UNMASK}}{{#MAY_UNMASK}} The audit log records who sees them.{{/MAY_UNMASK}}</p>{{#MAY_UNMASK}}<div class="acts"><form method="post" action="{{UNMASK_URL}}">{{>Frame/_csrf}}<input type="hidden" name="unmask" value="{{UNMASK_VALUE}}"><input type="hidden" name="back" value="{{PAGE_BACK}}"><button class="btn s">{{UNMASK_LABEL}}</button></form></div>{{/MAY_UNMASK}}</div>
{{/MASKED}}
{{#STAGED}}
<div class="status staged noprint" role="note"><svg class="i" aria-hidden="true"><use href="{{ICONS_URL}}#s-staged"></use></svg><p><b>{{STAGED_TEXT}}</b> <span class="rest">Only you see them until they are saved.</span></p><div class="acts"><a class="btn s" href="{{STAGED_URL}}">Review</a></div><a class="brief" href="{{STAGED_URL}}">{{STAGED_COUNT}} staged</a></div>
{{/STAGED}}
{{#FLASH}}
<div class="status {{FLASH_KIND}}" role="status" data-flash><p><b>{{FLASH_TEXT}}</b> <span>{{FLASH_DETAIL}}</span></p><div class="acts">{{#FLASH_ACTION}}<form method="post" action="{{FLASH_URL}}">{{>Frame/_csrf}}{{#FLASH_FIELD}}<input type="hidden" name="{{NAME}}" value="{{VALUE}}">{{/FLASH_FIELD}}<button class="btn s">{{FLASH_LABEL}}</button></form>{{/FLASH_ACTION}}{{#FLASH_UNDO}}<form method="post" action="{{FLASH_UNDO_URL}}">{{>Frame/_csrf}}<input type="hidden" name="back" value="{{PAGE_BACK}}"><button class="btn s">Undo<span class="vh"> entry {{FLASH_UNDO_ENTRY}}</span></button></form>{{/FLASH_UNDO}}{{#FLASH_LINK}}<a class="btn s" href="{{FLASH_URL}}">{{FLASH_LABEL}}</a>{{/FLASH_LINK}}</div></div>
{{/FLASH}}
</div>
<main id="main" tabindex="-1"{{#IDLE}} data-idle="{{IDLE_SECONDS}}" data-whole="{{WHOLE_SECONDS}}" data-ends="{{ENDS_SECONDS}}" data-stay="{{STAY_URL}}" data-login="{{LOGIN_URL}}" data-owner="{{IDLE_OWNER}}"{{/IDLE}}>
