"""First pull of a table.

The limit is `bare/bare_pull.c`. It reads exactly the bytes that the service sent (recorded, and replayed
from memory over loopback), parses them, and inserts the rows into the tables and indexes of a Syncline
store, with a durable commit every 10,000 rows. It runs twice: the index on updatedAt is maintained during
the load, or built after it. The faster run counts. The puller is `syncline pull`, timed as a whole process
from start to exit, once with the same recording and once with the table service on the same machine.

The target applies to the recording. With the service, both programs share the machine's two
cores, and the service's lists by id cost about as much as the puller's work: 1,000 rows scattered over
a 300 MB file take 4.7 ms of CPU, half of that for reading single pages.
"""

import os
import pathlib
import shutil
import sqlite3

import sample
from context import Figure, Row, measure
from processes import free_port
from recording import Recorder

ORDER = 10
SIZES = [100_000, 1_000_000]
MEMORY_MAX_MB = 64
ROWS_PER_COMMIT = 10_000


def run(context):
    return [row for size in SIZES for row in pulls(context, size)]


def pulls(context, size):
    database = sample.database(context, size)
    recording = context.folder / f"recording-{size}"
    with context.service(database, "--max-top", "0") as service:
        with Recorder(service, recording) as recorder:
            data = context.data_directory("recorded", recorder.url)
            context.verb("pull", data)
        empty = empty_store(context, data)
        own, peak_own = pull_again(context, "own", service.url, size)
    port = free_port()
    with context.start(context.bare("replay_server"), port, recording, port=port) as server:
        played, peak_played = pull_again(context, "played", server.url, size)
        limits = [bare(context, port, recording, empty, size, *how) for how in ([], ["index-after"])]
    limit = min(limits, key=lambda figure: figure.median)
    size_mb = os.path.getsize(recording) / 2**20
    recording.unlink()
    context.shared[f"first pull {size}"] = own
    return rows(size, own, played, limit, limits, size_mb, max(peak_own, peak_played))


def rows(size, own, played, limit, limits, size_mb, peak):
    def against(what, figure, note):
        ratio = limit.median / figure.median
        return Row(
            f"{size:,} rows, {what}", figure, f"{limit} bare", f"{ratio:.2f} of its speed",
            "0.5 of its speed", ratio >= 0.5, note)

    kinds = ", ".join(f"{figure}" for figure in limits)
    return [
        against("recorded answers", played, f"{size / played.median:,.0f} rows per second"),
        against(
            "own service", own,
            f"{size / own.median:,.0f} rows per second; {size_mb:.0f} MB over loopback; "
            f"bare with the index kept, and built after: {kinds}"),
        Row(
            f"{size:,} rows, peak memory of the puller", f"{peak:.0f} MB", "", "",
            f"< {MEMORY_MAX_MB} MB", peak < MEMORY_MAX_MB),
    ]


def pull_again(context, name, url, size):
    """Pulls into a new store each time: the seconds, and the most memory in MB."""
    peaks = []

    def step():
        data = context.data_directory(name, url)
        context.wait_until_quiet()
        finished = context.verb("pull", data)
        peaks.append(finished.peak_kb / 1024)
        check(store_of(data), size)
        return finished.seconds

    return measure(step), max(peaks)


def store_of(data):
    return data / "stores" / "bench.sqlite"


def check(store, size):
    """A pull that lost rows would be fast for the wrong reason."""
    connection = sqlite3.connect(store)
    count = connection.execute(f"SELECT count(*) FROM {sample.TABLE}").fetchone()[0]
    indexes = connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?",
        [sample.TABLE]).fetchone()[0]
    connection.close()
    if count != size or indexes != 2:
        raise SystemExit(f"bench: {store} holds {count} rows with {indexes} indexes.")


def empty_store(context, data):
    """A store file of the very tables and indexes that a pull fills, without rows."""
    path = context.folder / "empty.sqlite"
    path.unlink(missing_ok=True)
    source, empty = sqlite3.connect(store_of(data)), sqlite3.connect(path)
    for (sql,) in source.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
            "ORDER BY rowid"):
        empty.execute(sql)
    empty.commit()
    empty.close()
    source.close()
    return path


def bare(context, port, recording, empty, size, *how) -> Figure:
    store = pathlib.Path(context.folder / "bare.sqlite")

    def step():
        for suffix in ("", "-wal", "-shm"):
            store.with_name(store.name + suffix).unlink(missing_ok=True)
        shutil.copy(empty, store)
        context.wait_until_quiet()
        finished = context.run(
            context.bare("bare_pull"), port, f"{recording}.urls", store, ROWS_PER_COMMIT, *how)
        if finished.output.strip() not in (str(size), str(size + 1)):
            raise SystemExit(f"bench: bare_pull inserted {finished.output} rows of {size}.")
        return finished.seconds

    return measure(step)
