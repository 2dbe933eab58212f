"""Lists of rows in a real browser: filters, facets, columns, views; with scripts and without."""
import re

from playwright.sync_api import expect

from pages import TABLE
from test_pages import demo, open_menu, page, plain, signed_in  # noqa: F401: fixtures


def test_a_filter_suggests_the_values_of_its_column(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision")
    open_menu(page, "Filter")
    page.get_by_label("Column", exact=True).select_option("type")
    with page.expect_response(re.compile("/values")):
        page.get_by_label("Value").focus()
        page.get_by_label("Column", exact=True).select_option("country")
    expect(page.locator("#values option").first).to_be_attached()
    # What is typed is looked for in all rows, not only among the commonest.
    page.get_by_label("Column", exact=True).select_option("name")
    page.get_by_label("Value").press_sequentially("chinga")
    expect(page.locator("#values option[value=Muchinga]")).to_be_attached()


def test_values_and_facets_narrow_the_list_without_scripts(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Subdivision")
    open_menu(page, "Filter")
    page.get_by_label("Column", exact=True).select_option("type")
    page.get_by_role("button", name="Show values").click()
    page.get_by_role("region", name="Values of type").get_by_role("link").first.click()
    expect(page.locator(".fchip")).to_have_count(1)
    page.get_by_role("link", name="Facets", exact=True).click()
    facet = page.get_by_role("region", name="Values of country")
    facet.get_by_role("link", name=re.compile("^Show all")).click()
    name = facet.locator("li a > span:first-child").nth(3).inner_text()
    search = facet.get_by_label("Search values of country")
    search.fill(name[1:].upper())
    search.press("Enter")
    value = facet.get_by_role("link", name=name)
    count = value.locator(".n").inner_text()
    value.click()
    expect(page.locator(".pager")).to_contain_text(f"of {count} matching")
    expect(value).to_have_attribute("aria-current", "true")
    value.click()
    expect(page.locator(".fchip")).to_have_count(1)
    page.get_by_role("link", name="Close facets").click()
    expect(page.locator(".facets")).to_have_count(0)


def test_a_facet_takes_a_second_value_without_scripts(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Subdivision?facets=1")
    values = page.get_by_role("region", name="Values of type").locator("li > a")
    counts = [int(values.nth(place).locator(".n").inner_text().replace(",", "")) for place in (0, 1)]
    for place in (0, 1):
        values.nth(place).click()
        expect(values.nth(place)).to_have_attribute("aria-current", "true")
    expect(page.locator(".pager")).to_contain_text(f"of {sum(counts):,} matching")
    expect(page.locator(".fchip")).to_have_count(1)
    values.nth(0).click()
    expect(page.locator(".pager")).to_contain_text(f"of {counts[1]:,} matching")


def test_a_filter_is_edited_in_its_place(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision?name__contains=berl&type=Land")
    chip = page.get_by_role("link", name="Edit filter: name contains “berl”")
    chip.click()
    box = page.get_by_label("Value")
    expect(box).to_be_focused()
    expect(box).to_have_value("berl")
    box.press("Escape")
    expect(chip).to_be_focused()
    chip.click()
    box.fill("hamb")
    box.press("Enter")
    expect(page.locator(".fchip")).to_have_text([re.compile("hamb"), re.compile("Land")])
    page.locator("body").press("f")
    expect(page.get_by_role("form", name="Add a filter").get_by_label("Column")).to_be_focused()


def test_the_comparisons_of_a_filter_are_those_of_its_column(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country")
    open_menu(page, "Filter")
    column, comparison = page.get_by_label("Column", exact=True), page.get_by_label("Comparison")
    value = page.get_by_label("Value", exact=True)
    assert "contains" in comparison.locator("option").all_inner_texts()
    column.select_option("updatedAt")
    assert comparison.locator("option").all_inner_texts()[:3] == ["from", "after", "before"]
    page.get_by_role("button", name="Add filter").click()
    assert value.evaluate("box => box.validity.valueMissing")
    comparison.select_option("is not NULL")
    expect(value).to_be_hidden()
    page.get_by_role("button", name="Add filter").click()
    expect(page.locator(".fchip")).to_contain_text("updatedAt is not NULL")
    expect(page.locator("#lines tr").first).to_be_visible()


def test_a_day_is_picked_or_typed_for_a_column_of_dates(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country")
    open_menu(page, "Filter")
    day, value = page.get_by_label("Pick a date"), page.get_by_label("Value", exact=True)
    expect(day).to_be_hidden()
    page.get_by_label("Column", exact=True).select_option("updatedAt")
    day.fill("2020-01-02")
    expect(value).to_have_value("2020-01-02")
    value.fill("2021-03-04T05:06:07+02:00")
    expect(day).to_have_value("2021-03-04")
    page.get_by_role("button", name="Add filter").click()
    expect(page.locator(".fchip")).to_contain_text("updatedAt ≥ 2021-03-04T05:06:07+02:00")


def test_facets_scroll_in_their_panel_and_never_move_the_page(demo, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{demo.url}{TABLE}/Subdivision?facets=1&_facet=country")
    panel = page.locator(".facets")
    panel.evaluate("panel => panel.scrollTo(0, 400)")
    assert page.evaluate("document.documentElement.scrollHeight") == 800
    page.get_by_role("searchbox", name="Search values of country").fill("ger")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("link", name=re.compile("Germany"))).to_be_in_viewport()
    expect(page.get_by_role("searchbox", name="Search values of country")).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_facets_open_and_close_beside_the_list(demo, page):
    page.goto(f"{demo.url}{TABLE}/Subdivision?sort=name")
    grid = page.locator("#list")
    grid.evaluate("grid => grid.scrollTop = 120")
    page.get_by_role("link", name="Facets", exact=True).click()
    facet = page.get_by_role("region", name="Values of country")
    facet.get_by_role("link", name=re.compile("^Show all")).click()
    facet.get_by_label("Search values of country").fill("germ")
    facet.get_by_label("Search values of country").press("Enter")
    expect(facet.get_by_role("link", name=re.compile("^Germany"))).to_be_visible()
    assert grid.evaluate("grid => grid.scrollTop") == 120
    expect(page).to_have_url(re.compile("facets=1"))
    page.get_by_role("link", name="Facets", exact=True).click()
    expect(page.locator(".facets")).to_have_count(0)
    assert "facet" not in page.url


def test_columns_are_pinned_and_sized_and_kept(demo, page):
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(f"{demo.url}{TABLE}/Subdivision?cols=name&cols=type&cols=country&cols=id&cols=version")
    open_menu(page, "Columns")
    page.get_by_label("Pinned columns").select_option("2")
    page.get_by_label("Width of id").select_option("Wide")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("status").first).to_contain_text("Columns of Subdivision saved.")
    expect(page.get_by_role("button", name="Save columns")).to_have_count(0)
    page.goto(f"{demo.url}{TABLE}/Subdivision")
    heads = page.locator("#list thead th[data-head]")
    expect(heads).to_have_text(["name", "type", "country", "id", "version"])
    grid = page.locator("#list.pins")
    places = [heads.nth(index).bounding_box()["x"] for index in (0, 1, 2)]
    grid.evaluate("grid => grid.scrollLeft = 400")
    after = [heads.nth(index).bounding_box()["x"] for index in (0, 1, 2)]
    apart = after[1] - after[0] - heads.nth(0).bounding_box()["width"]
    assert abs(apart) < 2, "the pinned columns stand side by side"
    assert after[2] < places[2], "the others scroll"
    box = heads.nth(1).bounding_box()
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 237, box["y"] + 8)
    with page.expect_response(re.compile("/columns$")):
        page.mouse.up()
    page.reload()
    assert heads.nth(1).bounding_box()["width"] == 240
    open_menu(page, "Columns")
    page.get_by_role("button", name="Forget saved columns").click()
    expect(heads).not_to_have_text(["name", "type", "country", "id", "version"])


def test_columns_are_moved_by_pointer_and_keys_and_kept(demo, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{demo.url}{TABLE}/Country")
    heads = page.locator("#list thead th[data-head]")
    names = heads.all_inner_texts()
    cells = page.locator("#lines tr").first.locator("> *")
    value = cells.nth(heads.nth(1).evaluate("head => head.cellIndex")).inner_text()
    heads.nth(1).get_by_role("link").focus()
    with page.expect_response(re.compile("/columns$")):
        page.keyboard.press("Shift+ArrowLeft")
    expect(heads).to_have_text([names[1], names[0], *names[2:]])
    expect(heads.nth(0).get_by_role("link")).to_be_focused()
    expect(page.get_by_text(f"{names[1]} is column 1 of {len(names)}")).to_be_attached()
    assert cells.nth(heads.nth(0).evaluate("head => head.cellIndex")).inner_text() == value
    start, end = heads.nth(0).bounding_box(), heads.nth(2).bounding_box()
    page.mouse.move(start["x"] + 12, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 10)
    page.mouse.move(end["x"] + 12, end["y"] + 10)
    with page.expect_response(re.compile("/columns$")):
        page.mouse.up()
    moved = [names[0], names[2], names[1], *names[3:]]
    expect(heads).to_have_text(moved)
    page.goto(f"{demo.url}{TABLE}/Country")
    expect(heads).to_have_text(moved)
    open_menu(page, "Columns")
    page.get_by_role("button", name="Forget saved columns").click()
    expect(heads).to_have_text(names)


def test_columns_are_moved_and_kept_without_scripts(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Country")
    heads = page.locator("#list thead th[data-head]")
    names = heads.all_inner_texts()
    open_menu(page, "Columns")
    page.get_by_role("button", name=f"Move {names[1]} up").click()
    expect(page.get_by_role("button", name=f"Move {names[1]} up")).to_be_focused()
    page.goto(f"{demo.url}{TABLE}/Country")
    expect(heads).to_have_text([names[1], names[0], *names[2:]])
    open_menu(page, "Columns")
    page.get_by_role("button", name="Forget saved columns").click()
    expect(heads).to_have_text(names)


def test_a_row_is_found_by_any_of_its_texts(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Country?sort=name")
    box = page.get_by_label("Search text columns")
    box.fill("republic of zim")
    box.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("h1")).to_contain_text("1 of")
    expect(page.get_by_role("link", name="Zimbabwe")).to_be_visible()
    expect(box).to_have_value("republic of zim")
    expect(page).to_have_url(re.compile("sort=name"))


def test_columns_of_a_table_are_searched_without_scripts(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Subdivision/schema")
    count = page.locator("tbody tr").count()
    search = page.get_by_role("searchbox", name="Search columns")
    search.fill("COUNT")
    search.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody th")).to_contain_text("country")
    expect(search).to_have_value("COUNT")
    search.fill("zebra")
    search.press("Enter")
    expect(page.locator("tbody")).to_contain_text("No columns match “zebra”.")
    page.get_by_role("link", name="Clear search").click()
    expect(page.locator("tbody tr")).to_have_count(count)


def test_a_view_is_saved_and_found_again(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Country?name__contains=land&sort=name")
    page.get_by_role("button", name="Save view", exact=True).click()
    page.get_by_label("Save this list as").fill("Lands")
    page.get_by_role("dialog").get_by_role("button", name="Save view").click()
    page.goto(f"{demo.url}{TABLE}/Country")
    page.get_by_role("navigation", name="Views of Country").get_by_role("link", name=re.compile(r"^Lands \d+$")).click()
    expect(page.locator(".fchip")).to_contain_text("land")
    page.get_by_role("button", name="Rename or remove the view Lands").click()
    page.get_by_label("Name of the view").fill("Islands")
    page.get_by_role("button", name="Rename view").click()
    expect(page.get_by_role("navigation", name="Views of Country").locator("[aria-current]")).to_have_text(re.compile(r"^Islands \d+$"))
    page.get_by_role("button", name="Rename or remove the view Islands").click()
    page.get_by_role("button", name="Remove view").click()
    expect(page.get_by_role("status").first).to_contain_text("View “Islands” removed.")


def test_two_filters_are_joined_by_or_without_scripts(demo, plain):
    page = plain
    page.goto(f"{demo.url}{TABLE}/Country?name=Germany")
    open_menu(page, "Filter")
    page.get_by_label("Column", exact=True).select_option("name")
    page.get_by_label("Comparison").select_option("equals")
    page.get_by_label("Value", exact=True).fill("France")
    page.get_by_label("Combine with").select_option("or name is “Germany”")
    page.get_by_role("button", name="Add filter").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    either = page.get_by_role("group", name="Any of these filters")
    expect(either).to_contain_text(re.compile("Germany.*or.*France", re.S))
    either.get_by_role("link", name="Remove filter: name is “Germany”").click()
    expect(page.locator("tbody tr th")).to_have_count(1)
    expect(page.locator("tbody tr th")).to_contain_text("France")


def filter_by_either_of_two_conditions(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country")
    open_menu(page, "Filter")
    first, second, third = (page.get_by_role("group", name=f"Condition {number}") for number in (1, 2, 3))
    first.get_by_label("Comparison").select_option("equals")
    first.get_by_label("Value", exact=True).fill("France")
    page.get_by_role("button", name="Add condition").click()
    expect(first.get_by_label("Value", exact=True)).to_have_value("France")
    second.get_by_label("Combine with previous").select_option("or")
    second.get_by_label("Column").select_option("name")
    second.get_by_label("Comparison").select_option("equals")
    second.get_by_label("Value", exact=True).fill("Germany")
    # One that is left empty does not count.
    page.get_by_role("button", name="Add condition").click()
    expect(third).to_be_visible()
    expect(second.get_by_label("Value", exact=True)).to_have_value("Germany")
    page.get_by_role("button", name="Add filter").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    either = page.get_by_role("group", name="Any of these filters")
    expect(either).to_contain_text(re.compile("France.*or.*Germany", re.S))


def test_two_conditions_are_added_at_once(demo, page):
    filter_by_either_of_two_conditions(demo, page)
    # The second line has the suggestions and the comparisons of its own column.
    open_menu(page, "Filter")
    page.get_by_role("button", name="Add condition").click()
    line = page.get_by_role("group", name="Condition 2")
    expect(line.get_by_label("Column")).to_be_focused()
    line.get_by_label("Column").select_option("updatedAt")
    assert line.get_by_label("Comparison").locator("option").all_inner_texts()[0] == "from"
    line.get_by_label("Column").select_option("name")
    line.get_by_label("Value", exact=True).press_sequentially("icel")
    expect(page.locator("#values option[value=Iceland]")).to_be_attached()


def test_two_conditions_are_added_at_once_without_scripts(demo, plain):
    filter_by_either_of_two_conditions(demo, plain)


def test_filters_stay_in_sight_when_a_list_is_narrowed_or_sorted(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country")
    open_menu(page, "Filter")
    page.get_by_label("Value", exact=True).fill("land")
    page.keyboard.press("Enter")
    expect(page.locator(".fchip")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    page.locator("#list thead").get_by_role("link", name="name", exact=True).click()
    expect(page.locator("#list [aria-sort]")).to_have_count(1)
    expect(page.locator(".fchip")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_the_heads_of_a_long_list_stay_in_sight(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country?size=200")
    last = page.locator("#list tbody tr").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    head = page.locator("#list thead").get_by_role("link", name="name", exact=True)
    expect(head).to_be_in_viewport(ratio=1)
    # And the end of the page can be reached.
    page.mouse.move(640, 450)
    page.keyboard.press("End")
    page.locator(".pager").scroll_into_view_if_needed()
    expect(page.locator(".pager")).to_be_in_viewport()


def test_adding_and_removing_a_filter_leads_the_keyboard_to_the_list(demo, page):
    page.goto(f"{demo.url}{TABLE}/Country")
    open_menu(page, "Filter")
    page.get_by_label("Value", exact=True).fill("land")
    page.keyboard.press("Enter")
    expect(page.locator(".fchip")).to_have_count(1)
    expect(page.locator("#list")).to_be_focused()
    style = "() => getComputedStyle(document.querySelector('#list')).outlineStyle"
    assert page.evaluate(style) == "none"
    page.get_by_role("link", name="Remove filter").press("Enter")
    expect(page.locator(".fchip")).to_have_count(0)
    expect(page.locator("#list")).to_be_focused()


def test_selecting_all_rows_leaves_the_list_in_its_place(demo, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    head = page.locator("#list thead")
    page.goto(f"{demo.url}{TABLE}/Country")
    height = head.bounding_box()["height"]
    page.goto(f"{demo.url}{TABLE}/Country?_pick=all")
    assert head.bounding_box()["height"] == height


FILTERS = ["name__contains=a", "type__not=State", "country__not=DE", "updatedAt__null=false", "id__not=none"]


def test_the_toolbar_of_a_list_is_one_line_with_any_number_of_filters(demo, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    button, chips = page.get_by_role("button", name=re.compile("^Filters")), page.locator(".fchip")
    tools = page.locator(".tools")
    page.goto(f"{demo.url}{TABLE}/Subdivision")
    height = tools.bounding_box()["height"]
    for count in range(1, 6):
        page.goto(f"{demo.url}{TABLE}/Subdivision?{'&'.join(FILTERS[:count])}")
        assert tools.bounding_box()["height"] == height, f"{count} filters make the toolbar higher"
        expect(chips).to_have_count(count)
        # Four are too long for the window: their values could not be read.
        expect(button).to_be_visible(visible=count > 3)
        expect(chips.last).to_be_visible(visible=count < 4)
        if count < 3:
            cut = "texts => texts.filter((text) => text.scrollWidth > text.clientWidth).length"
            assert page.locator(".fchip > a:first-child > span").evaluate_all(cut) == 0
    page.goto(f"{demo.url}{TABLE}/Subdivision?name__contains__or1=a&type__equals__or1=State")
    expect(page.locator(".fany")).to_be_visible()
    assert tools.bounding_box()["height"] == height, "a group makes the toolbar higher"
    page.set_viewport_size({"width": 1920, "height": 1000})
    page.goto(f"{demo.url}{TABLE}/Subdivision?{'&'.join(FILTERS[:4])}")
    expect(chips.last).to_be_visible()
    page.goto(f"{demo.url}{TABLE}/Subdivision?{'&'.join(FILTERS)}")
    button.click()
    expect(chips.last).to_be_visible()
    page.get_by_role("link", name="Remove filter: type is not “State”").click()
    expect(chips).to_have_count(4)
    expect(chips.first.get_by_role("link").first).to_have_attribute("title", "name contains “a”")


def test_a_phone_shows_the_filters_of_a_list_from_one_button(demo, page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{demo.url}{TABLE}/Subdivision?{'&'.join(FILTERS[:3])}")
    tools = page.locator(".tools")
    assert tools.evaluate("tools => tools.scrollWidth <= tools.clientWidth")
    assert tools.bounding_box()["height"] < 45
    page.get_by_role("button", name="Filters (3)").click()
    page.get_by_role("link", name="Edit filter: country is not “Germany”").click()
    box = page.get_by_label("Value", exact=True)
    expect(box).to_be_focused()
    box.press("Escape")
    expect(page.get_by_role("button", name="Filters (3)")).to_be_focused()


def test_the_navigation_stays_below_the_top_bar_at_the_end_of_a_page(demo, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in ["/s/todo/settings", "/help", f"{TABLE}/Subdivision"]:
        page.goto(demo.url + path)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        top, nav = page.locator(".top").bounding_box(), page.locator("#nav").bounding_box()
        assert abs(nav["y"] - top["y"] - top["height"]) < 1, path
        assert abs(nav["y"] + nav["height"] - 800) < 1, path
        expect(page.locator(".foot")).to_be_in_viewport()


def test_a_selection_is_cleared_without_scripts(plain, demo):
    for path in ["/s/todo/t/Country", "/s/todo/trash", "/s/todo/errors", "/s/todo/queue"]:
        plain.goto(demo.url + path)
        boxes = plain.locator("#list .tick input:not(:disabled), ol .tick input:not(:disabled), td.tick input:not(:disabled)")
        if boxes.count() == 0:
            continue
        boxes.first.check()
        plain.locator(".selbar").get_by_role("button", name="Clear").click()
        expect(boxes.first).not_to_be_checked()
        expect(plain.locator(".selbar")).to_be_hidden()


def test_the_note_of_an_error_stands_on_the_line_of_its_reason(demo, page):
    error = demo.errors()[0]["id"]
    demo.post(f"/s/todo/errors/{error}/notes", {"text": "Ask the server’s team."})
    page.goto(f"{demo.url}/s/todo/errors?size=500")
    cell = page.locator("tr", has=page.locator(f"th a[href*='{error}']")).locator("td.grow")
    expect(cell.locator(".by").last).to_contain_text("note")
    note, reason = cell.evaluate("""cell => [cell.querySelector(".by:last-of-type"), cell].map(element => {
        const range = document.createRange();
        range.selectNodeContents([...element.childNodes].findLast(node => node.nodeType === 3 && node.data.trim()));
        return range.getClientRects()[0].bottom;
    })""")
    assert abs(note - reason) <= 1
