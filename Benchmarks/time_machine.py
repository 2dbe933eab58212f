"""Time machine: pages of a million rows with 30 days of history.

The store is pulled. Then three versions of each of 600,000 rows are written into its history with SQL, distributed over
30 days in chronological order, as pushes and pulls would write them. Each page of 50 rows is requested as by a browser.
The time is that of the whole request, including the first one. The comparison is the page of the table's current rows.
"""

import datetime
import sqlite3
import statistics
import time
import urllib.parse

import sample
from console import Console
from context import Row

ORDER = 62
COUNT = 1_000_000
CHANGED = 600_000
VERSIONS = 3
DAYS = 30
TURNS = 15
LIMIT_MS = 200
TABLE = sample.TABLE


def run(context):
    with context.service(sample.database(context, COUNT), "--max-top", "0") as service:
        data = context.data_directory("past", service.url)
        context.verb("pull", data)
    entries = fill_history(data / "stores" / "bench.sqlite")
    console = Console(context, data)
    now = datetime.datetime.now(datetime.timezone.utc)
    path = f"/s/bench/t/{TABLE}"
    pages = {}
    for words, ago in [("an hour", datetime.timedelta(hours=1)), ("15 days", datetime.timedelta(days=15)),
                       (f"{DAYS} days", datetime.timedelta(days=DAYS))]:
        pages[f"rows changed since {words} ago"] = f"{path}/past?at={moment(now - ago)}"
    half = moment(now - datetime.timedelta(days=15))
    pages["the fourth page of them"] = follow(console, f"{path}/past.json?at={half}", f"{path}/past?at={half}")
    pages["all rows 15 days ago"] = f"{path}/past?at={half}&view=all"
    pages["all rows 15 days ago, from the middle"] = follow(
        console, f"{path}/past.json?at={half}&view=all&limit=500", f"{path}/past?at={half}&view=all")
    pages["29 days ago compared with 15 days ago"] = (
        f"{path}/past?at={moment(now - datetime.timedelta(days=29))}&to={half}")
    beside = times(console, path)
    rows = []
    for what, link in pages.items():
        measured = times(console, link)
        rows.append(Row(
            what, f"{words_of(measured)}, the slowest {max(measured):.0f} ms",
            f"{words_of(beside)} the rows of now", f"{statistics.median(measured) / statistics.median(beside):.1f} of it",
            f"< {LIMIT_MS} ms", max(measured) < LIMIT_MS))
    console.stop()
    rows[0].note = f"{entries:,} history entries"
    return rows


def moment(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def follow(console, json_link, link, pages=3):
    """The link of a page behind the first."""
    import json

    after = None
    for _ in range(pages):
        more = f"&after={urllib.parse.quote(after)}" if after else ""
        after = json.loads(console.request("GET", json_link + more, headers={"Accept": "application/json"}))["next"]
    return f"{link}&after={urllib.parse.quote(after)}"


def times(console, link):
    """Milliseconds of each request; a page without rows would be no page."""
    found = []
    for _ in range(TURNS):
        start = time.perf_counter()
        body = console.request("GET", link)
        found.append((time.perf_counter() - start) * 1000)
        assert body.count(b"<tr") > 25, link
    return found


def words_of(found):
    return f"{statistics.median(found):.1f} ms ({min(found):.1f}–{max(found):.1f})"


def fill_history(store):
    """Versions of rows in the order of time; gives their number."""
    database = sqlite3.connect(store)
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({TABLE})")]
    own = [name for name in columns if name not in ("id", "version", "createdAt", "updatedAt", "deleted")]
    members = ", ".join(f"'{name}', \"{name}\"" for name in own)
    database.execute(f"""
        INSERT INTO syncline_history("table", itemId, at, source, kind, record)
        SELECT '{TABLE}', id, strftime('%Y-%m-%dT%H:%M:%f0000Z', 'now', '-{DAYS} days',
            (step * {DAYS * 86_400.0} / {CHANGED * VERSIONS}) || ' seconds'), 'pull', 'update',
          json_object('id', id, 'version', version, 'createdAt', createdAt, 'updatedAt', updatedAt,
            'deleted', json('false'), {members})
        FROM (SELECT *, v.value * {CHANGED} + (ROW_NUMBER() OVER (PARTITION BY v.value ORDER BY version)) AS step
          FROM (SELECT * FROM {TABLE} LIMIT {CHANGED}) t, json_each('[{",".join(map(str, range(VERSIONS)))}]') v)
        ORDER BY step""")
    database.commit()
    count = database.execute("SELECT count(*) FROM syncline_history").fetchone()[0]
    database.close()
    return count
