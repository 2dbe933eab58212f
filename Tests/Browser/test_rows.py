"""Rows in a real browser: staged changes, imports, references, search; with scripts and without."""
import re

import pytest
from playwright.sync_api import expect

from pages import STORE, TABLE, Inspector
from processes import eventually
from test_pages import demo, opened, page, plain, signed_in, tab_to  # noqa: F401: fixtures

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


def edit_the_column_of_many_rows(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country?name__starts=Sw&_pick=page")
    count = page.locator("tbody .tick :checked").count()
    assert count > 1
    before = demo.get(f"{TABLE}/Country.json?name__starts=Sw")["rows"]
    page.get_by_role("button", name=f"Edit {count}…").click()
    expect(page.locator("h1")).to_have_text(f"Edit {count} rows")
    page.get_by_label("Column", exact=True).select_option("name")
    expect(page.locator("#b-find")).not_to_be_visible()
    page.get_by_label("Action", exact=True).select_option("replace")
    expect(page.locator("#b-value")).not_to_be_visible()
    page.locator("#b-find").fill("Sw")
    page.get_by_label("Replace with").fill("SW")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#h-preview")).to_contain_text(f"{count} of {count} rows change")
    expect(page.locator("#preview ins").first).to_be_visible()
    assert demo.get(f"{TABLE}/Country.json?name__starts=Sw")["rows"] == before
    page.get_by_role("button", name=f"Update {count} rows").click()
    expect(page.get_by_role("status").first).to_contain_text(f"“Sw” replaced with “SW” in name of {count} rows")
    names = [row["values"]["name"] for row in demo.get(f"{TABLE}/Country.json?name__starts=Sw")["rows"]]
    assert len(names) == count and all(name.startswith("SW") for name in names)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.get_by_role("status").first).to_contain_text(f"Undone: {count} rows")
    assert [row["values"] for row in demo.get(f"{TABLE}/Country.json?name__starts=Sw")["rows"]] == \
        [row["values"] for row in before]


def test_the_form_counts_its_changes_and_shows_the_values_before(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country/r/SE/edit")
    name, count = page.get_by_label("name", exact=True), page.locator("[data-changes]")
    before = name.input_value()
    expect(count).to_be_empty()
    name.fill("Svea")
    expect(count).to_have_text("1 unsaved change")
    expect(page.locator(".was:visible")).to_have_text(f"Was: {before}")
    page.get_by_label("NULL in alpha3").check()
    expect(count).to_have_text("2 unsaved changes")
    name.fill(before)
    expect(count).to_have_text("1 unsaved change")
    expect(page.locator(".was:visible")).to_have_text("Was: SWE")
    page.get_by_role("button", name="Save and push").press("Enter")
    page.wait_for_url(re.compile("/runs/\\d+"))
    assert demo.get(TABLE + "/Country/r/SE.json")["values"]["alpha3"] is None
    eventually(lambda: all(operation["itemId"] != "SE" for operation in demo.queue()))


def test_a_column_of_many_rows_is_edited_and_undone(demo, page):
    edit_the_column_of_many_rows(demo, page)


def test_a_column_of_many_rows_is_edited_without_scripts(demo, plain):
    edit_the_column_of_many_rows(demo, plain)


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


def test_rows_are_pasted_previewed_and_imported_without_scripts(demo, plain, tmp_path):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Country")
    page.get_by_role("link", name="Import", exact=True).first.click()
    page.get_by_label("Paste rows", exact=True).fill("id\tname\tnumeric\nX1\tAtlantis\t0\nX2\t<script>\t1\n")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("h1")).to_have_text("Import 2 rows into Country?")
    expect(page.get_by_role("form", name="Import")).to_contain_text("2 new.")
    page.get_by_role("button", name="Import 2 rows").click()
    expect(page.get_by_role("status").first).to_contain_text("Imported: 2 new.")
    assert demo.get(TABLE + "/Country/r/X2.json")["values"]["name"] == "<script>"
    # The same as a file, with a change and a mistake; then mended.
    file = tmp_path / "rows.json"
    file.write_text('[{"id": "X1", "name": "New Atlantis"}, {"id": "X3", "name": 3}]')
    page.goto(f"{demo.url}{TABLE}/Country/import")
    page.get_by_label("Choose a file").set_input_files(str(file))
    page.get_by_label("Add new rows and update existing ones").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("main")).to_contain_text("expected text, found a number")
    assert demo.get(TABLE + "/Country/r/X1.json")["values"]["name"] == "Atlantis"
    page.get_by_role("link", name="Edit rows").click()
    box = page.get_by_label("Paste rows", exact=True)
    expect(box).to_have_value(file.read_text())
    expect(page.get_by_label("Add new rows and update existing ones")).to_be_checked()
    box.fill('[{"id": "X1", "name": "New Atlantis"}]')
    page.get_by_label("Update existing rows").check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Import 1 row").click()
    expect(page.get_by_role("status").first).to_contain_text("1 changed")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    assert demo.get(TABLE + "/Country/r/X1.json")["values"]["name"] == "Atlantis"


def test_fifty_rows_with_three_bad_ones_take_four_actions(demo, plain, tmp_path):
    page = plain
    file = tmp_path / "fifty.csv"
    bad = {7: "maybe", 20: "2", 33: "x,y"}
    rows = [f'w{n},Task {n},"{bad.get(n, "no")}"' for n in range(1, 51)]
    file.write_text("ID,Text,COMPLETE\n" + "\n".join(rows) + "\n")
    page.goto(f"{demo.url}{TABLE}/TodoItem")
    actions = 0

    def act(action):
        nonlocal actions
        actions += 1
        action()

    act(page.get_by_role("link", name="Import", exact=True).first.click)
    page.get_by_label("Choose a file").set_input_files(str(file))
    act(page.get_by_role("button", name="Continue").click)
    expect(page.locator("h1")).to_have_text("Import 47 of 50 rows into TodoItem?")
    expect(page.get_by_role("main")).to_contain_text("3 invalid values. Correct them below, or import the 47 valid rows now")
    mistakes = page.get_by_role("region", name="Invalid values")
    for line in (8, 21, 34):
        expect(mistakes.get_by_role("rowheader", name=str(line), exact=True)).to_be_visible()
    act(page.get_by_role("button", name="Import 47 rows").click)
    expect(page.get_by_role("status").first).to_contain_text("Imported: 47 new.")
    expect(page.get_by_role("status").first).to_contain_text("Skipped: lines 8, 21, 34.")
    with page.expect_download() as download:
        act(page.get_by_role("link", name="Download 3 invalid rows").click)
    assert actions <= 4
    rest = tmp_path / download.value.suggested_filename
    download.value.save_as(str(rest))
    lines = rest.read_text().splitlines()
    assert lines[0] == "ID,Text,COMPLETE,line,reason" and len(lines) == 4
    assert lines[1] == "w7,Task 7,maybe,8,COMPLETE: “maybe” is not true or false"
    assert demo.get(TABLE + "/TodoItem/r/w8.json")["values"]["text"] == "Task 8"
    assert demo.request("GET", TABLE + "/TodoItem/r/w7.json")[0] == 404
    # Corrected, the downloaded file is imported as it is.
    rest.write_text("\n".join([lines[0]] + [f"w{n},Task {n},no,,corrected" for n in bad]))
    page.goto(f"{demo.url}{TABLE}/TodoItem/import")
    page.get_by_label("Choose a file").set_input_files(str(rest))
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Import 3 rows").click()
    expect(page.get_by_role("status").first).to_contain_text("Imported: 3 new.")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    assert demo.request("GET", TABLE + "/TodoItem/r/w7.json")[0] == 404
    assert demo.get(TABLE + "/TodoItem/r/w8.json")["values"]["complete"] is False


def test_columns_of_an_import_are_chosen_without_sending_the_file_again(demo, signed_in, browser, tmp_path):
    file = tmp_path / "lands.csv"
    file.write_text("Code,Land,Comment\nM1,Mappedia,a\n")
    with opened(browser, signed_in, java_script_enabled=False) as page:
        inspector = Inspector(page, demo.url)
        inspector.expected = 422
        page.goto(f"{demo.url}{TABLE}/Country/import")
        with page.expect_download() as download:
            page.get_by_role("link", name="Template file").click()
        assert download.value.suggested_filename == "Country-template.csv"
        page.get_by_label("Choose a file").set_input_files(str(file))
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("main")).to_contain_text("No column of the file matches a column of Country.")
        expect(page.get_by_role("alert")).to_contain_text("Country has the columns id, ")
        page.get_by_label("Import Code into").select_option("column:id")
        page.get_by_label("Import Land into").select_option("column:id")
        page.get_by_role("button", name="Check 1 row").click()
        expect(page.get_by_role("alert")).to_contain_text("“Code” and “Land” are both imported into id.")
        page.get_by_label("Import Code into").select_option("column:id")
        page.get_by_label("Import Land into").select_option("column:name")
        page.get_by_label("Import Comment into").select_option("")
        page.get_by_role("button", name="Check 1 row").click()
        expect(page.locator("h1")).to_have_text("Import 1 row into Country?")
        expect(page.get_by_role("main")).not_to_contain_text("has no column")
        # From the review back to the columns, which are as they were chosen.
        page.get_by_role("navigation", name="Steps").get_by_role("link", name="Columns").click()
        expect(page.get_by_label("Import Land into")).to_have_value("column:name")
        page.get_by_role("button", name="Check 1 row").click()
        page.get_by_role("button", name="Import 1 row").click()
        expect(page.get_by_role("status").first).to_contain_text("Imported: 1 new.")
        assert demo.get(TABLE + "/Country/r/M1.json")["values"]["name"] == "Mappedia"
        page.get_by_role("button", name=re.compile("^Undo")).click()
    assert inspector.complaints == []


def test_an_import_is_sound_in_every_look(demo, signed_in, browser):
    with opened(browser, signed_in) as page:
        inspector = Inspector(page, demo.url)
        for name, text in {
            "import that is ready": "id,name,alpha3\nFR,France,\nX9,\"Nine, \"\"<b>\"\"\",x\n",
            "import with mistakes": "id,name\nX8,\nX8,\n\n",
            "import with columns to choose": "Code,name\nX8,a\n",
            "import without any valid row": "id,name\n?,a\n",
        }.items():
            page.goto(f"{demo.url}{TABLE}/Country/import")
            page.get_by_label("Paste rows", exact=True).fill(text)
            page.get_by_label("Add new rows and update existing ones").check()
            page.get_by_role("button", name="Continue").click()
            expect(page.locator("h1")).to_contain_text("into Country")
            if name == "import that is ready":
                expect(page.get_by_role("link", name="Cancel")).to_be_focused()
            inspector.open(name, page.url.removeprefix(demo.url))
            inspector.look_everywhere()
    assert inspector.complaints == []


def test_line_breaks_that_nobody_touched_stay(demo, plain):
    page = plain
    for id, name in {"LB1": "a\rb\rc", "LB2": "\rx", "LB3": "1\r\n2\r3\n4", "LB4": "\n\r\n"}.items():
        demo.post(TABLE + "/Country", {"values": {"id": id, "name": name}})
        page.goto(f"{demo.url}{TABLE}/Country/r/{id}/edit")
        page.get_by_label("numeric", exact=True).fill("7")
        page.get_by_role("button", name=re.compile("^Save$")).click()
        expect(page.get_by_role("status").first).to_contain_text("saved")
        values = demo.get(f"{TABLE}/Country/r/{id}.json")["values"]
        assert (values["name"], str(values["numeric"])) == (name, "7")


def test_line_breaks_go_into_a_text_that_has_none(demo, plain):
    page = plain
    for word, action in {"edit": "/r/LB5/edit", "new": "/new"}.items():
        id = "LB5" if word == "edit" else "LB6"
        if word == "edit":
            demo.post(TABLE + "/Country", {"values": {"id": id, "name": "short"}})
        page.goto(f"{demo.url}{TABLE}/Country{action}")
        if word == "new":
            page.get_by_label("id", exact=True).fill(id)
        box = page.get_by_label("name", exact=True)
        box.fill("")
        line = box.bounding_box()["height"]
        # As it is pasted, then typed.
        page.keyboard.insert_text("one\ntwo")
        box.press("Enter")
        page.keyboard.type("three")
        assert box.bounding_box()["height"] > line, "the box grows"
        page.get_by_role("button", name=re.compile("^(Save|Add row)$")).click()
        expect(page.get_by_role("status").first).to_contain_text(re.compile("saved|added"))
        assert demo.get(f"{TABLE}/Country/r/{id}.json")["values"]["name"] == "one\ntwo\nthree"


def test_references_lead_both_ways(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision/r/DE-HH")
    page.get_by_role("link", name="Germany").click()
    expect(page.locator("h1")).to_contain_text("Germany")
    section = page.get_by_role("region", name="Referenced by")
    expect(section).to_contain_text("16 rows")
    section.get_by_role("link", name=re.compile("^Show all")).click()
    expect(page.locator(".pager")).to_contain_text("of 16 matching")


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


# Beside the state of the row, which is below the form in a narrower window.
@pytest.mark.parametrize("width", [1000, 1100, 1280, 1440])
def test_the_edit_form_has_two_columns_from_1000_pixels(demo, page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{demo.url}{TABLE}/Country/r/FI/edit")
    lefts = page.locator(".fields > .field:not(.all)").evaluate_all(
        "(all) => [...new Set(all.map((field) => Math.round(field.getBoundingClientRect().left)))]")
    assert len(lefts) == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_typing_a_value_unticks_null(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country/r/FI/edit")
    null = page.get_by_role("checkbox", name="NULL in name")
    null.check()
    page.get_by_label("name", exact=True).press_sequentially("x")
    expect(null).not_to_be_checked()
    # Ticking it leaves what was typed, and so does another field.
    null.check()
    expect(null).to_be_checked()
    page.get_by_label("numeric", exact=True).press_sequentially("1")
    expect(null).to_be_checked()


def test_what_a_page_asks_for_is_not_printed(demo, page):
    stage(page, demo, "Country", "IS", {"name": "Iceland, staged"})
    page.goto(f"{demo.url}{TABLE}/Country")
    asked = page.get_by_text("1 row with staged changes.")
    expect(asked).to_be_visible()
    page.emulate_media(media="print")
    for text in ["1 row with staged changes.", "Filter by a cell"]:
        expect(page.get_by_text(text, exact=True)).not_to_be_visible()


def test_a_reference_is_checked_when_its_field_is_left(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision/r/DE-HH/edit")
    box, said = page.get_by_label("country", exact=True), page.locator(".field:has([data-rows]) .ref").first
    with page.expect_response(re.compile("_text=Fran")):
        box.fill("Fran")
    expect(said).to_have_text("")
    box.fill("Nowhere at all")
    box.blur()
    expect(said).to_have_text("No row of Country has the id or name “Nowhere at all”")
    box.fill("France")
    box.blur()
    expect(said).to_have_text("FR")


def test_a_reference_of_many_rows_is_set_by_name(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision?id__in=DE-HH,DE-HB&_pick=page")
    page.get_by_role("button", name="Edit 2…").click()
    page.get_by_label("Column", exact=True).select_option("country")
    box = page.locator("#b-ref")
    expect(page.locator("#b-value")).not_to_be_visible()
    with page.expect_response(re.compile("_text=Fran")):
        box.fill("Fran")
    expect(page.locator("#l-b-ref option[value=France]")).to_be_attached()
    box.fill("France")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview ins").first).to_have_text("France")
    expect(box).to_have_value("France")


def test_a_reference_is_edited_in_its_cell_by_name(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision?id=DE-HH&cols=name&cols=country")
    cell = page.locator("#lines td", has_text="Germany")
    # Beside the link that the name is.
    cell.dispatch_event("dblclick")
    box = page.locator(".celled input[name='v.country']")
    expect(box).to_have_value("Germany")
    # Without a change nothing is sent.
    box.press("Enter")
    expect(cell).to_contain_text("Germany")
    expect(page.locator("[data-flash]")).not_to_be_visible()


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
