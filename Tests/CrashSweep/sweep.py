"""Ends or fails the real programs at every file write of a push, a pull, a decision and the like, and looks at what is left."""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import pathlib
import random
import sys
import tempfile
import time

from faults import FAULTS
from point import Point
from scenarios import SCENARIOS
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
    #: When no further point is begun; none for all points.
    end: float | None = None

    def points(self, calls):
        """Faults and the writes that they meet."""
        chance = random.Random(f"{self.seed} {self.name} {self.process} {self.fault or ''}")
        if self.at:
            return [(self.fault, self.at)]
        if self.fault:
            return [(self.fault, at) for at in range(chance.randrange(self.every) + 1, calls + 1, self.every)]
        return [(chance.choice(list(FAULTS)), chance.randrange(calls) + 1) for _ in range(SHARE_POINTS)]

    @property
    def is_late(self):
        return self.end is not None and time.time() > self.end


class Sweep:
    """The points of one scenario in one process."""

    def __init__(self, name, process, folder):
        self.name, self.scenario, self.process = name, SCENARIOS[name], process
        self.folder = pathlib.Path(folder)
        self.base = World.filled(self.folder / "base", self.scenario)
        self.points = 0

    def new_point(self):
        self.points += 1
        return Point(self.base, self.scenario, self.process, self.folder / f"point-{self.points}")

    def count(self):
        return self.new_point().count()

    def close(self):
        self.base.service.close()

    def problems(self, fault, at, seed):
        """What is wrong after the fault, and the call that it met."""
        point = self.new_point()
        problems = point.problems(fault, at, seed)
        return problems, point.injector.hit_call if point.injector.has_hit else None


def sweep(task):
    """The points of a task: a line for the table, and what was wrong; none when it is too late to begin."""
    if task.is_late:
        return None
    name, process, seed = task.name, task.process, task.seed
    begun, points, found = time.monotonic(), 0, []
    with tempfile.TemporaryDirectory(prefix="crash-sweep-") as folder:
        with contextlib.closing(Sweep(name, process, folder)) as sweep:
            calls, kinds = sweep.count()
            for fault, at in task.points(calls):
                if task.is_late:
                    break
                points += 1
                problems, call = sweep.problems(FAULTS[fault], at, seed)
                if problems:
                    again = f"--scenario {name} --process {process} --fault {fault} --at {at} --seed {seed}"
                    found.append((f"{name} in the {process}, {fault} at {at} of {calls} ({call})", problems, again))
    return Result(name, process, task.fault or "any", calls, kinds, points, time.monotonic() - begun, found)


class Result:
    HEAD = "| scenario | process | fault | writes | points | failed | points/s |"

    def __init__(self, name, process, fault, calls, kinds, points, seconds, found):
        self.line = [name, process, fault, calls, points, len(found), f"{points / seconds:.2f}"]
        self.kinds, self.points, self.found = kinds, points, found

    def show(self):
        print("| " + " | ".join(map(str, self.line)) + " |", flush=True)
        for what, problems, again in self.found:
            print(f"\n{what}:", *problems, f"repeat it: script/crash-sweep {again}\n", sep="\n  ", flush=True)


def arguments():
    parser = argparse.ArgumentParser(prog="script/crash-sweep", description=__doc__)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="all without it")
    parser.add_argument("--process", action="append", choices=["console", "service", "command"], help="all without it")
    parser.add_argument("--fault", action="append", choices=FAULTS, help="all without it")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="every K-th write only")
    parser.add_argument("--at", type=int, metavar="N", help="this write only")
    parser.add_argument("--share", type=float, metavar="SECONDS", help="points by chance, for so long")
    parser.add_argument(
        "--seed", type=int, help="decides the points of --share, the first write of --every, and what a power loss spares "
        "(default: 1, with --share by chance)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="points at a time (default: 2)")
    return parser.parse_args()


def tasks(options):
    pairs = [
        (name, process) for name in options.scenario or SCENARIOS for process in SCENARIOS[name].processes
        if process in (options.process or [process])
    ]
    if options.share:
        random.Random(options.seed).shuffle(pairs)
        end = time.time() + options.share
        return [Task(name, process, None, options.seed, end=end) for name, process in pairs]
    return [
        Task(name, process, fault, options.seed, options.every, options.at) for name, process in pairs
        for fault in FAULTS if fault in (options.fault or [fault])
    ]


def main():
    options = arguments()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1, 1_000_000) if options.share else 1
    print(f"seed {options.seed}\n", flush=True)
    begun = time.monotonic()
    print(Result.HEAD, "|" + " --- |" * Result.HEAD.count(" | "), sep="\n", flush=True)
    results = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(sweep, task) for task in tasks(options)]):
            if result := future.result():
                results.append(result)
                result.show()
    seconds = time.monotonic() - begun
    points, failed = sum(result.points for result in results), sum(len(result.found) for result in results)
    print(f"\n{points} points, {failed} failed, in {seconds:.0f} s: {points / seconds:.2f} a second")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
