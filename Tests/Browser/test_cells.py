"""Rows beside their list, and cells: looked at, filtered by and edited; with scripts and without."""
import re

from playwright.sync_api import expect

from pages import TABLE, Inspector
from processes import syncline
from test_pages import demo, opened, page, plain, signed_in  # noqa: F401: fixtures

LIST = TABLE + "/Country?sort=name"


def key_links(page):
    return page.locator("#lines th.key > a")


def cell(page, row, column):
    """The cell of a row's line; what the list shows is found by the heads of its columns."""
    heads = page.locator("#list thead th").all_inner_texts()
    return page.locator("#lines tr", has=page.get_by_role("link", name=row, exact=True)).locator("> *").nth(heads.index(column))


def test_a_row_is_peeked_at_and_its_values_filter_without_scripts(demo, plain):
    page = plain
    page.goto(demo.url + LIST)
    names = key_links(page).all_inner_texts()
    page.get_by_role("link", name="Peek at the first row").click()
    panel = page.get_by_role("complementary", name="Peek")
    expect(panel.get_by_role("heading", level=2)).to_have_text("Row 1 of 246")
    expect(panel.get_by_role("heading", level=3).first).to_have_text(names[0])
    panel.get_by_role("link", name="Next row").click()
    expect(panel.get_by_role("heading", level=3).first).to_have_text(names[1])
    expect(page.locator("tr[aria-current] th.key a")).to_have_text(names[1])
    panel.locator("dd[data-column=name] summary").click()
    panel.get_by_role("link", name="Exclude this value").click()
    expect(page.locator(".fchip")).to_contain_text("name is not")
    expect(key_links(page).nth(1)).to_have_text(names[2])
    page.go_back()
    page.get_by_role("link", name="Close", exact=True).click()
    expect(panel).to_have_count(0)


def test_space_peeks_keys_go_on_and_back_closes(demo, page):
    page.goto(demo.url + LIST)
    names = key_links(page).all_inner_texts()
    key_links(page).nth(10).focus()
    place = page.locator("#list").evaluate("(list) => list.scrollTop")
    page.keyboard.press("Space")
    panel = page.get_by_role("complementary", name="Peek")
    title = panel.get_by_role("heading", level=3).first
    expect(title).to_have_text(names[10])
    expect(key_links(page).nth(10)).to_be_focused()
    assert page.locator("#list").evaluate("(list) => list.scrollTop") == place
    page.keyboard.press("j")
    expect(title).to_have_text(names[11])
    expect(page).to_have_url(re.compile("peek="))
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(key_links(page).nth(11)).to_be_focused()
    page.keyboard.press("Space")
    expect(title).to_have_text(names[11])
    page.go_back()
    expect(panel).to_have_count(0)
    page.go_forward()
    expect(title).to_have_text(names[11])
    panel.get_by_role("link", name="Previous row").click()
    expect(title).to_have_text(names[10])
    panel.get_by_role("link", name="Close", exact=True).click()
    expect(panel).to_have_count(0)


def test_behind_the_last_row_of_a_page_the_panel_goes_on_to_the_next_page(demo, page):
    page.goto(demo.url + LIST)
    key_links(page).last.focus()
    page.keyboard.press("Space")
    panel = page.get_by_role("complementary", name="Peek")
    expect(panel.get_by_role("heading", level=2)).to_have_text("Row 25 of 246")
    page.keyboard.press("j")
    expect(panel.get_by_role("heading", level=2)).to_have_text("Row 26 of 246")
    expect(page.locator("#lines tr").first).to_have_attribute("aria-current", "true")


def test_a_cell_is_edited_with_the_keyboard_and_undone(demo, page):
    page.goto(demo.url + LIST)
    page.get_by_role("link", name="Belgium", exact=True).focus()
    page.keyboard.press("ArrowRight")
    place = cell(page, "Belgium", "alpha3")
    expect(place).to_be_focused()
    page.keyboard.press("Enter")
    box = page.get_by_role("textbox", name="alpha3 of Belgium")
    expect(box).to_be_focused()
    expect(box).to_have_value("BEL")
    page.keyboard.type("not kept")
    page.keyboard.press("Escape")
    expect(place).to_contain_text("BEL")
    expect(place).to_be_focused()
    widths = "(table) => [...table.tHead.rows[0].cells].map((head) => head.offsetWidth)"
    before = page.locator("#list table").evaluate(widths)
    page.keyboard.press("F2")
    expect(box).to_be_focused()
    assert page.locator("#list table").evaluate(widths) == before, "editing moves the columns"
    top = page.locator("#lines").bounding_box()["y"]
    box.fill("XBE")
    page.keyboard.press("Enter")
    expect(place).to_contain_text("XBE")
    expect(place).to_be_focused()
    expect(cell(page, "Belgium", "State")).to_contain_text("Pending")
    expect(page.locator("[data-flash]")).to_contain_text("“Belgium” saved: alpha3 is now “XBE”.")
    expect(page.locator("[data-flash]").get_by_role("button", name=re.compile(r"^Push \d+$"))).to_be_visible()
    assert page.locator("#lines").bounding_box()["y"] == top, "the message moves the list"
    message, head = page.locator("[data-flash]").bounding_box(), page.locator("main > .head").bounding_box()
    assert message["y"] + message["height"] <= head["y"], "the message covers the title"
    expect(page.locator("#nav [data-count=queued]")).to_contain_text(re.compile(rf"^{len(demo.queue())}\b"))
    assert demo.get(TABLE + "/Country/r/BE.json")["values"]["alpha3"] == "XBE"
    expect(page.get_by_role("button", name="Menu of Belgium", exact=True)).to_be_visible()
    page.locator("#list").evaluate("(list) => { list.scrollTop = 60; }")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("[data-flash]")).to_contain_text("Undone")
    assert page.locator("#list").evaluate("(list) => list.scrollTop") == 60, "Undo moves the list"
    assert demo.get(TABLE + "/Country/r/BE.json")["values"]["alpha3"] == "BEL"


def test_typing_survives_a_row_that_changed_meanwhile(demo, signed_in, browser):
    # The refused save is a 409, of which the browser complains.
    with opened(browser, signed_in) as page:
        page.goto(demo.url + LIST)
        cell(page, "Bolivia, Plurinational State of", "alpha3").dblclick()
        box = page.get_by_role("textbox", name=re.compile("^alpha3 of Bolivia"))
        box.fill("MINE")
        demo.post(TABLE + "/Country/r/BO", {"values": {"alpha3": "THEIRS"}})
        page.keyboard.press("Enter")
        problem = page.locator(".celled [role=alert]")
        expect(problem).to_contain_text("This row changed while you were editing.")
        expect(problem).to_contain_text("alpha3 is now THEIRS")
        expect(box).to_have_value("MINE")
        assert demo.get(TABLE + "/Country/r/BO.json")["values"]["alpha3"] == "THEIRS"
        page.keyboard.press("Enter")
        expect(cell(page, "Bolivia, Plurinational State of", "alpha3")).to_contain_text("MINE")
        assert demo.get(TABLE + "/Country/r/BO.json")["values"]["alpha3"] == "MINE"


def test_a_typed_value_survives_a_sign_out_in_another_tab(demo, browser):
    syncline("user", "add", "typist", "--role", "operator", "--password-stdin", "--data", demo.data, stdin="long enough 1\n")

    def sign_in(page):
        page.get_by_label("Name").fill("typist")
        page.get_by_label("Password").fill("long enough 1")
        page.get_by_role("button", name="Sign in").click()

    with opened(browser, None) as page:
        page.goto(demo.url + "/login")
        sign_in(page)
        page.goto(demo.url + LIST)
        cell(page, "Austria", "alpha3").dblclick()
        page.get_by_role("textbox", name=re.compile("^alpha3 of Austria")).fill("KEPT")
        other = page.context.new_page()
        other.goto(demo.url + "/account")
        other.locator(".user summary").click()
        other.get_by_role("button", name="Sign out").click()
        expect(other).to_have_url(re.compile("/login"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Your entries are kept")
        sign_in(page)
        expect(page.get_by_role("main")).to_contain_text("KEPT")


def test_an_invalid_value_is_said_in_the_cell(demo, signed_in, browser):
    with opened(browser, signed_in) as page:
        page.goto(f"{demo.url}{TABLE}/TodoItem?cols=text&cols=tags")
        cell(page, key_links(page).first.inner_text(), "tags").dblclick()
        box = page.locator(".celled :is(input, textarea)").first
        box.fill("many")
        page.keyboard.press("Enter")
        expect(page.locator(".celled [role=alert]")).to_contain_text("Not saved: invalid JSON")
        expect(box).to_have_value("many")
        page.keyboard.press("Escape")
        expect(page.locator(".celled")).to_have_count(0)


def test_the_menu_of_a_cell_copies_filters_and_edits(demo, signed_in, browser):
    with opened(browser, signed_in, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(demo.url + LIST)
        cell(page, "Austria", "alpha3").hover()
        page.get_by_role("button", name="Menu of alpha3").click()
        menu = page.get_by_role("group", name="alpha3 of Austria")
        menu.get_by_role("button", name="Copy value").click()
        expect(menu.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("() => navigator.clipboard.readText()") == "AUT"
        expect(menu).to_have_count(0)
        page.get_by_role("link", name="Austria", exact=True).focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press(".")
        menu.get_by_role("link", name="Edit value").click()
        expect(page.get_by_role("textbox", name="alpha3 of Austria")).to_be_focused()
        page.keyboard.press("Escape")
        page.keyboard.press(".")
        menu.get_by_role("link", name="Filter by this value").click()
        expect(page.locator(".fchip")).to_contain_text("alpha3 is “AUT”")
        expect(page.locator("#lines tr")).to_have_count(1)


def test_the_menu_of_a_row_has_what_can_be_done_with_its_name(demo, page):
    page.goto(demo.url + LIST)
    page.get_by_role("link", name="Austria", exact=True).focus()
    page.keyboard.press(".")
    menu = page.get_by_role("group", name="Row Austria")
    menu.get_by_role("link", name="Filter by this value").click()
    expect(page.locator(".fchip")).to_contain_text("name is “Austria”")


def test_a_value_on_the_page_of_a_row_has_the_same_menu(demo, signed_in, browser):
    with opened(browser, signed_in, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{demo.url}{TABLE}/Country/r/AT")
        menu = page.locator("tr", has=page.get_by_role("rowheader", name="alpha3")).locator("details")
        menu.locator("summary").click()
        menu.get_by_role("button", name="Copy value").click()
        expect(menu.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("() => navigator.clipboard.readText()") == "AUT"
        expect(menu).not_to_have_attribute("open", "")
        menu.locator("summary").click()
        inspector = Inspector(page, demo.url)
        inspector.name = "menu of a value"
        inspector.look_everywhere()
        assert inspector.complaints == []
        menu.get_by_role("link", name="Edit value").click()
        expect(page.get_by_role("textbox", name="alpha3")).to_be_focused()
        page.go_back()
        menu.locator("summary").click()
        menu.get_by_role("link", name="Filter by this value").click()
        expect(page.locator("#lines tr")).to_have_count(1)


def test_a_viewer_peeks_and_edits_nothing(demo, browser):
    syncline("user", "add", "peeker", "--role", "viewer", "--password-stdin", "--data", demo.data, stdin="long enough 1\n")
    with opened(browser, None) as page:
        page.goto(demo.url + "/login")
        page.get_by_label("Name").fill("peeker")
        page.get_by_label("Password").fill("long enough 1")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(lambda url: "/login" not in url)
        page.goto(demo.url + LIST)
        cell(page, "Austria", "alpha3").dblclick()
        page.get_by_role("link", name="Austria", exact=True).focus()
        page.keyboard.press("Space")
        panel = page.get_by_role("complementary", name="Peek")
        expect(panel.get_by_role("heading", level=3).first).to_have_text("Austria")
        expect(panel.get_by_role("link", name="Edit")).to_have_count(0)
        expect(page.locator(".celled")).to_have_count(0)


def test_a_cell_in_edit_and_its_menu_are_sound_in_every_look(demo, signed_in, browser):
    with opened(browser, signed_in) as page:
        inspector = Inspector(page, demo.url)
        inspector.open("cell in edit", LIST)
        place = cell(page, "Albania", "alpha3")
        place.dblclick()
        expect(page.get_by_role("textbox", name="alpha3 of Albania")).to_be_focused()
        inspector.look_everywhere()
        page.keyboard.press("Escape")
        page.keyboard.press(".")
        menu = page.get_by_role("group", name="alpha3 of Albania")
        expect(menu.get_by_role("link", name="Filter by this value")).to_be_visible()
        inspector.look_everywhere()
    assert inspector.complaints == []
