"""Every page of the console, and what a browser may not have to complain about on any of them."""
import concurrent.futures
import os
import random
import re
import threading
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from watch import moved

TAGS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# What another width can change.
WIDTHS = {"type": "rule", "values": [
    "aria-hidden-focus", "bypass", "region", "scrollable-region-focusable", "skip-link", "target-size"]}
# What another choice of colours can change.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
WIDE, NARROW = 1280, 320
LIGHT = {"color_scheme": "light", "forced_colors": "none"}
DARK = {"color_scheme": "dark", "forced_colors": "none"}
FORCED = {"color_scheme": "dark", "forced_colors": "active"}
# The page's colours, its width and the rules that are to be judged by in them. Markup and colours are
# the same with scripts and without, but for what scripts add: what takes long is looked at once.
LOOKS_WITH_SCRIPTS = {
    "light, wide": (LIGHT, WIDE, TAGS), "light, narrow": (LIGHT, NARROW, WIDTHS), "dark, wide": (DARK, WIDE, COLOURS),
}
LOOKS_WITHOUT = {
    "light, wide": (LIGHT, WIDE, {**TAGS, "without": COLOURS["values"]}), "dark, narrow": (DARK, NARROW, None),
    "forced colours, narrow": (FORCED, NARROW, COLOURS),
}
# For pages that are looked at in every color elsewhere, here with other texts.
LOOKS_OF_TEXTS = {"light, wide": (LIGHT, WIDE, TAGS), "light, narrow": (LIGHT, NARROW, None)}
# Held while a page is opened: the console makes one preview and one comparison at a time for each person.
OPENING = threading.Lock()
AXE = Axe().axe_script
# The captions of tables in which a line has more or fewer columns than the first one.
UNEVEN_TABLES = """() => [...document.querySelectorAll("table")].filter((table) => {
    const widths = [...table.rows].map((row) => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0));
    return !table.querySelector("[rowspan]") && new Set(widths).size > 1;
}).map((table) => table.caption?.textContent.trim() ?? table.className)"""
DEAN = "5AC9A5AE-A06D-4FA7-9BE1-ABD776E85946"
RALPH = "64775A37-C61A-430C-A20B-5A97CBBC9D34"
STORE = "/s/todo"
TABLE = STORE + "/t"


def all_pages(demo):
    """Name: path, or path and the name of the button that leads on, and the status."""
    errors = {error["status"]: error["id"] for error in demo.errors()}
    operations = {operation["state"]: operation["id"] for operation in demo.queue()}
    runs = {run["kind"]: run["run"] for run in demo.get(STORE + "/sync.json")["runs"]}
    row, synced = f"{TABLE}/TodoItem/r/{DEAN}", f"{TABLE}/Country/r/DE"
    pages = {
        "stores": "/",
        "overview": STORE,
        "tables": STORE + "/tables",
        "stores, a text that is nowhere": "/?text=zebra",
        "schema": TABLE + "/Country/schema",
        "schema, a text that is nowhere": TABLE + "/Country/schema?text=zebra",
        "new table": STORE + "/tables/new",
        "conflict rules": TABLE + "/Subdivision/rules",
        "conflict rules, rehearsed": TABLE + "/Subdivision/rules?column=name&rule=newest",
        "resolved by rules": STORE + "/decisions",
        "resolved by rules, a text that is nowhere": STORE + "/decisions?text=zebra&table=Country",
        "time machine": TABLE + "/TodoItem/past?at=2017-01-01T00:00",
        "time machine, all rows": TABLE + "/TodoItem/past?view=all",
        "rows, filtered": TABLE + "/Country?name__contains=an&sort=name",
        "rows, filtered to nothing": TABLE + "/Country?name__contains=nowhere",
        "rows, a column that is not": TABLE + "/Country?nosuch=1",
        "rows, an operator that is not": (TABLE + "/Country?view=nosuch", None, 400),
        "rows, either of two": TABLE + "/Subdivision?name__contains__or1=an&type__equals__or1=State&country=DE",
        "rows, a filter edited": TABLE + "/Subdivision?name__contains=an&type=State&_edit=1",
        "rows, pinned and sized": TABLE + "/Subdivision?cols=name&cols=type&cols=country&_pin=2&_width=96 type",
        "rows, page ticked": TABLE + "/Country?_pick=page",
        "rows, all selected": TABLE + "/Country?_pick=all",
        "rows, facets": TABLE + "/Subdivision?facets=1&facet=name&type=State",
        "rows, facets with all values": TABLE + "/Subdivision?facets=1&_facet=country&_values=an",
        "rows, facet that is none": TABLE + "/Country?facet=nosuch&cols=name&cols=nosuch",
        "rows, values of a column": TABLE + "/Subdivision?_column=type&_op=equals&_value=&_suggest=1",
        "rows, one more condition": TABLE + "/Subdivision?type=State&_column=name&_op=contains&_value=an&_lines=2",
        "rows, peek": TABLE + "/Subdivision?view=conflicts&peek=DE-BE",
        "rows, peek at nothing": TABLE + "/Country?peek=nowhere",
        "row, named by others": f"{TABLE}/Country/r/DE",
        "row, naming another": f"{TABLE}/Subdivision/r/DE-HH",
        "row, one value": row + "/value?column=text",
        "import": TABLE + "/TodoItem/import",
        "staged changes, none": STORE + "/changes",
        "jump, several": STORE + "/jump?q=DE-",
        "jump, in other columns": STORE + "/jump?q=Kingdom",
        "jump, nothing": STORE + "/jump?q=zebra",
        "jump, everywhere": "/jump?q=DE-B",
        "row": row,
        "row, deleted": f"{TABLE}/TodoItem/r/{RALPH}",
        "row, synced": synced,
        "row, conflict": TABLE + "/Subdivision/r/DE-BE",
        "row, history": row + "?tab=history",
        "row, history, a text that is nowhere": row + "?tab=history&text=zebra",
        "row, no history": synced + "?tab=history",
        "row, choosing versions": row + "?tab=history&compare=1",
        "row, two versions": row + "?tab=history&a=base&b=now",
        "row, a version that is not": row + "?tab=history&a=base&b=999999",
        "row, raw": row + "?tab=raw",
        "row, passport": row + "/passport",
        "row, passport covered": row + "/passport?redact=values",
        "row, compared": TABLE + "/Subdivision/r/DE-BE/server",
        "row, compared and on no side": (TABLE + "/Country/r/nowhere/server", None, 200),
        "rows of the server": TABLE + "/Subdivision/server",
        "row, edit from an old version": row + "/edit?from=base",
        "row, edit": row + "/edit",
        "row, new": TABLE + "/TodoItem/new",
        "trash": STORE + "/trash",
        "queue": STORE + "/queue",
        "queue, nothing there": STORE + "/queue?state=blocked",
        "queue, a text that is nowhere": STORE + "/queue?text=zebra",
        "errors": STORE + "/errors",
        "errors, a text and a table": STORE + "/errors?text=a&table=Subdivision",
        "errors, of one person": STORE + "/errors?assignee=mira",
        "errors, of nobody": STORE + "/errors?assignee=none",
        "errors, of a run": f"{STORE}/errors?run={runs['push']}",
        "conflict": f"{STORE}/errors/{errors[412]}",
        "failed": f"{STORE}/errors/{errors[400]}",
        "sync": STORE + "/sync",
        "push preview": (STORE + "/sync", "Preview push", 200),
        "pull preview": (STORE + "/sync", "Preview pull", 200),
        "deletions without a table": STORE + "/removals",
        # Whoever came by a link has no account to set them up for.
        "own codes": ("/account/second-factor", None, 409),
        "trash, a text": STORE + "/trash?text=a",
        "trash, a text and times in the wrong order": (STORE + "/trash?text=a&from=2020-01-02&to=2020-01-01", None, 400),
        "trash, all selected": STORE + "/trash?_pick=all",
        "errors, all selected": STORE + "/errors?_pick=all",
        "overview of a week": STORE + "?period=7d",
        "confirm: delete many": (TABLE + "/Country?_pick=all", re.compile("^Delete"), 200),
        "runs": STORE + "/runs",
        "runs, none found": STORE + "/runs?kind=pull&result=failed&text=nobody",
        "rows of a run": f"{STORE}/runs/{runs['push']}/rows",
        "rows of a run, pushed": f"{STORE}/runs/{runs['push']}/rows?result=pushed",
        "reconcile": STORE + "/reconcile",
        "drift": STORE + "/drift",
        "copy rows, no other store": STORE + "/copy",
        "delta tokens": STORE + "/tokens",
        "audit": "/audit",
        "audit, filtered": "/audit?result=denied&q=nothing",
        "audit, what cannot be read": ("/audit?result=perhaps", None, 400),
        "audit entry": "/audit/1",
        "account": "/account",
        "alerts": "/alerts",
        "backups": "/backups",
        "help": "/help",
        "store, new": "/stores/new",
        "store, new, Azure": "/stores/new?kind=azure",
        "store, new, Parse": "/stores/new?kind=parse",
        "store, new, CloudKit": "/stores/new?kind=cloudkit",
        "store, added": "/stores/new?added=todo",
        "store, settings": STORE + "/settings",
        "store, connection tested": (STORE + "/settings", "Test connection", 200),
        "confirm: remove a store": STORE + "/remove",
        "users": "/users",
        "sessions": "/sessions",
        "hard delete, where the server keeps the row": (synced + "/hard-delete", None, 409),
        "hard delete, where the server may keep the row": (row + "/hard-delete", None, 409),
        "confirm: purge": TABLE + "/Country/purge",
        "confirm: cancel": f"{STORE}/queue/{operations['pending']}?confirm=cancel",
        "confirm: discard": f"{STORE}/errors/{errors[400]}?confirm=discard",
        "no page": ("/nowhere", None, 404),
        "no store": ("/s/nowhere", None, 404),
        "no table": (TABLE + "/Nowhere", None, 404),
        "no row": (TABLE + "/Country/r/nowhere", None, 404),
    }
    for view in ("live", "deleted", "all", "pending", "failed", "conflicts", "synced"):
        pages[f"rows, {view}"] = f"{TABLE}/TodoItem?view={view}"
    for state, id in operations.items():
        pages[f"operation, {state}"] = f"{STORE}/queue/{id}"
    for kind, id in runs.items():
        pages[f"run, {kind}"] = f"{STORE}/runs/{id}"
    return {
        name: page if isinstance(page, tuple) else (page, None, 200) for name, page in pages.items()
    }


def picked(pages):
    """All pages; where PAGES_SEED is set, the third of them that it picks, in their order."""
    seed = os.environ.get("PAGES_SEED")
    if seed is None:
        return pages
    names = set(random.Random(seed).sample(sorted(pages), len(pages) // 3 + 1))
    return {name: page for name, page in pages.items() if name in names}


def launch(playwright, has_shared_workers=False):
    """Without shared workers, but for who asks: to close a page whose worker is just starting hangs now and then."""
    args = ["--no-sandbox"] + ([] if has_shared_workers else ["--disable-blink-features=SharedWorker"])
    return playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=args)


def complaints_about(origin, state, pages, extra=None, looks=None, scripts=(True, False)):
    """What is wrong with pages in every look, with scripts and without; the two at the same time.

    `pages` has an address, or its path, button and status, for each name. `extra` looks at an open page
    for more and returns its complaints. `looks` are others than the usual ones. `scripts`: with scripts, without, or both.
    """

    def look(scripts):
        with sync_playwright() as playwright:
            browser = launch(playwright)
            context = browser.new_context(
                storage_state=state, reduced_motion="reduce", java_script_enabled=scripts,
            )
            context.set_default_timeout(20_000)
            inspector = Inspector(context.new_page(), origin, scripts)
            inspector.looks = looks or inspector.looks
            for name, address in pages.items():
                inspector.open(name, *(address if isinstance(address, tuple) else (address, None, 200)))
                inspector.look_everywhere()
                for complaint in extra(inspector.page) if extra else []:
                    inspector.complain(complaint)
            browser.close()
            return inspector.complaints

    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        return [complaint for found in threads.map(look, scripts) for complaint in found]


class Inspector:
    """Opens pages in one tab and keeps what is wrong with them."""

    def __init__(self, page, origin, scripts=True):
        self.page, self.origin, self.scripts = page, origin, scripts
        self.looks = LOOKS_WITH_SCRIPTS if scripts else LOOKS_WITHOUT
        self.name, self.expected = "", 200
        self.complaints = []
        # Only who has switched scripts off can switch them on again, so it does both itself.
        self.tools = None if scripts else page.context.new_cdp_session(page)
        self.let_scripts_run(False)
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.complain(f"script: {error}"))
        page.on("request", self.asked)
        page.on("dialog", self.asked_by_dialog)

    def complain(self, text):
        self.complaints.append(f"{self.name}{'' if self.scripts else ', no scripts'}: {text}")

    def heard(self, message):
        if message.type not in ("error", "warning"):
            return
        # The browser reports the status of a page that is meant to be an error page.
        if self.expected >= 400 and f"status of {self.expected} " in message.text:
            return
        self.complain(f"console: {message.text}")

    def asked(self, request):
        address = urllib.parse.urlsplit(request.url)
        if address.scheme != "data" and f"{address.scheme}://{address.netloc}" != self.origin:
            self.complain(f"asks another origin: {request.url}")

    def asked_by_dialog(self, dialog):
        self.complain(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def open(self, name, path, button=None, expected=200):
        moved()
        self.name, self.expected = name, expected
        self.set_light()
        with OPENING:
            response = self.page.goto(self.origin + path)
            if button:
                with self.page.expect_navigation() as navigation:
                    self.page.get_by_role("main").get_by_role("button", name=button).first.click()
                response = navigation.value
        if response.status != expected:
            self.complain(f"{response.status} instead of {expected}")
        if not self.page.title().strip():
            self.complain("no title")

    def set_light(self):
        self.page.emulate_media(**LIGHT)
        self.page.set_viewport_size({"width": WIDE, "height": 900})

    def look_everywhere(self):
        """At the open page in each of its looks."""
        self.let_scripts_run(True)
        if any(rules for _, _, rules in self.looks.values()):
            self.page.evaluate(AXE)
        self.count_columns()
        for look, (media, width, rules) in self.looks.items():
            self.page.emulate_media(**media)
            self.page.set_viewport_size({"width": width, "height": 900})
            if self.page.locator(".selbar:visible").count() > 0:
                self.show_all(width)
            self.let_scripts_follow()
            self.measure(width, look)
            if rules:
                self.judge(look, rules)
        self.set_light()
        self.let_scripts_run(False)

    def show_all(self, width):
        """A window as high as the page: the bar of a selection at its edge covers no link there, as after scrolling."""
        height = self.page.evaluate("() => document.documentElement.scrollHeight")
        self.page.set_viewport_size({"width": width, "height": max(900, height)})

    def let_scripts_run(self, allowed):
        """Of a page without scripts: axe's own need timers. Those of the page itself are not looked at again."""
        if self.tools:
            self.tools.send("Emulation.setScriptExecutionDisabled", {"value": not allowed})

    def let_scripts_follow(self):
        """Grids that scroll only now take part in the Tab order with the next frame."""
        if self.scripts:
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def count_columns(self):
        """Every line of a table has as many columns as its head."""
        for table in self.page.evaluate(UNEVEN_TABLES):
            self.complain(f"uneven table: {table}")

    def measure(self, window, look):
        width = self.page.evaluate("() => document.documentElement.scrollWidth")
        if width > window:
            self.complain(f"{look}: {width} px wide in a window of {window} px")

    def judge(self, look, rules):
        options = {
            "resultTypes": ["violations"], "runOnly": {"type": rules["type"], "values": rules["values"]}, "preload": False,
            "rules": {rule: {"enabled": False} for rule in rules.get("without", [])},
        }
        found = self.page.evaluate("(options) => axe.run(document, options)", options)
        for rule in found["violations"]:
            places = "; ".join(" ".join(map(str, node["target"])) for node in rule["nodes"][:4])
            self.complain(f"{look}: {rule['id']}: {rule['help']}: {places}")
