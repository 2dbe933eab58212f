"""Every page in the other languages: nothing is too wide, and no sentence stays English."""
import functools
import json
import re

import pytest
from playwright.sync_api import expect

from demo import Demo
from pages import LIGHT, NARROW, STORE, TABLE, all_pages, complaints_about, picked
from test_pages import signed_in  # noqa: F401: fixtures

LANGUAGES = {"de": "Deutsch", "ja": "日本語", "zh-Hant": "繁體中文"}
# The longest words are German; the other two need no more room.
LOOKS = {"de": {"light, narrow": (LIGHT, NARROW, None), "light, wide": (LIGHT, 1280, None)}}
LOOK = {"light, wide": (LIGHT, 1280, None)}
# What people read, but what is the same in all languages, or was stored or sent by others.
TEXTS = """() => {
    const same = "code, pre, kbd, script, textarea, option, ins, del, [lang]:not(html), .memo-text";
    const texts = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!text.parentElement.closest(same)) texts.push(text.nodeValue);
    }
    for (const name of ["aria-label", "title", "placeholder", "data-l", "data-one", "data-many"]) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
            if (!element.closest(same)) texts.push(element.getAttribute(name));
        }
    }
    return [document.documentElement.lang, texts];
}"""
SENTENCE = re.compile(r"\b[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")


@pytest.fixture(scope="module")
def demo(demo_data):
    with Demo(demo_data) as demo:
        demo.run("reconcile", {"table": "Country"})
        yield demo


def data_texts(demo):
    """What stands in rows, in messages of the server and as target in the audit, the longest first."""
    texts = {error["message"] for error in demo.errors()}
    texts |= {entry["target"] for entry in demo.get("/audit.json")["entries"]}
    texts |= {"complete eq false"}  # An example of OData.
    for table in ("TodoItem", "Country", "Subdivision", "Language"):
        status, _, lines = demo.request("GET", f"{TABLE}/{table}.ndjson?view=all")
        assert status == 200
        for line in (lines if isinstance(lines, str) else lines.decode()).splitlines():
            texts |= {value for value in json.loads(line)["values"].values() if isinstance(value, str) and " " in value}
    return sorted(texts, key=len, reverse=True)


def choose(demo, browser, state, tag):
    """Chooses the language on the page of the account, for the whole session."""
    context = browser.new_context(storage_state=state)
    page = context.new_page()
    page.goto(demo.url + STORE)
    page.locator("header .user summary").click()
    page.locator("header .user a[href$='#language']").click()
    page.get_by_role("button", name=LANGUAGES[tag]).click()
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.get_by_role("button", name=LANGUAGES[tag])).to_have_attribute("aria-pressed", "true")
    context.close()


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_page_is_whole_in_the_language(demo, browser, signed_in, tag):
    choose(demo, browser, signed_in, tag)
    known = data_texts(demo)

    # Pages share most of their texts.
    @functools.cache
    def is_english(text):
        if not SENTENCE.search(text):
            return False
        for value in known:
            text = text.replace(value, "")
        # German has words enough that look like English ones; its sentences are found by their small words.
        return SENTENCE.search(text) and (tag != "de" or re.search(r"\b(the|of|and|is|were|with|from|this)\b", text))

    def english(page):
        lang, texts = page.evaluate(TEXTS)
        complaints = [] if lang == tag else [f"is in {lang}"]
        return complaints + [f"English: {text.strip()[:120]}" for text in texts if is_english(text)]

    # Buttons are found by their English names.
    pages = {name: page for name, page in picked(all_pages(demo)).items() if page[1] is None}
    # The texts are the same without scripts; German is looked at there, too, for its widths.
    scripts = (True, False) if tag in LOOKS else (True,)
    assert complaints_about(demo.url, signed_in, pages, extra=english, looks=LOOKS.get(tag, LOOK), scripts=scripts) == []


def test_the_script_speaks_the_language_of_the_page(demo, browser, signed_in):
    choose(demo, browser, signed_in, "de")
    context = browser.new_context(storage_state=signed_in, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(demo.url + TABLE + "/Country?sort=name")
    page.locator("tbody input[type=checkbox]").nth(0).check()
    expect(page.locator(".selbar")).to_contain_text("1 ausgewählt")
    expect(page.locator(".selbar button[value=delete]")).to_have_text("1 löschen")
    page.locator("thead input[type=checkbox]").check()
    expect(page.locator(".selbar button[value=delete]")).to_have_text("25 löschen")
    # What the script asks the server for is in the page's language, too.
    page.keyboard.press("Control+k")
    page.keyboard.type("warte")
    expect(page.locator("dialog [role=option]", has_text="Warteschlange").first).to_be_visible()
    context.close()


def test_the_page_to_sign_in_follows_the_browser(demo, browser):
    context = browser.new_context(locale="zh-TW")
    page = context.new_page()
    page.goto(demo.url + "/login")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page.get_by_role("button", name="登入")).to_be_visible()
    context.close()
