"""Moving to another server, as a person does it in the browser."""
import json
import re

import pytest
from playwright.sync_api import expect

from pages import complaints_about
from processes import Console, Service, eventually

TABLE = "TodoItem"
COPY = "/s/new/copy?from=old"


@pytest.fixture
def servers(tmp_path):
    with Service(tmp_path / "old.sqlite") as old, Service(tmp_path / "new.sqlite") as new:
        for number in range(30):
            old.insert(TABLE, {"id": f"item-{number}", "text": f"Item {number}"})
        old.insert("Note", {"id": "note", "text": "only there"})
        yield old, new


@pytest.fixture
def console(tmp_path, servers):
    (tmp_path / "data").mkdir()
    stores = [
        {"name": name, "remote": {"kind": "azure", "url": server.url, "apiVersion": "3.0.0"},
         "tables": [{"name": table} for table in tables]}
        for name, server, tables in (("old", servers[0], [TABLE, "Note"]), ("new", servers[1], [TABLE]))
    ]
    (tmp_path / "data/syncline.json").write_text(json.dumps({"stores": stores}))
    with Console(tmp_path / "data") as console:
        yield console


def run(console, store, kind, body=None):
    started = console.post(f"/s/{store}/{kind}", body, status=202)
    address = f"/s/{store}/runs/{started['run']}.json"
    eventually(lambda: console.get(address)["state"] != "running")
    assert console.get(address)["state"] == "succeeded", console.get(address)
    return console.get(address)


def test_a_store_moves_to_another_server_with_its_pending_changes(console, servers, page):
    old, new = servers
    run(console, "old", "pull")
    console.sign_in(page)
    page.goto(console.url + "/s/new/sync")
    page.get_by_role("link", name="Copy rows from another store").click()
    page.get_by_label("Copy from").select_option("old")
    page.get_by_role("button", name="Compare").press("Enter")
    expect(page.get_by_role("heading", name="30 rows to copy from old.")).to_be_visible()
    expect(page.get_by_text("Table Note is not in new.")).to_be_visible()
    page.get_by_text("Columns of TodoItem", exact=True).click()
    expect(page.get_by_role("region", name="Columns of TodoItem").get_by_role("row").filter(has_text="text")
           ).to_contain_text("Copied unchanged")
    page.get_by_role("button", name="Copy 30 rows").press("Enter")
    expect(page.get_by_text("30 rows copied from old.")).to_be_visible()
    expect(page.get_by_role("link", name="Undo… the copy of TodoItem")).to_be_visible()
    report = page.url.removeprefix(console.url)
    page.get_by_role("link", name="Compare with old").click()
    expect(page.get_by_role("list", name="Move old to new").get_by_role("listitem").nth(1)).to_contain_text(
        "30 operations not pushed yet.")
    page.get_by_role("list", name="Move old to new").get_by_role("button", name="Push").press("Enter")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"30\s*pushed"), timeout=30_000)
    assert complaints_about(console.url, page.context.storage_state(), {"copy run": report}) == []
    assert len(new.rows(TABLE)) == 30

    # The old server goes on; somebody works offline.
    old.change(TABLE, "item-1", {"text": "Changed there"})
    old.sql("UPDATE TodoItem SET deleted = 1, updatedAt = '2099-01-01T00:00:00.000Z' WHERE id = 'item-2'")
    console.post("/s/new/t/TodoItem/r/item-3", {"values": {"text": "Changed here"}})
    old.change(TABLE, "item-3", {"text": "Changed there, too"})
    run(console, "old", "pull")
    console.post("/s/old/t/TodoItem/r/item-4", {"values": {"text": "Offline"}})
    page.goto(console.url + COPY)
    expect(page.get_by_role("heading", name="1 row to copy from old.")).to_be_visible()
    page.get_by_text("1 row of TodoItem skipped").click()
    expect(page.get_by_role("listitem").filter(has_text="item-3")).to_contain_text("The row was changed here.")
    assert complaints_about(console.url, page.context.storage_state(), {"copy": COPY}) == []
    page.get_by_role("button", name="Copy 1 row").click()
    expect(page.get_by_text("1 row copied from old.")).to_be_visible()
    page.goto(console.url + COPY)
    page.get_by_role("link", name="Delete 1 row").click()
    page.get_by_role("button", name="Delete 1 row").click()
    expect(page.get_by_role("status").first).to_contain_text("1 row of TodoItem deleted.")

    run(console, "new", "push")
    page.goto(console.url + COPY)
    page.get_by_role("button", name="Verify").press("Enter")
    expect(page.get_by_text("0 of 1 table verified.")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("region", name="new compared with old").get_by_role("row").filter(has_text="TodoItem")
           ).to_contain_text("Not verified 1 row was skipped.")
    verified = page.url.removeprefix(console.url)
    assert complaints_about(console.url, page.context.storage_state(), {"verification": verified}) == []
    page.get_by_role("link", name="Compare with old").click()
    page.get_by_role("link", name="Move old").click()
    expect(page.get_by_role("alert")).to_contain_text("1 row differs and was skipped. new has no table Note.")
    page.get_by_role("button", name="Move old anyway").press("Enter")
    expect(page.get_by_role("status").filter(has_text="old was moved to new.")).to_contain_text(
        "1 pending change queued here.")
    page.get_by_role("region", name="Status").get_by_role("button", name="Push").press("Enter")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"1\s*pushed"), timeout=30_000)
    page.goto(console.url + "/s/old/sync")
    expect(page.get_by_text("This store was moved to new and stays offline.")).to_be_visible()
    console.post("/s/old/push", status=409)
    page.get_by_role("button", name="Go online").first.click()
    expect(page.get_by_role("heading", name="Take old online again?")).to_be_visible()
    rows = new.rows(TABLE)
    assert [rows[f"item-{number}"]["text"] for number in (1, 3, 4)] == ["Changed there", "Changed here", "Offline"]
    assert rows["item-2"]["deleted"] and old.rows(TABLE)["item-4"]["text"] == "Item 4"


def test_a_copy_that_is_cut_off_goes_on_and_a_move_is_verified(console, servers):
    old, new = servers
    old.sql("INSERT INTO TodoItem(id, text) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
            "SELECT 'many-' || i, 'Many ' || i FROM n")
    run(console, "old", "pull")
    started = console.post("/s/new/copy", {"from": "old"}, status=202)
    eventually(lambda: console.get("/s/new.json")["counts"]["pending"] > 0)
    console.kill()
    console.start()
    address = f"/s/new/runs/{started['run']}.json"
    assert console.get(address)["state"] == "failed"
    before = console.get("/s/new/copy.json?from=old")["tables"][0]
    assert 0 < before["same"] < 20_031, before
    entries = [entry for entry in console.get("/audit.json?action=rows.import")["entries"] if entry["count"]]
    assert [entry["count"] for entry in entries] == [before["same"]]
    run(console, "new", "copy", {"from": "old"})
    run(console, "new", "push")
    report = run(console, "new", "copy/verify", {"from": "old"})["report"]
    table = report["copy"]["tables"][0]
    assert table["digests"]["there"] == table["digests"]["here"] != "", table
    assert table["sourceRows"] == table["same"] == 20_031 and table["there"]["failure"] is None
    assert len(new.rows(TABLE)) == 20_031
