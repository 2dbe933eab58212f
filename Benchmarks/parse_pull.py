"""First pull of a class of Parse Server, a pull that finds nothing new, and reconcile.

`syncline pull` into a new store, timed as a whole process from start to exit, with every row stored durably. It is compared with the
JavaScript SDK's `eachBatch` of 1,000 rows, which stores nothing and is timed without program start, and with one
keep-alive connection that requests pages of 1,000 rows and doesn't parse them. The pull should be 1.2 times as fast
as the SDK and use less than 64 MB of memory.

Then 100,000 more rows with timestamps of the same minute are imported on the server, and pulled. After the overlap (120 s)
has passed, a pull without changes should take less than 0.1 s, including process start. Reconcile is compared
with one keep-alive connection that lists all ids.

The server is Parse Server with PostgreSQL. If it is not installed, the benchmark uses the emulator of the tests with one fortieth
of the rows, and compares with a loop of plain requests.
"""

import sqlite3
import time

import parse_server
from context import Figure, Row
from first_pull import store_of

ORDER = 15
COUNTS = [100_000, 1_000_000]
IMPORTED = 100_000
#: `overlapSeconds` of a Parse store, and a little more.
OVERLAP_SECONDS = 125
MEMORY_MAX_MB = 64


def run(context):
    rows = []
    for count in COUNTS:
        with parse_server.server(context, count) as server:
            data = server.store(context, "parse-pull")
            rows += first_pull(context, server, data)
            rows.append(reconcile(context, server, data))
            if count == COUNTS[-1]:
                rows.append(nothing_new(context, server, data))
    return rows


def first_pull(context, server, data):
    ours, others, plain, peaks = [], [], [], []
    for turn in range(4):
        server.store(context, "parse-pull")
        context.wait_until_quiet()
        finished = context.verb("pull", data)
        check(store_of(data), server.count)
        context.wait_until_quiet()
        other = server.read_all()
        context.wait_until_quiet()
        pages = server.read_pages()
        if turn > 0:
            ours.append(finished.seconds)
            others.append(other)
            plain.append(pages)
            peaks.append(finished.peak_kb / 1024)
    ours, others, plain = Figure(ours), Figure(others), Figure(plain)
    ratio = others.median / ours.median
    return [
        Row(
            f"{server.count:,} rows", ours, f"{others} {server.name}", f"{ratio:.2f} times its speed",
            "1.2 times its speed", ratio >= 1.2, f"{server.count / ours.median:,.0f} rows per second"),
        Row(
            f"{server.count:,} rows", ours, f"{plain} one connection", f"{plain.median / ours.median:.2f} times its speed"),
        Row(
            f"{server.count:,} rows, peak memory of the puller", f"{max(peaks):.0f} MB", "", "",
            f"< {MEMORY_MAX_MB} MB", max(peaks) < MEMORY_MAX_MB),
    ]


def reconcile(context, server, data):
    ours, others = [], []
    for _ in range(3):
        context.wait_until_quiet()
        ours.append(context.verb("reconcile", data, parse_server.TABLE).seconds)
        context.wait_until_quiet()
        others.append(server.read_pages(keys="objectId"))
    ours, others = Figure(ours), Figure(others)
    return Row(
        f"reconcile of {server.count:,} rows", ours, f"{others} one connection",
        f"{others.median / ours.median:.2f} times its speed")


def nothing_new(context, server, data):
    server.insert_now(IMPORTED)
    context.verb("pull", data)
    time.sleep(OVERLAP_SECONDS)
    context.verb("pull", data)
    context.wait_until_quiet()
    ours = Figure([context.verb("pull", data).seconds for _ in range(5)])
    return Row(
        f"a pull that finds nothing new in {server.count + IMPORTED:,} rows", ours, "", "", "< 0.1 s",
        ours.median < 0.1)


def check(store, count):
    """A pull that lost rows would be fast for the wrong reason."""
    connection = sqlite3.connect(store)
    found = connection.execute(f"SELECT count(*) FROM {parse_server.TABLE}").fetchone()[0]
    connection.close()
    if found != count:
        raise SystemExit(f"bench: {store} holds {found} rows of {count}.")
