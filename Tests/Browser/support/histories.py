"""Random histories of one console and a rival who writes straight to the server, with a faulty proxy in between.

The oracle is a log that triggers write inside of the server's database: every state of every row. Each value is unique to
the change that wrote it. Where a change of the console replaced or deleted a value of the rival's, whoever made that change
must have been shown the value. What the console acknowledged is in the log, in the queue or in the errors; and a row that
was inserted once is there once.

A side is the server with its rival and its oracle: `service_side.py` here, real servers in `Tests/LivePeers/sides.py`.

    histories.py FIRST-SEED COUNT      runs seeds by hand and prints what was wrong; SYNCLINE names the program
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse

from faulty_proxy import FaultyProxy
from processes import DEADLINE_SECONDS, SYNCLINE, Console, without_pages
from service_side import ServiceSide


class History:
    def __init__(self, seed, folder, side=None):
        self.random = random.Random(seed)
        self.folder = pathlib.Path(folder)
        self.side = side or ServiceSide(self.random, self.folder)
        self.log = []
        self.values = 0
        self.inserts = 0
        self.rivals = set()  # values that the rival wrote
        self.ids = {}  # by name, where the server gives ids: the newest one
        self.shown = {}  # by value written here: what its author was shown of the row, more than once after a decision
        self.written = {}  # by row: the values that were written here
        self.intended = {}  # by row: the values, acknowledged here, that nothing has taken the place of
        self.deleted = set()  # rows that were deleted here, acknowledged, and not brought back
        self.deletions = []  # rows with what was shown to whoever deleted them
        self.rival_deletions = set()

    def run(self):
        """What was wrong, a line each."""
        with self.side:
            self.proxy = FaultyProxy(self.side.port, self.random.random())
            self.console = self.with_store()
            for number in range(3):
                name = f"n{number}"
                self.ids[name] = self.side.insert(name, {c: self.rival_value(c) for c in self.side.columns})
            self.side.oracle.install()
            with self.console:
                self.sync("pull")
                self.proxy.share = self.random.choice([0, 0.3, 0.6])
                for _ in range(self.random.randint(6, 16)):
                    self.step()
                self.settle()
                problems = self.overwritten_unseen() + self.diverged() + self.lost() + self.doubled()
            self.proxy.close()
        return problems

    def with_store(self):
        data = self.folder / "data"
        data.mkdir()
        store = {
            "name": "todo", "tables": [{"name": self.side.table} | self.side.settings],
            "remote": self.side.remote(self.proxy.server_port),
            "push": {
                "window": self.random.choice([1, 16]), "batch": self.random.random() < 0.5, "insertResendSeconds": 2,
            },
        }
        (data / "syncline.json").write_text(json.dumps({"stores": [store]}))
        return Console(data, without_pages(self.folder))

    # Steps

    def step(self):
        name = self.random.choice(["n0", "n1", "n2", *self.new_names])
        step = self.random.choices(list(self.side.steps), self.side.steps.values())[0]
        self.log.append(f"{step} {name}")
        match step:
            case "push" | "pull":
                self.sync(step)
            case "kill":
                self.console.kill()
                self.console.start()
            case "command":
                self.command()
            case "resolve":
                self.resolve_all()
            case "rival-edit":
                self.rival_edit(name)
            case "rival-delete":
                self.rival_delete(name)
            case "rival-undelete":
                self.rival_undelete(name)
                self.rival_edit(name)
            case "rival-edit-during-push":
                self.proxy.after_write = lambda: self.rival_edit(name)
            case "change-on-lost-answer":
                self.change_on_lost_answer(name)
            case "sql-edit":
                self.sql_edit(name)
            case "sql-delete":
                self.rival_deletions.add(name)
                self.side.oracle.delete(name)
            case "reinsert":
                self.reinsert(name)
            case _:
                self.change(step, name)

    @property
    def new_names(self):
        """Rows that are made here; where the server gives ids, each is another one."""
        return [f"m{number}" for number in range(self.inserts)] if self.side.assigns_ids else ["m0", "m1"]

    def command(self):
        """The command line beside the console, ended in the middle as by a power cut."""
        words = [self.random.choice(["push", "sync"]), "--data", self.console.data, "--store", "todo"]
        process = subprocess.Popen(
            [SYNCLINE, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(self.random.uniform(0.02, 0.6))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def change_on_lost_answer(self, name):
        """A change arrives and its answer does not; the rival writes; the user changes what the page still shows."""
        self.change(self.random.choice(["edit", "edit", "insert", "delete", "undelete"]), name)
        self.proxy.goes_down_after_write = True
        self.sync("push")
        self.proxy.goes_down_after_write = False
        if self.random.random() < 0.2:
            self.console.kill()
            self.console.start()
        if self.random.random() < 0.2:
            self.rival_undelete(name)
        for _ in range(self.random.randint(1, 2)):
            self.rival_edit(name)
        if self.random.random() < 0.15:
            self.rival_delete(name)
        for _ in range(self.random.randint(1, 2)):
            self.change(self.random.choice(["edit", "edit", "edit", "delete", "hard-delete", "undelete"]), name)
        self.proxy.is_down = False
        if self.random.random() < 0.2:
            self.sync("pull")
        self.sync("push")

    def change(self, kind, name):
        if kind == "insert":
            return self.insert(name)
        row = self.row(name)
        if row is None or (kind == "edit" and row["deleted"]):
            return
        path = f"/s/todo/t/{self.side.table}/r/{urllib.parse.quote(row['id'])}"
        if kind == "edit":
            columns = self.random.sample(self.side.columns, min(self.random.randint(1, 2), len(self.side.columns)))
            values = self.values_of(name, columns, row["values"])
            if self.post(path, {"values": values})[0] == 200:
                self.intended.setdefault(name, {}).update(values)
            return
        if kind != "undelete":
            self.deletions.append((name, row["values"]))
        if self.post(f"{path}/{kind}")[0] == 200:
            # What was written before a delete need never be sent.
            self.intended.pop(name, None)
            (self.deleted.discard if kind == "undelete" else self.deleted.add)(name)

    def insert(self, name):
        if self.side.assigns_ids:
            name = f"m{self.inserts}"
            self.inserts += 1
        values = self.values_of(name, self.side.columns, (self.row(name) or {"values": {}})["values"])
        status, answer = self.post(f"/s/todo/t/{self.side.table}", {"values": self.side.identity(name) | values})
        if status == 201:
            self.ids[name] = answer["id"]
            self.intended[name] = dict(values)
            self.deleted.discard(name)

    def values_of(self, name, columns, shown):
        """New values for a row whose author is shown the row as it is."""
        values = {column: self.value(column, "user") for column in columns}
        self.shown |= {value: [shown] for value in values.values()}
        self.written.setdefault(name, []).extend(values.values())
        return values

    def resolve_all(self):
        """A decision shows both sides, so whoever takes it has seen the server's."""
        for error in self.console.request("GET", "/s/todo/errors.json")[2]["errors"]:
            choice = self.random.choice(["keep-local", "take-server", "retry", "discard"])
            server = error["server"] or {}
            name = self.name(error)
            if choice in ("keep-local", "retry"):
                for value in self.written.get(name, []):
                    self.shown[value].append(server)
                self.deletions.append((name, server))
            status, _ = self.post(f"/s/todo/errors/{error['id']}/resolve", {"choice": choice})
            if status == 200 and choice in ("take-server", "discard"):
                self.intended.pop(name, None)
                self.deleted.discard(name)

    def settle(self):
        if self.proxy.share:
            time.sleep(0.5)  # What is late comes first.
        self.proxy.share, self.proxy.is_down = 0, False
        for _ in range(4):
            self.sync("sync")
            self.resolve_all()
        self.sync("sync")

    # The two sides

    def rival_edit(self, name):
        column = self.random.choice(self.side.columns)
        value = self.rival_value(column)
        self.log.append(f"rival edits {name}, {column} {value}: {self.side.edit(name, column, value)}")

    def sql_edit(self, name):
        column = self.random.choice(self.side.columns)
        value = self.rival_value(column)
        self.log.append(f"SQL edits {name}, {column} {value}")
        self.side.oracle.edit(name, column, value)

    def reinsert(self, name):
        """SQL removes a row, and the rival makes another one of its id."""
        row = self.side.rows().get(name)
        if row is None or self.side.assigns_ids:
            return
        self.deletions.append((name, row))
        self.side.oracle.delete(name)
        values = {column: self.rival_value(column) for column in self.side.columns}
        self.log.append(f"SQL deletes {name}, rival inserts {values}: {self.side.insert(name, values)}")
        self.deleted.discard(name)

    def rival_delete(self, name):
        self.rival_deletions.add(name)
        self.log.append(f"rival deletes {name}: {self.side.delete(name)}")

    def rival_undelete(self, name):
        self.deleted.discard(name)
        self.log.append(f"rival undeletes {name}: {self.side.undelete(name)}")

    def rival_value(self, column):
        value = self.value(column, "rival")
        self.rivals.add(value)
        return value

    def value(self, column, author):
        self.values += 1
        return self.side.value(column, author, self.values)

    def row(self, name):
        """The row here; found by its name where the server gives ids."""
        id = name
        if self.side.assigns_ids:
            path = f"/s/todo/t/{self.side.table}.json?view=all&name={name}"
            found = self.console.request("GET", path)[2]["rows"]
            if not found:
                return None
            id = self.ids[name] = found[0]["id"]
        status, _, body = self.console.request("GET", f"/s/todo/t/{self.side.table}/r/{urllib.parse.quote(id)}.json")
        return body if status == 200 else None

    def name(self, operation):
        """The name of the row of an operation or an error."""
        if not self.side.assigns_ids:
            return operation["itemId"]
        return next((name for name, id in self.ids.items() if id == operation["itemId"]), operation["itemId"])

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

    # What must not be

    def overwritten_unseen(self):
        problems = []
        for name, old, new in self.side.oracle.entries():
            theirs = {c: v for c, v in (old or {}).items() if v in self.rivals}
            if (new is None or new["deleted"]) and old and not old["deleted"]:
                problems += self.deleted_unseen(name, theirs)
            for column, value in theirs.items():
                ours = new and new[column]
                if ours in self.shown and not any(self.saw(column, value, row) for row in self.shown[ours]):
                    problems.append(f"{name}.{column}: {ours!r} replaced {value!r}, which its author never saw")
        return problems

    def deleted_unseen(self, name, theirs):
        if name in self.rival_deletions:
            return []
        seen = any(
            name == deleted and all(self.saw(column, value, row) for column, value in theirs.items())
            for deleted, row in self.deletions
        )
        return [] if seen else [f"{name} was deleted with {theirs}, which nobody here saw"]

    def saw(self, column, value, row, past=frozenset()):
        """True when the row shows the value, or one whose own author saw it."""
        here = row.get(column)
        if here == value:
            return True
        earlier = [] if here in past else self.shown.get(here, [])
        return any(self.saw(column, value, row, past | {here}) for row in earlier)

    def lost(self):
        """What was acknowledged here and is neither in the server's log nor left for a person or a later push."""
        waiting = {self.name(operation) for operation in self.operations()}
        logged = {}
        for name, _, new in self.side.oracle.entries():
            logged.setdefault(name, set()).update((new or {}).values())
        problems = [
            f"{name}.{column}: {value!r} was taken here and is nowhere"
            for name, values in self.intended.items() if name not in waiting
            for column, value in values.items() if value not in logged.get(name, ())
        ]
        there = self.side.rows()
        return problems + [
            f"{name} was deleted here and is live there" for name in self.deleted
            if name not in waiting and name in there and not there[name]["deleted"]
        ]

    def doubled(self):
        """Rows that stood on the server twice at a time."""
        counts, problems = {}, []
        for name, old, new in self.side.oracle.entries():
            counts[name] = counts.get(name, 0) + (old is None) - (new is None)
            if counts[name] > 1:
                problems.append(f"{name} was inserted twice")
        return problems

    def operations(self):
        return self.console.request("GET", "/s/todo/queue.json")[2]["operations"]

    def diverged(self):
        """What is neither alike on both sides nor left for a person."""
        operations = self.operations()
        problems = [
            f"left in the queue: {operation}" for operation in operations
            if operation["state"] not in ("failed", "conflict", "unknown", "blocked")
        ]
        waiting = {self.name(operation) for operation in operations}
        for name, there in self.side.rows().items():
            here = self.row(name)
            if name in waiting or (here is None and there["deleted"]):
                continue
            if here is None or bool(here["deleted"]) != bool(there["deleted"]):
                problems.append(f"{name}: {here and here['values']} here, {there} there")
            elif not there["deleted"]:
                problems += [
                    f"{name}.{column}: {here['values'].get(column)!r} here, {there[column]!r} there"
                    for column in self.side.columns if here["values"].get(column) != there[column]
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
            print(f"seed {seed}, {history.side}", *problems, "", *history.log, sep="\n  ", flush=True)
    print(f"{count - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
