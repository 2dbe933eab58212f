"""The main job from end to end: the article's four items, told in nine chapters.

Real processes on free ports, plain curl against the service, a real browser on the console.
"""
import re

import pytest
from playwright.sync_api import expect

from processes import Console, Service, syncline

FOUR = [
    {"id": "dean", "text": "Dean", "complete": False},
    {"id": "ricky", "text": "Ricky", "complete": False},
    {"id": "ralph", "text": "Ralph", "complete": False},
    {"id": "ivan", "text": "Ivan", "complete": False},
]
ROWS = "/s/todo/t/TodoItem"


@pytest.fixture
def filled(service, console):
    """The four items are on the service, pulled into the store."""
    for row in FOUR:
        service.insert("TodoItem", row)
    assert console.run("pull")["state"] == "succeeded"
    return console


def row_of(page, id):
    return page.locator(f'tr:has(a[href$="/r/{id}"])')


def test_four_items_are_pulled_and_shown(service, console, page):
    assert service.rows("TodoItem") == {}
    for row in FOUR:
        service.insert("TodoItem", row)

    console.sign_in(page)
    page.goto(console.url + "/s/todo/sync")
    page.get_by_role("main").get_by_role("button", name=re.compile("^Pull")).first.click()
    expect(page).to_have_url(re.compile(r"/s/todo/runs/\d+"))
    # The page is loaded again when the run is over.
    expect(page.locator("h1")).to_contain_text("Done", timeout=20_000)

    page.goto(console.url + ROWS)
    for name in ("Dean", "Ricky", "Ralph", "Ivan"):
        expect(page.get_by_role("main")).to_contain_text(name)
    assert set(console.rows("TodoItem")) == {"dean", "ricky", "ralph", "ivan"}


def test_soft_delete_by_attribute_and_undelete(service, filled, page):
    console = filled
    console.sign_in(page)
    page.goto(console.url + ROWS)
    row_of(page, "ricky").get_by_role("button", name=re.compile("complete|delete", re.I)).first.click()
    expect(page.get_by_role("table")).to_be_visible()
    expect(row_of(page, "ricky")).to_have_count(0)
    assert [(o["kind"], o["itemId"], o["state"]) for o in console.queue()] == [("update", "ricky", "pending")]
    assert service.rows("TodoItem")["ricky"]["complete"] is False

    assert console.run("push")["pushed"] == 1
    assert service.rows("TodoItem")["ricky"]["complete"] is True
    assert console.queue() == []
    console.run("pull")
    assert "ricky" not in console.rows("TodoItem")

    page.goto(console.url + "/s/todo/trash")
    row_of(page, "ricky").get_by_role("button", name=re.compile("^Undelete")).click()
    assert console.run("push")["pushed"] == 1
    assert service.rows("TodoItem")["ricky"]["complete"] is False
    page.goto(console.url + ROWS)
    expect(row_of(page, "ricky")).to_have_count(1)
    assert console.rows("TodoItem")["ricky"]["state"] == "synced"


def test_soft_delete_by_the_system_column_and_undelete(service, console, page):
    service.insert("Note", {"id": "n1", "text": "keep me"})
    console.run("pull")
    before = console.rows("Note")["n1"]["values"]["version"]

    console.post("/s/todo/t/Note/r/n1/delete")
    assert "n1" not in console.rows("Note")
    console.run("push")
    assert service.rows("Note")["n1"]["deleted"] is True

    console.sign_in(page)
    page.goto(console.url + "/s/todo/trash")
    row_of(page, "n1").get_by_role("button", name=re.compile("^Undelete")).click()
    console.run("push")
    assert service.rows("Note")["n1"]["deleted"] is False
    row = console.rows("Note")["n1"]
    assert row["state"] == "synced"
    assert row["values"]["version"] == service.rows("Note")["n1"]["version"] != before


def test_hard_delete_on_a_table_without_soft_delete(tmp_path, page):
    with Service(tmp_path / "hard.sqlite", soft_delete="none") as service:
        for row in FOUR:
            service.insert("TodoItem", row)
        with Console.with_store(tmp_path / "hard", service) as console:
            console.run("pull")
            console.sign_in(page)
            page.goto(console.url + ROWS + "/r/dean")
            console.post(ROWS + "/r/dean/hard-delete")
            assert "dean" not in console.rows("TodoItem", "&view=all")
            assert [(o["kind"], o["itemId"]) for o in console.queue()] == [("delete", "dean")]
            assert "dean" in service.rows("TodoItem")
            assert console.run("push")["pushed"] == 1
            assert "dean" not in service.rows("TodoItem")
            assert console.queue() == []


def test_reconcile_removes_what_was_deleted_behind_our_back(service, filled):
    console = filled
    service.sql("DELETE FROM TodoItem WHERE id = 'ralph'")
    console.run("pull")
    assert "ralph" in console.rows("TodoItem")

    run = console.run("reconcile", {"table": "TodoItem"})
    assert run["state"] == "succeeded"
    report = run["report"]
    assert [row["id"] if isinstance(row, dict) else row for row in report["missingOnServer"]] == ["ralph"]
    assert report["missingHere"] == [] and report["different"] == []

    console.post(
        f"/s/todo/reconcile/{run['run']}/apply", {"missingOnServer": "remove-here", "confirm": 1}
    )
    assert "ralph" not in console.rows("TodoItem", "&view=all")
    assert console.queue() == []
    push = console.run("push")
    assert push["state"] == "succeeded" and console.errors() == []


def test_changes_made_offline_survive_a_kill_and_arrive_once(service, filled):
    console = filled
    service.stop()
    for id in ("dean", "ricky", "ivan"):
        console.post(f"{ROWS}/r/{id}", {"values": {"text": f"{id} changed offline"}})
    console.kill()
    console.start()
    assert len(console.queue()) == 3

    run = console.run("push")
    assert run["state"] == "failed" and run["pushed"] == 0
    assert "reach" in str(run)
    assert [o["state"] for o in console.queue()] == ["pending"] * 3
    assert console.errors() == []

    service.start()
    assert console.run("push")["pushed"] == 3
    rows = service.rows("TodoItem")
    assert {rows[id]["text"] for id in ("dean", "ricky", "ivan")} == {
        "dean changed offline", "ricky changed offline", "ivan changed offline"
    }
    assert console.queue() == []
    assert console.run("push")["pushed"] == 0


def test_a_conflict_is_resolved_by_merging_fields(service, filled, page):
    console = filled
    service.change("TodoItem", "ivan", {"text": "Ivan of the server", "note": "there"})
    console.post(f"{ROWS}/r/ivan", {"values": {"text": "Ivan of the store", "estimate": 3}})
    run = console.run("push")
    assert run["failed"] == 1 and len(console.errors()) == 1
    error = console.errors()[0]
    assert error["base"]["text"] == "Ivan"
    assert error["local"]["text"] == "Ivan of the store"
    assert error["server"]["text"] == "Ivan of the server"
    assert console.rows("TodoItem")["ivan"]["state"] == "conflict"

    console.sign_in(page)
    page.goto(f"{console.url}/s/todo/errors/{error['id']}")
    for text in ("Ivan of the store", "Ivan of the server"):
        expect(page.get_by_role("main")).to_contain_text(text)
    console.post(
        f"/s/todo/errors/{error['id']}/resolve",
        {"choice": "merge", "values": {"text": "Ivan of both", "estimate": 3}},
    )
    assert console.errors() == []
    assert console.run("push")["pushed"] == 1
    there = service.rows("TodoItem")["ivan"]
    here = console.rows("TodoItem")["ivan"]
    assert (there["text"], there["estimate"], there["note"]) == ("Ivan of both", 3, "there")
    assert here["state"] == "synced"
    assert {k: here["values"][k] for k in ("text", "estimate", "note", "version")} == {
        k: there[k] for k in ("text", "estimate", "note", "version")
    }


def test_whoever_may_not_is_refused_and_nothing_changes(service, filled, page):
    console = filled
    before = console.rows("TodoItem", "&view=all")
    path = f"{ROWS}/r/dean/delete"
    viewer = console.add_token("looker", "viewer")

    def refused(expected, **options):
        status, _, _ = console.request("POST", path, {}, **options)
        assert status in expected, status

    refused([403], token=viewer)
    refused([401], token="nonsense")
    refused([421], headers={"Host": "evil.example"})
    refused([401, 403], headers={"Authorization": None})

    console.sign_in(page)
    cookies = "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())
    form = {
        "Authorization": None, "Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded",
        "Origin": console.url, "Sec-Fetch-Site": "same-origin", "Accept": "text/html",
    }
    refused([403], headers=form | {"Content-Type": "application/x-www-form-urlencoded"})
    refused([403], headers=form | {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"})

    assert console.request("GET", ROWS + ".json", token=viewer)[0] == 200
    status, headers, _ = console.request(
        "GET", ROWS, headers={"Authorization": None, "Accept": "text/html"}
    )
    assert status == 303 and headers["Location"].startswith("/login")
    assert console.rows("TodoItem", "&view=all") == before
    assert console.queue() == []


def test_the_command_line_shares_the_store(service, filled):
    console = filled
    where = ("--data", console.data, "--store", "todo")
    syncline("delete", "TodoItem", "dean", *where)
    assert [o["itemId"] for o in console.queue()] == ["dean"]
    done = syncline("push", *where)
    assert service.rows("TodoItem")["dean"]["complete"] is True, done.stdout
    syncline("undelete", "TodoItem", "dean", *where)
    assert syncline("queue", *where, "--json").stdout.strip().startswith("{")
    syncline("push", *where)
    assert service.rows("TodoItem")["dean"]["complete"] is False
    assert syncline("undelete", "TodoItem", "nobody", *where, check=1).stderr
