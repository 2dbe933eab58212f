"""The form of a row and the edit of many rows in a real browser: values, references; with scripts and without."""
import re

import pytest
from playwright.sync_api import expect

from pages import TABLE
from processes import eventually
from test_pages import demo, page, plain, signed_in  # noqa: F401: fixtures


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
    expect(page.get_by_role("status").first).to_contain_text(f"Undone: changes to {count} rows of Country.")
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
