"""A browser that stands still ends no more than what waits for it."""
import pytest
from playwright.sync_api import Error

from pages import launch
from watch import LastingBrowser, ended_browsers, stood_still


def test_what_waits_for_a_browser_that_stands_still_fails_and_the_next_one_is_new(playwright):
    browser = LastingBrowser(lambda: launch(playwright))
    page = browser.new_context().new_page()
    with pytest.raises(Error, match="has been closed"), ended_browsers("a promise that nobody keeps", seconds=1):
        page.evaluate("() => new Promise(() => {})")
    assert stood_still.pop() == "a promise that nobody keeps"
    assert browser.new_context().new_page().evaluate("() => 1 + 1") == 2
    browser.close()
