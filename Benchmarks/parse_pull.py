"""First pull of a class of Parse Server.

`syncline pull` into a new store, a whole process from start to end, with every row stored durably. Beside it the
JavaScript SDK's `eachBatch` of 1,000 rows, which stores nothing, timed without the start of its program. The pull
should be 1.2 times as fast, with less than 64 MB of memory.

The server is Parse Server over PostgreSQL with 200,000 rows. Where it is not installed, it is the emulator of the
tests with 5,000 rows, and the peer is a loop of plain requests.
"""

import sqlite3

import parse_server
from context import Figure, Row
from first_pull import store_of

ORDER = 15
COUNT = 200_000
MEMORY_MAX_MB = 64


def run(context):
    with parse_server.server(context, COUNT) as server:
        ours, others, peaks = [], [], []
        for turn in range(4):
            data = server.store(context, "parse-pull")
            context.wait_until_quiet()
            finished = context.verb("pull", data)
            check(store_of(data), server.count)
            context.wait_until_quiet()
            other = server.read_all()
            if turn > 0:
                ours.append(finished.seconds)
                others.append(other)
                peaks.append(finished.peak_kb / 1024)
        again = context.verb("pull", data).seconds
        reconcile = context.verb("reconcile", data, parse_server.TABLE).seconds
    ours, others = Figure(ours), Figure(others)
    ratio = others.median / ours.median
    return [
        Row(
            f"{server.count:,} rows", ours, f"{others} {server.name}", f"{ratio:.2f} times its speed",
            "1.2 times its speed", ratio >= 1.2,
            f"{server.count / ours.median:,.0f} rows a second; a pull that finds nothing new takes {again:.2f} s, "
            f"reconcile {reconcile:.2f} s"),
        Row(
            f"{server.count:,} rows, peak memory of the puller", f"{max(peaks):.0f} MB", "", "",
            f"< {MEMORY_MAX_MB} MB", max(peaks) < MEMORY_MAX_MB),
    ]


def check(store, count):
    """A pull that lost rows would be fast for the wrong reason."""
    connection = sqlite3.connect(store)
    found = connection.execute(f"SELECT count(*) FROM {parse_server.TABLE}").fetchone()[0]
    connection.close()
    if found != count:
        raise SystemExit(f"bench: {store} holds {found} rows of {count}.")
