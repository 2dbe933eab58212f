"""A store whose file has torn pages, and what the console answers for it."""
import contextlib
import dataclasses
import datetime
import random
import sqlite3
import time

from processes import eventually
from scenarios.base import Scenario
from servers import TABLE
from world import ROWS

PAGE = 4096
OTHER = "other"
NAMES = [f"r{number:03}" for number in range(240)]
#: What the second half of a page becomes; `older` is what it once was.
TEARS = ["zeros", "older", "garbage"]
#: What is said of a file that cannot be used, or not in part.
DAMAGE = {"file_damaged", "not_a_database", "schema_incomplete", "schema_older", "schema_newer", "file_unusable", "file_emptied"}
LOOKS = {
    "rows": f"{ROWS}.json?size=500&view=all", "row": f"{ROWS}/r/r100.json", "queue": "/s/todo/queue.json?size=500",
    "errors": "/s/todo/errors.json?size=500", "store": "/s/todo.json", "tables": "/s/todo/tables.json", "tokens": "/s/todo/tokens.json",
    "trash": "/s/todo/trash.json",
}
CHANGES = [(f"{ROWS}/r/r101", {"values": {"a": "a late edit"}}), ("/s/todo/push", {}), ("/s/todo/pull", {})]


def values(name, word):
    """Values of some length, so that the rows have many pages."""
    return {column: f"{name} {column} {word} " * 8 for column in "abc"}


class Torn(Scenario):
    """A store with rows, a queue, errors, and a history; another store beside it."""

    def prepare(self, world):
        world.console.post(f"{ROWS}/import", {"rows": [{"id": name} | values(name, "first") for name in NAMES], "mode": "upsert"})
        world.console.run("push")
        self.copy(world)
        time.sleep(1.1)  # The moment is a second with nothing before it or after it.
        moment = f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
        self.looks = LOOKS | {"past": f"{ROWS}/past.json?limit=500&at={moment}"}
        time.sleep(1.1)
        for name in NAMES[:60]:
            world.console.post(f"{ROWS}/r/{name}", {"values": values(name, "second")})
        world.console.run("push")
        for name in NAMES[60:64]:
            world.console.post(f"{ROWS}/r/{name}", {"values": {"a": f"{name} here"}})
            world.service.change(TABLE, name, {"a": f"{name} there"})
        world.console.run("push")
        for name in NAMES[64:80]:
            world.console.post(f"{ROWS}/r/{name}", {"values": values(name, "unsent")})
        for name in NAMES[80:84]:
            world.console.post(f"{ROWS}/r/{name}/delete")
        world.console.post("/stores", {"store": {"name": OTHER, "remote": world.service.remote(None), "tables": [{"name": TABLE}]}}, status=201)
        world.console.post(f"/s/{OTHER}/pull")
        rows = f"/s/{OTHER}/t/{TABLE}.json?size=500"
        eventually(lambda: len(world.console.get(rows)["rows"]) >= len(NAMES), "the other store has no rows")

    def prepared(self, world):
        """All of it in the file, and nothing in its log."""
        with contextlib.closing(sqlite3.connect(store(world))) as database:
            assert database.execute("PRAGMA page_size").fetchone() == (PAGE,)
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @staticmethod
    def copy(world):
        """The file as it once was, page by page."""
        with contextlib.closing(sqlite3.connect(store(world))) as now, contextlib.closing(sqlite3.connect(world.folder / "older")) as older:
            now.backup(older)


def store(world):
    return world.console.data / "stores/todo.sqlite"


@dataclasses.dataclass
class Tear:
    page: int
    kind: str

    def __str__(self):
        return f"page {self.page}, {self.kind}"

    def apply(self, file, older):
        """False when the page has been like this before."""
        bytes_ = bytearray(file.read_bytes())
        half = slice(self.page * PAGE + PAGE // 2, (self.page + 1) * PAGE)
        torn = self.torn_half(older.read_bytes()[half])
        if len(torn) < PAGE // 2 or bytes_[half] == torn:
            return False
        bytes_[half] = torn
        file.write_bytes(bytes_)
        return True

    def torn_half(self, old):
        if self.kind == "older":
            return old
        return bytes(PAGE // 2) if self.kind == "zeros" else random.Random(self.page).randbytes(PAGE // 2)


class Use:
    """What the console answers for a store, torn or not."""

    def __init__(self, world, looks):
        self.world, self.answers = world, []  # what, status, answer
        self.seen = {what: self.simplified(what, self.ask(path)) for what, path in looks.items()}
        for path, body in CHANGES:
            self.change(path, body)

    def ask(self, path, method="GET", body=None):
        status, _, answer = self.world.console.request(method, path, body)
        self.answers.append((path, status, answer))
        return answer if status < 300 else None

    def change(self, path, body):
        answer = self.ask(path, "POST", body)
        if answer and "run" in answer:
            self.answers.append((path, 200, eventually(lambda: self.ended(answer["run"]), f"{path} did not end", 60)))

    def ended(self, run):
        status, _, answer = self.world.console.request("GET", f"/s/todo/runs/{run}.json")
        return answer if status != 200 or answer["state"] != "running" else None

    @staticmethod
    def simplified(what, answer):
        """What does not change with the time; None for a refusal."""
        if answer is None:
            return None
        if what == "rows":
            return {row["id"]: (row["values"], row["state"], row["deleted"]) for row in answer["rows"]}
        if what == "past":
            return {row["id"]: row["then"] for row in answer["rows"]}
        if what == "trash":
            return {row["id"]: row["values"] for row in answer["rows"]}
        if what == "row":
            return answer["values"]
        if what == "queue":
            return {operation["itemId"]: (operation["kind"], operation["state"]) for operation in answer["operations"]}
        if what == "errors":
            return {error["itemId"]: (error["local"], error["server"]) for error in answer["errors"]}
        return answer["counts"] if what == "store" else answer[what]

    @property
    def is_reported(self):
        """True when an answer says that the file is damaged."""
        return any(is_damage(status, answer) for _, status, answer in self.answers)

    def problems(self):
        return [f"{path}: {status} {answer}"[:400] for path, status, answer in self.answers
                if status >= 500 and not is_damage(status, answer)]


def is_damage(status, answer):
    text = str(answer)
    return status == 503 and answer["error"]["code"] in DAMAGE or "is damaged" in text or "cannot be used" in text


def integrity(file):
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as database:
            return "; ".join(line for line, in database.execute("PRAGMA integrity_check(3)"))
    except sqlite3.DatabaseError as error:
        return str(error)


def strange(world):
    """Values on the server that nobody wrote."""
    return [f"{name}.{column} on the server: {row[column]!r}"[:200] for name, row in world.service.rows(TABLE).items() for column in "abc"
            if name in NAMES and not is_written(name, column, row[column])]


def is_written(name, column, value):
    return value in [values(name, word)[column] for word in ("first", "second", "unsent")] + [f"{name} here", f"{name} there", "a late edit", "other"]
