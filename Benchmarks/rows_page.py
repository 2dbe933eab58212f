"""Rows page of a table with a million rows.

HTML pages with 25 rows, requested by wrk over 16 connections. The comparison is with Datasette (default settings, and tuned with
`_nocount=1&_nofacet=1`) and sqlite-web, both from PyPI, with the same rows in an ordinary SQLite file with
an index on the time of the last change. The programs are measured alternately; the results are medians of three rounds. Syncline
authenticates each request and shows the navigation with its counters, the exact count and the sync state of every row, newest change first. Datasette and
sqlite-web list rows in file order. The ratio is to the fastest of the three.

A page costs the server about 0.4 ms of CPU, and wrk uses the same two cores. About a quarter
of the time is spent on the values for the template, a fifth on the template, and a fifth on SQLite and decoding.
"""

import json
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.request

import sample
from console import Console
from context import Row
from processes import free_port

ORDER = 60
COUNT = 1_000_000
SECONDS = 5
TURNS = 3
#: What the server before was asked for and is not waited for any more, it ends in this time.
SECONDS_OF_REST = 2
DEEP = 500_000
MEMORY_MAX_MB = 64
TIMES_FASTER = 40
TABLE = sample.TABLE


def run(context):
    if not shutil.which("wrk"):
        sys.exit("bench: wrk is missing; script/setup bench installs it.")
    with context.service(sample.database(context, COUNT), "--max-top", "0") as service:
        data = context.data_directory("rows", service.url)
        context.verb("pull", data)
    database = plain_copy(context, data)
    console = Console(context, data)
    path = f"/s/bench/t/{TABLE}"
    signing_in = console.server.peak_kb() / 1024
    console.server.wait_until_idle()
    console.server.forget_peak()
    fields = {"Cookie": console.cookie}
    own = {"first": console.url + path, "deep": console.url + deep_link(console, path),
           "sorted": f"{console.url}{path}?sort=-id"}
    rates = {name: [] for name in [*own, "Datasette", "Datasette tuned", "sqlite-web"]}
    # By itself: it goes on working on pages that nobody waits for any more.
    with datasette(context, database) as plain:
        rates["Datasette"].append(load(f"{plain.url}/{database.stem}/{TABLE}"))
    with datasette(context, database) as tuned, sqlite_web(context, database) as web:
        page = f"{tuned.url}/{database.stem}/{TABLE}"
        for _ in range(TURNS):
            for name, url in own.items():
                rates[name].append(load(url, fields))
            rates["Datasette tuned"].append(load(page + "?_nocount=1&_nofacet=1"))
            rates["sqlite-web"].append(load(f"{web.url}/{TABLE}/content/", connections=4))
    peak = console.server.peak_kb() / 1024
    csv_peak = export(console, path)
    console.stop()
    middle = {name: Rate.median(turns) for name, turns in rates.items()}
    first, deep, sorted_page = (middle.pop(name) for name in own)
    return table(first, deep, sorted_page, middle, signing_in, peak, csv_peak)


def table(first, deep, sorted_page, peers, signing_in, peak, csv_peak):
    best_name, best = max(peers.items(), key=lambda peer: peer[1].rate)
    times = first.rate / best.rate
    beside = "; ".join(f"{name} {peer}" for name, peer in peers.items())
    return [
        Row("first page, requests per second", f"{first}", beside, f"{times:.0f} times {best_name}",
            f"{TIMES_FASTER} times the best", times >= TIMES_FASTER),
        Row(f"page at row {DEEP:,}", f"{deep}", f"{first} the first page",
            f"{deep.rate / first.rate:.2f} of it", "0.8 of it", deep.rate >= 0.8 * first.rate),
        Row("sorted by id, downwards", f"{sorted_page}", "", "", "", None),
        Row("memory of the server under this load, most", f"{peak:.0f} MB",
            f"{signing_in:.0f} MB while a password was checked, 64 MB of it for Argon2id", "",
            f"< {MEMORY_MAX_MB} MB", peak < MEMORY_MAX_MB),
        Row("memory after a CSV of all rows", f"{csv_peak:.0f} MB", f"{peak:.0f} MB before", "",
            f"< {MEMORY_MAX_MB} MB", csv_peak < MEMORY_MAX_MB),
    ]


class Rate:
    """What wrk measured."""

    def __init__(self, rate, p99_ms):
        self.rate, self.p99_ms = rate, p99_ms

    @classmethod
    def median(cls, rates):
        """The middle of several."""
        return cls(statistics.median(r.rate for r in rates), statistics.median(r.p99_ms for r in rates))

    def __str__(self):
        rate = f"{self.rate:,.0f}" if self.rate >= 10 else f"{self.rate:.1f}"
        return f"{rate}/s, p99 {self.p99_ms:.0f} ms"


UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}


def load(url, headers=None, connections=16, rows=25):
    """Warm, then measured; a page with fewer rows would be no page to compare with."""
    time.sleep(SECONDS_OF_REST)
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=60) as answer:
        if answer.read().count(b"<tr") < rows:
            sys.exit(f"bench: {url} does not show {rows} rows.")
    words = ["wrk", "--latency", "-t2", f"-c{connections}", "--timeout", "60s"]
    for name, value in (headers or {}).items():
        words += ["-H", f"{name}: {value}"]
    subprocess.run([*words, "-d1s", url], check=True, capture_output=True)
    output = subprocess.run(
        [*words, f"-d{SECONDS}s", url], check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in output or "Requests/sec" not in output:
        sys.exit(f"bench: {url} was not answered:\n{output}")
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s|m)", output).groups()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))
    return Rate(rate, float(value) * UNITS[unit])


def deep_link(console, path):
    """Walks to the row in large steps, then asks for a page as a person's link does."""
    after, seen = None, 0
    while seen < DEEP:
        link = f"{path}.json?size=500" + (f"&after={after}" if after else "")
        page = json.loads(console.request("GET", link, headers={"Accept": "application/json"}))
        after, seen = page["next"], seen + len(page["rows"])
    return f"{path}?after={after}&_at={seen + 1}"


def export(console, path):
    """The server's memory after everything was exported to somebody who takes it."""
    subprocess.run(
        ["curl", "-sSf", "-o", "/dev/null", "-H", f"Cookie: {console.cookie}",
         f"{console.url}{path}.csv"], check=True)
    return console.server.peak_kb() / 1024


# ---- Peers ------------------------------------------------------------------------------------------


def plain_copy(context, data):
    """The rows in an ordinary SQLite file."""
    path = context.folder / "plain.sqlite"
    database = sqlite3.connect(path)
    database.execute("ATTACH ? AS store", (str(data / "stores" / "bench.sqlite"),))
    columns = [row[1] for row in database.execute(f"PRAGMA store.table_info({TABLE})")]
    names = ", ".join(f'"{name}"' for name in columns)
    others = ", ".join(f'"{name}"' for name in columns if name != "id")
    database.execute(f'CREATE TABLE {TABLE} ("id" TEXT PRIMARY KEY, {others})')
    database.execute(f"INSERT INTO {TABLE} ({names}) SELECT {names} FROM store.{TABLE}")
    database.execute(f"CREATE INDEX newest ON {TABLE} (updatedAt DESC, id)")
    database.commit()
    database.execute("DETACH store")
    database.execute("ANALYZE")
    database.commit()
    database.close()
    return path


def datasette(context, database):
    python = context.python("datasette", "sqlite-web")
    port = free_port()
    return context.start(
        python, "-m", "datasette", "serve", database, "--port", port, "--setting",
        "default_page_size", "25", port=port, seconds_to_start=60)


def sqlite_web(context, database):
    program = context.python("datasette", "sqlite-web").parent / "sqlite_web"
    port = free_port()
    return context.start(
        program, "--no-browser", "--quiet", "--host", "127.0.0.1", "--port", port,
        "--rows-per-page", "25", "--read-only", database, port=port, seconds_to_start=60)
