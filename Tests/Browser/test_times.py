"""Times in a browser: zones, tooltips, paper, and clocks that differ."""
import email.utils
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from fake_server import FakeServer
from processes import Console, edited_settings

NEW_YORK = "America/New_York"


@pytest.fixture
def store(tmp_path, service):
    """A store whose people are in New York, with a row."""
    console = Console.with_store(tmp_path / "data", service)
    with edited_settings(console.data) as settings:
        settings["stores"][0]["timeZone"] = NEW_YORK
    service.insert("TodoItem", {"id": "dean", "text": "Call Dean", "complete": False,
                                "due": "2026-11-21T09:00:00.000Z"})
    with console:
        console.run("pull")
        yield console


def open_as(browser, console, state=None, **options):
    context = browser.new_context(storage_state=state, **options)
    page = context.new_page()
    if state is None:
        console.sign_in(page)
    return page


def wait_for_the_zone(page):
    """The script tells the zone once a page was seen; whoever goes on before that takes it along."""
    for _ in range(200):
        if any("Europe" in cookie["value"] for cookie in page.context.cookies()):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the zone was not told")


@pytest.fixture
def berlin(browser, store):
    page = open_as(browser, store, timezone_id="Europe/Berlin")
    wait_for_the_zone(page)
    yield page
    page.context.close()


def test_the_script_says_the_zone_and_the_switch_offers_it(berlin, store):
    berlin.goto(f"{store.url}/s/todo/t/TodoItem")
    expect(berlin.locator("td time[title]").first).to_have_text("2026-11-21 09:00:00")
    berlin.locator(".zone summary").click()
    expect(berlin.locator(".zone .pop a")).to_have_text(
        [re.compile("UTC"), re.compile("Europe/Berlin"), re.compile(NEW_YORK)])
    berlin.locator(".zone .pop a", has_text="browser").click()
    assert berlin.url.endswith("tz=browser")
    expect(berlin.locator("td time[title]").first).to_have_text("2026-11-21 10:00:00")
    berlin.get_by_role("link", name="Call Dean").click()
    assert berlin.url.endswith("?tz=browser"), "links keep the zone"
    berlin.get_by_role("link", name="Edit").first.click()
    berlin.locator("[name='v.text']").fill("Call Dean today")
    berlin.get_by_role("button", name="Save", exact=True).click()
    expect(berlin.locator(".status.good")).to_be_visible()
    assert berlin.url.endswith("?tz=browser"), "an action keeps it too"


def test_without_script_everything_but_the_browsers_zone_is_there(browser, store):
    page = open_as(browser, store, timezone_id="Europe/Berlin", java_script_enabled=False)
    page.goto(f"{store.url}/s/todo/t/TodoItem")
    page.locator(".zone summary").click()
    expect(page.locator(".zone .pop a")).to_have_count(2)
    page.locator(".zone .pop a", has_text="store").click()
    expect(page.locator("td time[title]").first).to_have_text("2026-11-21 04:00:00")
    page.goto(f"{store.url}/s/todo?tz=browser")
    expect(page.locator("[data-zone-refused]")).to_contain_text("has not said")
    page.get_by_role("link", name="Remove it").click()
    assert page.url == f"{store.url}/s/todo"
    page.context.close()


def test_a_browser_that_moved_is_shown_its_new_zone(browser, store, berlin):
    state = berlin.context.storage_state()
    page = open_as(browser, store, state, timezone_id="Asia/Tokyo")
    page.goto(f"{store.url}/s/todo/t/TodoItem?tz=browser")
    expect(page.locator("td time[title]").first).to_have_text("2026-11-21 18:00:00")
    page.context.close()


def test_a_link_to_the_browsers_zone_works_in_a_new_browser(browser, store, berlin):
    state = berlin.context.storage_state()
    state["cookies"] = [c for c in state["cookies"] if c["name"] != "syncline_zone"]
    page = open_as(browser, store, state, timezone_id="Asia/Tokyo")
    page.goto(f"{store.url}/s/todo/t/TodoItem?tz=browser")
    expect(page.locator("td time[title]").first).to_have_text("2026-11-21 18:00:00")
    expect(page.locator("[data-zone-refused]")).to_have_count(0)
    page.context.close()


def test_the_tooltip_is_there_for_keys_and_pointers_and_goes_on_escape(berlin, store):
    berlin.goto(f"{store.url}/s/todo/t/TodoItem")
    stamp = berlin.locator("tbody time.when").first
    tip = stamp.locator(".tip")
    expect(stamp).to_have_text(re.compile(r"^(just now|\d+ min ago) \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$"))

    def is_shown():
        box = tip.bounding_box()
        return box["width"] > 100 and 0 <= box["x"] and box["x"] + box["width"] <= 1280

    assert not is_shown()
    stamp.focus()
    assert is_shown()
    berlin.keyboard.press("Escape")
    assert not is_shown()
    berlin.mouse.move(5, 5)
    stamp.blur()
    stamp.hover()
    assert is_shown()
    assert Axe().run(berlin).violations_count == 0


def test_paper_has_the_times_themselves(berlin, store):
    berlin.goto(f"{store.url}/s/todo/t/TodoItem")
    stamp = berlin.locator("tbody time.when").first
    expect(stamp.locator(".ago")).to_be_visible()
    berlin.emulate_media(media="print")
    expect(stamp.locator(".ago")).to_be_hidden()
    assert stamp.locator(".tip").bounding_box()["width"] > 100


def test_ages_go_on_while_a_page_is_open(berlin, store):
    berlin.clock.install()
    berlin.goto(f"{store.url}/s/todo/t/TodoItem")
    stamp = berlin.locator("tbody time.when .ago").first
    expect(stamp).to_have_text(re.compile("just now|1 min ago"))
    berlin.clock.fast_forward("03:00:00")
    expect(stamp).to_have_text("3 h ago")


@pytest.mark.parametrize("milliseconds, words", [
    (90_000, "This browser’s clock is 90 s ahead of the server’s."),
    (-3_600_000 * 5, "This browser’s clock is 5 h behind the server’s."),
    (0, None), (1_000, None),
])
def test_a_clock_that_differs_is_named(berlin, store, milliseconds, words):
    berlin.add_init_script(
        f"{{ const now = Date.now; Date.now = () => now() + {milliseconds}; }}")
    asked = []
    berlin.on("request", lambda r: asked.append(r.url) if r.url.endswith("/healthz") else None)
    berlin.goto(f"{store.url}/s/todo")
    line = berlin.locator("[data-skew]")
    if words:
        expect(line).to_have_text(re.compile(words.replace("90 s", "(89|90|91) s")))
    else:
        berlin.wait_for_load_state("networkidle")
        expect(line).to_be_hidden()
        assert asked == []


def test_an_old_page_is_no_clock_that_differs(berlin, store):
    # As out of a cache: the page's stamp is old, and the server's answer is not.
    def old(route):
        answer = route.fetch()
        body = re.sub(r'(class="clock" datetime=")[^"]*', r"\g<1>2020-01-01T00:00:00Z", answer.text())
        route.fulfill(response=answer, body=body)

    berlin.route("**/s/todo", old)
    with berlin.expect_response("**/healthz"):
        berlin.goto(f"{store.url}/s/todo")
    berlin.wait_for_load_state("networkidle")
    expect(berlin.locator("[data-skew]")).to_be_hidden()


class LateServer(FakeServer):
    """Refuses every change; its clock is an hour late."""

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(time.time() - 3600, usegmt=True)

    def do_GET(self):
        self.answer(200, [])

    def do_POST(self):
        self.read_body()
        self.answer(400, {"error": "No."})


def test_the_sync_page_says_how_quickly_the_server_answers_and_that_its_clock_differs(tmp_path):
    with LateServer.running() as server, Console.with_store(tmp_path / "data", server) as console:
        console.post("/s/todo/t/Note", {"values": {"text": "x"}})
        sync = ("GET", "/s/todo/sync", None, {"Accept": "text/html"})
        before = console.request(*sync)[2]
        assert "clock was" not in before and "Response time" not in before
        console.run("push")
        assert re.search(r"<dt>Response time</dt><dd>\d+ ms \((1 request|median of the last \d+ requests)\)</dd>",
                         console.request(*sync)[2])
        assert re.search(
            r"The server’s clock was (1 h|59 min 59 s) behind this machine’s \(just now\)\.",
            console.request(*sync)[2])
