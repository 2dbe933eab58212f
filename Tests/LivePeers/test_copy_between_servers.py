"""Rows and pending changes that move from one real server to another."""
import json

import pytest

from processes import Console, Service, eventually, syncline

ROWS = 120


@pytest.fixture
def service(tmp_path):
    with Service(tmp_path / "service.sqlite") as service:
        yield service


class Move:
    """A data directory with the stores `old` and `new`, both with one table."""

    def __init__(self, folder, table, old, new):
        self.data = folder / "data"
        self.data.mkdir()
        self.table = table
        stores = [{"name": name, "remote": remote, "tables": [{"name": table}]} for name, remote in
                  (("old", old), ("new", new))]
        (self.data / "syncline.json").write_text(json.dumps({"stores": stores}))

    def run(self, store, *words, check=0):
        return syncline(*words, "--data", self.data, "--store", store, check=check)

    def copy(self, *words):
        return json.loads(self.run("new", "copy", "--from", "old", *words, "--json").stdout)

    def apply(self):
        """How many rows a copy queued."""
        run = self.copy("--apply")
        assert run["state"] == "succeeded", run
        return run["report"]["copy"]["written"]

    def verify(self):
        """What stands in the way of each table of a verification, by table."""
        run = json.loads(self.run("new", "copy", "--from", "old", "--verify", "--json", check=None).stdout)
        return {table["table"]: table for table in run["report"]["copy"]["tables"]}

    def state(self):
        """What a copy would do."""
        report = self.copy()["tables"][0]
        return {name: report[name] for name in ("same", "new", "changed", "deleted", "skipped")}


def finished(console, started):
    """A run of the store `new`, at its end."""
    address = f"/s/new/runs/{started['run']}.json"
    eventually(lambda: console.get(address)["state"] != "running")
    run = console.get(address)
    assert run["state"] == "succeeded", run
    return run


def own(service):
    return {"kind": "azure", "url": service.url, "apiVersion": "3.0.0"}


def alike(**figures):
    return {"same": 0, "new": 0, "changed": 0, "deleted": 0, "skipped": 0} | figures


def test_from_easy_tables_on_node_to_the_table_service(tmp_path, peers, service):
    node = peers("azure")
    for number in range(ROWS):
        assert node.write("POST", node.soft, "", {"id": f"move-{number}", node.column: f"row {number}"}) == 201
    move = Move(tmp_path, node.soft, node.remote(), own(service))
    move.run("old", "pull")
    before = move.state()["same"], move.state()["new"]
    assert before[0] == 0 and before[1] >= ROWS
    assert move.apply() == before[1]
    move.run("new", "push")
    rows = service.rows(node.soft)
    assert {id for id in rows if id.startswith("move-")} == {f"move-{number}" for number in range(ROWS)}
    assert rows["move-7"][node.column] == "row 7"

    # The old server goes on until the move is over.
    assert node.edit(node.soft, "move-1", {node.column: "later"}) == 200
    assert node.write("DELETE", node.soft, "/move-2") in (200, 204)
    move.run("old", "pull")
    assert move.state() == alike(same=before[1] - 2, changed=1, deleted=1)
    move.apply()
    assert move.copy("--deletions") == {"deleted": 1}
    move.run("new", "push")
    assert move.state() == alike(same=before[1] - 1)
    rows = service.rows(node.soft)
    assert rows["move-1"][node.column] == "later" and rows["move-2"]["deleted"]
    verified = move.verify()[node.soft]
    assert verified["digests"]["there"] == verified["digests"]["here"] != "", verified
    assert verified["sourceRows"] == verified["same"] == before[1] - 1 and verified["pendingHere"] == 0
    assert verified["there"] == {"missingOnServer": 0, "missingHere": 0, "different": 0, "failure": None}
    assert move.copy("--move")["copied"] == 0
    assert "offline" in move.run("old", "push", check=1).stderr


def test_pending_changes_go_to_parse_with_the_rows(tmp_path, parse, service):
    table = "Moved"
    for number in range(ROWS):
        service.insert(table, {"id": f"m{number}", "n": number, "text": f"row {number}"})
    move = Move(tmp_path, table, own(service), parse.remote())
    move.run("old", "pull")
    assert move.apply() == ROWS
    move.run("new", "push")
    assert len(parse.rows(table)) == ROWS
    assert move.state() == alike(same=ROWS)

    service.change(table, "m3", {"text": "later"})
    move.run("old", "pull")
    assert move.state() == alike(same=ROWS - 1, changed=1)
    with Console(move.data) as console:
        console.post(f"/s/old/t/{table}/r/m1", {"values": {"text": "edited offline"}})
        console.post(f"/s/old/t/{table}", {"values": {"id": "fresh", "n": 1_000}}, status=201)
        console.post(f"/s/old/t/{table}/r/m2/delete")
        console.post("/s/new/copy/move", {"from": "old"}, status=409)
        finished(console, console.post("/s/new/copy", {"from": "old", "expect": 1}, status=202))
        finished(console, console.post("/s/new/push", status=202))
        run = finished(console, console.post("/s/new/copy/verify", {"from": "old"}, status=202))
        verified = run["report"]["copy"]["tables"][0]
        assert verified["digests"]["there"] == verified["digests"]["here"] != "", verified
        here = run["report"]["comparisons"][0]
        assert verified["same"] == ROWS and here["missingOnServer"] == here["missingHere"] == here["different"] == []
        console.post("/s/new/copy/pending", {"from": "old"}, status=409)
        moved = console.post("/s/new/copy/move", {"from": "old"})
        assert (moved["moved"], moved["copied"], moved["skipped"]) == (True, 3, 0), moved
        console.post("/s/old/push", status=409)
        assert len(console.get("/s/old/queue.json")["operations"]) == 3
    move.run("new", "push")
    rows = {row["n"]: row for row in parse.rows(table).values()}
    assert len(rows) == ROWS and 2 not in rows and 1_000 in rows
    assert rows[1]["text"] == "edited offline" and rows[3]["text"] == "later"
    # Nothing went to the server of before.
    assert service.rows(table)["m1"]["text"] == "row 1" and "fresh" not in service.rows(table)
