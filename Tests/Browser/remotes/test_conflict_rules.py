"""Rules resolve conflicts in a push: rehearsed first, listed afterwards, undone where nothing came after."""
import json
import re

import pytest
from playwright.sync_api import expect

from processes import Console, Service, syncline

RULES = "/s/todo/t/Item/rules"


@pytest.fixture
def store(tmp_path):
    """A store in step with its service."""
    with Service(tmp_path / "service.sqlite") as service:
        for name in ("a", "b", "c", "d"):
            service.insert("Item", {"id": name, "text": f"item {name}", "n": 10})
        with Console.with_store(tmp_path / "data", service, [{"name": "Item"}]) as console:
            assert console.run("pull")["state"] == "succeeded"
            yield service, console


def conflict(service, console, name, here, there):
    """Changes a row on both sides; the next push finds it out."""
    console.post(f"/s/todo/t/Item/r/{name}", {"values": here})
    service.change("Item", name, there)


def waiting(console):
    return sorted(error["itemId"] for error in console.errors() if error["state"] == "conflict")


def test_a_rule_is_rehearsed_turned_on_and_resolves_what_waits(store, page):
    service, console = store
    conflict(service, console, "a", {"n": 12}, {"n": 15})
    conflict(service, console, "b", {"n": None}, {"n": 7})
    assert console.run("push")["conflicts"] == 2
    console.sign_in(page)
    page.goto(console.url + "/s/todo/t/Item")
    page.locator("summary", has_text="More actions").click()
    page.get_by_role("main").get_by_role("link", name="Conflict rules").click()
    expect(page.get_by_text("Every conflict of Item waits for you.")).to_be_visible()
    page.get_by_label("Column").select_option("n")
    page.get_by_label("On conflict").select_option("Sum")
    page.get_by_role("button", name="Preview").click()
    lines = page.get_by_role("region", name="What the rule would decide")
    expect(lines.locator("tbody tr", has_text="item a")).to_contain_text("17 sum")
    expect(lines.locator("tbody tr", has_text="item b")).to_contain_text("Ask: one side is NULL")
    assert waiting(console) == ["a", "b"], "a rehearsal changed something"

    page.get_by_role("button", name="Turn on and resolve 1").click()
    expect(page.get_by_role("status").first).to_contain_text("1 conflict resolved")
    expect(page.get_by_role("listitem").filter(has_text="n: add up both changes")).to_contain_text(
        "1 automatic decision")
    assert waiting(console) == ["b"]
    assert console.run("push")["state"] == "succeeded"
    assert service.rows("Item")["a"]["n"] == 17
    stored = json.loads((console.data / "syncline.json").read_text())["stores"][0]["tables"]
    assert stored == [{"name": "Item", "conflictRules": [{"rule": "sum", "column": "n"}]}]

    # From now on a push decides by itself.
    conflict(service, console, "c", {"n": 11, "text": "mine"}, {"n": 5})
    run = console.run("push")
    assert run["conflicts"] == 0 and run["report"]["push"]["decidedByRules"] == 1
    row = service.rows("Item")["c"]
    assert row["n"] == 6 and row["text"] == "mine"
    page.goto(f"{console.url}/s/todo/runs/{run['run']}")
    page.get_by_role("link", name="resolved by rules").click()
    expect(page.locator("h1")).to_contain_text("Resolved by rules 2")


def test_a_decision_is_undone_or_its_versions_are_restored(store, page):
    service, console = store
    console.post(RULES, {"column": "n", "rule": "take-server"})
    console.post(RULES, {"column": "text", "rule": "keep-local"})
    conflict(service, console, "a", {"n": 12}, {"n": 15})
    conflict(service, console, "b", {"text": "mine"}, {"text": "theirs"})
    assert console.run("push")["conflicts"] == 0
    console.sign_in(page)
    page.goto(console.url + "/s/todo/decisions")
    search = page.get_by_role("searchbox", name="Row, id or rule")
    search.fill("THEIRS")
    search.press("Enter")
    expect(page.get_by_role("link", name="mine", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="item a", exact=True)).to_have_count(0)
    search.fill("zebra")
    search.press("Enter")
    page.get_by_role("link", name="Clear search").click()
    page.get_by_role("link", name="item a", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("n: take the server’s value")
    page.get_by_role("button", name="Undo decision").click()
    expect(page.get_by_role("status").first).to_contain_text("Automatic decision undone.")
    assert waiting(console) == ["a"] and console.rows("Item")["a"]["values"]["n"] == 12
    assert service.rows("Item")["a"]["n"] == 15
    console.run("push")
    assert waiting(console) == ["a"], "the rule decided again what a person had undone"

    # What was sent is put right by an edit, from either version.
    assert service.rows("Item")["b"]["text"] == "mine"
    page.goto(console.url + "/s/todo/decisions")
    page.get_by_role("link", name="mine", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("can no longer be undone")
    page.get_by_role("link", name="Restore server version…").click()
    expect(page.get_by_label("text", exact=True)).to_have_value("theirs")
    page.get_by_role("button", name="Save", exact=True).click()
    console.run("push")
    assert service.rows("Item")["b"]["text"] == "theirs"


def test_rules_in_the_file_and_the_command_line_say_the_same(store):
    service, console = store
    console.post(RULES, {"column": "n", "rule": "larger"})
    conflict(service, console, "d", {"n": 12}, {"n": 15})
    assert console.run("push")["conflicts"] == 0
    assert service.rows("Item")["d"]["n"] == 15
    listed = syncline("rules", "Item", "--data", console.data).stdout
    assert re.search(r"n\s+larger\s+ask\s+1\s+0", listed), listed
    decided = syncline("decisions", "--data", console.data).stdout
    assert "n: larger" in decided and "1 of 1 decision" in decided
    rehearsed = syncline("rules", "Item", "--column", "n", "--rule", "keep-local", "--data", console.data).stdout
    assert "decided otherwise" in rehearsed and "Nothing was changed" in rehearsed
    same = json.loads(syncline("decisions", "--json", "--data", console.data).stdout)
    assert same == console.get("/s/todo/decisions.json")
    assert "--rule biggest" in syncline("rules", "Item", "--rule", "biggest", "--data", console.data, check=2).stderr

    stopped = console.post(RULES + "/remove", {"column": "n"})
    assert stopped["rules"] == []
    conflict(service, console, "d", {"n": 20}, {"n": 30})
    assert console.run("push")["conflicts"] == 1
    console.post(f"/undo/{stopped['undo']}")
    assert console.get(RULES + ".json")["rules"][0]["rule"] == "larger"


def test_a_server_that_was_edited_by_hand_is_no_reason_to_lose_a_change(store):
    """Deleted behind the server's back, changed without a new time, and deleted with a tombstone."""
    service, console = store
    console.post(RULES, {"rule": "newest"})
    for name in ("a", "b", "c"):
        console.post(f"/s/todo/t/Item/r/{name}", {"values": {"text": f"mine {name}"}})
    service.sql("DELETE FROM Item WHERE id = 'a'")
    service.sql("UPDATE Item SET text = 'by hand', version = 'hand' WHERE id = 'b'")
    service.sql("UPDATE Item SET deleted = 1, version = 'gone', updatedAt = '2001-01-01T00:00:00.000Z' WHERE id = 'c'")
    run = console.run("push")
    # The row that is gone without a trace is for a person; the others are newer here.
    assert run["conflicts"] + run["failed"] >= 1 and run["report"]["push"]["decidedByRules"] == 2
    assert {error["itemId"] for error in console.errors()} == {"a"}
    rows = service.rows("Item")
    assert rows["b"]["text"] == "mine b" and rows["c"]["text"] == "mine c" and not rows["c"].get("deleted")


def test_without_scripts_and_for_viewers_a_rehearsal_works(store, browser):
    service, console = store
    conflict(service, console, "a", {"n": 12}, {"n": 15})
    console.run("push")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    console.sign_in(page)
    page.goto(console.url + RULES + "?column=n&rule=larger#rehearsal")
    expect(page.get_by_role("button", name="Turn on and resolve 1")).to_be_visible()
    page.get_by_role("button", name="Turn on rule").click()
    expect(page.get_by_role("listitem").filter(has_text="n: take the larger value")).to_be_visible()
    assert waiting(console) == ["a"], "turning a rule on resolved what was not asked for"
    context.close()
    token = console.add_token("looker", "viewer")
    assert console.request("GET", RULES + ".json?column=n&rule=sum", token=token)[0] == 200
    assert console.request("POST", RULES, {"column": "n", "rule": "sum"}, token=token)[0] == 403
