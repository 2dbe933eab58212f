"""Live stores: from a change on the table service to the row in the store.

One console has 1, 100 or 1,000 live stores of one service. A POST inserts a row every {pause} s, or less often if there are many stores. The
time starts with the response to the POST, when the row is durable on the server, and ends when another program
sees the row in the store's file. With more than {watched} stores, {watched} of them are measured, evenly distributed.
Everything runs on this machine: all stores pull the same change at once, on the same cores as the
service.

The comparison is a store that polls every minute, the shortest possible schedule. `bare/bare_commits.c` measures
the disk's commit rate; a change takes two durable commits, one on the server and one in the store.
"""

import http.client
import json
import sqlite3
import statistics
import time

import sample
from console import Console
from context import Row
from service_writes import commits

ORDER = 46
STORES = (1, 100, 1_000)
CHANGES = {1: 40, 100: 20, 1_000: 6}
POLLED_CHANGES = 4
WATCHED = 10
PAUSE_SECONDS = 0.4
LIMIT_MS = 50
TABLE = sample.TABLE
__doc__ = __doc__.format(watched=WATCHED, pause=PAUSE_SECONDS)


def run(context):
    disk = commits(context, 0)
    polled = Setting(context, 1, {"schedule": {"everyMinutes": 1, "jitterSeconds": 0, "startDelaySeconds": 0}})
    beside = statistics.median(polled.latencies(POLLED_CHANGES, pause=17))
    polled.stop()
    rows = []
    for count in STORES:
        setting = Setting(context, count, {"live": True})
        times = setting.latencies(CHANGES[count], pause=PAUSE_SECONDS + count / 200)
        memory = setting.console.server.peak_kb() / 1024
        setting.stop()
        median = statistics.median(times)
        rows.append(Row(
            f"{count:,} connected store{'s' if count > 1 else ''}",
            f"{median:.1f} ms ({min(times):.1f}–{max(times):.1f})", f"{beside / 1000:.0f} s polling every minute",
            f"{beside / median:,.0f} times sooner", f"< {LIMIT_MS} ms" if count == 1 else "",
            median < LIMIT_MS if count == 1 else None,
            f"{len(times)} arrivals; the console used {memory:.0f} MB at most"))
    rows[0].note += f"; this disk makes {disk:,.0f} commits per second"
    return rows


class Setting:
    """A service with one row, and a console with stores that have pulled it."""

    def __init__(self, context, count, settings):
        folder = context.folder / f"live-{count}-{'polled' if 'schedule' in settings else 'live'}"
        folder.mkdir()
        self.service = context.service(
            folder / "service.sqlite", "--connections", "4000", "--streams-per-client", "2000")
        self.serial = 0
        self.insert()
        names = [f"s{number}" for number in range(count)]
        self.data = context.data_directory(f"{folder.name}-data", self.service.url)
        (self.data / "syncline.json").write_text(json.dumps({"stores": [
            {"name": name, "remote": {"kind": "azure", "url": self.service.url}, "tables": [{"name": TABLE}],
             **settings} for name in names]}))
        # Making a thousand databases takes a while.
        self.console = Console(context, self.data, seconds_to_start=20 + count)
        step = max(1, count // WATCHED)
        self.watched = names[::step][:WATCHED]
        self.wait_until_filled(names)

    def insert(self):
        """Inserts a row and returns its id; it is durable then."""
        self.serial += 1
        id = f"row-{self.serial}"
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port)
        connection.request(
            "POST", f"/tables/{TABLE}", json.dumps({"id": id, "title": "x"}),
            {"ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 201, answer.status
        return id

    def wait_until_filled(self, names):
        """Every store has pulled, and hears the server from then on."""
        deadline = time.monotonic() + 300
        for name in names:
            while True:
                try:
                    with self.reader(name) as store:
                        if store.execute(f"SELECT count(*) FROM {TABLE}").fetchone()[0]:
                            break
                except sqlite3.OperationalError:
                    pass
                assert time.monotonic() < deadline, f"{name} was not pulled"
                time.sleep(0.05)
        time.sleep(3)

    def reader(self, name):
        return sqlite3.connect(f"file:{self.data}/stores/{name}.sqlite?mode=ro", uri=True, isolation_level=None)

    def latencies(self, changes, pause):
        """Milliseconds of each arrival."""
        readers = [self.reader(name) for name in self.watched]
        times = []
        for _ in range(changes):
            time.sleep(pause)
            id = self.insert()
            start = time.perf_counter()
            waiting = list(readers)
            while waiting:
                for reader in list(waiting):
                    if reader.execute(f"SELECT 1 FROM {TABLE} WHERE id = ?", (id,)).fetchone():
                        times.append((time.perf_counter() - start) * 1000)
                        waiting.remove(reader)
                assert time.perf_counter() - start < 200, f"{len(waiting)} stores did not get {id}"
                time.sleep(0.0005)
        return times

    def stop(self):
        self.console.stop()
        self.service.stop()
