"""Incremental pull of changed rows.

One row in a hundred, picked at random from a million, changes on the server; each time a `syncline
pull` brings these rows and no others, and keeps what the rows were before. The share is of the time
of the first pull of the same table from the same service.
"""

import json

import sample
from context import Figure, Row, measure

ORDER = 20
SIZE = 1_000_000
SHARE = 0.01
TARGET = 0.02


def run(context):
    database = sample.database(context, SIZE)
    changes = iter(range(1, 100))
    with context.service(database) as service:
        data = context.data_directory("incremental", service.url)
        first = context.verb("pull", data)
        full = context.shared.get(f"first pull {SIZE}") or Figure([first.seconds])

        def step():
            changed = sample.change(database, SHARE, next(changes))
            context.wait_until_quiet()
            finished = context.verb("pull", data)
            updated = json.loads(finished.output).get("pulled", changed)
            if updated < changed:
                raise SystemExit(f"bench: {changed} rows changed, {updated} came.")
            return finished.seconds

        figure = measure(step)
        idle = measure(lambda: context.verb("pull", data).seconds)
    ratio = figure.median / full.median
    return [
        Row(
            f"{int(SIZE * SHARE):,} changed rows of {SIZE:,}", figure, f"{full} first pull",
            f"{ratio:.1%} of its time", f"< {TARGET:.0%} of its time", ratio < TARGET,
            f"a pull that finds nothing new takes {idle}, the start of the process included"),
    ]
