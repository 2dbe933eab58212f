"""What keys do beside Tab and Enter, on the demo's pages."""
import re

import pytest
from playwright.sync_api import expect

from demo import Demo
from pages import STORE, TABLE, Inspector


@pytest.fixture(scope="module")
def demo(demo_data):
    with Demo(demo_data) as demo:
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
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    page.keyboard.press("q")  # Keys rest while the sheet is open.
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()


def test_the_sheet_of_keys_opens_at_its_top_where_it_is_longer_than_the_screen(demo, page):
    page.set_viewport_size({"width": 320, "height": 400})
    page.goto(demo.url + STORE)
    page.keyboard.press("?")
    title = page.get_by_role("dialog").get_by_role("heading", name="Keyboard shortcuts")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()


@pytest.mark.parametrize("path", [TABLE + "/Country", STORE + "/queue", STORE + "/errors", STORE + "/trash"])
def test_five_keys_lead_to_the_first_line_of_a_list(demo, page, path):
    page.goto(demo.url + path)
    for key in ("Tab", "Enter", "Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    expect(page.locator("#lines tr:first-child input:focus")).to_have_count(1)


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
    expect(page.locator(".selbar")).to_contain_text("3 selected")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/Country/r/"))
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"/edit\?list=sort%3Dname$"))


def test_e_and_u_act_on_the_line_that_the_keyboard_reached(demo, page):
    page.goto(demo.url + TABLE + "/Country?sort=name")
    page.keyboard.press("j")
    page.keyboard.press("j")
    name = page.locator("tbody tr:nth-child(2) th.key a").inner_text()
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"/t/Country/r/[^/]+/edit\?list=sort%3Dname$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    page.goto(demo.url + STORE + "/trash")
    page.keyboard.press("j")
    page.keyboard.press("j")
    name = page.locator("tbody tr:nth-child(2) th.key a").inner_text()
    page.keyboard.press("u")
    expect(page.locator("[data-flash]")).to_contain_text(f"“{name}” undeleted")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("tbody tr:nth-child(2) th.key a")).to_have_text(name)
    page.goto(demo.url + TABLE + "/Country?view=deleted")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/r/[^/]+\?list="))
    page.keyboard.press("u")
    expect(page.locator("[data-flash]")).to_contain_text("undeleted")


def test_escape_clears_the_selection_once_nothing_else_is_open(demo, page):
    page.goto(demo.url + TABLE + "/Country")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator(".selbar")).to_contain_text("1 selected")
    page.locator(".top .user > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator(".selbar")).to_contain_text("1 selected")
    page.keyboard.press("Escape")
    expect(page.locator("tbody .tick input:checked")).to_have_count(0)
    expect(page.locator(".selbar")).to_be_hidden()


def test_a_slash_leads_to_the_search_of_the_list(demo, page):
    page.goto(demo.url + TABLE + "/Country")
    page.keyboard.press("/")
    expect(page.locator("main .tools input[type=search]")).to_be_focused()
    page.goto(demo.url + STORE)
    page.keyboard.press("/")
    expect(page.locator("#jump")).to_be_focused()


def palette_of(page):
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Command palette")
    expect(palette.get_by_role("combobox")).to_be_focused()
    return palette, palette.locator("[aria-selected=true]")


def test_control_k_opens_the_command_palette_also_while_typing(demo, page):
    page.goto(demo.url + TABLE + "/Country/r/DE/edit")
    field = page.get_by_label("name", exact=True)
    field.focus()
    palette, marked = palette_of(page)
    page.keyboard.press("Enter")  # Nothing is marked, nothing happens.
    expect(marked).to_have_count(0)
    page.keyboard.press("Escape")
    expect(palette).to_be_hidden()
    expect(field).to_be_focused()
    palette_of(page)
    page.keyboard.type("queue")
    expect(marked).to_contain_text("Queue")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/s/todo/queue$"))


def test_the_palette_offers_the_actions_of_the_page(demo, page):
    page.goto(demo.url + TABLE + "/Country")
    palette, marked = palette_of(page)
    page.keyboard.type("> n")
    expect(marked).to_contain_text("New row")
    expect(palette.get_by_role("group")).to_have_count(1)
    inspector = Inspector(page, demo.url)
    inspector.name = "command palette"
    inspector.look_everywhere()
    assert inspector.complaints == []
    palette.get_by_role("combobox").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/Country/new$"))


def test_the_palette_begins_with_the_actions_of_the_page(demo, page):
    page.goto(demo.url + TABLE + "/Country")
    page.goto(demo.url + TABLE + "/Country?sort=name")
    palette, marked = palette_of(page)
    actions = palette.get_by_role("group", name="Actions on this page").get_by_role("option")
    assert "New row" in actions.locator("b").all_inner_texts()
    places = palette.get_by_role("group", name="Recent").locator("b").all_inner_texts()
    assert len(set(places)) == len(places)
    box = palette.get_by_role("combobox")
    box.fill(">")
    names = actions.locator("b").all_inner_texts()
    assert names.index("New row") < names.index("Go offline")
    expect(actions.filter(has_text="Color theme: Dark")).to_have_count(1)
    expect(actions.filter(has_text="Language English")).to_have_count(1)
    box.fill("new r")
    expect(marked.locator("mark")).to_have_text("New r")


def test_the_palette_offers_the_actions_of_the_frame_and_all_that_has_a_name(demo, page):
    page.goto(demo.url + STORE)
    palette, marked = palette_of(page)
    page.keyboard.type("go off")
    expect(marked).to_contain_text("Go offline")
    box = palette.get_by_role("combobox")
    for typed in ["Runs", "Drift"]:
        box.fill(typed)
        expect(palette.get_by_role("option").first).to_contain_text(typed)
    box.fill("Country")
    palette.get_by_role("option", name="Search for “Country”").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Results for “Country”")
    expect(page.get_by_role("heading", name="Subdivision")).to_be_visible()


def test_the_palette_marks_the_first_match(demo, page):
    page.goto(demo.url + STORE)
    palette, marked = palette_of(page)
    page.keyboard.type("zzzz")
    expect(marked).to_contain_text("Search for “zzzz”")
    page.get_by_role("combobox", name="Search rows, pages and actions").last.fill("Berl")
    rows = palette.get_by_role("group", name="Rows").get_by_role("option")
    expect(rows.first).to_contain_text("Berl")
    names = rows.locator("b").all_inner_texts()
    begins = [bool(re.search(r"\bBerl", name)) for name in names]
    assert begins == sorted(begins, reverse=True), names
    expect(palette.get_by_role("option").last).to_contain_text("Search for “Berl”")
    expect(marked).to_contain_text("Berl")
    expect(marked).not_to_contain_text("Search for")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/r/[^/]+$"))


def test_what_the_palette_marks_stays_marked_when_results_arrive(demo, page):
    page.goto(demo.url + STORE)
    palette, marked = palette_of(page)
    page.keyboard.type("Hamburg")
    row = palette.locator("[data-id=DE-HH]")
    expect(row).to_have_attribute("aria-selected", "true")
    with page.context.expect_page() as other:
        page.keyboard.press("Control+Enter")
    expect(other.value).to_have_url(re.compile("/r/DE-HH$"))
    other.value.close()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/r/DE-HH$"))
    palette, marked = palette_of(page)
    recent = palette.get_by_role("group", name="Recent").get_by_role("option")
    expect(recent.first).to_contain_text("todo")
    recent.first.click()
    expect(page).to_have_url(demo.url + STORE)


def test_keys_rest_while_somebody_types_and_when_they_are_switched_off(demo, page):
    page.goto(demo.url + STORE)
    page.keyboard.press("/")
    page.keyboard.type("gq?x")
    expect(page.locator("#jump")).to_have_value("gq?x")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Queue").first.focus()
    page.keyboard.press("?")
    page.get_by_label("Single-key shortcuts are on in this browser").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    page.goto(demo.url + STORE)
    page.keyboard.press("g")
    page.keyboard.press("a")
    page.keyboard.press("/")
    expect(page.locator("#jump")).not_to_be_focused()
    expect(page).to_have_url(re.compile(r"/s/todo$"))


def test_a_note_comes_before_the_session_ends_and_keeps_it_when_asked(demo, page):
    page.clock.install()
    page.goto(demo.url + STORE)
    page.clock.run_for(27 * 60_000)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.clock.run_for(60_000)
    expect(page.get_by_role("alert")).to_contain_text("signed out in 2 minutes")
    with page.expect_response(re.compile(r"/sessions\.json$")):
        page.get_by_role("button", name="Stay signed in").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_prints_without_its_controls(demo, page):
    page.goto(demo.url + f"{TABLE}/Country/r/DE/passport")
    page.emulate_media(media="print")
    for hidden in ("nav.nav", ".tabs", ".noprint", ".head .acts"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.get_by_role("heading", name=re.compile("^Support report of"))).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_keys_lead_to_the_rows_beside_in_the_order_of_the_list(demo, page):
    page.goto(demo.url + TABLE + "/Country?sort=-name")
    names = page.locator("tbody th.key a").all_inner_texts()
    page.get_by_role("link", name=names[1], exact=True).click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text(names[1])
    page.keyboard.press("]")
    expect(heading).to_contain_text(names[2])
    page.keyboard.press("[")
    expect(heading).to_contain_text(names[1])
    page.get_by_role("link", name="Previous row").click()
    expect(heading).to_contain_text(names[0])
    expect(page.get_by_text("First row", exact=True)).to_be_visible()
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Country").click()
    expect(page).to_have_url(re.compile(r"sort=-name$"))


def test_a_full_stop_opens_the_menu_of_the_line_and_escape_closes_it(demo, page):
    page.goto(demo.url + TABLE + "/Country?sort=name")
    link = page.locator("tbody th.key a").nth(1)
    button = page.get_by_role("button", name="Menu of " + link.inner_text())
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(link).to_be_focused()
    page.keyboard.press(".")
    menu = page.get_by_role("group", name="Row " + link.inner_text())
    expect(menu.get_by_role("link", name="Open")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("link", name="Peek")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("link", name="Edit", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(button).to_be_focused()
    button.click()
    menu.get_by_role("link", name="History").click()
    expect(page).to_have_url(re.compile(r"/r/[^/]+\?.*tab=history"))


def test_the_menu_of_a_deleted_row_offers_no_edit(demo, page):
    page.goto(demo.url + TABLE + "/Country?view=deleted")
    link = page.locator("tbody tr.r-deleted th.key a").first
    page.get_by_role("button", name="Menu of " + link.inner_text(), exact=True).click()
    menu = page.get_by_role("group", name="Row " + link.inner_text())
    expect(menu.get_by_role("link", name="Open")).to_be_focused()
    expect(menu.get_by_role("link", name="Edit")).to_have_count(0)


def test_live_updates_pause_and_go_on(demo, page):
    page.clock.install()
    page.goto(demo.url + STORE)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/s/todo.json?_live=1") else None)
    button = page.get_by_role("button", name="Pause live updates")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("p")
    paused = page.get_by_role("button", name="Resume live updates")
    expect(paused).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(40_000)
    assert asked == []
    paused.click()
    with page.expect_response(re.compile(r"/s/todo\.json\?_live=1$")):
        page.clock.run_for(16_000)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Pause or resume live updates")


def test_arrow_keys_lead_from_bar_to_bar_of_a_chart(demo, page):
    page.goto(demo.url + "/s/todo/trash")
    bars = page.locator(".drawing").first.locator("> a")
    count = bars.count()
    stop = page.locator(".drawing > a[tabindex='0']").first
    expect(stop).to_have_attribute("aria-label", bars.nth(count - 1).get_attribute("aria-label"))
    stop.focus()
    page.keyboard.press("ArrowLeft")
    expect(bars.nth(count - 2)).to_be_focused()
    expect(bars.nth(count - 2).locator(".bar-value")).to_be_visible()
    expect(bars.nth(count - 1).locator(".bar-value")).to_be_hidden()
    page.keyboard.press("Home")
    expect(bars.nth(0)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(bars.nth(0)).to_be_focused()
    page.keyboard.press("Escape")
    expect(bars.nth(0).locator(".bar-value")).to_be_hidden()


def test_the_result_of_a_run_has_the_focus_and_nothing_is_scrolled(demo, page):
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(demo.url + STORE + "/runs/1")
    expect(page.locator("h1[data-result]")).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_the_search_button_of_a_phone_opens_the_box_with_the_focus(demo, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(demo.url + STORE)
    page.locator(".jump button").click()
    expect(page.locator("#jump")).to_be_focused()
    expect(page).to_have_url(demo.url + STORE)
    expect(page.locator(".jump kbd")).to_be_hidden()
    page.keyboard.type("queue")
    expect(page.locator("#jump")).to_have_value("queue")


def test_a_phone_scrolls_the_current_tab_into_view(demo, page):
    page.set_viewport_size({"width": 320, "height": 844})
    page.goto(demo.url + TABLE + "/Country?view=deleted")
    tab = page.locator(".tabs [aria-current]")
    expect(tab).to_be_in_viewport(ratio=0.9)


def test_a_phone_shows_the_whole_name_of_the_store_and_the_preview(demo, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(demo.url + STORE)
    name = page.locator(".top .stores .name")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
    expect(page.get_by_role("button", name="Preview push")).to_be_visible()
