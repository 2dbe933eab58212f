"""Pages beside a very large store.

The same pages of two consoles, requested alternately by wrk over 16 connections. One console has a store with a thousand
rows, the other a store with ten million rows, of which 200,000 are deleted. Triggers update a store's counters, so
the cost of a page should not depend on the number of rows: the large store should reach 0.9
of the small one's rate. The rows of the large store are written with SQL and counted by the same triggers.
"""

import sqlite3
import statistics

import sample
from console import Console
from context import Row
from rows_page import load

ORDER = 61
SMALL = 1_000
LARGE = 10_000_000
DELETED = 200_000
TURNS = 3
SHARE = 0.9
TABLE = sample.TABLE
PAGES = {"the overview of all stores": "/", "accounts": "/users", "a store": "/s/bench",
         "the trash": "/s/bench/trash"}


def run(context):
    with context.service(sample.database(context, SMALL), "--max-top", "0") as service:
        folders = {name: context.data_directory(name, service.url) for name in ("small", "large")}
        for folder in folders.values():
            context.verb("pull", folder)
    grow(folders["large"] / "stores" / "bench.sqlite")
    consoles = {name: Console(context, folder, role="admin") for name, folder in folders.items()}
    rows = [row(consoles, what, path) for what, path in PAGES.items()]
    for console in consoles.values():
        console.stop()
    return rows


def grow(path):
    """Copies the rows under new ids until there are enough, the first of them deleted."""
    database = sqlite3.connect(path)
    names = [column[1] for column in database.execute(f"PRAGMA table_info({TABLE})")]
    values = {"id": "printf('%010d', counter.value)",
              "deleted": f"counter.value <= {DELETED}"}
    columns = ", ".join(f'"{name}"' for name in names)
    copied = ", ".join(values.get(name, f'model."{name}"') for name in names)
    database.execute("PRAGMA synchronous = OFF")
    database.execute(
        f"""WITH RECURSIVE counter(value) AS (
              SELECT 1 UNION ALL SELECT value + 1 FROM counter WHERE value < {LARGE})
            INSERT INTO {TABLE}({columns})
            SELECT {copied} FROM counter, (SELECT * FROM {TABLE} LIMIT 1) model""")
    database.commit()
    database.close()


def row(consoles, what, path):
    """One page's rate in both consoles."""
    rates = {name: [] for name in consoles}
    for _ in range(TURNS):
        for name, console in consoles.items():
            rates[name].append(load(console.url + path, {"Cookie": console.cookie}, rows=0).rate)
    small, large = (statistics.median(rates[name]) for name in ("small", "large"))
    return Row(
        f"{what}, pages per second beside {LARGE:,} rows", f"{large:,.0f}",
        f"{small:,.0f} beside {SMALL:,} rows", f"{large / small:.2f} of it", f"{SHARE} of it",
        large >= SHARE * small)
