"""Rows that were changed behind the server's back are found by a check, said, and repaired."""
import re
import time

import pytest
from playwright.sync_api import expect

from processes import Console, Service, edited_settings, syncline

COUNT = 30


@pytest.fixture
def store(tmp_path):
    """A store in step with its service, and a console that may be started with a schedule."""
    with Service(tmp_path / "service.sqlite") as service:
        for number in range(COUNT):
            service.insert("Item", {"id": f"i{number:02}", "text": f"item {number}"})
        with Console.with_store(tmp_path / "data", service, [{"name": "Item"}]) as console:
            assert console.run("pull")["state"] == "succeeded"
            yield service, console


def drift_apart(service):
    """One row is gone without a tombstone, one is new with an old time, one is changed."""
    service.sql("DELETE FROM Item WHERE id = 'i00'")
    service.sql("UPDATE Item SET text = 'by hand', version = 'hand' WHERE id = 'i01'")
    service.sql("UPDATE Item SET id = 'moved' WHERE id = 'i02'")


def first_check(console):
    """Waits for the schedule, which leaves the program ten seconds to start."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        checks = console.get("/s/todo/drift.json")["checks"]
        if checks:
            return checks[0]
        time.sleep(0.2)
    raise AssertionError("no check was started")


def test_a_check_finds_what_was_changed_in_the_database_and_repairs_it(store, page):
    service, console = store
    drift_apart(service)
    console.sign_in(page)
    page.goto(console.url + "/s/todo/drift")
    page.get_by_role("button", name="Check all tables").click()
    expect(page.locator("h1")).to_contain_text("Done", timeout=20_000)
    page.goto(console.url + "/s/todo/drift")
    line = page.locator("tbody tr", has=page.get_by_role("link", name="Item check"))
    expect(line).to_contain_text("4 rows differ")
    page.goto(console.url + "/s/todo")
    expect(page.get_by_role("main")).to_contain_text("4 rows of Item differ from the server")
    expect(page.get_by_role("main")).to_contain_text("2 missing on the server · 1 missing here · 1 different")

    page.get_by_role("link", name="View drift").click()
    page.get_by_role("button", name="Compare Item").click()
    expect(page.locator("h1")).to_contain_text("Done", timeout=20_000)
    run = int(re.search(r"/runs/(\d+)", page.url).group(1))
    choices = {"missingOnServer": "remove-here", "missingHere": "pull-again", "different": "pull-again"}
    console.post(f"/s/todo/reconcile/{run}/apply", choices)
    drift = console.get("/s/todo/drift.json")
    assert drift["remaining"] == 0 and drift["tables"][0]["repaired"] == 4
    assert {id: row["values"]["text"] for id, row in console.rows("Item").items()} == {
        id: row["text"] for id, row in service.rows("Item").items()}
    page.goto(console.url + "/s/todo/drift")
    expect(line).to_contain_text("Repaired")


def test_the_command_line_repairs_what_a_check_found(store):
    service, console = store
    drift_apart(service)
    syncline("reconcile", "--data", console.data)
    assert console.get("/s/todo/drift.json")["remaining"] == 4
    syncline("reconcile", "--apply", "--data", console.data)
    drift = console.get("/s/todo/drift.json")
    assert drift["remaining"] == 0 and [check["found"] for check in drift["checks"]] == [4, 4]


def test_a_schedule_checks_by_itself_at_its_rate_and_goes_on_after_a_kill(store):
    service, console = store
    drift_apart(service)
    with edited_settings(console.data) as settings:
        settings["stores"][0]["drift"] = {"everyHours": 1, "requestsPerMinute": 60}
        settings["stores"][0]["pull"] = {"pageSize": 5}
    console.kill()
    console.start()
    check = first_check(console)
    assert check["found"] == 4
    run = console.get(f"/s/todo/runs/{check['run']}.json")
    assert run["by"] == "schedule" and run["kind"] == "reconcile"
    console.kill()
    console.start()
    schedule = console.get("/s/todo/drift.json")["schedule"]
    assert schedule["nextAt"] > check["startedAt"] and schedule["requestsPerMinute"] == 60
    assert console.get("/s/todo.json")["counts"]["pending"] == 0
    assert "i00" in console.rows("Item"), "a check removed a row"
