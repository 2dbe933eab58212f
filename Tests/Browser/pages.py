"""Every page of the console, and what a browser may not have to complain about on any of them."""
import urllib.parse

from axe_playwright_python.sync_playwright import Axe

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = {"type": "rule", "values": ["color-contrast"]}
AXE = Axe().axe_script
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
        "rows, filtered": TABLE + "/Country?name__contains=an&sort=name",
        "rows, filtered to nothing": TABLE + "/Country?name__contains=nowhere",
        "rows, a column that is not": TABLE + "/Country?nosuch=1",
        "rows, an operator that is not": (TABLE + "/Country?view=nosuch", None, 400),
        "rows, page ticked": TABLE + "/Country?_pick=page",
        "rows, all selected": TABLE + "/Country?_pick=all",
        "rows, facets": TABLE + "/Subdivision?facet=type&facet=country&type=State",
        "rows, facet that is none": TABLE + "/Country?facet=nosuch&cols=name&cols=nosuch",
        "rows, values of a column": TABLE + "/Subdivision?_column=type&_op=equals&_value=&_suggest=1",
        "rows, cells that narrow": TABLE + "/Subdivision?_cells=filter&cols=name&cols=type&cols=country",
        "row, named by others": f"{TABLE}/Country/r/DE",
        "row, naming another": f"{TABLE}/Subdivision/r/DE-HH",
        "row, one value": row + "/value?column=text",
        "import": TABLE + "/TodoItem/import",
        "staged changes, none": STORE + "/changes",
        "jump, several": STORE + "/jump?q=DE-",
        "jump, nothing": STORE + "/jump?q=zebra",
        "jump, everywhere": "/jump?q=DE-B",
        "row": row,
        "row, deleted": f"{TABLE}/TodoItem/r/{RALPH}",
        "row, synced": synced,
        "row, conflict": TABLE + "/Subdivision/r/DE-BE",
        "row, history": row + "?tab=history",
        "row, no history": synced + "?tab=history",
        "row, two versions": row + "?tab=history&a=base&b=now",
        "row, a version that is not": row + "?tab=history&a=base&b=999999",
        "row, raw": row + "?tab=raw",
        "row, passport": row + "/passport",
        "row, passport covered": row + "/passport?redact=values",
        "row, edit from an old version": row + "/edit?from=base",
        "row, edit": row + "/edit",
        "row, new": TABLE + "/TodoItem/new",
        "trash": STORE + "/trash",
        "queue": STORE + "/queue",
        "queue, nothing there": STORE + "/queue?state=blocked",
        "errors": STORE + "/errors",
        "conflict": f"{STORE}/errors/{errors[412]}",
        "failed": f"{STORE}/errors/{errors[400]}",
        "sync": STORE + "/sync",
        "push preview": (STORE + "/sync", "Preview", 200),
        "reconcile": STORE + "/reconcile",
        "delta tokens": STORE + "/tokens",
        "audit": "/audit",
        "audit, filtered": "/audit?result=denied&q=nothing",
        "audit, what cannot be read": ("/audit?size=7", None, 400),
        "audit entry": "/audit/1",
        "account": "/account",
        "help": "/help",
        "store, new": "/stores/new",
        "store, new, Parse": "/stores/new?kind=parse",
        "store, new, CloudKit": "/stores/new?kind=cloudkit",
        "store, settings": STORE + "/settings",
        "store, connection tested": (STORE + "/settings", "Test the connection", 200),
        "confirm: remove a store": STORE + "/remove",
        "users": "/users",
        "sessions": "/sessions",
        "confirm: hard delete": synced + "/hard-delete",
        "confirm: purge": TABLE + "/Country/purge",
        "confirm: cancel": f"{STORE}/queue/{operations['pending']}?confirm=cancel",
        "confirm: discard": f"{STORE}/errors/{errors[400]}?confirm=discard",
        "no page": ("/nowhere", None, 404),
        "no store": ("/s/nowhere", None, 404),
        "no table": (TABLE + "/Nowhere", None, 404),
        "no row": (TABLE + "/Country/r/nowhere", None, 404),
    }
    for view in ("live", "deleted", "all", "pending", "failed", "conflicts"):
        pages[f"rows, {view}"] = f"{TABLE}/TodoItem?view={view}"
    for state, id in operations.items():
        pages[f"operation, {state}"] = f"{STORE}/queue/{id}"
    for kind, id in runs.items():
        pages[f"run, {kind}"] = f"{STORE}/runs/{id}"
    return {
        name: page if isinstance(page, tuple) else (page, None, 200) for name, page in pages.items()
    }


class Inspector:
    """Opens pages in one tab and keeps what is wrong with them."""

    def __init__(self, page, origin):
        self.page, self.origin = page, origin
        self.name, self.expected = "", 200
        self.complaints = []
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.complain(f"script: {error}"))
        page.on("request", self.asked)

    def complain(self, text):
        self.complaints.append(f"{self.name}: {text}")

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

    def open(self, name, path, button=None, expected=200):
        self.name, self.expected = name, expected
        response = self.page.goto(self.origin + path)
        if button:
            with self.page.expect_navigation() as navigation:
                self.page.get_by_role("main").get_by_role("button", name=button).first.click()
            response = navigation.value
        if response.status != expected:
            self.complain(f"{response.status} instead of {expected}")
        if not self.page.title().strip():
            self.complain("no title")

    def look_everywhere(self):
        """At the open page in both widths and colour schemes, and in forced colours."""
        self.page.evaluate(AXE)
        self.measure(1280)
        self.judge("light")
        self.page.emulate_media(color_scheme="dark")
        # Only colours differ from what was judged already.
        self.judge("dark", COLOURS)
        self.page.emulate_media(forced_colors="active")
        self.measure(1280)
        self.page.emulate_media(color_scheme="light", forced_colors="none")
        self.measure(320)
        # Grids that scroll only now take part in the Tab order with the next frame.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.judge("light, 320 px")

    def measure(self, window):
        self.page.set_viewport_size({"width": window, "height": 900})
        width = self.page.evaluate("() => document.documentElement.scrollWidth")
        if width > window:
            self.complain(f"{width} px wide in a window of {window} px")

    def judge(self, mode, what=None):
        options = {"resultTypes": ["violations"], "runOnly": what or {"type": "tag", "values": TAGS}}
        found = self.page.evaluate("(options) => axe.run(document, options)", options)
        for rule in found["violations"]:
            places = "; ".join(" ".join(map(str, node["target"])) for node in rule["nodes"][:4])
            self.complain(f"{mode}: {rule['id']}: {rule['help']}: {places}")
