"""What keys do beside Tab and Enter, on the demo's pages."""
import re

import pytest
from playwright.sync_api import expect

from pages import STORE, TABLE
from processes import Console


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    with Console(tmp_path_factory.mktemp("keys") / "data", ["--demo", "--demo-listen", "127.0.0.1:0"]) as demo:
        yield demo


@pytest.fixture(scope="module")
def state(demo, browser):
    context = browser.new_context()
    demo.sign_in(context.new_page())
    kept = context.storage_state()
    context.close()
    return kept


@pytest.fixture
def page(demo, state, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, storage_state=state)
    page = context.new_page()
    complaints = []
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: complaints.append(str(e)))
    yield page
    context.close()
    assert complaints == []


def test_a_question_mark_shows_the_keys_and_escape_gives_the_focus_back(demo, page):
    page.goto(demo.url + STORE)
    link = page.get_by_role("link", name="Queue").first
    link.focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_be_visible()
    page.keyboard.press("q")  # Keys rest while the sheet is open.
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()


def test_keys_lead_through_the_store_and_through_a_list(demo, page):
    page.goto(demo.url + STORE)
    page.keyboard.press("g")
    page.keyboard.press("q")
    expect(page).to_have_url(re.compile(r"/s/todo/queue$"))
    page.goto(demo.url + TABLE + "/Country?sort=name")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Shift+X")
    expect(page.locator(".bulk")).to_contain_text("3 ticked")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/Country/r/"))
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"/edit$"))


def test_keys_rest_while_somebody_types_and_when_they_are_switched_off(demo, page):
    page.goto(demo.url + STORE)
    page.keyboard.press("/")
    page.keyboard.type("gq?x")
    expect(page.get_by_role("searchbox")).to_have_value("gq?x")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Queue").first.focus()
    page.keyboard.press("?")
    page.get_by_label("Single keys are on in this browser").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    page.goto(demo.url + STORE)
    page.keyboard.press("g")
    page.keyboard.press("a")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).not_to_be_focused()
    expect(page).to_have_url(re.compile(r"/s/todo$"))


def test_a_note_comes_before_the_session_ends_and_keeps_it_when_asked(demo, page):
    page.clock.install()
    page.goto(demo.url + STORE)
    page.clock.run_for(27 * 60_000)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.clock.run_for(2 * 60_000)
    expect(page.get_by_role("alert")).to_contain_text("signed out in 2 minutes")
    with page.expect_response(re.compile(r"/sessions\.json$")):
        page.get_by_role("button", name="Stay signed in").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_prints_without_its_controls(demo, page):
    page.goto(demo.url + f"{TABLE}/Country/r/DE/passport")
    page.emulate_media(media="print")
    for hidden in ("nav.nav", ".tabs", ".noprint", ".head .acts"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.get_by_role("heading", name=re.compile("^Passport of"))).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
