"""Tears each page of a store's file, and uses the store: it is right, or it is said to be damaged, and another one goes on."""
import collections
import concurrent.futures
import contextlib
import dataclasses
import pathlib
import random
import shutil
import sqlite3
import tempfile
import time

from faults import memory
from processes import eventually, syncline
from scenarios.base import Scenario
from servers import TABLE
from world import ROWS, World

PAGE = 4096
OTHER = "other"
NAMES = [f"r{number:03}" for number in range(240)]
#: What the second half of a page becomes; `older` is what it once was.
TEARS = ["zeros", "older", "garbage"]
#: The store is as it was; it is said to be damaged; the next backup says so, which checks the whole file; no check of SQLite finds it.
OUTCOMES = RIGHT, REPORTED, BY_BACKUP, UNNOTICED = ["right", "reported", "reported by the backup", "not noticed by SQLite"]
#: Tears by chance that a share of the sweep tries.
SHARE_TEARS = 3
#: What is said of a file that cannot be used, or not in part.
DAMAGE = {"file_damaged", "not_a_database", "schema_incomplete", "schema_older", "schema_newer", "file_unusable", "file_emptied"}
LOOKS = {
    "rows": f"{ROWS}.json?size=500&view=all", "row": f"{ROWS}/r/r100.json", "queue": "/s/todo/queue.json?size=500",
    "errors": "/s/todo/errors.json?size=500", "store": "/s/todo.json", "tables": "/s/todo/tables.json", "tokens": "/s/todo/tokens.json",
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

    def __init__(self, world):
        self.world, self.answers = world, []  # what, status, answer
        self.seen = {what: self.simplified(what, self.ask(path)) for what, path in LOOKS.items()}
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


class Pages:
    """The tears of one store's file."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.base = World.filled(self.folder / "base", Torn(), has_pages=False)
        self.whole = self.used(self.base.copy(self.folder / "whole"))[0].seen
        self.count = store(self.base).stat().st_size // PAGE

    def tears(self):
        return [Tear(page, kind) for kind in TEARS for page in range(self.count)]

    def used(self, world):
        """The store as it is used, and what is wrong with the other one and with the programs."""
        with world.service, world.console:
            use = Use(world)
            problems = use.problems() + self.other(world)
            for server in (world.console, world.service):
                server.stop()
                if server.process.returncode:
                    problems.append(f"the {server.arguments[0]} ended with {server.process.returncode}: {''.join(server.lines)[-600:]}")
        return use, problems

    @staticmethod
    def other(world):
        """What is wrong with the other store, which is used, too."""
        path = f"/s/{OTHER}/t/{TABLE}"
        answers = [
            world.console.request("GET", f"{path}.json"), world.console.request("POST", f"{path}/r/r200", {"values": {"a": "other"}}),
            world.console.request("POST", f"/s/{OTHER}/push", {}),
        ]
        return [f"the other store: {status} {answer}" for status, _, answer in answers if status >= 300]

    def outcome(self, tear):
        """How the store is after a tear, and what must not be; None for a tear that changes nothing."""
        world = self.base.copy(self.folder / f"page-{tear.page}-{tear.kind}")
        try:
            if not tear.apply(store(world), world.folder / "older"):
                return None
            use, problems = self.used(world)
            wrong = [what for what, seen in use.seen.items() if seen not in (None, self.whole[what])] + strange(world)
            if use.is_reported or not wrong:
                return REPORTED if use.is_reported else RIGHT, problems, []
            if integrity(store(world)) == "ok":
                return UNNOTICED, problems, wrong
            return BY_BACKUP, problems + backed_up(world), wrong
        except (AssertionError, OSError) as error:
            return RIGHT, [repr(error)], []
        finally:
            shutil.rmtree(world.folder, ignore_errors=True)


def backed_up(world):
    """What is wrong with a backup of a damaged store, which must not be made."""
    done = syncline("backup", world.folder / "backup", "--data", world.console.data, check=None)
    return [] if done.returncode and "is damaged" in done.stderr else [f"the backup ended with {done.returncode}: {done.stdout}{done.stderr}"]


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


@dataclasses.dataclass
class Part:
    """Some of the pages, which one job tears."""

    number: int
    of: int
    every: int = 1
    page: int | None = None
    #: For tears by chance.
    seed: int | None = None
    #: When no further page is torn; none for all.
    end: float | None = None

    def chosen(self, tears):
        if self.seed:
            return random.Random(self.seed).sample(tears, SHARE_TEARS)
        if self.page is not None:
            tears = [tear for tear in tears if tear.page == self.page]
        return tears[self.number * self.every::self.of * self.every]

    def tear(self):
        """How many tears of a kind had which outcome; failures are printed."""
        counts = collections.Counter()
        with tempfile.TemporaryDirectory(prefix="torn-pages-", dir=memory()) as folder:
            pages = Pages(folder)
            for tear in self.chosen(pages.tears()):
                if self.end and time.time() > self.end:
                    break
                if outcome := pages.outcome(tear):
                    name, problems, wrong = outcome
                    counts[tear.kind, name] += 1
                    if problems:
                        counts[tear.kind, "failed"] += 1
                        again = f"repeat it: script/crash-sweep --torn-pages --at {tear.page}"
                        print(f"\n{tear}, {name}:", *problems, *map(str, wrong[:4]), again, sep="\n  ", flush=True)
        return counts


def tear_pages(jobs, every, page):
    """Tears each page in each way, or those of one; true when nothing failed."""
    begun, parts = time.monotonic(), 1 if page is not None else jobs
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        counts = sum(pool.map(Part.tear, [Part(number, parts, every, page) for number in range(parts)]), collections.Counter())
    is_fine = show_tears(counts)
    print(f"in {time.monotonic() - begun:.0f} s")
    return is_fine


def show_tears(counts):
    """The figures of each way to tear a page; true when nothing failed."""
    heads = [*OUTCOMES, "failed"]
    print("\n| torn | " + " | ".join(heads) + " |", "|" + " --- |" * (len(heads) + 1), sep="\n")
    for kind in TEARS:
        print(f"| {kind} | " + " | ".join(str(counts[kind, name]) for name in heads) + " |")
    failed = sum(counts[kind, "failed"] for kind in TEARS)
    print(f"\n{counts.total() - failed} torn pages, {failed} failed")
    return not failed
