"""Pages and pulls of two builds, in turns.

SYNCLINE_BEFORE names the program of another commit, built with the same options, which has its own `Templates` and
`Public` beside it. Both pull the same 100,000 rows from one table service, and both consoles answer the same pages to
16 connections of wrk when they have filled their search indexes; each has a store of its own. Every turn has new
processes: one answers up to a twentieth faster than another of the same build. No page and no pull should be slower than
before by more than the noise of the machine.
"""

import contextlib
import os
import pathlib

import sample
from console import Console
from context import Figure, Row
from rows_page import load

ORDER = 65
COUNT = 100_000
TURNS = 6
#: Half of what two runs of one build differ by on a busy machine.
NOISE = 0.05
PAGES = {
    "rows page": f"/s/bench/t/{sample.TABLE}", "overview": "/s/bench", "queue": "/s/bench/queue", "sync": "/s/bench/sync",
}


def run(context):
    before = os.environ.get("SYNCLINE_BEFORE")
    if not before:
        return [Row("pages and pulls", "left out", "SYNCLINE_BEFORE names no other build")]
    builds = {"now": context.syncline, "before": pathlib.Path(before)}
    with context.service(sample.database(context, COUNT), "--max-top", "0") as service:
        rows = pulls(context, builds, service)
        return rows + pages(context, builds, service)


def in_turn(builds, turn):
    """Whoever comes second has it a little easier, so that is the other one each time."""
    pairs = list(builds.items())
    return pairs if turn % 2 == 0 else pairs[::-1]


@contextlib.contextmanager
def program(context, path):
    """The context with another program under measurement."""
    now, context.syncline = context.syncline, path
    try:
        yield
    finally:
        context.syncline = now


def pulls(context, builds, service):
    first, again = ({name: [] for name in builds} for _ in range(2))
    for turn in range(TURNS + 1):
        for name, path in in_turn(builds, turn):
            with program(context, path):
                data = context.data_directory(f"pull-{name}", service.url)
                context.wait_until_quiet()
                seconds = context.verb("pull", data).seconds
                nothing = context.verb("pull", data).seconds
            if turn > 0:
                first[name].append(seconds)
                again[name].append(nothing)
    return [compared(f"first pull of {COUNT:,} rows", first), compared("a pull that finds nothing new", again)]


def compared(what, seconds):
    now, before = Figure(seconds["now"]), Figure(seconds["before"])
    ratio = before.median / now.median
    return Row(what, now, f"{before} before", f"{ratio:.2f} of its speed", f"{1 - NOISE} of its speed", ratio >= 1 - NOISE)


def pages(context, builds, service):
    consoles = {}
    for name, path in builds.items():
        with program(context, path):
            data = context.data_directory(f"pages-{name}", service.url)
            context.verb("pull", data)
            consoles[name] = Console(context, data)
            consoles[name].server.wait_until_idle()
    rates = {what: {name: [] for name in consoles} for what in PAGES}
    for turn in range(TURNS):
        for console in consoles.values():
            console.restart()
        for what, path in PAGES.items():
            for name, console in in_turn(consoles, turn):
                least = 25 if what == "rows page" else 0
                rates[what][name].append(load(console.url + path, {"Cookie": console.cookie}, rows=least).rate)
    rows = []
    for what, measured in rates.items():
        now, before = (Figure(measured[name], "pages/s") for name in ("now", "before"))
        ratio = now.median / before.median
        rows.append(
            Row(what, now, f"{before} before", f"{ratio:.2f} of its rate", f"{1 - NOISE} of its rate", ratio >= 1 - NOISE))
    return rows
