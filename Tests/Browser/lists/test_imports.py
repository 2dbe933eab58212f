"""Imports of rows in a real browser: pasted and uploaded, previewed, mapped and imported; with scripts and without."""
import re

from playwright.sync_api import expect

from pages import TABLE, Inspector
from test_pages import demo, opened, page, plain, signed_in  # noqa: F401: fixtures


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
