"""Moving to another server, as a person does it in the browser."""
import json

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


def run(console, store, kind):
    started = console.post(f"/s/{store}/{kind}", status=202)
    address = f"/s/{store}/runs/{started['run']}.json"
    eventually(lambda: console.get(address)["state"] != "running")
    assert console.get(address)["state"] == "succeeded", console.get(address)


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
    page.get_by_role("button", name="Copy 30 rows").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("30 rows copied from old.")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    run(console, "new", "push")
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
    page.get_by_role("link", name="Delete 1 row").click()
    page.get_by_role("button", name="Delete 1 row").click()
    expect(page.get_by_role("status").first).to_contain_text("1 row of TodoItem deleted.")

    page.get_by_role("link", name="Take old offline").click()
    page.get_by_role("button", name="Go offline", exact=True).click()
    page.goto(console.url + COPY)
    page.get_by_role("button", name="Copy 1 pending change").click()
    expect(page.get_by_text("The pending changes of old are here already.")).to_be_visible()
    run(console, "new", "push")
    rows = new.rows(TABLE)
    assert [rows[f"item-{number}"]["text"] for number in (1, 3, 4)] == ["Changed there", "Changed here", "Offline"]
    assert rows["item-2"]["deleted"] and old.rows(TABLE)["item-4"]["text"] == "Item 4"
