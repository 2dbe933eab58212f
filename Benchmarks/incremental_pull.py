"""Incremental pull of changed rows.

One row in a hundred, chosen at random from a million, changes on the server. Then `syncline
pull` fetches only these rows and saves their previous versions in the history. The percentage is relative
to the time of the first pull of the same table from the same service.

The limit is `bare/bare_changes.c`. It reads exactly the bytes that the service sent (recorded, and replayed
from memory over loopback), updates the rows and indexes in a copy of the same store file, and
saves the old versions in the same history table, all in one durable commit. This is the time that
SQLite needs for rows scattered over such a file.

The target of 2% can't be reached with this layout, not even by the bare program: 10,000 rows are on as many
pages of the table and of the index on updatedAt, and each of these pages is written to the log and
to the file. Storing the rows in id order, a larger cache and fewer checkpoints brought the
pull close to the time of the bare program, but the number of pages stays the same.
"""

import json
import pathlib
import shutil
import sqlite3

import sample
from context import Figure, Row, measure
from first_pull import store_of
from processes import free_port
from recording import Recorder

ORDER = 20
SIZE = 1_000_000
SHARE = 0.01
TARGET = 0.02
#: As the program tunes its own writer for such a pull.
TUNING = (6_000, 16_000)


def run(context):
    database = sample.database(context, SIZE)
    changes = iter(range(1, 100))
    with context.service(database) as service:
        data = context.data_directory("incremental", service.url)
        first = context.verb("pull", data)
        full = context.shared.get(f"first pull {SIZE}") or Figure([first.seconds])
        peaks = []

        def step():
            changed = sample.change(database, SHARE, next(changes))
            context.wait_until_quiet()
            finished = context.verb("pull", data)
            peaks.append(finished.peak_kb / 1024)
            updated = json.loads(finished.output).get("pulled", changed)
            if updated < changed:
                raise SystemExit(f"bench: {changed} rows changed, {updated} came.")
            return finished.seconds

        figure = measure(step)
        idle = measure(lambda: context.verb("pull", data).seconds)
        limit = bare(context, database, data, service, next(changes))
    ratio = figure.median / full.median
    what = f"{int(SIZE * SHARE):,} changed rows of {SIZE:,}"
    return [
        Row(
            what, figure, f"{full} first pull", f"{ratio:.1%} of its time",
            f"< {TARGET:.0%} of its time", ratio < TARGET,
            f"a pull without changes takes {idle}, including process start; the "
            f"bare program takes {limit.median / full.median:.1%} of the first pull's time"),
        Row(
            what, figure, f"{limit} bare", f"{limit.median / figure.median:.2f} of its speed",
            note=f"peak memory of the puller: {max(peaks):.0f} MB"),
    ]


def bare(context, database, data, service, number):
    """The time of a bare program for changes like these, into copies of the same store."""
    before = context.folder / "before.sqlite"
    store, recording = store_of(data), context.folder / "recording-changes"
    connection = sqlite3.connect(store)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    shutil.copy(store, before)
    changed = sample.change(database, SHARE, number)
    configuration = data / "syncline.json"
    direct = configuration.read_text()
    with Recorder(service, recording) as recorder:
        configuration.write_text(direct.replace(service.url, recorder.url))
        context.verb("pull", data)
    configuration.write_text(direct)
    port = free_port()
    with context.start(context.bare("replay_server"), port, recording, port=port):
        return measure(lambda: bare_step(context, port, recording, before, changed))


def bare_step(context, port, recording, before, changed):
    store = pathlib.Path(context.folder / "bare.sqlite")
    for suffix in ("", "-wal", "-shm"):
        store.with_name(store.name + suffix).unlink(missing_ok=True)
    shutil.copy(before, store)
    context.wait_until_quiet()
    finished = context.run(
        context.bare("bare_changes"), port, f"{recording}.urls", store, *TUNING)
    if finished.output.strip() != str(changed):
        raise SystemExit(f"bench: bare_changes updated {finished.output} rows of {changed}.")
    return finished.seconds
