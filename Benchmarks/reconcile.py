"""Reconcile.

A hundred of a million rows are deleted directly in the server's database, and `syncline reconcile` finds
them. A proxy counts the bytes of its requests and responses. For comparison, it counts the bytes of a
list of all ids (`$select=id`, 1,000 per page), which a client without digests has to read.
"""

import json
import urllib.parse

import sample
from context import Row, measure
from processes import free_port

ORDER = 30
SIZE = 1_000_000
MISSING = 100
MEMORY_MAX_MB = 64
SHARE = 0.05


def run(context):
    database = sample.database(context, SIZE)
    with context.service(database) as service:
        data = context.data_directory("reconcile", service.url)
        context.verb("pull", data)
        sample.remove(database, MISSING)
        listing = listing_bytes(service)
        counted = reconcile_bytes(context, data, service)
        peaks = []

        def step():
            finished = context.verb("reconcile", data, sample.TABLE)
            check(finished.output)
            peaks.append(finished.peak_kb / 1024)
            return finished.seconds

        figure = measure(step)
    share = counted / listing
    return [
        Row(
            f"{SIZE:,} ids with {MISSING} missing: bytes", f"{counted / 1e6:.2f} MB",
            f"{listing / 1e6:.1f} MB id listing", f"{share:.1%}", f"< {SHARE:.0%}", share < SHARE),
        Row(
            f"{SIZE:,} ids with {MISSING} missing: time", figure, "", "", "goal: 0.5 s",
            note="a whole process from start to exit"),
        Row(
            f"{SIZE:,} ids with {MISSING} missing: peak memory", f"{max(peaks):.0f} MB", "", "",
            f"< {MEMORY_MAX_MB} MB", max(peaks) < MEMORY_MAX_MB),
    ]


def check(output):
    if f'"missingOnServer":{MISSING}' not in "".join(output.split()):
        raise SystemExit(f"bench: reconcile did not find {MISSING} rows:\n{output[:500]}")


def reconcile_bytes(context, data, service):
    """Bytes of one reconcile both ways, heads included."""
    port = free_port()
    configuration = data / "syncline.json"
    direct = configuration.read_text()
    proxy = context.start(context.bare("delay_proxy"), port, service.port, 0, port=port)
    configuration.write_text(direct.replace(f":{service.port}", f":{port}"))
    check(context.verb("reconcile", data, sample.TABLE).output)
    configuration.write_text(direct)
    asked, answered, _ = (int(word) for word in proxy.stop().split())
    return asked + answered


def listing_bytes(service):
    """Bytes of the bodies that list every id."""
    total, last = 0, ""
    while True:
        query = urllib.parse.urlencode({
            "$filter": f"id gt '{last}'", "$orderby": "id", "$top": "1000", "$select": "id",
            "__includeDeleted": "true"})
        body = sample.call(service, "GET", f"/tables/{sample.TABLE}?{query}")
        rows = json.loads(body)
        if not rows:
            return total
        total += len(body)
        last = rows[-1]["id"]
