"""Backups of a store with a million rows, alone and while rows are edited.

`syncline backup` copies the data directory page by page, verifies each database (`integrity_check`, row counts)
and writes a manifest. The comparison is `cp` of the same files with a sync to the disk, which verifies nothing and
may copy a database in the middle of a write. Under load, four clients edit rows by POST in the console;
each change is durable before its response. Every backup is opened, and its rows are counted.
"""

import http.client
import itertools
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import threading
import time

import sample
from console import Console
from context import Figure, Row

ORDER = 64
COUNT = 1_000_000
TURNS = 3
CLIENTS = 4
TABLE = sample.TABLE


def run(context):
    with context.service(sample.database(context, COUNT), "--max-top", "0") as service:
        data = context.data_directory("backup", service.url)
        context.verb("pull", data)
    with sqlite3.connect(data / "stores" / "bench.sqlite") as store:
        ids = [id for id, in store.execute(f"SELECT id FROM {TABLE} LIMIT 20000")]
    token = subprocess.run(
        [context.syncline, "token", "add", "bench", "--role", "operator", "--data", data],
        check=True, capture_output=True, text=True).stdout.strip()
    console = Console(context, data)
    folder = context.folder / "backups"
    folder.mkdir()
    alone, copied, loaded, rates, quiet = [], [], [], [], []
    editors = Editors(console.port, token, ids)
    for turn in range(TURNS):
        context.wait_until_quiet()
        alone.append(timed(lambda: backup(context, data, folder)))
        context.wait_until_quiet()
        copied.append(timed(lambda: copy(data, folder)))
        context.wait_until_quiet()
        quiet.append(editors.during(lambda: time.sleep(4))[0])
        rate, seconds = editors.during(lambda: timed(lambda: backup(context, data, folder)))
        rates.append(rate)
        loaded.append(seconds)
    console.stop()
    size = sum(file.stat().st_size for file in data.rglob("*") if file.is_file()) / 2**20
    share = statistics.median(rates) / statistics.median(quiet)
    return [
        Row(f"backup of {size:,.0f} MB", Figure(alone), f"{Figure(copied)} cp and sync",
            f"{statistics.median(alone) / statistics.median(copied):.1f} of it"),
        Row("the same while rows are edited", Figure(loaded), f"{Figure(alone)} alone",
            f"{statistics.median(loaded) / statistics.median(alone):.1f} of it"),
        Row("edits during it", Figure(rates, "edits/s"), f"{Figure(quiet, 'edits/s')} without a backup",
            f"{share:.2f} of it", note=f"the slowest edit took {editors.slowest * 1000:,.0f} ms"),
    ]


def timed(step):
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


def backup(context, data, folder):
    """A whole backup, which is looked at and removed; the time of that is not much."""
    target = folder / "one"
    done = context.run(context.syncline, "backup", target, "--data", data, "--json")
    assert done.status == 0, done.output[-2000:]
    with sqlite3.connect(target / "stores" / "bench.sqlite") as store:
        assert store.execute(f"SELECT count(*) FROM {TABLE}").fetchone() == (COUNT,)
    shutil.rmtree(target)


def copy(data, folder):
    target = folder / "copy"
    subprocess.run(["cp", "-r", data, target], check=True)
    for file in target.rglob("*"):
        if file.is_file():
            descriptor = os.open(file, os.O_RDONLY)
            os.fsync(descriptor)
            os.close(descriptor)
    shutil.rmtree(target)


class Editors:
    """Clients that edit rows one after the other, each over its own connection."""

    def __init__(self, port, token, ids):
        self.port, self.token = port, token
        self.ids, self.numbers = itertools.cycle(ids), itertools.count()
        self.lock = threading.Lock()
        self.slowest = 0

    def during(self, step):
        """Edits per second while `step` runs, and its result."""
        self.isOver, self.count = False, 0
        threads = [threading.Thread(target=self.edit) for _ in range(CLIENTS)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        result = step()
        seconds = time.perf_counter() - start
        self.isOver = True
        for thread in threads:
            thread.join()
        return self.count / seconds, result

    def edit(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
            "Accept": "application/json"}
        while not self.isOver:
            with self.lock:
                id, number = next(self.ids), next(self.numbers)
            start = time.perf_counter()
            body = json.dumps({"values": {"title": f"edited {number}"}})
            connection.request("POST", f"/s/bench/t/{TABLE}/r/{id}", body, headers)
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status == 200, (answer.status, text[:300])
            with self.lock:
                self.count += 1
                self.slowest = max(self.slowest, time.perf_counter() - start)
        connection.close()
