"""Random histories of one console and a rival who writes straight to the service, with a faulty proxy in between.

The oracle is a log that triggers write inside of the service's database: every state of every row. Each value is unique to
the change that wrote it. Where a change of the console replaced or deleted a value of the rival's, whoever made that change
must have been shown the value.

    histories.py FIRST-SEED COUNT      runs seeds by hand and prints what was wrong; SYNCLINE names the program
"""
import http.client
import json
import pathlib
import random
import sqlite3
import sys
import tempfile
import time

from faulty_proxy import FaultyProxy
from processes import DEADLINE_SECONDS, Console, Service

COLUMNS = ["a", "b", "c"]
VERSIONS = ["2.0.0", "3.0.0", "none"]
STEPS = {
    "edit": 9, "delete": 3, "hard-delete": 1, "undelete": 3, "insert": 2, "push": 10, "pull": 3, "kill": 1, "resolve": 2,
    "rival-edit": 8, "rival-delete": 1, "rival-undelete": 2, "rival-edit-during-push": 6, "change-on-lost-answer": 10,
}


class History:
    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.version = self.random.choice(VERSIONS)
        self.folder = pathlib.Path(folder)
        self.log = []
        self.values = 0
        self.shown = {}  # by value written here: what its author was shown of the row, more than once after a decision
        self.written = {}  # by id: the values that were written here
        self.deletions = []  # ids with what was shown to whoever deleted the row
        self.rival_deletions = set()
        self.service = Service(self.folder / "service.sqlite")
        self.service.arguments += ["--default-api-version", "3.0.0"] if self.version == "none" else []

    def run(self):
        """What was wrong, a line each."""
        with self.service:
            self.proxy = FaultyProxy(self.service.port, self.random.random())
            self.console = self.with_store()
            for number in range(3):
                self.rival("POST", "/tables/Note", {"id": f"n{number}"} | {c: self.value("rival") for c in COLUMNS})
            self.install_oracle()
            with self.console:
                self.sync("pull")
                self.proxy.share = self.random.choice([0, 0.3, 0.6])
                for _ in range(self.random.randint(6, 16)):
                    self.step()
                self.settle()
                problems = self.overwritten_unseen() + self.diverged()
            self.proxy.close()
        return problems

    def with_store(self):
        data = self.folder / "data"
        data.mkdir()
        store = {
            "name": "todo", "tables": [{"name": "Note"}],
            "remote": {"kind": "azure", "url": self.proxy.url, "apiVersion": self.version},
            "push": {"window": self.random.choice([1, 16]), "batch": self.random.random() < 0.5},
        }
        (data / "syncline.json").write_text(json.dumps({"stores": [store]}))
        return Console(data)

    # Steps

    def step(self):
        id = self.random.choice(["n0", "n1", "n2", "m0", "m1"])
        step = self.random.choices(list(STEPS), STEPS.values())[0]
        self.log.append(f"{step} {id}")
        match step:
            case "push" | "pull":
                self.sync(step)
            case "kill":
                self.console.kill()
                self.console.start()
            case "resolve":
                self.resolve_all()
            case "rival-edit":
                self.rival_edit(id)
            case "rival-delete":
                self.rival_delete(id)
            case "rival-undelete":
                self.rival("POST", f"/tables/Note/{id}")
                self.rival_edit(id)
            case "rival-edit-during-push":
                self.proxy.after_write = lambda: self.rival_edit(id)
            case "change-on-lost-answer":
                self.change_on_lost_answer(id)
            case _:
                self.change(step, id)

    def change_on_lost_answer(self, id):
        """A change arrives and its answer does not; the rival writes; the user changes what the page still shows."""
        self.change(self.random.choice(["edit", "edit", "insert", "delete", "undelete"]), id)
        self.proxy.goes_down_after_write = True
        self.sync("push")
        self.proxy.goes_down_after_write = False
        if self.random.random() < 0.2:
            self.console.kill()
            self.console.start()
        if self.random.random() < 0.2:
            self.rival("POST", f"/tables/Note/{id}")
        for _ in range(self.random.randint(1, 2)):
            self.rival_edit(id)
        if self.random.random() < 0.15:
            self.rival_delete(id)
        for _ in range(self.random.randint(1, 2)):
            self.change(self.random.choice(["edit", "edit", "edit", "delete", "hard-delete", "undelete"]), id)
        self.proxy.is_down = False
        if self.random.random() < 0.2:
            self.sync("pull")
        self.sync("push")

    def change(self, kind, id):
        if kind == "insert":
            values = self.values_of(id, COLUMNS, (self.row(id) or {"values": {}})["values"])
            return self.post("/s/todo/t/Note", {"values": {"id": id} | values})
        row = self.row(id)
        if row is None or (kind == "edit" and row["deleted"]):
            return None
        if kind == "edit":
            values = self.values_of(id, self.random.sample(COLUMNS, self.random.randint(1, 2)), row["values"])
            return self.post(f"/s/todo/t/Note/r/{id}", {"values": values})
        if kind != "undelete":
            self.deletions.append((id, row["values"]))
        return self.post(f"/s/todo/t/Note/r/{id}/{kind}")

    def values_of(self, id, columns, shown):
        """New values for a row whose author is shown the row as it is."""
        values = {column: self.value("user") for column in columns}
        self.shown |= {value: [shown] for value in values.values()}
        self.written.setdefault(id, []).extend(values.values())
        return values

    def resolve_all(self):
        """A decision shows both sides, so whoever takes it has seen the server's."""
        for error in self.console.request("GET", "/s/todo/errors.json")[2]["errors"]:
            choice = self.random.choice(["keep-local", "take-server", "retry", "discard"])
            server = error["server"] or {}
            if choice in ("keep-local", "retry"):
                for value in self.written.get(error["itemId"], []):
                    self.shown[value].append(server)
                self.deletions.append((error["itemId"], server))
            self.post(f"/s/todo/errors/{error['id']}/resolve", {"choice": choice})

    def settle(self):
        self.proxy.share, self.proxy.is_down = 0, False
        for _ in range(4):
            self.sync("sync")
            self.resolve_all()
        self.sync("sync")

    # The two sides

    def rival_edit(self, id):
        self.rival("PATCH", f"/tables/Note/{id}", {self.random.choice(COLUMNS): self.value("rival")})

    def rival_delete(self, id):
        self.rival_deletions.add(id)
        self.rival("DELETE", f"/tables/Note/{id}")

    def rival(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=30)
        headers = {"ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        self.log.append(f"rival {method} {path} {body}: {answer.status}")

    def value(self, author):
        self.values += 1
        return f"{author} {self.values}"

    def row(self, id):
        status, _, body = self.console.request("GET", f"/s/todo/t/Note/r/{id}.json")
        return body if status == 200 else None

    def post(self, path, body=None):
        status, _, answer = self.console.request("POST", path, body or {})
        self.log.append(f"  {path} {body}: {status} {json.dumps(answer)[:200]}")
        return status, answer

    def sync(self, kind):
        """Runs to the end; while another run is under way, waits for that first."""
        body = {"anyway": True} if kind == "push" else {}
        end = time.monotonic() + DEADLINE_SECONDS
        status, answer = self.post(f"/s/todo/{kind}", body)
        while status == 409 and time.monotonic() < end:
            time.sleep(0.05)
            status, answer = self.post(f"/s/todo/{kind}", body)
        assert status == 202, answer
        while time.monotonic() < end:
            run = self.console.request("GET", f"{answer['url']}.json")[2]
            if run["state"] != "running":
                return
            time.sleep(0.02)
        raise AssertionError(f"run {answer['run']} did not end")

    # The oracle

    def install_oracle(self):
        """Logs what every row was and became, its deletion included."""
        names = [*COLUMNS, "deleted"]
        old, new = (", ".join(f"{side}.{name}" for name in names) for side in ("old", "new"))
        none = ", ".join("NULL" for _ in names)
        columns = ", ".join([*names, *(f"old_{name}" for name in names)])
        with sqlite3.connect(self.service.database, timeout=10) as database:
            database.execute(f"CREATE TABLE oracle (entry INTEGER PRIMARY KEY, id, {columns})")
            for event, id, values in [
                ("INSERT", "new.id", f"{new}, {none}"), ("UPDATE", "new.id", f"{new}, {old}"),
                ("DELETE", "old.id", f"{none}, {old}"),
            ]:
                database.execute(
                    f"CREATE TRIGGER oracle_{event} AFTER {event} ON Note BEGIN "
                    f"INSERT INTO oracle (id, {columns}) VALUES ({id}, {values}); END"
                )

    def overwritten_unseen(self):
        problems = []
        with sqlite3.connect(self.service.database, timeout=10) as database:
            database.row_factory = sqlite3.Row
            for entry in database.execute("SELECT * FROM oracle ORDER BY entry"):
                theirs = {c: entry[f"old_{c}"] for c in COLUMNS if (entry[f"old_{c}"] or "").startswith("rival")}
                if entry["deleted"] in (None, 1) and not entry["old_deleted"]:
                    problems += self.deleted_unseen(entry["id"], theirs)
                for column, value in theirs.items():
                    ours = entry[column]
                    if ours in self.shown and not any(self.saw(column, value, row) for row in self.shown[ours]):
                        problems.append(f"{entry['id']}.{column}: {ours!r} replaced {value!r}, which its author never saw")
        return problems

    def deleted_unseen(self, id, theirs):
        if id in self.rival_deletions:
            return []
        seen = any(
            id == deleted and all(self.saw(column, value, row) for column, value in theirs.items())
            for deleted, row in self.deletions
        )
        return [] if seen else [f"{id} was deleted with {theirs}, which nobody here saw"]

    def saw(self, column, value, row, past=frozenset()):
        """True when the row shows the value, or one whose own author saw it."""
        here = row.get(column)
        if here == value:
            return True
        earlier = [] if here in past else self.shown.get(here, [])
        return any(self.saw(column, value, row, past | {here}) for row in earlier)

    def diverged(self):
        """What is neither alike on both sides nor left for a person."""
        operations = self.console.request("GET", "/s/todo/queue.json")[2]["operations"]
        problems = [
            f"left in the queue: {operation}" for operation in operations
            if operation["state"] not in ("failed", "conflict", "unknown", "blocked")
        ]
        waiting = {operation["itemId"] for operation in operations}
        for id, there in self.service.rows("Note").items():
            here = self.row(id)
            if id in waiting or (here is None and there["deleted"]):
                continue
            if here is None or bool(here["deleted"]) != bool(there["deleted"]):
                problems.append(f"{id}: {here and here['values']} here, {there} there")
            elif not there["deleted"]:
                problems += [
                    f"{id}.{column}: {here['values'][column]!r} here, {there[column]!r} there"
                    for column in COLUMNS if here["values"][column] != there[column]
                ]
        return problems


def main():
    failed = 0
    first, count = map(int, sys.argv[1:])
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            history = History(seed, folder)
            problems = history.run()
        if problems:
            failed += 1
            print(f"seed {seed}, {history.version}", *problems, "", *history.log, sep="\n  ", flush=True)
    print(f"{count - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
