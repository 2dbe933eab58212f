"""A table as it was: rows that were changed on either side, and their values brought back as staged edits."""
import datetime
import json
import time

import pytest
from playwright.sync_api import expect

from pages import Inspector
from processes import Console, Service, edited_settings, syncline


def moment():
    """A time with nothing of this second before it or after it."""
    time.sleep(1.1)
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    time.sleep(1.1)
    return now


@pytest.fixture
def store(tmp_path):
    with Service(tmp_path / "service.sqlite") as service:
        for name in ("a", "b", "c", "d"):
            service.insert("Item", {"id": name, "text": f"item {name}", "n": 1})
        with Console.with_store(tmp_path / "data", service, [{"name": "Item"}]) as console:
            assert console.run("pull")["state"] == "succeeded"
            yield service, console


def past(console, at, query=""):
    return {row["id"]: row for row in console.get(f"/s/todo/t/Item/past.json?at={at}{query}")["rows"]}


def test_rows_are_found_as_they_were_and_restored(store, page):
    service, console = store
    before = moment()
    console.post("/s/todo/t/Item/r/a", {"values": {"text": "changed here"}})
    service.change("Item", "b", {"text": "changed there", "n": 5})
    service.insert("Item", {"id": "e", "text": "new"})
    console.post("/s/todo/t/Item/r/c/delete")
    console.run("sync")
    rows = past(console, before)
    assert {id: row["change"] for id, row in rows.items()} == {"a": "changed", "b": "changed", "c": "changed", "e": "added"}
    assert rows["b"]["then"]["text"] == "item b" and rows["b"]["later"]["n"] == 5
    assert past(console, before, "&view=all")["d"]["change"] == "same"

    console.sign_in(page)
    page.goto(f"{console.url}/s/todo/t/Item/past?at={before}")
    line = page.locator("tbody tr", has_text="item b")
    expect(line).to_contain_text("Changed")
    expect(page.locator("tbody tr", has_text="item c")).to_contain_text("Deleted later")
    for name in ("item a", "item b"):
        page.get_by_role("checkbox", name=f"Select {name}").check()
    page.get_by_role("button", name="Stage selected rows").click()
    expect(page.get_by_role("status").first).to_contain_text("2 rows staged.")
    page.get_by_role("button", name="Save 2 rows", exact=True).click()
    console.run("push")
    values = service.rows("Item")
    assert values["a"]["text"] == "item a" and values["b"]["text"] == "item b" and values["b"]["n"] == 1


def test_pages_are_turned_forth_and_back_by_links_and_keys(store, page):
    _, console = store
    console.sign_in(page)
    page.goto(f"{console.url}/s/todo/t/Item/past?at={moment()}&view=all&limit=1")
    pager = page.locator(".pager")
    for number in range(1, 4):
        expect(pager).to_contain_text(f"Rows {number}–{number}")
        page.get_by_role("link", name="Next page", exact=True).click()
    expect(pager).to_contain_text("Rows 4–4")
    expect(page.locator("tbody tr")).to_contain_text("item d")
    expect(page.get_by_role("link", name="Next page", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Previous page", exact=True).click()
    expect(pager).to_contain_text("Rows 3–3")
    expect(page.locator("tbody tr")).to_contain_text("item c")
    page.keyboard.press("[")
    expect(pager).to_contain_text("Rows 2–2")
    page.keyboard.press("]")
    expect(pager).to_contain_text("Rows 3–3")


def test_the_servers_rows_lead_back_to_the_page_before(store, page):
    _, console = store
    console.sign_in(page)
    page.goto(f"{console.url}/s/todo/t/Item/server?limit=2")
    pager = page.locator(".pager")
    expect(pager).to_contain_text("Rows 1–2")
    page.get_by_role("link", name="Next page", exact=True).click()
    expect(pager).to_contain_text("Rows 3–4")
    expect(page.locator("tbody")).to_contain_text("item d")
    page.get_by_role("link", name="Previous page", exact=True).click()
    expect(pager).to_contain_text("Rows 1–2")
    expect(page.locator("tbody")).to_contain_text("item a")
    expect(page.get_by_role("link", name="Previous page", exact=True)).to_have_count(0)
    # Views of the table are tabs here too.
    page.get_by_role("navigation", name="Views of Item").get_by_role("link", name="Deleted").click()
    page.wait_for_url("**/t/Item?view=deleted")


def test_two_moments_and_the_command_line(store):
    service, console = store
    first = moment()
    service.change("Item", "a", {"n": 2})
    console.run("pull")
    second = moment()
    service.change("Item", "a", {"n": 3})
    console.run("pull")
    row = past(console, first, f"&to={second}")["a"]
    assert (row["then"]["n"], row["later"]["n"]) == (1, 2)
    text = syncline("past", "Item", "--at", first, "--data", console.data).stdout
    assert "changed" in text and "n: 1 → 3" in text, text
    answer = json.loads(syncline("past", "Item", "--at", first, "--json", "--data", console.data).stdout)
    assert answer["rows"] == console.get(f"/s/todo/t/Item/past.json?at={first}")["rows"]
    future = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)).isoformat()[:19] + "Z"
    assert console.request("GET", f"/s/todo/t/Item/past.json?at={future}")[0] == 400


def test_a_row_edited_by_hand_in_the_database_is_as_it_was_before_the_pull(store):
    """A row is changed and another one deleted behind the server's back: both are as they were."""
    service, console = store
    before = moment()
    service.sql("UPDATE Item SET text = 'by hand', updatedAt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), version = 'hand' WHERE id = 'a'")
    service.sql("DELETE FROM Item WHERE id = 'd'")
    console.run("pull")
    assert past(console, before)["a"]["then"]["text"] == "item a"
    run = console.run("reconcile", {"table": "Item"})
    choices = {"missingOnServer": "remove-here", "missingHere": "ignore", "different": "ignore"}
    console.post(f"/s/todo/reconcile/{run['run']}/apply", choices)
    row = past(console, before)["d"]
    assert row["change"] == "removed" and row["then"]["text"] == "item d"


@pytest.fixture
def removed(store):
    """Rows a, c and d are gone on both sides; an earlier moment, when they were there."""
    service, console = store
    console.post("/s/todo/t/Item/r/a", {"values": {"text": "the last text of a"}})
    console.run("push")
    before = moment()
    service.sql("DELETE FROM Item WHERE id IN ('a', 'c', 'd')")
    run = console.run("reconcile", {"table": "Item"})
    choices = {"missingOnServer": "remove-here", "missingHere": "ignore", "different": "ignore"}
    console.post(f"/s/todo/reconcile/{run['run']}/apply", choices)
    return service, console, before


def test_rows_that_were_deleted_in_the_servers_database_are_staged_and_inserted_again(removed, page):
    service, console, before = removed
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    page.goto(f"{console.url}/s/todo/t/Item/past?at={before}")
    for name in ("the last text of a", "item c"):
        page.get_by_role("checkbox", name=f"Select {name}").check()
    page.get_by_role("button", name="Stage selected rows").click()
    inspector.open("staged rows that are inserted again", "/s/todo/changes")
    expect(page.get_by_role("main")).to_contain_text("Inserted again under its id.")
    inspector.look_everywhere()
    assert inspector.complaints == []
    page.get_by_role("button", name="Save 2 rows", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("2 rows restored.")
    # Somebody else put one of them back: a conflict, and nobody's text is lost.
    service.insert("Item", {"id": "c", "text": "put back there"})
    console.run("push")
    assert service.rows("Item")["a"]["text"] == "the last text of a"
    [error] = console.get("/s/todo/errors.json")["errors"]
    assert (error["itemId"], error["status"]) == ("c", 409)
    assert (error["local"]["text"], error["server"]["text"]) == ("item c", "put back there")
    assert service.rows("Item")["c"]["text"] == "put back there"


def test_a_row_that_is_gone_is_restored_from_its_page(removed, page):
    service, console, before = removed
    status, _, missing = console.request("GET", "/s/todo/t/Item/r/a", headers={"Accept": "text/html"})
    assert status == 404 and "Open history" in missing
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    page.goto(f"{console.url}/s/todo/t/Item/past?at={before}")
    page.get_by_role("link", name="History of the last text of a").click()
    page.wait_for_url("**/r/a?tab=history")
    inspector.open("history of a row that is gone", "/s/todo/t/Item/r/a?tab=history")
    inspector.look_everywhere()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(console.url + "/s/todo/t/Item/r/a?tab=history")
    page.get_by_role("link", name="Restore row…").click()
    expect(page.get_by_role("textbox", name="text", exact=True)).to_have_value("the last text of a")
    inspector.open("restoring a row", "/s/todo/t/Item/new?restore=a")
    inspector.look_everywhere()
    assert inspector.complaints == []
    page.goto(console.url + "/s/todo/t/Item/new?restore=a")
    page.get_by_role("button", name="Restore row").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("“the last text of a” restored.")
    console.run("push")
    assert service.rows("Item")["a"]["text"] == "the last text of a"


def test_rows_of_then_beside_the_server_and_another_store_of_now(tmp_path, page):
    with Service(tmp_path / "service.sqlite") as service:
        for name in ("a", "b", "c"):
            service.insert("Item", {"id": name, "text": f"item {name}"})
        console = Console.with_store(tmp_path / "data", service, [{"name": "Item"}])
        with edited_settings(console.data) as settings:
            settings["stores"].append(settings["stores"][0] | {"name": "copy"})
        with console:
            assert console.run("pull")["state"] == "succeeded"
            assert syncline("pull", "--data", console.data, "--store", "copy").returncode == 0
            at = moment()
            service.change("Item", "a", {"text": "newer there"})
            service.sql("DELETE FROM Item WHERE id = 'b'")
            console.post("/s/todo/t/Item/r/c/delete")

            there = past(console, at, "&with=server&view=all")
            assert {id: row["change"] for id, row in there.items()} == {"a": "changed", "b": "removed", "c": "same"}
            copy = past(console, at, "&with=store:copy&view=all")
            assert {row["change"] for row in copy.values()} == {"same"}
            text = syncline("past", "Item", "--at", at, "--all", "--server", "--data", console.data, "--store", "todo").stdout
            assert "newer there" in text and "removed" in text, text

            console.sign_in(page)
            page.goto(f"{console.url}/s/todo/t/Item/past?at={at}&view=all")
            page.get_by_label("Compare with").select_option("the server now")
            page.get_by_role("button", name="Show").click()
            expect(page.locator("tbody tr", has_text="item b")).to_contain_text("Missing there")
            expect(page.locator("tbody tr", has_text="newer there")).to_contain_text("Different")
            page.goto(f"{console.url}/s/todo/t/Item/past?at={at}")
            page.get_by_role("checkbox", name="Select item c").check()
            page.get_by_role("button", name="Undelete selected rows").click()
            expect(page.get_by_role("status").first).to_contain_text("undeleted")
            assert not console.get("/s/todo/t/Item/r/c.json")["deleted"]
