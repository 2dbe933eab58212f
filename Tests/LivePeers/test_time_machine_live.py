"""Rows of real servers as they were, and rows that are gone brought back."""
import datetime
import time

from peers import parse_store


def moment():
    """A time with nothing of this second before it or after it."""
    time.sleep(1.1)
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    time.sleep(1.1)
    return now


def test_rows_that_sql_changed_and_removed_are_restored(bench):
    """One is changed by another client, one is deleted in the server's database."""
    changed, removed, same = bench.seed(bench.hard, 3)
    before = moment()
    assert bench.server.edit(bench.hard, changed, {bench.column: "theirs"}) == 200
    bench.server.remove(bench.hard, removed)
    bench.run("pull")
    run = bench.run("reconcile", {"table": bench.hard})
    missing = len(run["report"]["missingOnServer"])
    bench.post(f"/reconcile/{run['run']}/apply", {"missingOnServer": "remove-here", "confirm": missing})
    rows = bench.console.request("GET", f"/s/peer/t/{bench.hard}/past.json?at={before}")[2]["rows"]
    past = {row["id"]: row for row in rows}
    assert (past[changed]["change"], past[removed]["change"]) == ("changed", "removed") and same not in past
    assert past[changed]["then"][bench.column] == past[removed]["then"][bench.column] == "old"

    staged = bench.post(f"/t/{bench.hard}/past/stage", {"at": before, "ids": [changed, removed]})
    assert staged == {"staged": 2, "left": []}
    assert bench.post("/changes/save")["saved"] == 2
    assert bench.run("push")["state"] == "succeeded"
    for id in (changed, removed):
        assert bench.value(bench.hard, id) == ("old", "old")


def test_a_row_of_parse_comes_back_under_a_new_id(tmp_path, parse):
    [id] = parse.create("Gone", [{"title": "kept in the history", "n": 7}])
    store = parse_store(tmp_path, parse, [{"name": "Gone"}])
    store.run("pull")
    before = moment()
    parse.sql(f"""DELETE FROM "Gone" WHERE "objectId" = '{id}'""")
    store.run("reconcile", "Gone", "--apply", "--confirm", "1")
    assert store.rows("Gone") == {}
    with store.console() as console:
        body = {"at": before, "ids": [id]}
        status, _, answer = console.request("POST", "/s/peer/t/Gone/past/stage", body)
        assert (status, answer["staged"]) == (200, 1), answer
        assert console.request("POST", "/s/peer/changes/save", {})[0] == 200
    store.run("push")
    [(new, row)] = parse.rows("Gone").items()
    assert new != id and (row["title"], row["n"]) == ("kept in the history", 7)
    assert list(store.rows("Gone")) == [new]
