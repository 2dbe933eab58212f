"""Tears each page of a store's file, and uses the store: it is right, or it is said to be damaged, and another one goes on."""
import collections
import concurrent.futures
import dataclasses
import pathlib
import shutil
import tempfile
import time

from faults import memory
from processes import syncline
from servers import TABLE
from torn_store import OTHER, PAGE, TEARS, Tear, Torn, Use, integrity, store, strange
from world import World

#: The store is as it was; it is said to be damaged; the next backup says so, which checks the whole file; no check of SQLite finds it.
OUTCOMES = RIGHT, REPORTED, BY_BACKUP, UNNOTICED = ["right", "reported", "reported by the backup", "not noticed by SQLite"]


class Pages:
    """The tears of one store's file."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.scenario = Torn()
        self.base = World.filled(self.folder / "base", self.scenario, has_pages=False)
        self.whole = self.used(self.base.copy(self.folder / "whole"))[0].seen
        self.count = store(self.base).stat().st_size // PAGE

    def tears(self):
        return [Tear(page, kind) for kind in TEARS for page in range(self.count)]

    def used(self, world):
        """The store as it is used, and what is wrong with the other one and with the programs."""
        with world.service, world.console:
            use = Use(world, self.scenario.looks)
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


@dataclasses.dataclass
class Part:
    """Some of the pages, which one job tears."""

    number: int
    of: int
    every: int = 1
    page: int | None = None

    def chosen(self, tears):
        if self.page is not None:
            tears = [tear for tear in tears if tear.page == self.page]
        return tears[self.number * self.every::self.of * self.every]

    def tear(self):
        """How many tears of a kind had which outcome; failures are printed."""
        counts = collections.Counter()
        with tempfile.TemporaryDirectory(prefix="torn-pages-", dir=memory()) as folder:
            pages = Pages(folder)
            for tear in self.chosen(pages.tears()):
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
