"""A store with two CloudKit zones, of which one is read-only, from the settings to the pages."""
import json
import pathlib
import sys

import pytest
from playwright.sync_api import expect

from pages import Inspector
from processes import Console, edited_settings, eventually, syncline, write_secret

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Emulators"))
from emulator import CloudKitEmulator  # noqa: E402

FAMILY = {"database": "private", "zone": "Family"}
ROW = "/s/todo/t/{}/r/{}"


@pytest.fixture
def server():
    with CloudKitEmulator() as emulator:
        emulator.control("zones", FAMILY)
        yield emulator


@pytest.fixture
def data(tmp_path, server):
    """A data directory with a store of the zones Notes and Family, which both have records of the type Note."""
    data = tmp_path / "data"
    data.mkdir()
    write_secret(tmp_path / "api-token", server.api_token + "\n")
    write_secret(data / "notes.token", server.web_token + "\n")
    remote = {"kind": "cloudkit", "url": server.url, "container": "iCloud.com.example.app", "environment": "development",
              "database": "private", "zones": [{"name": server.zone}, {"name": "Family", "readOnly": True}],
              "apiTokenFile": str(tmp_path / "api-token"), "webAuthTokenFile": "notes.token"}
    tables = [{"name": "Note"}, {"name": "FamilyNote", "zone": "Family", "recordType": "Note"}]
    (data / "syncline.json").write_text(json.dumps({"stores": [{"name": "todo", "remote": remote, "tables": tables}]}))
    server.somebody("create", "a", title="mine")
    server.somebody("create", "a", zone="Family", title="ours")
    server.somebody("create", "b", zone="Family", title="theirs")
    return data


@pytest.fixture
def console(data):
    with Console(data) as console:
        yield console


def refusal(console, path, body):
    status, _, answer = console.request("POST", path, body)
    return status, answer["error"]["code"], answer["error"]["message"]


def title(console, table, id="a"):
    status, _, row = console.request("GET", ROW.format(table, id) + ".json")
    return row["values"]["title"] if status == 200 else None


def test_both_zones_are_pulled_and_one_is_edited_while_the_other_refuses(server, console, page):
    console.run("pull")
    assert (title(console, "Note"), title(console, "FamilyNote")) == ("mine", "ours")
    tokens = {token["queryId"] for token in console.get("/s/todo/tokens.json")["tokens"]}
    assert tokens == {"zone Notes", "zone Family"}
    reasons = {table["name"]: table["readOnly"] for table in console.get("/s/todo/tables.json")["tables"]}
    assert reasons["Note"] is None and "Family" in reasons["FamilyNote"]

    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    page.goto(console.url + ROW.format("Note", "a"))
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("title", exact=True).fill("edited")
    page.get_by_role("button", name="Save", exact=True).click()
    console.run("push")
    assert server.records()["a"]["title"] == "edited"
    assert server.records(zone="Family")["a"]["title"] == "ours"

    inspector = Inspector(page, console.url)
    inspector.open("row of a read-only table", ROW.format("FamilyNote", "a"))
    expect(page.get_by_role("main")).to_contain_text("This table is read-only. The settings of this store mark its zone, Family")
    expect(page.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Delete row")).to_have_count(0)
    inspector.look_everywhere()
    inspector.open("read-only table", "/s/todo/t/FamilyNote")
    expect(page.get_by_role("main")).to_contain_text("This table is read-only.")
    for name in ("New row", "Import"):
        expect(page.get_by_role("link", name=name)).to_have_count(0)
    inspector.look_everywhere()
    inspector.open("tables", "/s/todo/tables")
    expect(page.get_by_role("row", name="FamilyNote")).to_contain_text("read-only")
    assert inspector.complaints == []
    for path in (ROW.format("FamilyNote", "a") + "/edit", "/s/todo/t/FamilyNote/new", "/s/todo/t/FamilyNote/import"):
        status, _, text = console.request("GET", path, headers={"Accept": "text/html"})
        assert status == 403 and "This table is read-only" in text, path


def test_every_way_of_changing_a_read_only_table_is_refused(server, data, console):
    console.run("pull")
    row = ROW.format("FamilyNote", "a")
    for path, body in (
        ("/s/todo/t/FamilyNote", {"values": {"title": "new"}}),
        (row, {"values": {"title": "new"}}),
        (row + "/delete", {}),
        (row + "/hard-delete", {}),
        ("/s/todo/t/FamilyNote/bulk", {"action": "delete", "ids": ["a", "b"]}),
        ("/s/todo/t/FamilyNote/bulk", {"action": "edit", "ids": ["a"], "column": "title", "values": {"title": "x"}}),
    ):
        status, code, message = refusal(console, path, body)
        assert (status, code) == (403, "table_is_read_only"), (path, body, message)
        assert "Family" in message and "Nothing was changed" in message
    # A deletion on the server stays one here.
    server.somebody("forceDelete", "b", zone="Family")
    console.run("pull")
    assert refusal(console, ROW.format("FamilyNote", "b") + "/undelete", {})[:2] == (403, "table_is_read_only")
    failed = syncline("delete", "FamilyNote", "a", "--data", data, "--store", "todo", check=None)
    assert failed.returncode != 0 and "read-only" in failed.stderr
    assert console.get("/s/todo/queue.json")["count"] == 0
    assert server.records(zone="Family") == {"a": {"title": "ours"}}


def test_a_deleted_row_of_a_read_only_table_cannot_be_undeleted_in_the_trash(server, console, page):
    console.run("pull")
    server.somebody("forceDelete", "a", zone="Family")
    server.somebody("forceDelete", "a")
    console.run("pull")
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    inspector.open("trash", "/s/todo/trash")
    expect(page.get_by_role("button", name="Undelete mine")).to_have_count(1)
    expect(page.get_by_role("button", name="Undelete ours")).to_have_count(0)
    inspector.look_everywhere()
    assert inspector.complaints == []


def test_a_zone_that_is_gone_stops_its_own_tables(server, console):
    console.run("pull")
    server.control("zones", {**FAMILY, "action": "remove"})
    server.somebody("forceUpdate", "a", title="changed there")
    pull = console.run("pull")
    assert pull["state"] != "done" and "ZONE_NOT_FOUND" in json.dumps(pull)
    assert (title(console, "Note"), title(console, "FamilyNote")) == ("changed there", "ours")
    console.post("/s/todo/t/Note", {"values": {"title": "new"}})
    assert console.run("push")["pushed"] == 1


def test_a_store_with_one_zone_gets_another_and_pulls_only_that(server, data):
    with edited_settings(data) as settings:
        remote = settings["stores"][0]["remote"]
        del remote["zones"]
        remote["zone"] = server.zone
        tables, settings["stores"][0]["tables"] = settings["stores"][0]["tables"], [{"name": "Note"}]
    with Console(data) as console:
        console.run("pull")
        token = console.get("/s/todo/tokens.json")["tokens"][0]
        assert token["queryId"] == "zone Notes"
        with edited_settings(data) as settings:
            remote = settings["stores"][0]["remote"]
            del remote["zone"]
            remote["zones"] = [{"name": server.zone}, {"name": "Family", "readOnly": True}]
            settings["stores"][0]["tables"] = tables
        eventually(lambda: len(console.get("/s/todo/tables.json")["tables"]) == 2)
        console.run("pull")
        assert title(console, "FamilyNote") == "ours"
        sent = [request["body"]["zones"][0] for request in server.control("state")["requests"]
                if request["operation"] == "changes/zone"]
        notes = [zone.get("syncToken") for zone in sent if zone["zoneID"]["zoneName"] == server.zone]
        assert notes[-1] == token["value"]


def test_zones_are_set_and_tested_in_the_browser(server, data, console, browser):
    page = browser.new_context().new_page()
    console.sign_in(page)
    page.goto(console.url + "/s/todo/settings")
    zones = page.get_by_label("Zones", exact=True)
    assert json.loads(zones.input_value())[1] == {"name": "Family", "readOnly": True}
    server.control("zones", {**FAMILY, "action": "remove"})
    page.get_by_role("button", name="Test connection").click()
    main = page.get_by_role("main")
    expect(main).to_contain_text("there is no zone Family")
    expect(main).to_contain_text("zone Notes")
    # A mistake is shown beside its field, and nothing is saved.
    zones.fill('[{"name": "Notes"}, {"name": "Notes"}]')
    page.get_by_role("button", name="Save changes").click()
    expect(main).to_contain_text("The zone \"Notes\" is listed twice")
    expect(zones).to_have_attribute("aria-invalid", "true")
    zones.fill(f'[{{"name": "{server.zone}"}}, {{"name": "Family"}}]')
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("[data-flash]")).to_contain_text("Settings of todo saved")
    stored = json.loads((data / "syncline.json").read_text())["stores"][0]
    assert stored["remote"]["zones"] == [{"name": "Notes"}, {"name": "Family"}]
    assert stored["tables"][1] == {"name": "FamilyNote", "zone": "Family", "recordType": "Note"}
    assert "readOnly" not in json.dumps(stored)
    assert console.get("/s/todo/tables.json")["tables"][1]["readOnly"] is None
    page.context.close()
