"""A live store has what changes on the server at once, whoever changes it, and after every interruption."""
import statistics
import time

import pytest
from playwright.sync_api import expect

from processes import Console, Service, edited_settings, eventually, syncline


def set_live(console, live):
    with edited_settings(console.data) as settings:
        settings["stores"][0]["live"] = live


@pytest.fixture
def live(tmp_path):
    """A service with one row, and a console whose store follows it."""
    with Service(tmp_path / "service.sqlite") as service:
        service.insert("Item", {"id": "first", "text": "there before"})
        console = Console.with_store(tmp_path / "data", service, [{"name": "Item"}])
        set_live(console, True)
        with console:
            eventually(lambda: state(console)["state"] == "connected")
            yield service, console


def state(console):
    return console.get("/s/todo/sync.json")["live"]


def overview(console):
    status, _, body = console.request("GET", "/s/todo", headers={"Accept": "text/html"})
    assert status == 200
    return body


def runs(console):
    return console.get("/s/todo/sync.json")["runs"]


def row(console, id):
    status, _, body = console.request("GET", f"/s/todo/t/Item/r/{id}.json")
    return body if status == 200 else None


def text_of(console, id):
    found = row(console, id)
    return found["values"]["text"] if found else None


def test_changes_arrive_by_themselves_whoever_makes_them(live, page):
    service, console = live
    assert text_of(console, "first") == "there before"
    service.insert("Item", {"id": "new", "text": "just now"})
    eventually(lambda: text_of(console, "new") == "just now", seconds=5)
    service.change("Item", "new", {"text": "changed"})
    eventually(lambda: text_of(console, "new") == "changed", seconds=5)
    # By hand in the server's database, which tells nobody.
    service.sql("UPDATE Item SET text = 'by hand', updatedAt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = 'first'")
    eventually(lambda: text_of(console, "first") == "by hand", seconds=10)
    service.sql("UPDATE Item SET deleted = 1, updatedAt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = 'new'")
    eventually(lambda: (row(console, "new") or {}).get("deleted"), seconds=10)

    eventually(lambda: [(run["by"], run["pulled"], run["deleted"]) for run in runs(console)] == [("live", 3, 1), ("live", 1, 0)])
    [shared, _] = runs(console)
    console.sign_in(page)
    page.goto(console.url + "/s/todo/sync")
    connection = page.get_by_role("region", name="Connection")
    expect(connection).to_contain_text("changes on the server are pulled at once")
    expect(connection).to_contain_text("5 rows pulled since the console was started")
    page.get_by_role("link", name=f"Pull {shared['run']}").first.click()
    expect(page.get_by_role("main")).to_contain_text("live")
    expect(page.get_by_role("main")).to_contain_text("Item")


def test_a_change_arrives_within_a_moment(live):
    service, console = live
    times = []
    for number in range(15):
        service.insert("Item", {"id": f"n{number}", "text": "x"})
        start = time.monotonic()
        eventually(lambda: row(console, f"n{number}"), seconds=5)
        times.append(time.monotonic() - start)
    # Not a measurement, which Benchmarks/live.py makes: a schedule would take a minute at least.
    assert statistics.median(times) < 2


def test_pending_changes_stay_and_are_not_sent(live):
    service, console = live
    console.post("/s/todo/t/Item/r/first", {"values": {"text": "mine"}})
    service.change("Item", "first", {"text": "theirs"})
    service.insert("Item", {"id": "marker", "text": "x"})
    eventually(lambda: row(console, "marker"))
    assert text_of(console, "first") == "mine" and service.rows("Item")["first"]["text"] == "theirs"
    assert console.run("push")["conflicts"] == 1


def test_what_happened_while_the_server_was_away_comes_with_it(live):
    service, console = live
    service.kill()
    eventually(lambda: state(console)["state"] == "waiting")
    reason = state(console)["reason"]
    assert "can’t be reached" in reason or "was lost" in reason or "did not send a complete response" in reason
    assert state(console)["lostSince"]
    eventually(lambda: "Not connected to the server’s change stream" in overview(console))
    service.sql("INSERT INTO Item (id, text) VALUES ('missed', 'while away')")
    service.start()
    eventually(lambda: text_of(console, "missed") == "while away", seconds=60)
    eventually(lambda: state(console)["state"] == "connected")
    assert state(console)["lostSince"] is None
    assert "Not connected" not in overview(console)


def test_a_console_that_was_killed_catches_up(live):
    service, console = live
    console.kill()
    service.insert("Item", {"id": "missed", "text": "x"})
    console.start()
    eventually(lambda: row(console, "missed"))


def test_an_offline_store_hears_nothing(live):
    service, console = live
    console.post("/s/todo/offline", {"offline": True})
    eventually(lambda: state(console)["state"] == "offline")
    service.insert("Item", {"id": "later", "text": "x"})
    time.sleep(1)
    assert row(console, "later") is None
    console.post("/s/todo/offline", {"offline": False})
    eventually(lambda: row(console, "later"))


def test_a_command_waits_for_a_live_pull_and_is_not_refused(live):
    service, console = live
    for number in range(10):
        service.insert("Item", {"id": f"n{number}", "text": "x"})
        done = syncline("push", "--data", console.data, "--store", "todo", check=None)
        assert done.returncode == 0, done.stderr


def test_the_setting_takes_effect_without_a_restart(live):
    service, console = live
    set_live(console, False)
    eventually(lambda: state(console) is None)
    service.insert("Item", {"id": "unheard", "text": "x"})
    time.sleep(1)
    assert row(console, "unheard") is None
    set_live(console, True)
    eventually(lambda: row(console, "unheard"))
