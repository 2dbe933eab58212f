"""Push of 10,000 queued operations.

Half of the operations insert rows, half delete rows with `If-Match`. Each outcome is recorded durably in the store.
A proxy delays every request by the added latency. Each time is that of a whole `syncline push`. "One after
the other" is the same program with a window of 1 and without batches, measured with 500 operations and
extrapolated, because all operations would take minutes.
"""

import json
import shutil
import sqlite3

import sample
from context import Figure, Row, measure
from first_pull import store_of
from processes import free_port

ORDER = 40
OPERATIONS = 10_000
FEW = 500
#: Added milliseconds, with how many times faster than one after the other without and with batches.
LATENCIES = {0: (None, None), 1: (None, None), 20: (50, 150)}


def run(context):
    queue = Queue(context)
    rows = []
    for latency, targets in LATENCIES.items():
        settings = {"window": 1, "batch": False}
        few = queue.push(latency, settings, FEW, warm=0)
        serial = Figure([value * OPERATIONS / FEW for value in few.values])
        for what, settings, target in (
                ("plain", {"batch": False}, targets[0]), ("batches", {}, targets[1])):
            figure = queue.push(latency, settings, OPERATIONS)
            times = serial.median / figure.median
            rows.append(Row(
                f"{latency} ms, {what}", figure, f"{serial} one after the other",
                f"{times:.0f} times faster", f"{target} times" if target else "",
                times >= target if target else None,
                f"{OPERATIONS / figure.median:,.0f} operations per second"))
    return rows


class Queue:
    """Stores with operations that wait, each pushed once."""

    def __init__(self, context):
        self.context = context
        self.database = sample.database(context, 100_000)
        self.prepared = {}

    def push(self, latency, settings, count, warm=1):
        """The time of a push, over a line with so many milliseconds added."""
        store = self.store(count)

        def step():
            served = self.context.folder / "pushed-to.sqlite"
            for suffix in ("", "-wal", "-shm"):
                served.with_name(served.name + suffix).unlink(missing_ok=True)
            shutil.copy(self.database, served)
            port = free_port()
            with self.context.service(served) as service, self.context.start(
                    self.context.bare("delay_proxy"), port, service.port, latency,
                    port=port) as proxy:
                data = self.context.data_directory("pushing", proxy.url)
                configure(data, settings)
                store_of(data).parent.mkdir(exist_ok=True)
                shutil.copy(store, store_of(data))
                self.context.wait_until_quiet()
                finished = self.context.verb("push", data)
                check(served, store_of(data), count)
            return finished.seconds

        return measure(step, warm=warm)

    def store(self, count):
        """A store with `count` operations that wait."""
        if count not in self.prepared:
            with self.context.service(self.database) as service:
                data = self.context.data_directory(f"queue-{count}", service.url)
                self.context.verb("pull", data)
                half = deletions(store_of(data), count // 2)
                self.context.verb("delete", data, sample.TABLE, *half)
            queue_inserts(store_of(data), count - count // 2)
            self.prepared[count] = store_of(data)
        return self.prepared[count]


def configure(data, settings):
    path = data / "syncline.json"
    configuration = json.loads(path.read_text())
    configuration["stores"][0]["push"] = settings
    path.write_text(json.dumps(configuration))


def deletions(store, count):
    """Ids from all over the table."""
    connection = sqlite3.connect(store)
    total = connection.execute(f"SELECT count(*) FROM {sample.TABLE}").fetchone()[0]
    ids = [row[0] for row in connection.execute(
        f"SELECT id FROM {sample.TABLE} WHERE rowid % ? = 0 LIMIT ?", [total // count, count])]
    connection.close()
    return ids


def queue_inserts(store, count):
    """New rows with their operations, written as the program writes them."""
    connection = sqlite3.connect(store)
    with connection:
        for number in range(count):
            row = f"00000000-0000-4000-8000-{number:012x}"
            connection.execute(
                f"INSERT INTO {sample.TABLE} (id, title, amount, price, complete, note) "
                "VALUES (?, ?, ?, 9.5, 0, 'milk bread tea stamps')",
                [row, f"Buy paint no. {number}", number])
            operation = connection.execute(
                'INSERT INTO MS_TableOperations (itemId, "table", tableKind, properties) '
                "VALUES (?, ?, 0, ?)", [row, sample.TABLE, b'{"type":0}']).lastrowid
            connection.execute(
                'INSERT INTO syncline_operations (operationId, "table", itemId, state, attempts, '
                "queuedAt, replacesUpdate) VALUES (?, ?, ?, 0, 0, '2025-06-01T00:00:00.000Z', 0)",
                [operation, sample.TABLE, row])
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def check(database, store, count):
    """Everything arrived, and nothing waits any more."""
    connection = sqlite3.connect(database)
    done = connection.execute(
        f"SELECT count(*) FROM {sample.TABLE} WHERE deleted OR id LIKE '00000000-0000-4000-8000-%'"
    ).fetchone()[0]
    connection.close()
    connection = sqlite3.connect(store)
    left = connection.execute("SELECT count(*) FROM MS_TableOperations").fetchone()[0]
    connection.close()
    if done != count or left != 0:
        raise SystemExit(f"bench: {done} of {count} operations arrived, {left} still wait.")
