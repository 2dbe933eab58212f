"""Words without an end, texts of many lines and names that nobody can see, as a browser lays them out."""
import urllib.parse

import pytest
from playwright.sync_api import expect

from fake_server import FakeServer
from processes import Console

WORD = "W" * 5000
STAMP = "2026-11-21T08:00:00.000Z"
LINES = "first line\n  second line\nthird"
ROWS = [
    {"id": "long", "name": WORD, "note": "n", "rank": 1, "done": False, "tree": {"a": [1, 2], "b": {"c": "d"}}},
    {"id": "lines", "name": "lines", "note": LINES, "rank": 2, "done": True, "tree": {"a": 1}},
    {"id": "turned", "name": "evil \u202egpj.exe", "note": "n", "rank": 3, "done": False, "tree": []},
    {"id": "unseen", "name": "\u200b\u200d", "note": "n", "rank": 4, "done": False, "tree": []},
]


class Talkative(FakeServer):
    """A server that refuses every change with one endless word."""

    extra = ("Set-Cookie", "session=do-not-show")

    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        first = query.get("$skip", ["0"])[0] == "0" and "gt" not in query.get("$filter", [""])[0]
        system = {"createdAt": STAMP, "updatedAt": STAMP, "version": "AAAA", "deleted": False}
        self.answer(200, [row | system for row in ROWS] if first else [])

    def refuse(self):
        self.read_body()
        self.answer(400, {"error": WORD})

    do_POST = do_PATCH = do_DELETE = refuse


@pytest.fixture(scope="module")
def console(tmp_path_factory):
    data = tmp_path_factory.mktemp("long") / "data"
    with Talkative.running() as server, Console.with_store(data, server, tables=[{"name": "Item"}]) as console:
        console.run("pull")
        console.post("/s/todo/t/Item/r/long", {"values": {"rank": 9}})
        console.run("push")
        for id in ("lines", "unseen"):
            console.post(f"/s/todo/t/Item/r/{id}/delete", {})
        yield console


@pytest.fixture(scope="module")
def state(console, browser):
    context = browser.new_context()
    console.sign_in(context.new_page())
    kept = context.storage_state()
    context.close()
    return kept


@pytest.fixture
def page(console, state, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, storage_state=state)
    context.set_default_timeout(8_000)
    page = context.new_page()
    yield page
    context.close()


def test_an_endless_word_makes_no_page_wider_than_the_window(console, page):
    error = console.errors()[0]["id"]
    operation = console.queue()[0]["id"]
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 900})
        for path in ("", f"/errors/{error}", "/errors", "/queue", f"/queue/{operation}", "/t/Item", "/t/Item/r/long",
                     "/t/Item/r/long/edit", "/t/Item/r/long?tab=history", "/t/Item/r/long/passport", "/sync", "/trash"):
            page.goto(f"{console.url}/s/todo{path}")
            wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width, wide)


def test_an_endless_name_leaves_the_other_columns_in_sight(console, page):
    page.goto(console.url + "/s/todo/t/Item")
    link = page.locator("tbody .key a", has_text="WWW")
    assert link.bounding_box()["width"] < 400
    assert link.get_attribute("title").startswith("WWW")
    expect(page.get_by_role("columnheader", name="rank")).to_be_in_viewport()


def test_values_keep_their_lines(console, page):
    page.goto(console.url + "/s/todo/t/Item/r/lines")
    note = page.locator("tr", has=page.locator("th code", has_text="note")).locator("td.wrap")
    assert "\n  second line\n" in note.inner_text()
    page.goto(console.url + "/s/todo/t/Item/r/long")
    tree = page.locator("td pre.wrap")
    assert tree.evaluate("(e) => getComputedStyle(e).whiteSpace") == "pre-wrap"
    assert tree.bounding_box()["height"] > 60


def test_names_that_turn_text_around_or_cannot_be_seen_are_shown(console, page):
    page.goto(console.url + "/s/todo/t/Item?view=all")
    expect(page.get_by_role("link", name="evil [U+202E]gpj.exe", exact=True)).to_be_visible()
    page.get_by_role("link", name="unseen", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("unseen")


def test_a_sign_in_of_the_server_is_named_and_not_shown(console, page):
    page.goto(f"{console.url}/s/todo/queue/{console.queue()[0]['id']}")
    page.locator("summary", has_text="Response").first.click()
    expect(page.locator("main")).to_contain_text("Set-Cookie: (hidden)")
    assert "do-not-show" not in page.content()


def test_keys_walk_through_the_trash_and_not_through_its_chart(console, page):
    page.goto(console.url + "/s/todo/trash")
    page.keyboard.press("j")
    expect(page.locator("tbody .key a").first).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator("tbody .key a").nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("tbody .key a").first).to_be_focused()


def test_after_an_action_the_focus_is_at_its_message(console, page):
    page.goto(console.url + "/s/todo/t/Item/r/turned")
    page.locator(".head summary").click()
    page.get_by_role("button", name="Delete row").click()
    flash = page.locator("[data-flash]")
    expect(flash).to_be_focused()
    for name in ("Push", "Undo"):
        page.keyboard.press("Tab")
        expect(flash.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Escape")
    expect(flash).to_have_count(0)
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.querySelector('main').contains(document.activeElement)")
    page.goto(console.url + "/s/todo/trash?table=Item")
    page.get_by_role("button", name="Undelete evil").click()
    expect(flash).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator("tbody .key a").first).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/trash?table=Item")
    expect(flash).to_contain_text("Undone")


def test_the_comparison_follows_the_column_until_somebody_chooses_one(console, page):
    page.goto(console.url + "/s/todo/t/Item")
    page.locator("summary", has_text="Filter").first.click()
    column, comparison = page.get_by_label("Column", exact=True), page.get_by_label("Comparison")
    expect(comparison).to_have_value("contains")
    column.select_option("done")
    expect(comparison).to_have_value("equals")
    column.select_option("updatedAt")
    expect(comparison).to_have_value("gte")
    comparison.select_option("lt")
    column.select_option("rank")
    expect(comparison).to_have_value("lt")


def test_alternatives_share_a_box_and_the_value_of_a_boolean_is_chosen(console, page):
    condition = "&_column=name&_op=contains&_value="
    page.goto(f"{console.url}/s/todo/t/Item?{condition}a&_join=or{condition}b&_lines=3")
    lines = page.locator(".cond")
    for line, top, bottom in ((0, "1px", "0px"), (1, "0px", "1px"), (2, "0px", "0px")):
        expect(lines.nth(line)).to_have_css("border-top-width", top)
        expect(lines.nth(line)).to_have_css("border-bottom-width", bottom)
    column, value = (lines.nth(2).get_by_label(name, exact=True) for name in ("Column", "Value"))
    column.select_option("done")
    value.select_option("false")
    column.select_option("name")
    value.fill("typed")
    column.select_option("done")
    expect(value).to_have_value("false")
    page.get_by_role("button", name="Add filter").click()
    page.wait_for_url("**name__contains__or1=a&name__contains__or1=b&done=false**")


def test_a_column_moves_again_and_again_without_opening_the_menu_again(console, page):
    page.goto(console.url + "/s/todo/t/Item?cols=name&cols=note&cols=rank")
    page.get_by_role("link", name="Columns").click()
    for _ in range(2):
        page.get_by_role("button", name="Move rank up").click()
        expect(page.get_by_role("button", name="Move rank up")).to_be_focused()
    assert "cols=rank&cols=name&cols=note" in page.url
