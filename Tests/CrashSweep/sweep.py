"""Ends or fails the real programs at every file write of a push, a pull, a decision and the like, and looks at what is left."""
import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import itertools
import pathlib
import random
import sys
import tempfile
import time
import traceback

from faults import FAULTS, memory
from point import Point
from scenarios import SCENARIOS
from torn_pages import tear_pages
from world import World

#: Points of one scenario in one process that a share of the sweep tries.
SHARE_POINTS = 3


@dataclasses.dataclass
class Task:
    """What is tried of one scenario in one process."""

    name: str
    process: str
    #: None for any of them.
    fault: str | None
    seed: int
    every: int = 1
    at: int | None = None
    #: The faults of a share, one point of each.
    share: tuple[str, ...] = ()
    #: When no further point is begun; none for all points.
    end: float | None = None

    def points(self, kinds):
        """Faults and the writes that they meet."""
        chance = random.Random(f"{self.seed} {self.name} {self.process} {self.fault or ''}")
        if self.at:
            return [(self.fault, self.at)]
        if self.fault:
            writes = range(chance.randrange(self.every) + 1, len(kinds) + 1, self.every)
            return [(self.fault, at) for at in writes if FAULTS[self.fault].differs_at(kinds[at - 1])]
        met = {fault: [at for at, kind in enumerate(kinds, 1) if FAULTS[fault].differs_at(kind)] for fault in self.share}
        return [(fault, chance.choice(met[fault])) for fault in self.share if met[fault]]

    @property
    def is_late(self):
        return self.end is not None and time.time() > self.end


class Sweep:
    """The points of one scenario in one process."""

    def __init__(self, name, process, folder):
        self.name, self.scenario, self.process = name, SCENARIOS[name], process
        self.folder = pathlib.Path(folder)
        self.base = World.filled(self.folder / "base", self.scenario, has_pages=False)
        if process != "service" and self.scenario.keeps_server:
            self.base.service = self.base.service.kept(self.folder / "server")
        self.points = 0

    def new_point(self):
        self.points += 1
        return Point(self.base, self.scenario, self.process, self.folder / f"point-{self.points}")

    def count(self):
        """The kinds of the writes; at times several changes are written at once, so the longer one of two counts."""
        return max((self.new_point().count() for _ in range(2)), key=len)

    def close(self):
        self.base.service.close()

    def problems(self, fault, at, seed):
        """What is wrong after the fault, and the call that it met; none when the scenario made fewer."""
        point = self.new_point()
        problems = point.problems(fault, at, seed)
        return problems, point.injector.hit_call if point.injector.has_hit else None


def sweep(task):
    """Tries the points of a task, and prints each failure; none when it is too late to begin."""
    if task.is_late:
        return None
    result = Result(task)
    try:
        with tempfile.TemporaryDirectory(prefix="crash-sweep-", dir=memory()) as folder:
            with contextlib.closing(Sweep(task.name, task.process, folder)) as sweep:
                kinds = sweep.count()
                result.calls = len(kinds)
                for fault, at in task.points(kinds):
                    if task.is_late:
                        break
                    result.add(fault, at, *sweep.problems(FAULTS[fault], at, task.seed))
    except Exception:  # The other tasks go on.
        result.show_failure("could not be prepared", traceback.format_exc().splitlines(), "")
    return result


class Result:
    """What a task found, and its line in the table."""

    HEAD = "| scenario | process | fault | writes | points | failed | points/s |"

    def __init__(self, task):
        self.task, self.begun, self.calls = task, time.monotonic(), 0
        self.points, self.missed, self.failed = (collections.Counter() for _ in range(3))  # by fault

    def add(self, fault, at, problems, call):
        self.points[fault] += 1
        self.missed[fault] += call is None
        if problems:
            self.failed[fault] += 1
            self.show_failure(f"{fault} at {at} of {self.calls} ({call})", problems, f" --fault {fault} --at {at} --seed {self.task.seed}")

    def show_failure(self, what, problems, options):
        task, place = self.task, f"{self.task.name} in the {self.task.process}"
        again = f"repeat it: script/crash-sweep --scenario {task.name} --process {task.process}{options}"
        print(f"\n{place}, {what}:", *problems, again, sep="\n  ", end="\n\n", flush=True)
        self.failed["any"] += not options

    def show(self):
        task, points = self.task, self.points.total()
        line = [task.name, task.process, task.fault or "any", self.calls, points, self.failed.total(), f"{points / (time.monotonic() - self.begun):.2f}"]
        print("| " + " | ".join(map(str, line)) + " |", flush=True)


def show_sum(results, seconds):
    """The figures of each fault, and of all; true when nothing failed."""
    points, missed, failed = (
        sum((getattr(result, name) for result in results), collections.Counter()) for name in ("points", "missed", "failed"))
    print("\n| fault | points | of these, without that many writes | failed |", "| --- | --- | --- | --- |", sep="\n")
    for fault in FAULTS:
        print(f"| {fault} | {points[fault]} | {missed[fault]} | {failed[fault]} |")
    print(f"\n{points.total()} points, {failed.total()} failed, in {seconds:.0f} s: {points.total() / seconds:.2f} a second")
    return not failed.total()


def arguments():
    parser = argparse.ArgumentParser(prog="script/crash-sweep", description=__doc__)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="all without it")
    parser.add_argument("--process", action="append", choices=["console", "service", "command"], help="all without it")
    parser.add_argument("--fault", action="append", choices=FAULTS, help="all without it")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="every K-th write only")
    parser.add_argument("--at", type=int, metavar="N", help="this write only, or this page")
    parser.add_argument("--torn-pages", action="store_true", help="instead: tears each page of a store, and uses the store")
    parser.add_argument("--share", type=float, metavar="SECONDS", help="points by chance, as many of each fault, for so long")
    parser.add_argument(
        "--seed", type=int, help="decides the points of --share, the first write of --every, and what a power loss spares "
        "(default: 1, with --share by chance)")
    parser.add_argument("--resume", type=pathlib.Path, metavar="FILE", help="leaves out what an earlier run has finished, by its output")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="points at a time (default: 2)")
    return parser.parse_args()


def tasks(options):
    pairs = [
        (name, process) for name in options.scenario or SCENARIOS for process in SCENARIOS[name].processes
        if process in (options.process or [process])
    ]
    if options.share:
        # By turns, so that each fault has as many points however few there are.
        chance, faults = random.Random(options.seed), list(options.fault or FAULTS)
        chance.shuffle(pairs)
        chance.shuffle(faults)
        turns, end = itertools.cycle(faults), time.time() + options.share
        return [
            Task(name, process, None, options.seed, end=end, share=tuple(itertools.islice(turns, SHARE_POINTS)))
            for name, process in pairs
        ]
    pairs.sort(key=lambda pair: not SCENARIOS[pair[0]].is_slow)
    finished = finished_before(options.resume)
    return [
        Task(name, process, fault, options.seed, options.every, options.at)
        for fault in FAULTS if fault in (options.fault or [fault]) for name, process in pairs if (name, process, fault) not in finished
    ]


def finished_before(file):
    """The scenarios, processes and faults of an earlier run's table that have no failure."""
    rows = [line.strip("| \n").split(" | ") for line in file.read_text().splitlines()] if file else []
    return {tuple(row[:3]) for row in rows if len(row) == Result.HEAD.count(" | ") + 1 and row[5] == "0"}


def main():
    options = arguments()
    if options.torn_pages:
        sys.exit(not tear_pages(options.jobs, options.every, options.at))
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1, 1_000_000) if options.share else 1
    print(f"seed {options.seed}\n", flush=True)
    begun, results = time.monotonic(), []
    print(Result.HEAD, "|" + " --- |" * Result.HEAD.count(" | "), sep="\n", flush=True)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(sweep, task) for task in tasks(options)]):
            if result := future.result():
                results.append(result)
                result.show()
    sys.exit(not show_sum(results, time.monotonic() - begun))


if __name__ == "__main__":
    main()
