"""Service writes: single rows by POST over 32 connections, each durable when it is answered.

The limit is `bare/bare_commits.c`: one row per commit, written to the same table and index with
`synchronous=FULL`, as fast as this disk allows. The other comparison is Kinto from PyPI, behind waitress, with its
memory backend, which stores nothing on disk.

A POST costs the service about 0.12 ms of CPU. With two cores that the load generator shares, the maximum is about 10,000 to
16,000 rows per second, however fast the disk is. The faster the disk, the lower the ratio.
"""

import base64
import json
import os
import subprocess

import sample
from context import Figure, Row
from loading import HEADERS, Loader, median_of
from processes import free_port

ORDER = 60
CONNECTIONS = 32
TIMED = 5
TIMES_DISK = 2.5
TIMES_KINTO = 20
ITEM = {
    "title": "Buy milk no. 1", "amount": 17, "price": 12.5, "complete": False,
    "note": "milk bread stamps paint screws tea",
}
KINTO = """
[app:main]
use = egg:kinto
kinto.storage_backend = kinto.core.storage.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.userid_hmac_secret = bench
multiauth.policies = basicauth
kinto.bucket_create_principals = system.Authenticated
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}
threads = 8
[loggers]
keys = root
[handlers]
keys =
[formatters]
keys =
[logger_root]
level = ERROR
handlers =
"""


def run(context):
    loader = Loader(
        context, "posts", CONNECTIONS, "POST", [f"/tables/{sample.TABLE}"],
        HEADERS | {"Content-Type": "application/json"}, json.dumps({"id": "{id}"} | ITEM))
    own, disk = [], []
    for turn in range(TIMED + 1):
        with context.service(context.folder / f"writes-{turn}.sqlite") as service:
            context.wait_until_quiet()
            load = loader.run(service.port)
            context.wait_until_quiet()
            rate = commits(context, turn)
        if turn > 0:
            own.append(load)
            disk.append(rate)
    kinto = kinto_rates(context)
    figure = Figure([load.rate for load in own], "rows/s")
    limit = Figure(disk, "commits/s")
    peer = Figure([load.rate for load in kinto], "rows/s")
    times = figure.median / limit.median, figure.median / peer.median
    return [
        Row(
            "durable single rows", figure, f"{limit} of this disk", f"{times[0]:.1f} times",
            f"{TIMES_DISK} times", times[0] >= TIMES_DISK,
            f"median response time {median_of(own, 'p50_ms'):.2f} ms, 99th percentile "
            f"{median_of(own, 'p99_ms'):.2f} ms"),
        Row(
            "durable single rows", figure, f"{peer} Kinto, in memory", f"{times[1]:.0f} times",
            f"{TIMES_KINTO} times", times[1] >= TIMES_KINTO),
    ]


def commits(context, turn):
    """Durable commits per second, one after the other."""
    finished = context.run(
        context.bare("bare_commits"), context.folder / f"commits-{turn}.sqlite", 1)
    return float(finished.output)


def kinto_rates(context):
    python = context.python("kinto==26.5.0", "waitress")
    port = free_port()
    settings = context.folder / "kinto.ini"
    settings.write_text(KINTO.format(port=port))
    word = base64.b64encode(b"bench:bench").decode()
    headers = {"Authorization": f"Basic {word}", "Content-Type": "application/json"}
    with context.start(
            python.with_name("kinto"), "start", "--ini", settings, "--port", port, port=port,
            seconds_to_start=60):
        for path in ("/v1/buckets/bench", f"/v1/buckets/bench/collections/{sample.TABLE}"):
            put(context, port, path, headers)
        loader = Loader(
            context, "kinto", CONNECTIONS, "POST",
            [f"/v1/buckets/bench/collections/{sample.TABLE}/records"], headers,
            json.dumps({"data": ITEM}))
        return [loader.run(port, warm=1) for _ in range(3)]


def put(context, port, path, headers):
    words = ["curl", "-sf", "-X", "PUT", f"http://127.0.0.1:{port}{path}"]
    for name, value in headers.items():
        words += ["-H", f"{name}: {value}"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=context.log)
