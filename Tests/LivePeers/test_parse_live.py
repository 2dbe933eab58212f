"""A live store on a real Parse Server: LiveQuery tells it what changes."""
import pytest

from peers import parse_store
from processes import eventually


def state(console):
    return console.get("/s/peer/sync.json")["live"]


@pytest.fixture
def live(tmp_path, parse):
    """A class with one row, its store, and the store's console."""
    [id] = parse.create("Heard", [{"n": 1}])
    store = parse_store(tmp_path, parse, [{"name": "Heard"}], live=True)
    with store.console() as console:
        eventually(lambda: state(console)["state"] == "connected")
        yield parse, console, id
    for id in parse.rows("Heard"):
        parse.call("DELETE", f"/classes/Heard/{id}")


def row(console, id, table="Heard"):
    status, _, body = console.request("GET", f"/s/peer/t/{table}/r/{id}.json")
    return body if status == 200 else None


def test_what_changes_on_the_server_arrives_by_itself(live):
    parse, console, id = live
    assert row(console, id)["values"]["n"] == 1
    [new] = parse.create("Heard", [{"n": 7}])
    eventually(lambda: (row(console, new) or {"values": {"n": 0}})["values"]["n"] == 7)
    parse.call("PUT", f"/classes/Heard/{id}", {"n": 2})
    eventually(lambda: row(console, id)["values"]["n"] == 2)
    parse.call("DELETE", f"/classes/Heard/{new}")
    eventually(lambda: row(console, new) is None or row(console, new).get("removed") or row(console, new).get("deleted"))


def test_pending_changes_stay_and_are_not_sent(live):
    parse, console, id = live
    console.post(f"/s/peer/t/Heard/r/{id}", {"values": {"n": 5}})
    parse.call("PUT", f"/classes/Heard/{id}", {"n": 3})
    [marker] = parse.create("Heard", [{"n": 0}])
    eventually(lambda: row(console, marker))
    assert row(console, id)["values"]["n"] == 5 and parse.rows("Heard")[id]["n"] == 3


def test_webhooks_tell_a_store_that_has_no_livequery(tmp_path, parse):
    """The server calls the console after each save and delete; LiveQuery's address leads nowhere."""
    [id] = parse.create("Hooked", [{"n": 1}])
    store = parse_store(
        tmp_path, parse, [{"name": "Hooked"}], more={"liveQueryUrl": "ws://127.0.0.1:1/", "webhookKeyFile": "peer-webhook"}, live=True)
    store.run("pull")
    with store.console() as console:
        eventually(lambda: state(console)["state"] == "waiting")
        hooks = [{"className": "Hooked", "triggerName": name, "url": f"{console.url}/s/peer/hooks/parse"}
                 for name in ("afterSave", "afterDelete")]
        for hook in hooks:
            parse.call("POST", "/hooks/triggers", hook)
        try:
            parse.call("PUT", f"/classes/Hooked/{id}", {"n": 2})
            eventually(lambda: row(console, id, "Hooked")["values"]["n"] == 2)
            [new] = parse.create("Hooked", [{"n": 3}])
            eventually(lambda: row(console, new, "Hooked"))
            parse.call("DELETE", f"/classes/Hooked/{new}")
            eventually(lambda: row(console, new, "Hooked") is None)
            # The row that is left is as it was, and nothing was queued.
            assert row(console, id, "Hooked")["state"] == "synced"
        finally:
            for hook in hooks:
                parse.call("PUT", f"/hooks/triggers/Hooked/{hook['triggerName']}", {"__op": "Delete"})
