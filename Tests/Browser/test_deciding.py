"""Trash, queue, errors and runs in a real browser: deciding on many at once and taking it back.

Every test has rows of its own in one store, so they may run in any order.
"""
import contextlib
import http.server
import re
import threading
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Error, expect

from pages import Inspector, complaints_about, picked
from processes import Console, Service

STORE = "/s/todo"
HOSTILE = '"><img src=x onerror=alert(1)> {{X}} <script>alert(2)</script>'


class World:
    """A store with conflicts, refusals and deleted rows, made as people make them."""

    def __init__(self, service, console):
        self.service, self.console = service, console
        self.numbers = 0

    def rows(self, count, text="row"):
        """New rows on both sides; their ids."""
        ids = []
        for _ in range(count):
            self.numbers += 1
            ids.append(f"r{self.numbers:04}")
            self.service.insert("TodoItem", {"id": ids[-1], "text": f"{text} {ids[-1]}", "done": 1})
        self.console.run("pull")
        return ids

    def update(self, id, values):
        self.console.post(f"{STORE}/t/TodoItem/r/{id}", {"values": values})

    def conflicts(self, count):
        ids = self.rows(count, "conflict")
        for id in ids:
            self.service.change("TodoItem", id, {"text": f"there {id}"})
            self.update(id, {"text": f"here {id}"})
        self.console.run("push")
        return ids

    def refusals(self, count):
        """Changes of rows that somebody removed on the server by hand."""
        ids = self.rows(count, "gone")
        names = ",".join(f"'{id}'" for id in ids)
        self.service.sql(f"DELETE FROM TodoItem WHERE id IN ({names})")
        for id in ids:
            self.update(id, {"text": f"changed {id}"})
        self.console.run("push")
        return ids

    def deleted(self, count, text="trash"):
        ids = self.rows(count, text)
        self.console.post(f"{STORE}/t/TodoItem/bulk", {"action": "delete", "ids": ids})
        return ids

    def errors(self, ids):
        found = self.console.get(f"{STORE}/errors.json?size=500")["errors"]
        return {error["itemId"]: error["id"] for error in found if error["itemId"] in ids}

    def states(self, ids):
        rows = self.console.get(f"{STORE}/t/TodoItem.json?view=all&size=500")["rows"]
        return {row["id"]: (row["state"], row["deleted"]) for row in rows if row["id"] in ids}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("deciding")
    with Service(folder / "service.sqlite") as service:
        tables = [{"name": "TodoItem"}]
        with Console.with_store(folder / "data", service, tables) as console:
            yield World(service, console)


@pytest.fixture(scope="module")
def signed_in(world, browser):
    context = browser.new_context()
    world.console.sign_in(context.new_page())
    state = context.storage_state()
    context.close()
    return state


@contextlib.contextmanager
def opened(browser, state, **options):
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, storage_state=state, reduced_motion="reduce", **options
    )
    context.set_default_timeout(15_000)
    try:
        yield context
    finally:
        context.close()


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def page(world, signed_in, browser, request):
    """A page with scripts and without; fails its test when the browser complains."""
    with opened(browser, signed_in, java_script_enabled=request.param) as context:
        page = context.new_page()
        inspector = Inspector(page, world.console.url)
        yield page
    assert inspector.complaints == []


def test_all_that_a_filter_of_the_trash_matches_comes_back_and_goes_again(world, page):
    ids = world.deleted(7, "filtered")
    page.goto(f"{world.console.url}{STORE}/trash?size=5&by=token+tests")
    page.get_by_role("link", name=re.compile(r"^Select all \d+")).first.click()
    button = page.get_by_role("button", name=re.compile(r"^Undelete \d+ rows$"))
    expect(page.locator(".selbar")).to_contain_text("rows selected")
    button.click()
    expect(page.locator("[data-flash]")).to_contain_text("undeleted")
    assert all(not deleted for _, deleted in world.states(ids).values())
    page.locator("[data-flash]").get_by_role("button", name="Undo").click()
    expect(page.locator("[data-flash]")).to_contain_text("Undone")
    assert all(deleted for _, deleted in world.states(ids).values())


@pytest.mark.parametrize("width", [1280, 320])
def test_undo_of_the_audit_is_in_sight(world, page, width):
    """Also beside a long text, and beside an entry that was taken back."""
    for text in ["short", "long " * 40]:
        [id] = world.rows(1)
        world.update(id, {"text": text})
    newest = world.console.get("/audit.json")["entries"][0]["id"]
    world.console.post(f"/undo/{newest}", {})
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{world.console.url}/audit")
    button = page.get_by_role("button", name="Undo").first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    entries = page.locator(".auditl").first
    assert entries.evaluate("list => list.scrollWidth <= list.clientWidth")
    ends = page.locator(".auditl .at").evaluate_all(
        "(all) => all.map((time) => Math.round(time.getBoundingClientRect().right))")
    assert len(set(ends)) == 1, "times in several columns"
    if width < 800:
        heights = page.locator(".auditl > li").evaluate_all("(all) => all.map((entry) => entry.offsetHeight)")
        assert max(heights) < 92, "more than two lines of the sentence and one of details"
        sentences = page.locator(".auditl .tx > p").evaluate_all("(all) => all.map((line) => line.offsetHeight)")
        assert 36 < max(sentences) < 52, "a long sentence has two lines"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [1280, 390, 320])
def test_a_long_reason_in_the_audit_does_not_widen_the_page(world, signed_in, browser, language, width):
    with opened(browser, signed_in, locale=language) as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{world.console.url}/users")
        form = page.locator("form:has([name=password])").first
        form.locator("[name=name]").fill("mira")
        form.locator("[name=password]").fill("password")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert").first).to_be_visible()
        page.goto(f"{world.console.url}/audit")
        entry = page.locator(".auditl > li").first
        expect(entry).to_contain_text("leicht zu erraten" if language == "de" else "easy to guess")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if width < 800:
            assert entry.bounding_box()["height"] < 92, "more than two lines of the sentence and one of details"
        entry.locator("summary").click()
        expect(entry.get_by_text("user.edit")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bar_of_the_histogram_narrows_the_list(world, page):
    world.deleted(3, "bar")
    time.sleep(1.1)
    world.deleted(2, "bar")
    page.goto(f"{world.console.url}{STORE}/trash")
    bars = page.get_by_role("group", name=re.compile("deleted rows between .* one bar per second"))
    page.get_by_text("Show as table, choose a time").click()
    links = page.locator("figure tbody a").evaluate_all("(all) => all.map((link) => link.href)")
    assert links == bars.get_by_role("link").evaluate_all("(all) => all.map((link) => link.href)")
    bars.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("from=.*to="))
    expect(page.get_by_label("From (UTC)")).not_to_have_value("")
    expect(page.get_by_role("link", name="Clear filters")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_parts_of_a_step_stand_beside_or_below_each_other(world, signed_in, browser, width):
    """Also beside the counts of problems, which are longer than "Done", and above a long reason."""
    conflict, gone = world.rows(1, "conflict")[0], world.rows(1, "gone")[0]
    world.service.change("TodoItem", conflict, {"text": "there"})
    world.service.sql(f"DELETE FROM TodoItem WHERE id = '{gone}'")
    for id in (conflict, gone):
        world.update(id, {"text": "here"})
    run = world.console.run("push")
    with opened(browser, signed_in) as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{world.console.url}{STORE}/runs/{run['run']}")
        expect(page.locator(".steps .chip")).to_have_text("1 rejected, 1 conflict")
        page.locator(".steps > li").evaluate("""(step) => {
            const reason = document.createElement("small");
            reason.textContent = "The server can’t be reached: the connection was lost. ".repeat(3);
            step.append(reason);
        }""")
        boxes = page.locator(".steps > li > *").evaluate_all(
            "(all) => all.map((part) => part.getBoundingClientRect().toJSON())")
        assert all(box["width"] > 20 for box in boxes), "a part has no room"
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                assert (one["left"] >= other["right"] or other["left"] >= one["right"]
                        or one["top"] >= other["bottom"] or other["top"] >= one["bottom"]), "one part covers another"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_failures_of_one_cause_are_retried_and_pushed_by_one_button(world, page):
    ids = world.refusals(4)
    page.goto(f"{world.console.url}{STORE}/errors?kind=failed")
    group = page.locator("tr.egroup")
    count = len(world.console.get(f"{STORE}/errors.json?kind=failed&size=500")["errors"])
    expect(group).to_have_count(1)
    group.get_by_role("button", name=f"Retry and push {count}").click()
    expect(page).to_have_url(re.compile(r"/runs/\d+$"))
    path = page.url.removeprefix(world.console.url)
    deadline = time.monotonic() + 30
    while (run := world.console.get(f"{path}.json"))["state"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    # The rows are still gone on the server.
    assert (run["kind"], run["pushed"], run["failed"]) == ("push", 0, count)
    assert set(world.errors(ids)) == set(ids)


def test_discarding_asks_with_the_focus_on_the_question(world, page):
    ids = world.refusals(3)
    page.goto(f"{world.console.url}{STORE}/errors?kind=failed&size=3")
    for id in ids:
        page.get_by_role("checkbox", name=f"Select changed {id}").check()
    page.get_by_role("button", name=re.compile("^Discard")).click()
    expect(page.locator("h1")).to_have_text("Discard 3 changes of TodoItem in store todo?")
    expect(page.locator("h1")).to_be_focused()
    expect(page.get_by_role("main")).to_contain_text(f"changed {ids[0]}")
    assert set(world.errors(ids)) == set(ids)
    page.get_by_role("button", name="Discard 3 changes").click()
    expect(page.locator("[data-flash]")).to_contain_text("3 changes discarded.")
    assert world.errors(ids) == {}
    page.locator("[data-flash]").get_by_role("button", name="Undo").click()
    assert set(world.errors(ids)) == set(ids)


def test_the_same_choice_is_seen_first_then_saved_for_all(world, page):
    ids = world.conflicts(3)
    others = len(world.console.get(f"{STORE}/errors.json?kind=conflict&size=500")["errors"]) - 1
    page.goto(f"{world.console.url}{STORE}/errors/{world.errors(ids)[ids[0]]}")
    page.get_by_role("radio", name=f"text: server, there {ids[0]}").check()
    page.get_by_role("button", name=f"Apply to {others} more…").click()
    expect(page.locator("h1")).to_have_text(f"Save {others + 1} results of TodoItem in store todo?")
    expect(page.locator("h1")).to_be_focused()
    expect(page.get_by_role("main")).to_contain_text(f"there {ids[2]}")
    assert set(world.errors(ids)) == set(ids)
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.locator("[data-flash]")).to_contain_text("resolved and queued")
    assert world.errors(ids) == {}
    page.locator("[data-flash]").get_by_role("button", name="Undo").click()
    assert set(world.errors(ids)) == set(ids)


def test_exactly_the_previewed_list_is_sent(world, page):
    ids = world.rows(2, "exact")
    for id in ids:
        world.update(id, {"text": f"new {id}"})
    page.goto(f"{world.console.url}{STORE}/queue?state=pending")
    page.get_by_role("button", name="Preview push").click()
    expect(page.get_by_role("main")).to_contain_text(f"new {ids[0]}")
    world.update(ids[1], {"text": f"newer {ids[1]}"})
    page.get_by_role("button", name="Push 2 changes").click()
    end = time.monotonic() + 30
    while page.get_by_role("heading", name="Compared with the preview").count() == 0:
        assert time.monotonic() < end
        time.sleep(0.1)
        # With scripts the page loads its report by itself, which may be just now.
        with contextlib.suppress(Error):
            page.reload()
    expect(page.get_by_role("main")).to_contain_text("not sent: changed after the preview")
    there = world.service.rows("TodoItem")
    assert there[ids[0]]["text"] == f"new {ids[0]}"
    assert there[ids[1]]["text"] == f"exact {ids[1]}"
    world.console.run("push")


def test_a_preview_groups_what_is_not_sent_and_leads_to_what_settles_it(world, page):
    (id,) = world.conflicts(1)
    page.goto(f"{world.console.url}{STORE}/sync")
    page.get_by_role("button", name="Preview push").first.click()
    left = page.get_by_role("region", name="Not sent")
    group = left.get_by_role("listitem").filter(has_text="in conflict with the server")
    group.get_by_role("link", name=re.compile("^Show")).click()
    expect(page.get_by_role("table", name=re.compile("in conflict with the server"))).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("It is not sent until you resolve the conflict.")
    group.get_by_role("link", name=re.compile("^Resolve conflicts")).click()
    expect(page).to_have_url(re.compile(r"/errors\?kind=conflict$"))
    assert id in world.errors([id])


def test_the_ladder_has_the_button_that_helps(world, page):
    (id,) = world.rows(1, "ladder")
    world.update(id, {"text": "waits"})
    why = world.console.get(f"{STORE}/t/TodoItem/r/{id}.json")["why"]
    first = next(check for check in why if check["result"] == "no")
    assert first["fix"]["action"] == "push"
    page.goto(f"{world.console.url}{STORE}/t/TodoItem/r/{id}")
    page.locator(".ladder").get_by_role("button", name="Push 1 change").click()
    expect(page).to_have_url(re.compile(r"/runs/\d+$"))
    deadline = time.monotonic() + 30
    while world.states([id])[id][0] != "synced":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_new_pages_are_sound(world, signed_in, browser):
    """axe, both widths, all colours, hostile texts."""
    hostile = world.rows(1, HOSTILE)[0]
    world.service.change("TodoItem", hostile, {"text": f"there {HOSTILE}"})
    world.update(hostile, {"text": f"here {HOSTILE}"})
    world.console.run("push")
    conflict = world.errors([hostile])[hostile]
    world.conflicts(1)
    world.refusals(2)
    world.deleted(2, HOSTILE)
    world.update(world.rows(1)[0], {"text": HOSTILE})
    # Never the conflict's own operation, whose page is looked at below.
    refused = world.console.get(f"{STORE}/queue.json?state=failed")["operations"][0]["id"]
    bulk = world.console.post(f"{STORE}/queue/bulk", {"action": "retry", "ids": [refused, 999999]})
    operation = world.console.get(f"{STORE}/queue.json?state=conflict")["operations"][0]["id"]
    pages = {
        "trash": f"{STORE}/trash",
        "trash, filtered": f"{STORE}/trash?by=token+tests&from=2026-01-01T10:00",
        "trash, nothing matches": f"{STORE}/trash?by=nobody",
        "trash, page ticked": f"{STORE}/trash?_pick=page",
        "trash, all selected": f"{STORE}/trash?_pick=all&size=1",
        "errors": f"{STORE}/errors",
        "errors, one cause": f"{STORE}/errors?kind=failed&status=404",
        "errors, nothing matches": f"{STORE}/errors?table=Nowhere",
        "errors, all selected": f"{STORE}/errors?_pick=all&size=1",
        "queue, page ticked": f"{STORE}/queue?_pick=page",
        "queue, all selected": f"{STORE}/queue?_pick=all&size=1",
        "operation": f"{STORE}/queue/{operation}",
        "conflict": f"{STORE}/errors/{conflict}",
        "report": f"{STORE}/reports/{bulk['entry']}",
        "overview": f"{STORE}?period=7d",
        "sync": f"{STORE}/sync",
        "tokens": f"{STORE}/tokens",
        "no page": ("/nowhere", None, 404),
        "cancel all": (f"{STORE}/queue?_pick=all", re.compile(r"^Cancel \d"), 200),
        "discard all": (f"{STORE}/errors?_pick=all", "Discard", 200),
        "push preview": (f"{STORE}/queue", "Preview push", 200),
    }
    assert complaints_about(world.console.url, signed_in, picked(pages)) == []
    with opened(browser, signed_in) as context:
        page = context.new_page()
        inspector = Inspector(page, world.console.url)
        inspector.open("the same", f"{STORE}/errors/{conflict}")
        page.get_by_role("radio", name=re.compile("^text: this store")).check()
        page.get_by_role("button", name=re.compile("^Apply to")).click()
        inspector.look_everywhere()
        expect(page.get_by_role("main")).to_contain_text("<script>alert(2)</script>")
    assert inspector.complaints == []


# ---- Many tabs ------------------------------------------------------------------------------------


class SlowServer(http.server.BaseHTTPRequestHandler):
    """Hands on one request after another, so that a run lasts until `hurry` is set, however many it sends at once."""

    target = ""
    seconds = 0.2
    turn = None
    hurry = None

    def do_any(self):
        with self.turn:
            self.hurry.wait(self.seconds)
        length = int(self.headers.get("Content-Length") or 0)
        request = urllib.request.Request(
            self.target + self.path, self.rfile.read(length) or None,
            {name: value for name, value in self.headers.items() if name.lower() != "host"}, method=self.command,
        )
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        body = answer.read()
        self.send_response(answer.status)
        for name in ("Content-Type", "ETag", "Link"):
            if answer.headers.get(name):
                self.send_header(name, answer.headers[name])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = do_any

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def slowly(service):
    hurry = threading.Event()
    handler = type("Handler", (SlowServer,), {"target": service.url, "turn": threading.Lock(), "hurry": hurry})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", hurry
    finally:
        server.shutdown()
        thread.join(5)


class Address:
    def __init__(self, url):
        self.url = url


@pytest.mark.parametrize("count", [2, 10])
def test_every_tab_follows_a_run(tmp_path, sharing_browser, count):
    """Browsers open six connections to a host; more tabs than that show live progress all the same."""
    rows = 400
    with Service(tmp_path / "service.sqlite") as service, slowly(service) as (address, hurry):
        with Console.with_store(tmp_path / "data", Address(address), [{"name": "TodoItem"}]) as console:
            console.run("pull")
            for number in range(rows):
                console.post(f"{STORE}/t/TodoItem", {"values": {"text": f"row {number}"}})
            with opened(sharing_browser, None) as context:
                console.sign_in(context.new_page())
                started = console.post(f"{STORE}/push", {}, status=202)
                run = f"{console.url}{STORE}/runs/{started['run']}"
                tabs = [context.new_page() for _ in range(count)]
                for tab in tabs:
                    tab.goto(run)
                    expect(tab.locator('[data-live="say"]')).to_contain_text("Pushing")
                for tab in tabs:
                    tab.evaluate("() => { window.mark = 1 }")
                seen = [tab.locator('[data-live="count"]').inner_text() for tab in tabs]
                for tab, before in zip(tabs, seen):
                    # It moves without being loaded again.
                    expect(tab.locator('[data-live="count"]')).not_to_have_text(before)
                    assert tab.evaluate("() => window.mark") == 1
                # A further page of the console still loads.
                other = context.new_page()
                other.goto(f"{console.url}{STORE}/queue")
                expect(other.locator("h1")).to_contain_text("Queue")
                hurry.set()
                for tab in tabs:
                    expect(tab.get_by_role("heading", name="Steps")).to_be_visible(timeout=60_000)
