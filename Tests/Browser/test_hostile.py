"""Hostile names, ids, values and error texts, on every page that shows them."""
import collections
import re
import urllib.parse

import pytest

from fake_server import FakeServer
from pages import LOOKS_OF_TEXTS, Inspector, complaints_about, picked
from processes import Console
from watch import moved

EVIL = "<img src=x onerror=window.hacked=1>'\"&{{x}}"
TABLE = "Ta<b>ble</b> & ' {{x}} %2F"
COLUMN = "<script>window.hacked=1</script>'\" onfocus=x"
IDS = ["<svg onload=window.hacked=1>", "a'b&c=d", "%2e%2e", "x.json"]
STAMP = "2026-11-21T08:00:00.000Z"


def row(id, version="AAAA", **more):
    return {"id": id, "createdAt": STAMP, "updatedAt": STAMP, "version": version, "deleted": False,
            "name": EVIL, COLUMN: EVIL} | more


class Hostile(FakeServer):
    """A server that means no good: refuses inserts and has another version of every row."""

    extra = ("X-Evil", "<script>window.hacked=1</script>")

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        parts = [urllib.parse.unquote(part) for part in address.path.split("/")]
        if len(parts) > 3 and parts[3]:
            return self.answer(200, row(parts[3], "BBBB"))
        query = urllib.parse.parse_qs(address.query)
        first = query.get("$skip", ["0"])[0] == "0" and "gt" not in query.get("$filter", [""])[0]
        self.answer(200, [row(id) for id in IDS] if first else [])

    def do_POST(self):
        self.read_body()
        self.answer(400, {"error": f"Refused: {EVIL}"})

    def do_PATCH(self):
        self.read_body()
        id = urllib.parse.unquote(self.path.split("?")[0].split("/")[3])
        self.answer(412, row(id, "BBBB", name=EVIL + " there"))


@pytest.fixture
def console(tmp_path):
    with Hostile.running() as server, Console.with_store(tmp_path / "data", server, tables=[{"name": TABLE}]) as console:
        yield console


def strange_things(page):
    """What of the hostile texts became more than a text."""
    found = page.evaluate("""() => [
      ...(window.hacked ? ["a script ran"] : []),
      ...[...document.querySelectorAll("*")].flatMap((e) => [...e.attributes].filter(
        (a) => a.name.startsWith("on") || a.value.trim().toLowerCase().startsWith("javascript:")).map((a) => a.name)),
      ...[...document.querySelectorAll("main img, main script, main svg[onload], main i, main b b")].map((e) => e.outerHTML)
        .filter((html) => /hacked|<i>new|<b>ble/.test(html)),
    ]""")
    return [what[:120] for what in found]


def kind_of(path):
    """Pages of one kind differ in names and numbers only."""
    place, _, query = path.partition("?")
    place = re.sub(r"/t/[^/]+", "/t/T", re.sub(r"/r/[^/]+", "/r/R", place))
    place = re.sub(r"/(errors|audit|queue|runs|reports)/[^/]+", r"/\1/N", place)
    telling = [part for part in query.split("&") if re.match(r"(tab|view|confirm|_pick)=", part)]
    return "&".join([place, *sorted(telling)])


def test_hostile_texts_stay_texts_on_every_page(console, browser):
    quote = lambda text: urllib.parse.quote(text, safe="").replace(".json", "%2Ejson")
    console.run("pull")
    table = f"/s/todo/t/{quote(TABLE)}"
    rows = console.get(f"{table}.json")["rows"]
    assert {row["id"] for row in rows} == set(IDS)
    console.post(f"{table}/r/{quote(IDS[0])}", {"values": {"name": EVIL + " here"}})
    console.post(table, {"values": {"id": "<i onclick=x>new", "name": EVIL}})
    console.post(f"{table}/r/{quote(IDS[1])}/delete", {})
    console.run("push")
    console.post(f"{table}/r/{quote(IDS[2])}", {"values": {COLUMN: EVIL + " again"}})
    states = {error["status"] for error in console.errors()}
    assert states >= {400, 412}, console.errors()
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.on("dialog", lambda dialog: (inspector.complain("a dialog"), dialog.dismiss()))
    inspector = Inspector(page, console.url)
    console.sign_in(page)
    # Something denied, so that the audit shows such texts too.
    console.request("POST", f"{table}/r/{quote(IDS[0])}/purge-{quote(EVIL)}", {})
    open, seen, variants = ["/"], set(), collections.Counter()
    while open and len(seen) < 150:
        path = open.pop(0)
        # Lists have endless queries: a few of each are enough.
        variants[path.split("?")[0]] += 1
        if path in seen or variants[path.split("?")[0]] > 4:
            continue
        seen.add(path)
        moved()
        inspector.name, inspector.expected = path, 200
        answer = page.goto(console.url + path)
        if answer.status != 200:
            inspector.complain(f"{answer.status}")
            continue
        for what in strange_things(page):
            inspector.complain(what)
        if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            inspector.complain("wider than the window")
        # Every page within reach, each kind of it once or a few times.
        for href in page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.getAttribute('href'))"):
            path = href.split("#")[0]
            if not path.startswith("/") or path in seen or path in open:
                continue
            if re.search(r"\.(json|csv|ndjson)(\?|$)|as=markdown|/static/", path):
                continue
            open.append(path)
    state = context.storage_state()
    context.close()
    assert inspector.complaints == []
    kinds = {}
    for path in sorted(seen, key=len, reverse=True):
        kinds[kind_of(path)] = path
    assert len(kinds) > 25, sorted(kinds)
    assert complaints_about(console.url, state, picked(kinds), strange_things, LOOKS_OF_TEXTS) == []
    reached = " ".join(seen)
    for part in ("/r/", "/edit", "tab=history", "tab=raw", "/passport", "/queue/", "/errors/", "/audit", "/trash",
                 "/tokens", "/reconcile", "/runs/", "/sync"):
        assert part in reached, part
