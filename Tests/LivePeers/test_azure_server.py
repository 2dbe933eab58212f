"""Stores on real servers of the Azure Mobile Apps protocol: everything that the console offers."""
import json
import time
import urllib.parse
import urllib.request
import uuid

import pytest

from bench import Bench
from peers import Meddler, Store
from processes import write_secret

def test_changes_go_both_ways(bench):
    for table in (bench.soft, bench.hard):
        ids = bench.seed(table)
        bench.edit(table, ids[0], "mine")
        new = bench.post(f"/t/{table}", {"values": {"id": f"{bench.mark}-new", bench.column: "made here"}}, expect=201)["id"]
        assert bench.run("push")["state"] == "succeeded"
        assert bench.value(table, ids[0]) == ("mine", "mine") and bench.value(table, new) == ("made here",) * 2
        assert bench.server.edit(table, ids[1], {bench.column: "theirs"}) == 200
        assert bench.run("pull")["received"] >= 1
        assert bench.value(table, ids[1]) == ("theirs", "theirs")
        assert bench.get("queue")["count"] == 0


@pytest.mark.parametrize("choice, expected", [
    ("keep-local", "mine"), ("take-server", "theirs"), ("discard", "theirs"), ("merge", "both"), ("retry", None), ("remove-row", "theirs"),
])
def test_a_conflict_is_resolved_as_chosen(bench, choice, expected):
    id = bench.seed(bench.soft, 1)[0]
    bench.edit(bench.soft, id, "mine")
    assert bench.server.edit(bench.soft, id, {bench.column: "theirs"}) == 200
    assert bench.run("push")["conflicts"] == 1
    error = bench.errors()[id]
    assert error["server"][bench.column] == "theirs" and bench.value(bench.soft, id) == ("mine", "theirs")
    bench.post(
        f"/errors/{error['id']}/resolve", {"choice": choice} | ({"values": {bench.column: "both"}} if choice == "merge" else {}))
    run = bench.run("push")
    if choice == "retry":
        assert run["conflicts"] == 1
        return
    assert run["state"] == "succeeded" and not bench.errors()
    here, there = bench.value(bench.soft, id)
    assert there == expected and here == (None if choice == "remove-row" else expected)


def test_a_rule_takes_the_newest_change_in_the_push(bench):
    ids = bench.seed(bench.soft, 2)
    bench.post(f"/t/{bench.soft}/rules", {"column": bench.column, "rule": "newest"})
    try:
        bench.edit(bench.soft, ids[0], "mine")
        assert bench.server.edit(bench.soft, ids[1], {bench.column: "theirs"}) == 200
        # The server prints whole milliseconds, and equal times are left to a person.
        time.sleep(0.05)
        assert bench.server.edit(bench.soft, ids[0], {bench.column: "theirs"}) == 200
        bench.edit(bench.soft, ids[1], "mine")
        run = bench.run("push")
        assert run["state"] == "succeeded" and run["report"]["push"]["decidedByRules"] == 2
        assert bench.value(bench.soft, ids[0]) == ("theirs",) * 2 and bench.value(bench.soft, ids[1]) == ("mine",) * 2
        decided = {one["itemId"]: one for one in bench.get("decisions")["decisions"]}
        assert decided[ids[0]]["server"][bench.column] == "theirs" and decided[ids[1]]["result"][bench.column] == "mine"
        bench.post(f"/decisions/{decided[ids[0]]['id']}/undo")
        assert bench.value(bench.soft, ids[0]) == ("mine", "theirs") and set(bench.errors()) == {ids[0]}
        bench.post(f"/errors/{bench.errors()[ids[0]]['id']}/resolve", {"choice": "take-server"})
    finally:
        bench.post(f"/t/{bench.soft}/rules/remove", {"column": bench.column})


def test_deleting_softly_and_back(bench):
    ids = bench.seed(bench.soft)
    bench.post(f"/t/{bench.soft}/bulk", {"action": "delete", "ids": ids[:3]})
    assert bench.run("push")["state"] == "succeeded"
    assert all(bench.there(bench.soft, id)["deleted"] for id in ids[:3])
    bench.post(f"/t/{bench.soft}/r/{ids[0]}/undelete")
    assert bench.server.undelete(bench.soft, ids[1]) in (200, 201)
    assert bench.run("sync")["state"] == "succeeded"
    assert [bench.there(bench.soft, id)["deleted"] for id in ids[:3]] == [False, False, True]
    assert [bench.here(bench.soft, id)["deleted"] for id in ids[:3]] == [False, False, True]
    assert bench.server.write("DELETE", bench.soft, f"/{ids[3]}") < 300
    bench.run("pull")
    assert bench.here(bench.soft, ids[3])["deleted"]
    trash = {row["id"]: row for row in bench.get("trash")["rows"]}
    assert set(trash) >= set(ids[2:4])


def test_a_delete_against_an_edit_is_a_conflict(bench):
    ids = bench.seed(bench.soft, 2)
    bench.edit(bench.soft, ids[0], "mine")
    assert bench.server.write("DELETE", bench.soft, f"/{ids[0]}") < 300
    bench.post(f"/t/{bench.soft}/r/{ids[1]}/delete")
    assert bench.server.edit(bench.soft, ids[1], {bench.column: "theirs"}) == 200
    assert bench.run("push")["conflicts"] == 2
    for id in ids:
        bench.post(f"/errors/{bench.errors()[id]['id']}/resolve", {"choice": "keep-local"})
    assert bench.run("push")["state"] == "succeeded"
    first, second = (bench.there(bench.soft, id) for id in ids)
    assert (first["deleted"], first[bench.column]) == (False, "mine") and second["deleted"]


def test_deleting_for_good(bench):
    ids = bench.seed(bench.hard)
    bench.post(f"/t/{bench.hard}/bulk", {"action": "hard-delete", "ids": ids[:2]})
    assert bench.run("push")["state"] == "succeeded"
    assert {row["id"] for row in bench.server.rows(bench.hard)} & set(ids) == set(ids[2:])
    # One that is gone already is done.
    bench.server.write("DELETE", bench.hard, f"/{ids[2]}")
    bench.post(f"/t/{bench.hard}/r/{ids[2]}/hard-delete")
    assert bench.run("push")["state"] == "succeeded" and bench.get("queue")["count"] == 0


def test_rows_that_are_gone_there_are_found_and_removed_here(bench):
    ids = bench.seed(bench.hard)
    for id in ids[:3]:
        bench.server.remove(bench.hard, id)
    bench.edit(bench.hard, ids[0], "mine")
    assert bench.run("push")["failed"] == 1 and bench.errors()[ids[0]]["status"] == 404
    bench.post(f"/errors/{bench.errors()[ids[0]]['id']}/resolve", {"choice": "keep-local"})
    assert bench.run("push")["state"] == "succeeded" and bench.value(bench.hard, ids[0]) == ("mine", "mine")
    run = bench.run("reconcile", {"table": bench.hard})
    assert set(run["report"]["missingOnServer"]) & set(ids) == set(ids[1:3])
    missing = len(run["report"]["missingOnServer"])
    bench.post(f"/reconcile/{run['run']}/apply", {"missingOnServer": "remove-here", "confirm": missing})
    assert bench.here(bench.hard, ids[1]) is None and bench.here(bench.hard, ids[3])


def test_a_row_is_compared_with_the_server_and_pulled_alone(bench):
    ids = bench.seed(bench.hard, 3)
    assert bench.server.edit(bench.hard, ids[0], {bench.column: "theirs"}) == 200
    bench.server.remove(bench.hard, ids[1])
    assert bench.server.write("POST", bench.hard, "", {"id": f"{bench.mark}-new", bench.column: "there"}) == 201
    compared = {id: bench.get(f"t/{bench.hard}/r/{id}/server") for id in [*ids, f"{bench.mark}-new"]}
    assert [row["result"] for row in compared.values()] == ["different", "missingOnServer", "same", "missingHere"]
    assert bench.column in compared[ids[0]]["differing"]
    assert compared[ids[1]]["repairs"] == ["insert-again", "remove-here"]
    for id in (ids[0], f"{bench.mark}-new"):
        bench.post(f"/t/{bench.hard}/r/{id}/server", {"choice": "pull-again"})
    assert bench.value(bench.hard, ids[0]) == ("theirs", "theirs") and bench.value(bench.hard, f"{bench.mark}-new") == ("there",) * 2
    bench.post(f"/t/{bench.hard}/r/{ids[1]}/server", {"choice": "insert-again", "ifState": compared[ids[1]]["ifState"]})
    assert bench.run("push")["state"] == "succeeded" and bench.value(bench.hard, ids[1]) == ("old", "old")
    seen, path = {}, f"/s/peer/t/{bench.hard}/server.json?limit=2"
    after = ""
    while after is not None:
        page = bench.console.request("GET", path + after)[2]
        seen |= {row["id"]: row["result"] for row in page["rows"]}
        after = page["next"] and f"&after={urllib.parse.quote(page['next'], safe='')}"
    assert {seen[id] for id in [*ids, f"{bench.mark}-new"]} == {"same"}


def test_offline_nothing_is_lost_and_nothing_is_sent(bench):
    id = bench.seed(bench.soft, 1)[0]
    bench.post("/offline", {"offline": True})
    bench.edit(bench.soft, id, "offline")
    status, _, _ = bench.console.request("POST", "/s/peer/push", {"anyway": True})
    assert status == 409 and bench.there(bench.soft, id)[bench.column] == "old"
    bench.post("/offline", {"offline": False})
    assert bench.run("push")["state"] == "succeeded" and bench.there(bench.soft, id)[bench.column] == "offline"


def test_a_row_that_was_inserted_again_is_another_one(bench):
    """The Node server counts the versions of a row from one, again and again."""
    ids = bench.seed(bench.hard, 3)
    for id in ids:
        bench.server.remove(bench.hard, id)
        assert bench.server.write("POST", bench.hard, "", {"id": id, bench.column: "again"}) == 201
    bench.edit(bench.hard, ids[0], "mine")
    bench.post(f"/t/{bench.hard}/r/{ids[1]}/hard-delete")
    assert bench.run("push")["conflicts"] == 2
    assert [bench.there(bench.hard, id)[bench.column] for id in ids] == ["again"] * 3
    bench.run("pull")
    assert bench.here(bench.hard, ids[2])["values"][bench.column] == "again"


@pytest.mark.parametrize("kind", ["azure", "toolkit-ef"])
@pytest.mark.parametrize("fate", ["lost", "overloaded", ("late", 0.5)])
def test_every_change_is_made_once(tmp_path, peers, kind, fate):
    server, seen = peers(kind), []

    def decide(method, path, body):
        if method not in ("POST", "PATCH", "PUT", "DELETE") or len(seen) > 6:
            return None
        seen.append(path)
        return fate

    with Meddler(server.port, decide) as meddler, Bench(tmp_path, server, meddler.port) as bench:
        ids = bench.seed(bench.soft, 4)
        bench.edit(bench.soft, ids[0], "mine")
        bench.post(f"/t/{bench.soft}/r/{ids[1]}/delete")
        for number in range(4):
            bench.post(f"/t/{bench.soft}", {"values": {"id": f"{bench.mark}-n{number}", bench.column: "new"}}, expect=201)
        for _ in range(4):
            bench.run("push")
        assert seen and bench.get("queue")["count"] == 0
        rows = {row["id"]: row for row in server.rows(bench.soft) if row["id"].startswith(bench.mark)}
        assert len(rows) == 8 and rows[ids[0]][bench.column] == "mine" and rows[ids[1]]["deleted"]


def test_a_row_that_is_created_again_is_named(tmp_path, peers):
    """A rival deletes the row between an insert whose answer is lost and the question what became of it."""
    server, id = peers("azure"), uuid.uuid4().hex

    def decide(method, path, body):
        if method == "GET" and id in path:
            server.sql("DELETE FROM hard WHERE id = ?", id)
        return "lost" if method == "POST" and not server.sql("SELECT 1 FROM inserted") else None

    server.sql("CREATE TABLE inserted (id)")
    server.sql("CREATE TRIGGER inserting AFTER INSERT ON hard BEGIN INSERT INTO inserted VALUES (new.id); END")
    with Meddler(server.port, decide) as meddler, Bench(tmp_path, server, meddler.port) as bench:
        bench.run("pull")
        bench.post("/t/hard", {"values": {"id": id, "text": "mine"}}, expect=201)
        run = bench.run("push")
        assert run["state"] == "succeeded" and bench.there("hard", id)["text"] == "mine"
        assert [id in warning and "created again" in warning for warning in run["report"]["push"]["warnings"]] == [True]
        for page in (f"/s/peer/t/hard/r/{id}?tab=history", f"/s/peer/runs/{run['run']}"):
            assert "created again" in bench.console.request("GET", page, headers={"Accept": "text/html"})[2], page
    assert server.sql("SELECT count(*) FROM inserted") == [(2,)]
    server.sql("DROP TRIGGER inserting")


def test_a_table_that_needs_a_sign_in_leaves_the_others_alone(tmp_path, peers):
    server = peers("azure")
    with Bench(tmp_path, server, tables=["guarded"]) as bench:
        id = bench.seed(bench.soft, 1)[0]
        bench.post("/t/guarded", {"values": {"id": bench.mark, "text": "mine"}}, expect=201)
        bench.edit(bench.soft, id, "mine")
        run = bench.run("push")
        assert [refused["table"] for refused in run["report"]["push"]["refusedTables"]] == ["guarded"]
        assert bench.there(bench.soft, id)["text"] == "mine"
        assert [operation["table"] for operation in bench.get("queue")["operations"]] == ["guarded"]
        bench.run("pull")


def test_a_table_that_counts_its_rows_is_refused(tmp_path, peers):
    server = peers("azure")
    server.write("POST", "numbered", "", {"text": "counted"})
    with Bench(tmp_path, server, tables=["numbered"]) as bench:
        run = bench.run("pull")
        failures = {table["table"]: table["failure"] for table in run["report"]["pull"]["tables"]}
        assert failures["numbered"].startswith("The ids of numbered are numbers") and failures[bench.soft] is None
        assert bench.get("t/numbered")["rows"] == []
        settings = json.loads((bench.store.data / "syncline.json").read_text())["stores"][0]
        status, _, answer = bench.console.request("POST", "/stores/probe", {"store": settings})
        assert status == 200 and any(
            check["result"] == "no" and "The ids of numbered are numbers" in check["evidence"] for check in answer["checks"])


@pytest.mark.parametrize("has_key", [False, True])
def test_a_table_that_counts_its_rows_is_not_added(tmp_path, peers, has_key):
    server = peers("azure")
    server.write("POST", "numbered", "", {"text": "counted"})
    with Bench(tmp_path, server) as bench:
        settings = json.loads((bench.store.data / "syncline.json").read_text())["stores"][0]
        if has_key:
            key = bench.store.data / "secrets" / "key"
            key.parent.mkdir()
            write_secret(key, "unused")
            settings["remote"]["apiKeyFile"] = str(key)
        settings["tables"].append({"name": "numbered"})
        answer = bench.post("/settings", {"store": settings}, expect=422)
        assert [problem["path"] for problem in answer["error"]["problems"]] == ["tables.2.name"]
        assert "The ids of numbered are numbers" in str(answer["error"]["problems"])
        settings["tables"][2]["name"] = "soft2"
        bench.post("/settings", {"store": settings})


def test_a_change_that_always_fails_goes_to_a_person_and_leaves_nothing(tmp_path, peers):
    server = peers("azure")
    with Bench(tmp_path, server, tables=["fixed"]) as bench:
        server.write("POST", "fixed", "", {"id": bench.mark, "text": "old"})
        bench.run("pull")
        bench.post(f"/t/fixed/r/{bench.mark}", {"values": {"unknown": "x"}})
        for _ in range(4):
            bench.run("push")
        error = bench.errors()[bench.mark]
        assert error["status"] == 500 and "unknown" in error["message"]
        bench.post(f"/errors/{error['id']}/resolve", {"choice": "discard"})
        columns = [column["name"] for column in bench.get("t/fixed")["columns"] if not column["system"]]
        assert "unknown" not in columns and "text" in columns


def test_digits_that_a_double_has_no_place_for_are_kept(tmp_path, peers):
    server, id = peers("toolkit"), uuid.uuid4().hex
    big, money = "9007199254740993", "79228162514264337593.543950335"
    assert server.write("POST", "kinds", "", {"id": id}) == 201

    def text(url, headers=(), body=None):
        request = urllib.request.Request(url, body and body.encode(), dict(headers) | {"Content-Type": "application/json"})
        return urllib.request.urlopen(request, timeout=30).read().decode()

    with Bench(tmp_path, server, tables=["kinds"]) as bench:
        bench.run("pull")
        headers = {"Authorization": f"Bearer {bench.console.token}"}
        table = f"{bench.console.url}/s/peer/t/kinds"
        text(f"{table}/r/{id}", headers, f'{{"values": {{"big": {big}, "money": {money}}}}}')
        assert bench.run("push")["state"] == "succeeded"
        there = text(f"http://127.0.0.1:{server.port}/tables/kinds/{id}")
        assert f'"big":{big}' in there and f'"money":{money}' in there
        for name in (f"{table}.json?", f"{table}.csv?", f"{table}.ndjson?", f"{table}?", f"{table}/r/{id}?", f"{table}/r/{id}/edit?"):
            shown = text(f"{name}money={money}&big={big}", headers)
            assert id in shown and big in shown and money in shown, name
        assert id not in text(f"{table}.json?money__gt={money}", headers)
        assert id in text(f"{table}.json?money__gte={money}&money__lt={money}1", headers)


def test_a_check_of_all_tables_counts_what_was_changed_on_the_server(bench):
    ids = bench.seed(bench.hard, 3)
    bench.run("reconcile")
    before = bench.get("drift")["remaining"]
    assert bench.server.edit(bench.hard, ids[0], {bench.column: "theirs"}) == 200
    bench.server.remove(bench.hard, ids[1])
    assert bench.server.write("POST", bench.hard, "", {"id": f"{bench.mark}-new", bench.column: "there"}) == 201
    run = bench.run("reconcile")
    drift = bench.get("drift")
    assert drift["remaining"] == before + 3 and drift["checks"][0]["run"] == run["run"]
    table = {check["table"]: check for check in drift["tables"]}[bench.hard]
    run = bench.run("reconcile", {"table": bench.hard})
    choices = {"missingOnServer": "remove-here", "missingHere": "pull-again", "different": "pull-again"}
    bench.post(f"/reconcile/{run['run']}/apply", choices | {"confirm": table["missingOnServer"]})
    table = {check["table"]: check for check in bench.get("drift")["tables"]}[bench.hard]
    assert table["remaining"] == 0 and bench.value(bench.hard, f"{bench.mark}-new") == ("there",) * 2
