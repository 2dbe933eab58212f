"""Search of all tables in a store with a million rows.

The whole request for `/jump.json`, over loopback, by a signed-in user of a console that has indexed the rows.
It is compared with SQLite's `LIKE` on every text of the same rows in the same file, alternately;
`LIKE` has to read all rows. The rare text is in three of a million rows, the frequent one in half of them.

The index is updated in the background, so it should not slow down a pull. `syncline pull` pulls 100,000 rows,
alternately while a console indexes the same store and while the same console, started with
`--read-only`, does not. A pull fills the store without pause, and indexing waits for its end.

The memory is the console's peak from two seconds after the sign-in, whose password check takes 64 MB,
to the end of the searches.
"""

import json
import sqlite3
import time
import urllib.parse

import sample
from console import Console
from context import Figure, Row

ORDER = 62
COUNT = 1_000_000
PULLED = 100_000
MS_MAX = 100
MEMORY_MAX_MB = 64
TURNS = 5
TEXTS = {"rare": "zebrafish", "frequent": "coffee", "two words": "Tea soap"}
SECONDS_TO_INDEX = 1_800


def run(context):
    with context.service(sample.database(context, COUNT), "--max-top", "0") as service:
        data = context.data_directory("search", service.url)
        context.verb("pull", data)
    store = data / "stores" / "bench.sqlite"
    hide(store)
    console = Console(context, data)
    time.sleep(2)
    console.server.forget_peak()
    seconds = wait_for_index(console)
    filling = console.server.peak_kb() / 1024
    size = sum(path.stat().st_size for path in store.parent.glob("*.sqlite-search*")) / 1e6
    rows = [found(console, store, *text) for text in TEXTS.items()]
    peak = console.server.peak_kb() / 1024
    console.stop()
    rows.append(Row(
        "memory of the console, most", f"{peak:.0f} MB",
        f"{filling:.0f} MB until the index was built", "", f"< {MEMORY_MAX_MB} MB",
        peak < MEMORY_MAX_MB))
    rows.append(Row(
        f"index of {COUNT:,} rows, size", f"{size:.0f} MB",
        f"{store.stat().st_size / 1e6:.0f} MB the store", "", "", None,
        f"built in {seconds:.0f} s on an idle machine; indexing pauses for at least half of the time"))
    return [*rows, *pulls(context)]


def hide(path):
    """Puts the rare text into three rows that are all over the file."""
    database = sqlite3.connect(path)
    for part in (0.01, 0.5, 0.99):
        database.execute(
            f"UPDATE {sample.TABLE} SET note = note || ' zebrafish' WHERE rowid = ?", [int(COUNT * part)])
    database.commit()
    database.close()


def search(console, text):
    query = urllib.parse.urlencode({"q": text})
    return json.loads(console.request(
        "GET", f"/jump.json?{query}", headers={"Accept": "application/json"}))


def wait_for_index(console):
    """The seconds until the index has all rows."""
    begin = time.monotonic()
    while time.monotonic() < begin + SECONDS_TO_INDEX:
        if search(console, TEXTS["rare"]).get("index", {}).get("isComplete"):
            return time.monotonic() - begin
        time.sleep(2)
    raise TimeoutError("the index is not built")


def found(console, store, name, text):
    database = sqlite3.connect(store)
    texts = ("id", "title", "note")
    like = " OR ".join(f'"{column}" LIKE ?' for column in texts)

    def scan():
        begin = time.perf_counter()
        database.execute(
            f"SELECT count(*) FROM {sample.TABLE} WHERE {like}", [f"%{text}%"] * len(texts)).fetchone()
        return (time.perf_counter() - begin) * 1000

    def index():
        begin = time.perf_counter()
        if not any(result["kind"] == "row" for result in search(console, text)["results"]):
            raise SystemExit(f"bench: {text} was not found.")
        return (time.perf_counter() - begin) * 1000

    own, scans = [], []
    for turn in range(TURNS + 1):
        for figures, step in ((own, index), (scans, scan)):
            value = step()
            if turn:
                figures.append(value)
    database.close()
    own, scans = Figure(own, "ms"), Figure(scans, "ms")
    return Row(
        f"{name} text in {COUNT:,} rows", own, f"{scans} LIKE on all of them",
        f"{scans.median / own.median:.0f} times faster", f"< {MS_MAX} ms", own.median < MS_MAX)


def pulls(context):
    """A pull beside a console that keeps an index, and beside one that does not."""
    with context.service(sample.database(context, PULLED), "--max-top", "0") as service:
        def beside(*options):
            data = context.data_directory("pulled", service.url)
            console = Console(context, data, options=options)
            context.wait_until_quiet()
            seconds = context.verb("pull", data).seconds
            console.stop()
            return seconds

        own, without = [], []
        for turn in range(TURNS + 1):
            for figures, options in ((own, ()), (without, ("--read-only",))):
                seconds = beside(*options)
                if turn:
                    figures.append(seconds)
    own, without = Figure(own), Figure(without)
    ratio = own.median / without.median
    return [Row(
        f"pull of {PULLED:,} rows with an index", own, f"{without} without",
        f"{ratio:.2f} of its time", "1.1 of its time", ratio <= 1.1)]
