"""The search box in the bar, in a real browser: what Enter opens, and its suggestions."""
import pytest
from playwright.sync_api import expect

from pages import STORE
from test_pages import demo, page, signed_in  # noqa: F401: fixtures


def test_the_jump_box_goes_to_what_was_meant(demo, page):
    page.goto(demo.url + STORE)
    page.keyboard.press("/")
    page.keyboard.type("subdivision")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Subdivision")
    page.wait_for_load_state()
    page.locator("#jump").focus()
    page.keyboard.type("DE-H")
    expect(page.locator("#jump-found [data-id=DE-HB]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Results for “DE-H”")
    page.get_by_role("main").get_by_role("link", name="Bremen").first.click()
    expect(page.locator("h1")).to_contain_text("Bremen")


# Each is also the id of a language, or a part of one's name.
@pytest.mark.parametrize("word, kind, label", [
    ("new", "action", "New row in "), ("her", "row", "Herero"), ("push", "action", "Push")])
def test_enter_opens_what_the_jump_box_marks(demo, page, word, kind, label):
    page.goto(demo.url + STORE)
    page.keyboard.press("/")
    page.keyboard.type(word)
    first = page.locator("#jump-found [role=option]").first
    expect(first).to_contain_text(f"{kind} {label}")
    page.keyboard.press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(page.locator("#jump")).to_have_attribute("aria-activedescendant", first.get_attribute("id"))
    url = first.get_attribute("data-url")
    page.keyboard.press("Enter")
    expect(page).to_have_url(demo.url + url)


@pytest.mark.parametrize("word, place", [
    ("new", "/jump?q=new"), ("her", "/jump?q=her"), ("push", "/sync"), ("errors", "/errors")])
def test_enter_alone_opens_no_row_that_may_not_be_meant(demo, page, word, place):
    page.goto(demo.url + STORE)
    page.locator("#jump").fill(word)
    page.locator("#jump").press("Enter")
    expect(page).to_have_url(demo.url + STORE + place)


def test_the_suggestions_of_the_jump_box_close(demo, page):
    page.goto(demo.url + STORE)
    page.locator("#jump").press_sequentially("queue")
    options = page.locator("#jump-found [role=option]")
    expect(options.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(options.first).not_to_be_visible()
    expect(page.locator("#jump")).to_have_value("queue")
    page.locator("#jump").press_sequentially(" ")
    expect(options.first).to_be_visible()
    options.first.click()
    expect(page).to_have_url(demo.url + STORE + "/queue")
