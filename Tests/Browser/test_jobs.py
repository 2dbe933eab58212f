"""The main jobs, each within the number of actions that it may take.

An action is a click, a shortcut, or one form filled and sent. Each job begins on the overview; adding a store on the list of stores.
"""
import re

import pytest
from playwright.sync_api import expect

from pages import STORE, TABLE, Inspector

from test_pages import demo, eventually, opened, signed_in  # noqa: F401


class Hands:
    """Does what a person does, and counts it."""

    def __init__(self, page, inspector):
        self.page, self.main, self.actions = page, page.get_by_role("main"), 0
        self.inspector = inspector

    def click(self, target):
        self.actions += 1
        target.click()

    def link(self, name, within=None):
        self.click((within or self.page).get_by_role("link", name=name).first)

    def button(self, name, within=None):
        self.click((within or self.page).get_by_role("button", name=name).first)

    def navigate(self, name):
        self.link(re.compile(f"^{name}"), self.page.locator("#nav"))

    def shortcut(self, key):
        self.actions += 1
        self.page.keyboard.press(key)

    def search(self, text):
        """Typing and Enter: one form."""
        self.actions += 1
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


@pytest.fixture
def hands(demo, signed_in, browser):  # noqa: F811
    with opened(browser, signed_in) as page:
        inspector = Inspector(page, demo.url)
        page.goto(demo.url + STORE)
        yield Hands(page, inspector)
    assert inspector.complaints == []


def test_a_row_is_found_by_any_of_its_texts(demo, hands):
    demo.post(TABLE + "/Country/r/IS", {"values": {"subregion": "Behind the second geyser"}})
    hands.shortcut("/")
    hands.search("second geyser")
    expect(hands.main).to_contain_text("Behind the second geyser")
    assert hands.actions <= 2


def deleted_rows(demo):
    return {(row["table"], row["id"]) for row in demo.get(STORE + "/trash.json?size=500")["rows"]}


def test_twenty_deleted_rows_are_undeleted(demo, hands):
    """Those of one bulk delete, among others that stay deleted."""
    others = deleted_rows(demo)
    assert others, "the demo has deleted rows of its own"
    ids = [row["id"] for row in demo.get(TABLE + "/Language.json?size=20")["rows"]]
    demo.post(TABLE + "/Language/bulk", {"action": "delete", "ids": ids})
    assert deleted_rows(demo) == others | {("Language", id) for id in ids}
    hands.navigate("Trash")
    hands.link(re.compile(r"· 20 rows$"), hands.main.locator("figure"))
    expect(hands.main.locator("#lines tr")).to_have_count(20)
    hands.click(hands.main.locator("thead input[type=checkbox]"))
    hands.button(re.compile("^Undelete 20 rows"), hands.page.locator(".selbar"))
    expect(hands.page.get_by_role("status")).to_contain_text("20 rows undeleted.")
    assert deleted_rows(demo) == others
    for id in ids:
        assert demo.get(f"{TABLE}/Language/r/{id}.json")["state"] != "deleted"
    assert hands.actions <= 4


def test_a_conflict_is_resolved_and_pushed(demo, hands):
    error = demo.make_conflict("DE-NW")
    hands.navigate("Errors")
    hands.click(hands.main.locator(f'a[href*="{error}"]').first)
    hands.click(hands.main.get_by_role("radio", name="name: server, DE-NW there"))
    hands.button("Save and push")
    eventually(lambda: "DE-NW" not in {operation["itemId"] for operation in demo.queue()})
    assert hands.actions <= 4


def test_a_group_of_errors_is_retried_and_pushed(demo, hands):
    before = {error["id"]: error["itemId"] for error in demo.errors() if error["state"] == "failed"}
    assert before
    hands.navigate("Errors")
    hands.button(re.compile("^Retry and push"), hands.main)
    expect(hands.page.locator("h1")).to_contain_text(re.compile("Push|Sync"))
    assert hands.actions <= 2


def test_an_operation_is_cancelled(demo, hands):
    demo.post(TABLE + "/Country/r/NO", {"values": {"name": "Not Norway"}})
    hands.navigate("Queue")
    hands.button(re.compile("^Cancel"), hands.main.get_by_role("row", name=re.compile("Not Norway|NO")).first)
    eventually(lambda: demo.get(TABLE + "/Country/r/NO.json")["values"]["name"] == "Norway")
    assert hands.actions <= 2


def test_a_store_goes_offline(demo, hands):
    hands.button(re.compile("Online"))
    expect(hands.page.get_by_role("button", name=re.compile("Offline|Go online")).first).to_be_visible()
    assert hands.actions <= 1
    demo.post(STORE + "/offline", {"offline": False})


def test_a_second_store_is_added_and_pulled(demo, hands):
    page = hands.page
    page.goto(demo.url + "/")
    hands.link(re.compile("Add store"))
    hands.button(re.compile("^Azure Mobile Apps"), hands.main)
    page.get_by_label("Name", exact=True).fill("second")
    page.get_by_label("Address").fill(demo.service)
    hands.button("Test connection", hands.main)
    expect(hands.main.get_by_role("checkbox", name="Add TodoItem")).to_be_checked()
    hands.inspector.look_everywhere()
    boxes = hands.main.get_by_role("checkbox", name=re.compile("^Add "))
    count = boxes.count()
    expect(hands.main.get_by_role("button", name=f"Add store with {count} tables")).to_be_visible()
    boxes.first.uncheck()
    expect(hands.main.get_by_role("button", name=f"Add store with {count - 1} tables")).to_be_visible()
    boxes.first.check()
    rows = hands.main.get_by_role("row", name=re.compile("TodoItem")).locator("[data-l='Rows on server']")
    assert int(rows.inner_text().replace(",", "")) > 0
    hands.button(re.compile("^Add store"), hands.main)
    # The store's schedule may have begun its first run by then, or is about to.
    pull = hands.main.get_by_role("button", name="Pull all tables")
    started = hands.main.get_by_role("link", name="View run").or_(hands.main.get_by_text("The first sync starts"))
    expect(pull.or_(started).first).to_be_visible()
    if pull.count():
        hands.button("Pull all tables", hands.main)
    else:
        hands.link("Open store", hands.main)
    expect(page.locator("#nav")).to_contain_text("TodoItem")
    assert hands.actions <= 5
