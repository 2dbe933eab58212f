"""Staged changes in a real browser: staged, reviewed, saved and discarded; with scripts and without."""
import re

from playwright.sync_api import expect

from pages import STORE, TABLE, Inspector
from test_pages import demo, opened, page, signed_in, tab_to  # noqa: F401: fixtures

CHANGES = STORE + "/changes"


def stage(page, demo, table, id, values):
    page.goto(f"{demo.url}{TABLE}/{table}/r/{id}/edit")
    for column, value in values.items():
        page.get_by_label(column, exact=True).fill(value)
    page.get_by_role("button", name="Stage for review").click()


def test_changes_of_several_rows_are_staged_reviewed_and_saved_without_scripts(demo, signed_in, browser):
    # A refused save is a 409, of which the browser complains.
    with opened(browser, signed_in, java_script_enabled=False) as page:
        stage_review_and_save(demo, page)


def stage_review_and_save(demo, page):
    stage(page, demo, "Country", "NO", {"name": "Norway, staged"})
    stage(page, demo, "Country", "SE", {"name": "Sweden, staged"})
    expect(page.locator(".status.staged")).to_contain_text("2 rows with staged changes.")
    assert demo.get(TABLE + "/Country/r/NO.json")["values"]["name"] == "Norway"
    page.get_by_role("link", name="2 staged", exact=True).click()
    expect(page.locator("h1")).to_have_text("Staged changes")
    search = page.get_by_role("searchbox", name="Search staged changes")
    search.fill("SWEDEN")
    search.press("Enter")
    expect(page.get_by_role("checkbox", name="Select Sweden")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Select Norway")).to_have_count(0)
    expect(page.get_by_role("button", name="Save 2 rows", exact=True)).to_be_visible()
    page.get_by_role("link", name="Clear filters").click()
    expect(page.get_by_role("checkbox", name="Select Norway")).to_be_visible()
    # Somebody else changes one of them meanwhile.
    demo.post(f"{TABLE}/Country/r/SE", {"values": {"name": "Sweden, theirs"}})
    page.get_by_role("button", name="Save 2 rows", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved")
    page.get_by_role("radio", name="name: keep mine").check()
    page.get_by_role("button", name="Use these values").click()
    page.get_by_role("button", name="Save 2 rows", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("2 rows saved")
    assert demo.get(TABLE + "/Country/r/NO.json")["values"]["name"] == "Norway, staged"
    assert demo.get(TABLE + "/Country/r/SE.json")["values"]["name"] == "Sweden, staged"
    page.get_by_role("button", name=re.compile("^Undo")).click()
    assert demo.get(TABLE + "/Country/r/NO.json")["values"]["name"] == "Norway"
    assert demo.get(TABLE + "/Country/r/SE.json")["values"]["name"] == "Sweden, theirs"


def test_staged_changes_share_the_status_area_with_another_message(demo, signed_in, browser):
    with opened(browser, signed_in) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        stage(page, demo, "Country", "NO", {"name": "Norway, staged"})
        expect(page.locator(".status[data-flash]")).to_be_visible()
        expect(page.locator(".status.staged p")).to_be_hidden()
        expect(page.get_by_role("link", name="1 staged", exact=True)).to_be_visible()
        assert page.locator("#lines tr").first.bounding_box()["y"] < 400
        page.goto(f"{demo.url}{TABLE}/Country")
        expect(page.locator(".status.staged p")).to_be_visible()
        page.goto(demo.url + CHANGES)
        head = page.locator(".head").get_by_role("button", name="Save 1 row", exact=True)
        expect(head).to_be_visible()
        page.get_by_role("checkbox", name="Select Norway").check()
        expect(head).to_be_hidden()
        bar, foot = page.locator(".selbar").bounding_box(), page.locator(".foot").bounding_box()
        assert abs(bar["y"] + bar["height"] - foot["y"]) < 2
        page.get_by_role("button", name="Remove the staged change of Norway").click()
        expect(page.locator(".status[data-flash]")).to_be_visible()


def test_the_review_is_sound_and_staging_needs_no_mouse(demo, signed_in, browser):
    with opened(browser, signed_in) as page:
        inspector = Inspector(page, demo.url)
        page.goto(f"{demo.url}{TABLE}/Country/r/DK/edit")
        tab_to(page, "^name")
        page.keyboard.press("End")
        page.keyboard.type(" (staged)")
        tab_to(page, "^Stage for review$")
        page.keyboard.press("Enter")
        expect(page.locator(".status.staged")).to_contain_text("1 row with staged changes.")
        inspector.open("review", CHANGES)
        inspector.look_everywhere()
        demo.post(f"{TABLE}/Country/r/DK", {"values": {"name": "<b>theirs</b>"}})
        inspector.open("review, stale", CHANGES)
        inspector.look_everywhere()
        inspector.open("discard?", CHANGES + "?confirm=discard")
        inspector.look_everywhere()
        expect(page.locator("h1")).to_be_focused()
        page.get_by_role("button", name="Discard 1 staged change").click()
        expect(page.get_by_role("heading", name="No staged changes")).to_be_visible()
        inspector.open("nothing staged", CHANGES)
        inspector.look_everywhere()
    assert inspector.complaints == []


def test_ticked_staged_changes_are_discarded(demo, page):
    for id in ["FI", "EE"]:
        stage(page, demo, "Country", id, {"name": f"{id}, staged"})
    page.goto(demo.url + CHANGES)
    expect(page.get_by_role("button", name="Discard 1 row…")).not_to_be_visible()
    boxes = [page.get_by_role("checkbox", name=f"Select {name}") for name in ("Finland", "Estonia")]
    for box in boxes:
        box.check()
    page.keyboard.press("Escape")
    for box in boxes:
        expect(box).not_to_be_checked()
        box.check()
    page.locator(".selbar").get_by_role("link", name="Clear").click()
    expect(page.locator(".staged input[type=checkbox]").first).to_be_focused()
    for box in boxes:
        box.check()
    page.get_by_role("button", name="Discard 2 rows…").click()
    page.get_by_role("button", name="Discard 2 staged changes").click()
    expect(page.get_by_role("status").first).to_contain_text("2 staged changes discarded.")
    for box in boxes:
        expect(box).to_have_count(0)


def test_what_a_page_asks_for_is_not_printed(demo, page):
    stage(page, demo, "Country", "IS", {"name": "Iceland, staged"})
    page.goto(f"{demo.url}{TABLE}/Country")
    asked = page.get_by_text("1 row with staged changes.")
    expect(asked).to_be_visible()
    page.emulate_media(media="print")
    for text in ["1 row with staged changes.", "Filter by a cell"]:
        expect(page.get_by_text(text, exact=True)).not_to_be_visible()
