"""Fixtures of all end-to-end tests: a real browser."""
import pytest
from playwright.sync_api import sync_playwright

from pages import launch
from watch import LastingBrowser, ended_browsers, stood_still


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    with ended_browsers(f"setup of {item.nodeid}"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    with ended_browsers(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    with ended_browsers(f"teardown of {item.nodeid}"):
        return (yield)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["stood_still"] = stood_still


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """What a worker of pytest-xdist saw belongs into the summary, too."""
    stood_still.extend(getattr(node, "workeroutput", {}).get("stood_still", []))


def pytest_terminal_summary(terminalreporter):
    for what in stood_still:
        terminalreporter.write_line(f"The browser stood still and was ended: {what}")


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = LastingBrowser(lambda: launch(playwright))
    yield browser
    browser.close()


@pytest.fixture
def page(browser):
    """A page that fails its test when the browser complains about anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    complaints = []
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: complaints.append(str(e)))
    yield page
    context.close()
    assert complaints == []
