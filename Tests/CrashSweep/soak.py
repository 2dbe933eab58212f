"""Changes, pushes, pulls and pages for a while, with the console and the service killed at random; then looks at what is left,
and whether memory or open files grew."""
import argparse
import collections
import http.client
import json
import pathlib
import random
import sqlite3
import sys
import tempfile
import threading
import time

from checks import atomic, compared, repeated
from processes import curl, eventually
from scenarios import Scenario, new
from servers import COLUMNS, TABLE
from world import ROWS, World

#: Threads that change rows here, and rows that each of them has at a time.
WRITERS, ROWS_EACH = 3, 20
#: Of the time, the part in which processes are killed; then each lives on, so that what grows is seen.
KILLING = 0.5
#: How long a process runs before it counts as warm, and how much it may grow from then on.
WARM_SECONDS, GROWTH, GROWTH_BYTES, GROWTH_FILES = 10, 1.25, 24 << 20, 8
PAGES = [
    "/", "/s/todo", ROWS, f"{ROWS}?sort=a&a__contains=1", "/s/todo/queue", "/s/todo/errors", "/s/todo/sync", "/s/todo/runs",
    "/s/todo/trash", "/audit", "/jump?q=edit", "/s/todo/jump?q=w1", "/metrics",
]
GONE = (OSError, http.client.HTTPException)


class Soak:
    def __init__(self, world, seconds, seed):
        self.world, self.seconds, self.seed = world, seconds, seed
        self.begun, self.counts, self.problems = time.monotonic(), collections.Counter(), []
        self.acknowledged, self.unanswered = collections.Counter(), collections.Counter()  # by action and row, for the audit
        self.deleted, self.samples = set(), []
        self.is_over = threading.Event()

    # What happens

    def perform(self):
        jobs = [(self.write, number) for number in range(WRITERS)]
        jobs += [(self.runs, "push")] + ([] if self.world.is_live else [(self.runs, "pull")]) + [(self.pages, 0), (self.pages, 1)]
        jobs += [(self.others, 0), (self.measure, 0)]
        threads = [threading.Thread(target=self.guarded, args=job, daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        self.kill()
        self.is_over.wait(max(0.0, self.seconds - (time.monotonic() - self.begun)))
        self.is_over.set()
        for thread in threads:
            thread.join(60)

    def guarded(self, job, argument):
        chance = random.Random(f"{self.seed} {job.__name__} {argument}")
        try:
            while not self.is_over.is_set():
                try:
                    job(argument, chance)
                except GONE:
                    self.counts["broken connections"] += 1
                    time.sleep(0.1)
        except Exception as error:  # The soak ends, and says why.
            self.problems.append(f"{job.__name__}: {error!r}")
            self.is_over.set()

    def kill(self):
        """Ends one of the two from time to time, as a power cut of that process would."""
        chance = random.Random(f"{self.seed} kill")
        while time.monotonic() - self.begun < self.seconds * KILLING:
            if self.is_over.wait(chance.uniform(3, 9)):
                return
            name = chance.choice(["console", "console", "service"])
            process = getattr(self.world, name)
            process.kill()
            time.sleep(chance.uniform(0, 1))
            process.start()
            self.counts[f"kills of the {name}"] += 1

    def write(self, number, chance):
        """Rows are inserted, edited and deleted, each by one thread alone."""
        live = []
        for step in range(1, 1_000_000):
            if self.is_over.is_set():
                return
            if len(live) < ROWS_EACH:
                id = f"w{number}-{int(time.monotonic() * 1000)}"
                self.change("rows.edit", id, ROWS, {"values": {"id": id} | new(id)}, new(id))
                live.append(id)
            elif chance.random() < 0.1:
                id = live.pop(chance.randrange(len(live)))
                if self.change("rows.delete", id, f"{ROWS}/r/{id}/delete", {}, {}):
                    self.deleted.add(id)
            else:
                id = chance.choice(live)
                values = {chance.choice(COLUMNS): f"{id} edit {step} {time.monotonic_ns()}"}
                self.change("rows.edit", id, f"{ROWS}/r/{id}", {"values": values}, values)
            time.sleep(chance.uniform(0.01, 0.1))

    def change(self, action, id, path, body, values):
        """Keeps the values when they were acknowledged; without an answer they may stand or not."""
        known = self.world.values.setdefault(id, {})
        try:
            status, _, answer = self.world.console.request("POST", path, body)
        except GONE:
            self.unanswered[action, id] += 1
            self.counts["unanswered changes"] += 1
            for column in values or COLUMNS:
                known.pop(column, None)
            time.sleep(0.1)
            return False
        if status < 300:
            self.acknowledged[action, id] += 1
            self.counts["acknowledged changes"] += 1
            known.update(values)
            if not values:
                known.clear()
        elif status not in (404, 409):  # An insert without an answer may not be there.
            self.problems.append(f"{path}: {status} {answer}")
        return status < 300

    def runs(self, kind, chance):
        status, _, answer = self.world.console.request("POST", f"/s/todo/{kind}", {})
        if status == 202:
            while not self.is_over.is_set():
                status, _, run = self.world.console.request("GET", f"/s/todo/runs/{answer['run']}.json")
                if status != 200 or run["state"] != "running":
                    self.counts[f"{kind}: {run.get('state', status)}"] += 1
                    break
                time.sleep(0.05)
        elif status != 409:
            self.problems.append(f"{kind}: {status} {answer}")
        time.sleep(chance.uniform(0.1, 0.5))

    def pages(self, _, chance):
        path = chance.choice(PAGES)
        status, _, answer = self.world.console.request("GET", path, headers={"Accept": "text/html"})
        self.counts["pages"] += 1
        if status != 200:
            self.problems.append(f"{path}: {status}")
        time.sleep(chance.uniform(0.02, 0.2))

    def others(self, _, chance):
        """Rows that only the server's other users change."""
        id = f"o{chance.randrange(40)}"
        row = {column: f"{id} {time.monotonic_ns()} {column}" for column in COLUMNS}
        options = ["-H", "ZUMO-API-VERSION: 2.0.0", "-H", "Content-Type: application/json", "-d"]
        try:
            status, _ = curl("-X", "PATCH", *options, json.dumps(row), f"{self.world.service.url}/tables/{TABLE}/{id}")
            if status == 404:
                status, _ = curl("-X", "POST", *options, json.dumps({"id": id} | row), f"{self.world.service.url}/tables/{TABLE}")
            self.counts["changes on the server"] += status in (200, 201)
        except AssertionError:
            self.counts["broken connections"] += 1
        time.sleep(chance.uniform(0.05, 0.3))

    # Memory and files

    def measure(self, *_):
        for name in ("console", "service"):
            pid = getattr(self.world, name).process.pid
            try:
                lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
                memory = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS:"))
                files = len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))
            except (OSError, StopIteration):
                continue  # It has just been killed.
            self.samples.append((time.monotonic() - self.begun, name, pid, memory, files))
        self.is_over.wait(0.5)

    def usage(self):
        """Lines of a table, and what grew in a process that lived on."""
        last = self.samples[-1][0]
        problems = []
        print("| process | when | peak memory, MiB | open files |", "| --- | --- | --- | --- |", sep="\n")
        for name in ("console", "service"):
            own = [sample for sample in self.samples if sample[1] == name]
            steady = [sample for sample in own if sample[2] == own[-1][2]]
            warm = [sample for sample in steady if sample[0] > steady[0][0] + WARM_SECONDS] or steady
            start, length = warm[0][0], warm[-1][0] - warm[0][0]
            parts = {
                "all of the time": own,
                "beginning": [sample for sample in warm if sample[0] <= start + length / 5],
                "middle": [sample for sample in warm if abs(sample[0] - start - length / 2) <= length / 10],
                "end": [sample for sample in warm if sample[0] >= start + length * 4 / 5],
            }
            peaks = {when: (max(s[3] for s in part), max(s[4] for s in part)) for when, part in parts.items() if part}
            for when, (memory, files) in peaks.items():
                print(f"| {name} | {when} | {memory / 2**20:.0f} | {files} |")
            if peaks["end"][0] > peaks["beginning"][0] * GROWTH + GROWTH_BYTES:
                problems.append(f"the memory of the {name} grew in its last {last - start:.0f} s")
            if peaks["end"][1] > peaks["beginning"][1] + GROWTH_FILES:
                problems.append(f"the open files of the {name} grew in its last {last - start:.0f} s")
        return problems

    # The end

    def finish(self):
        world = self.world
        for _ in range(20):
            # The last run of the soak may go on.
            eventually(lambda: all(run["state"] != "running" for run in world.console.get("/s/todo/sync.json")["runs"]))
            world.console.run("push", {"anyway": True})
            if not world.console.queue():
                break
        if world.is_live:
            eventually(lambda: not compared("here", world.here(), world.there()), seconds=120)
        else:
            world.console.run("pull")
        problems = [f"left in the queue: {operation}" for operation in world.console.queue()[:20]]
        problems += [f"left in the errors: {error}" for error in world.console.errors()[:20]]
        problems += atomic(world) + compared("here", world.here(), world.there()) + repeated(world)
        there = world.there()
        problems += [f"{id} was deleted and is back" for id in self.deleted if there.get(id, "deleted") != "deleted"]
        time.sleep(6)  # Entries that could not be written before come every five seconds.
        for server in (world.console, world.service):
            server.stop()
        return problems + self.audited() + world.damaged()

    def audited(self):
        """Each acknowledged change has one entry; one without an answer has one or none."""
        with sqlite3.connect(self.world.console.data / "console.sqlite") as database:
            rows = database.execute(
                "SELECT action, rowId, sum(times) FROM audit WHERE result = 'done' AND rowId IS NOT NULL GROUP BY 1, 2")
            found = {(action, id): count for action, id, count in rows}
        return [
            f"the audit log has {found.get(key, 0)} entries of {key}, not {least} to {least + self.unanswered[key]}"
            for key in self.acknowledged.keys() | self.unanswered.keys() for least in [self.acknowledged[key]]
            if not least <= found.get(key, 0) <= least + self.unanswered[key]
        ]


def arguments():
    parser = argparse.ArgumentParser(prog="script/soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="how long (default: 300)")
    parser.add_argument("--live", action="store_true", help="the store follows the service's change stream, and nobody pulls")
    parser.add_argument("--seed", type=int, help="decides who is killed, and what is asked (default: by chance)")
    return parser.parse_args()


def main():
    options = arguments()
    seed = options.seed or random.SystemRandom().randrange(1, 1_000_000)
    print(f"seed {seed}\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        world = World.filled(pathlib.Path(folder) / "world", Scenario())
        if options.live:
            world.make_live()
        world.service.start()
        world.console.start()
        try:
            soak = Soak(world, options.seconds, seed)
            soak.perform()
            problems = soak.problems + soak.usage() + soak.finish()
        finally:
            for server in (world.console, world.service):
                server.stop()
    print("", *(f"{count} {what}" for what, count in sorted(soak.counts.items())), sep="\n")
    print("", *(problems[:50] or ["nothing was lost, repeated, left over or damaged"]), f"{len(problems)} problems", sep="\n")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
