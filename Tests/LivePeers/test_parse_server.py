"""Stores on a real Parse Server over PostgreSQL."""
import base64
import http.client
import json
import subprocess
import threading
import time
import urllib.parse

import pytest

from peers import Meddler, parse_store
from processes import SYNCLINE

ROWS = 600


def test_a_push_beside_a_rival_leaves_what_the_server_has(tmp_path, parse):
    """A rival writes another column of the same rows while they are pushed."""
    ids = parse.create("Rival", [{"a": 0, "b": 0} for _ in range(ROWS)])
    store = parse_store(tmp_path, parse, [{"name": "Rival", "softDelete": {"column": "gone"}}])
    store.run("pull")
    with store.console() as console:
        for start in range(0, ROWS, 50):
            for id in ids[start:start + 50]:
                status, _, answer = console.request("POST", f"/s/peer/t/Rival/r/{id}", {"values": {"a": 1}})
                assert status == 200, answer

    def rival():
        for number, id in enumerate(ids):
            parse.call("PUT", f"/classes/Rival/{id}", {"gone": True} if number % 20 == 0 else {"b": 1})

    thread = threading.Thread(target=rival)
    thread.start()
    store.run("push", check=None)
    thread.join()
    store.run("sync", check=None)

    with store.console() as console:
        for error in console.request("GET", "/s/peer/errors.json?size=500")[2]["errors"]:
            console.request("POST", f"/s/peer/errors/{error['id']}/resolve", {"choice": "keep-local"})
    store.run("sync", check=None)
    server, here = parse.rows("Rival"), store.rows("Rival")
    live = {id for id, row in server.items() if not row.get("gone")}
    assert set(here) == live
    assert {id: here[id]["values"]["b"] for id in here} == {id: server[id]["b"] for id in here}
    assert all(row["b"] == 1 for id, row in server.items() if not row.get("gone"))


def test_reconcile_needs_no_statistics_of_the_database(tmp_path, parse):
    ids = parse.create("Estimated", [{"n": number} for number in range(10)])
    parse.sql('ANALYZE "Estimated"')
    store = parse_store(tmp_path, parse, [{"name": "Estimated"}])
    store.run("pull")
    parse.sql('DELETE FROM "Estimated" WHERE "objectId" IN (%s)' % ", ".join(f"'{id}'" for id in ids[:3]))
    report = json.loads(store.run("reconcile", "Estimated", "--json", check=None).stdout)
    assert sorted(report["report"]["missingOnServer"]) == sorted(ids[:3])


def test_a_row_changed_by_sql_is_compared_and_pulled_alone(tmp_path, parse):
    ids = parse.create("Compared", [{"n": number} for number in range(5)])
    store = parse_store(tmp_path, parse, [{"name": "Compared"}])
    store.run("pull")
    parse.sql(f'UPDATE "Compared" SET n = 70 WHERE "objectId" = \'{ids[0]}\'')
    parse.sql(f'DELETE FROM "Compared" WHERE "objectId" = \'{ids[1]}\'')
    new = parse.create("Compared", [{"n": 80}])[0]
    with store.console() as console:
        rows = console.request("GET", "/s/peer/t/Compared/server.json")[2]["rows"]
        assert {row["id"]: row["result"] for row in rows} == {
            ids[0]: "different", **{id: "same" for id in ids[2:]}, new: "missingHere"}
        lost = console.request("GET", f"/s/peer/t/Compared/r/{ids[1]}/server.json")[2]
        assert lost["result"] == "missingOnServer"
        for id, choice in ((ids[0], "pull-again"), (new, "pull-again"), (ids[1], "remove-here")):
            body = {"choice": choice} | ({"ifState": lost["ifState"]} if choice == "remove-here" else {})
            assert console.request("POST", f"/s/peer/t/Compared/r/{id}/server", body)[0] == 200
    here = store.rows("Compared")
    assert set(here) == {*ids, new} - {ids[1]} and here[ids[0]]["values"]["n"] == 70 and here[new]["values"]["n"] == 80


def test_a_delete_that_the_server_refuses_stays_in_the_errors(tmp_path, parse):
    readable = {"*": {"read": True}}
    ids = parse.create("Guarded", [{"n": 1, "ACL": readable}, {"n": 2}, {"n": 3}, {"n": 4}])
    store = parse_store(tmp_path, parse, [{"name": "Guarded"}], master=False)
    store.run("pull")
    store.run("delete", "Guarded", *ids)
    store.run("push", check=1)
    assert set(parse.rows("Guarded")) == {ids[0]}
    assert ids[0] in store.run("errors", check=1).stdout


@pytest.mark.parametrize("fate", ["overloaded", "lost", ("late", 3)])
@pytest.mark.parametrize("batch", [True, False])
def test_no_insert_is_made_twice(tmp_path, parse, fate, batch):
    kind = fate if isinstance(fate, str) else fate[0]
    name = f"Once{kind}{'Batch' if batch else 'Single'}"
    parse.create(name, [{"n": -1}])
    seen = []

    def decide(method, path, body):
        if method != "POST" or b'"GET"' in body[:200] or len(seen) >= 20:
            return None
        seen.append(path)
        return fate

    with Meddler(parse.port, decide) as meddler:
        store = parse_store(
            tmp_path, parse, [{"name": name}], url=f"http://127.0.0.1:{meddler.port}/parse",
            push={"batch": batch, "insertResendSeconds": 20})
        store.run("pull")
        with store.console() as console:
            for number in range(20):
                status, _, answer = console.request("POST", f"/s/peer/t/{name}", {"values": {"n": number}})
                assert status == 201, answer
        for _ in range(3):
            store.run("push", check=None)
        assert seen
        store.run("sync")
    assert sorted(row["n"] for row in parse.rows(name).values()) == list(range(-1, 20))
    assert sorted(row["values"]["n"] for row in store.rows(name).values()) == list(range(-1, 20))


def test_a_wrong_master_key_stops_the_pull(tmp_path, parse):
    parse.create("Hidden", [{"n": 1, "ACL": {}}])
    store = parse_store(tmp_path, parse, [{"name": "Hidden"}])
    (tmp_path / "masterKeyFile").write_text("wrong\n")
    done = store.run("pull", check=1)
    assert "master key" in done.stdout + done.stderr


MICROSECONDS = "timestamptz '2026-05-06 07:08:09.123' + random() * interval '999 microseconds'"


def test_rows_changed_by_sql_are_pulled(tmp_path, parse):
    """Their stamps are finer than the server prints, and one statement gives thousands the same."""
    ids = parse.create("BySQL", [{"n": number} for number in range(2_600)])
    store = parse_store(tmp_path, parse, [{"name": "BySQL"}])
    store.run("pull")
    changed = ", ".join(f"'{id}'" for id in ids[:2_500])
    parse.sql(f'UPDATE "BySQL" SET n = -1, "updatedAt" = now() WHERE "objectId" IN ({changed})')
    for words in (["pull"], ["pull"], ["pull", "--full"]):
        store.run(*words)
        assert sum(row["values"]["n"] == -1 for row in store.rows("BySQL").values()) == 2_500
    parse.sql(f'UPDATE "BySQL" SET n = -2, "updatedAt" = {MICROSECONDS} WHERE "objectId" IN ({changed})')
    store.run("pull", "--full")
    assert sum(row["values"]["n"] == -2 for row in store.rows("BySQL").values()) == 2_500
    assert json.loads(store.run("reconcile", "BySQL", "--json").stdout)["report"]["missingOnServer"] == []


def test_a_new_store_pulls_a_class_whose_newest_row_was_changed_by_sql(tmp_path, parse):
    ids = parse.create("NewestBySQL", [{"n": number} for number in range(30)])
    parse.sql(f"""UPDATE "NewestBySQL" SET n = -1, "updatedAt" = now() WHERE "objectId" = '{ids[0]}'""")
    parse.sql(f"""UPDATE "NewestBySQL" SET "updatedAt" = NULL WHERE "objectId" = '{ids[1]}'""")
    store = parse_store(tmp_path, parse, [{"name": "NewestBySQL"}])
    for _ in range(3):
        store.run("pull")
    assert len(store.rows("NewestBySQL")) == 30
    with store.console() as console:
        status, _, answer = console.request("POST", f"/s/peer/t/NewestBySQL/r/{ids[0]}", {"values": {"n": 7}})
        assert status == 200, answer
    store.run("push")
    assert parse.rows("NewestBySQL")[ids[0]]["n"] == 7


def test_a_first_pull_that_is_killed_goes_on_and_misses_nothing(tmp_path, parse):
    ids = parse.create("Killed", [{"n": number} for number in range(1_200)])
    pages = []

    def decide(method, path, body):
        if "order=objectId" in path and "limit=100" in path:
            pages.append(path)
            time.sleep(0.1)

    with Meddler(parse.port, decide) as meddler:
        store = parse_store(
            tmp_path, parse, [{"name": "Killed"}], url=f"http://127.0.0.1:{meddler.port}/parse", pull={"pageSize": 100})
        pull = subprocess.Popen([SYNCLINE, "pull", "--data", store.data, "--store", "peer"], stdout=subprocess.DEVNULL)
        while len(pages) < 7:
            time.sleep(0.02)
        pull.kill()
        pull.wait()
        before = len(pages)
        for id in ids[:50]:
            parse.call("PUT", f"/classes/Killed/{id}", {"n": -1})
        added = parse.create("Killed", [{"n": -2} for _ in range(50)])
        store.run("pull")
    assert len(pages) - before < 12
    here, server = store.rows("Killed"), parse.rows("Killed")
    assert set(added) <= set(here)
    assert {id: row["values"]["n"] for id, row in here.items()} == {id: row["n"] for id, row in server.items()}


def test_the_password_of_a_new_user_is_sent_and_shown_to_nobody(tmp_path, parse):
    secret, later = "correct-horse-battery", "staple-for-the-horse"
    store = parse_store(tmp_path, parse, [{"name": "_User"}])
    store.run("pull")
    with store.console() as console:
        status, _, answer = console.request(
            "POST", "/s/peer/t/_User", {"values": {"username": "ann", "password": secret}})
        assert status == 201, answer
        id = answer["id"]
        row = f"/s/peer/t/_User/r/{id}"
        assert console.request("GET", row + ".json")[2]["values"]["password"] == "set"
        seen = [
            "/s/peer/t/_User.json", "/s/peer/t/_User.csv", row + ".json", row + "/edit", row + "?tab=raw", row + "?tab=history",
            "/s/peer/queue.json", "/audit.json"]
        answers = {path: console.request("GET", path) for path in seen}
        answers["preview"] = console.request("POST", "/s/peer/push/preview", {})
        for path, (status, _, answer) in answers.items():
            assert status == 200 and secret not in str(answer), path
        status, _, answer = console.request("POST", "/s/peer/push", {})
        assert status < 300, answer
    store.run("push", check=None)
    login = parse.call("GET", f"/login?username=ann&password={secret}", master=False)
    assert login["username"] == "ann"
    id = next(iter(store.rows("_User")))
    with store.console() as console:
        row = f"/s/peer/t/_User/r/{id}"
        assert console.request("POST", row, {"values": {"password": later}})[0] == 200
    store.run("push")
    assert parse.call("GET", f"/login?username=ann&password={later}", master=False)["objectId"] == id
    assert not store.rows("_User")[id]["values"].get("password")
    for file in store.data.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file
            assert later.encode() not in file.read_bytes(), file


def test_ids_that_no_batch_can_name_go_alone(tmp_path, parse):
    """Rows of other programs may have such ids."""
    parse.create("Named", [{"n": 0}])
    ids = ["ü", ".", "..", "a/b", "%", "?", "#", "+", "~", "plain", "a b"]
    for id in ids:
        parse.sql(f"""INSERT INTO "Named" ("objectId", "createdAt", "updatedAt", n) VALUES ('{id}', now(), now(), 0)""")
    store = parse_store(tmp_path, parse, [{"name": "Named"}])
    store.run("pull")
    with store.console() as console:
        for id in ids:
            address = {".": "r-dots/1", "..": "r-dots/2"}.get(id, "r/" + urllib.parse.quote(id, safe=""))
            assert console.request("POST", f"/s/peer/t/Named/{address}", {"values": {"n": 1}})[0] == 200, id
        assert len(console.request("GET", "/s/peer/queue.json")[2]["operations"]) == len(ids)
    store.run("push")
    assert {id: row["n"] for id, row in parse.rows("Named").items() if id in ids} == {id: 1 for id in ids}
    store.run("delete", "Named", *ids)
    store.run("push")
    assert not set(parse.rows("Named")) & set(ids)


def test_a_check_by_schedule_finds_what_sql_changed(tmp_path, parse):
    ids = parse.create("Drifting", [{"n": number} for number in range(5)])
    store = parse_store(tmp_path, parse, [{"name": "Drifting"}], drift={"everyHours": 24, "requestsPerMinute": 600})
    store.run("pull")
    parse.sql(f'UPDATE "Drifting" SET n = 70, "updatedAt" = now() WHERE "objectId" = \'{ids[0]}\'')
    parse.sql(f'DELETE FROM "Drifting" WHERE "objectId" = \'{ids[1]}\'')
    new = parse.create("Drifting", [{"n": 80}])[0]
    with store.console() as console:
        end = time.monotonic() + 60
        while not (checks := console.request("GET", "/s/peer/drift.json")[2])["checks"]:
            assert time.monotonic() < end, "no check was started"
            time.sleep(0.2)
        table = {check["table"]: check for check in checks["tables"]}["Drifting"]
        assert [table[name] for name in ("missingOnServer", "missingHere", "different")] == [1, 1, 1]
    assert set(store.rows("Drifting")) == set(ids), "a check changed rows"


def test_rules_add_up_numbers_and_merge_lists(tmp_path, parse):
    ids = parse.create("Ruled", [{"n": 10, "tags": ["x"], "text": "old"}] * 2)
    rules = [{"column": "n", "rule": "sum"}, {"column": "tags", "rule": "union"}]
    store = parse_store(tmp_path, parse, [{"name": "Ruled", "conflictRules": rules}])
    store.run("pull")
    with store.console() as console:
        for id, values in zip(ids, [{"n": 12, "tags": ["x", "mine"]}, {"n": 11, "text": "mine"}]):
            assert console.request("POST", f"/s/peer/t/Ruled/r/{id}", {"values": values})[0] == 200
    parse.call("PUT", f"/classes/Ruled/{ids[0]}", {"n": 15, "tags": ["theirs"]})
    parse.call("PUT", f"/classes/Ruled/{ids[1]}", {"n": 9, "text": "theirs"})
    store.run("push", check=None)
    rows = parse.rows("Ruled")
    assert rows[ids[0]]["n"] == 17 and rows[ids[0]]["tags"] == ["theirs", "mine"]
    # No rule says what becomes of the text, so nothing of the second row was decided.
    assert rows[ids[1]]["n"] == 9 and rows[ids[1]]["text"] == "theirs"
    with store.console() as console:
        assert [error["itemId"] for error in console.request("GET", "/s/peer/errors.json")[2]["errors"]] == [ids[1]]
        decisions = console.request("GET", "/s/peer/decisions.json")[2]["decisions"]
        assert [one["itemId"] for one in decisions] == [ids[0]] and decisions[0]["base"]["n"] == 10


def test_a_file_that_was_queued_offline_is_uploaded_with_its_row(tmp_path, parse):
    [id] = parse.create("Pictured", [{"title": "x"}])
    parse.call("PUT", "/schemas/Pictured", {"fields": {"photo": {"type": "File"}}})
    store = parse_store(tmp_path, parse, [{"name": "Pictured"}])
    store.run("pull")
    picture = base64.b64encode(b"GIF89a" + bytes(20)).decode()
    with store.console() as console:
        assert console.request("POST", "/s/peer/offline", {"offline": True})[0] == 200
        status, _, answer = console.request(
            "POST", f"/s/peer/t/Pictured/r/{id}/file/photo", {"name": "cat.gif", "base64": picture})
        assert status == 200 and answer["queued"], answer
        assert console.request("GET", f"/s/peer/t/Pictured/r/{id}/file/photo")[0] == 200
        assert console.request("POST", "/s/peer/offline", {"offline": False})[0] == 200
    store.run("push")
    name = parse.rows("Pictured")[id]["photo"]["name"]
    assert name.endswith("cat.gif")
    assert store.rows("Pictured")[id]["values"]["photo"]["name"] == name
    connection = http.client.HTTPConnection("127.0.0.1", parse.port, timeout=20)
    connection.request("GET", f"/parse/files/peer-app/{name}")
    assert connection.getresponse().read() == b"GIF89a" + bytes(20)
