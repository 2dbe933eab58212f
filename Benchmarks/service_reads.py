"""Service reads over 16 connections.

The limit is `bare/bare_service.c`: only libmicrohttpd and SQLite, with two threads like the service.
It selects the same rows by the same keys and writes the same JSON. `bare/load.c` sends the
same requests to both, alternately.
"""

import json
import random
import sqlite3
import urllib.parse

import sample
from context import Figure, Row
from loading import Loader, median_of
from processes import free_port

ORDER = 50
ROWS = 100_000
PAGE = 1_000
CONNECTIONS = 16
TIMED = 5
TARGET = 0.5


def run(context):
    database = sample.database(context, ROWS)
    ids = identities(database)
    chance = random.Random(1)
    singles = [f"/tables/{sample.TABLE}/{one}" for one in chance.sample(ids, 5_000)]
    pages = [page(one) for one in chance.sample(ids[:-2 * PAGE], 200)]
    port = free_port()
    with context.service(database) as service, \
            context.start(context.bare("bare_service"), port, database, port=port) as bare:
        for target in (singles[0], pages[0]):
            same(service, bare, target)
        return [
            compare(context, "pages", f"lists of {PAGE:,} rows", pages, service, bare, PAGE),
            compare(context, "singles", "single rows", singles, service, bare, 1),
        ]


def identities(database):
    connection = sqlite3.connect(database)
    ids = [row[0] for row in connection.execute(f"SELECT id FROM {sample.TABLE} ORDER BY id")]
    connection.close()
    return ids


def page(after):
    """The way in which a table is pulled."""
    query = {"$filter": f"(id gt '{after}')", "$orderby": "id", "$top": PAGE}
    return f"/tables/{sample.TABLE}?{urllib.parse.urlencode(query, quote_via=urllib.parse.quote, safe='$')}"


def same(service, bare, target):
    """A program that prints something else would be no limit."""
    answers = [json.loads(sample.call(server, "GET", target)) for server in (service, bare)]
    if answers[0] != answers[1]:
        raise SystemExit(f"bench: the service and the bare program differ on {target}.")


def compare(context, name, what, targets, service, bare, rows):
    loader = Loader(context, name, CONNECTIONS, "GET", targets)
    own, limit = [], []
    for turn in range(TIMED + 1):
        pair = loader.run(service.port), loader.run(bare.port)
        if turn > 0:
            own.append(pair[0])
            limit.append(pair[1])
    unit = "rows/s" if rows > 1 else "requests/s"
    figures = [Figure([load.rate * rows for load in loads], unit) for loads in (own, limit)]
    ratio = figures[0].median / figures[1].median
    return Row(
        what, figures[0], f"{figures[1]} bare", f"{ratio:.2f} of its rate",
        f"{TARGET} of its rate", ratio >= TARGET,
        f"median response time {median_of(own, 'p50_ms'):.2f} ms, 99th percentile "
        f"{median_of(own, 'p99_ms'):.2f} ms (bare {median_of(limit, 'p99_ms'):.2f} ms)")
