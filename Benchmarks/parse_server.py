"""A Parse Server under measurement, and what another client takes for the same work.

The server is `peers/peer parse` (README there) with its PostgreSQL and the JavaScript SDK beside it, where that folder is
(`SYNCLINE_SHARED`, else `shared` beside the project). Elsewhere it is the emulator of the tests with fewer rows, and
the other client is a loop of plain requests, as the SDK makes them: both meet the same cost of a page.
"""

import http.client
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.parse
import urllib.request

from context import FOLDER, ROOT
from processes import free_port

sys.path.insert(0, str(ROOT / "Tests" / "Emulators"))
from emulator import ParseEmulator  # noqa: E402

TABLE = "Bench"
PEER = pathlib.Path(os.environ.get("SYNCLINE_SHARED", ROOT.parent / "shared")) / "peers" / "peer"
CACHE = pathlib.Path(os.environ.get("PEER_CACHE") or (
    pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "syncline-peers"))


def server(context, count):
    """The real server where it can run, else the emulator."""
    if PEER.exists() and shutil.which("node") and pathlib.Path("/usr/lib/postgresql").exists():
        return Peer(context, count)
    return Emulator(context, count // 40)


class Client:
    """What both have: the store's configuration and plain requests."""

    keys = {}

    def store(self, context, name):
        """A data directory with one store, `bench`, on the server."""
        folder = context.data_directory(name, self.url)
        secret = folder / "master"
        secret.touch(0o600)
        secret.write_text(self.keys["X-Parse-Master-Key"] + "\n")
        remote = {
            "kind": "parse", "url": self.url, "applicationId": self.keys["X-Parse-Application-Id"],
            "masterKeyFile": str(secret)}
        if "X-Parse-REST-API-Key" in self.keys:
            rest = folder / "rest"
            rest.touch(0o600)
            rest.write_text(self.keys["X-Parse-REST-API-Key"] + "\n")
            remote["restKeyFile"] = str(rest)
        definition = {
            "name": "bench", "environment": "development", "remote": remote, "tables": [{"name": TABLE}]}
        (folder / "syncline.json").write_text(json.dumps({"stores": [definition]}))
        return folder

    def call(self, method, path, body=None):
        """The parsed answer."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **self.keys})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)


    def read_pages(self, keys=None):
        """The seconds of one keep-alive connection that asks for the same pages and keeps nothing."""
        address = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=120)
        start, last, seen = time.perf_counter(), " ", 0
        while last is not None:
            query = {"where": json.dumps({"objectId": {"$gt": last}}), "order": "objectId", "limit": 1_000}
            if keys:
                query["keys"] = keys
            connection.request(
                "GET", f"{address.path}/classes/{TABLE}?{urllib.parse.urlencode(query)}", headers=self.keys)
            page = connection.getresponse().read()
            # The row's own id is the last member of that name in the page: pointers are not in these rows.
            seen += page.count(b'"objectId":"')
            at = page.rfind(b'"objectId":"')
            last = page[at + 12:page.index(b'"', at + 12)].decode() if at >= 0 else None
        connection.close()
        if seen != self.count:
            raise SystemExit(f"bench: {seen} of {self.count} rows came over one connection.")
        return time.perf_counter() - start


class Peer(Client):
    """Parse Server over PostgreSQL."""

    name = "the SDK"
    keys = {"X-Parse-Application-Id": "peer-app", "X-Parse-REST-API-Key": "peer-rest", "X-Parse-Master-Key": "peer-master"}

    def __init__(self, context, count):
        self.count, self.folder, self.log = count, context.folder / "parse", context.log

    def __enter__(self):
        self.folder.mkdir()
        # PostgreSQL runs as a user of its own.
        for parent in [self.folder, *self.folder.parents]:
            if parent != parent.parent and parent.stat().st_uid == os.getuid():
                parent.chmod(parent.stat().st_mode | 0o011)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/parse"
        self.process = subprocess.Popen(
            [PEER, "parse", str(self.port), str(self.folder)], stdout=subprocess.PIPE, stderr=self.log, text=True)
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit("bench: Parse Server did not start.")
        self.call("POST", f"/classes/{TABLE}", {"title": "x", "number": 1, "price": 1.5, "done": False, "synclineKey": "x"})
        self.sql(f'DELETE FROM "{TABLE}"')
        self.insert(self.count, "timestamptz '2025-01-01' + n * interval '1 second'")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def insert(self, count, moment, first=1):
        """Rows by SQL, numbered from `first`, in no order of their ids; `moment` is an expression of the number `n`."""
        self.sql(
            f'INSERT INTO "{TABLE}"("objectId", "createdAt", "updatedAt", title, number, price, done) '
            "SELECT substr(md5(n::text), 1, 4) || lpad(to_hex(n), 6, '0'), moment, moment, 'Buy paint no. ' || n, n, "
            f"n / 4.0, n % 2 = 0 FROM (SELECT n, {moment} AS moment "
            f"FROM generate_series({first}, {first + count - 1}) n) rows")
        self.sql("ANALYZE")

    def insert_now(self, count):
        """Rows as an import of the last minute leaves them."""
        self.insert(count, "date_trunc('milliseconds', now() - n % 60000 * interval '1 millisecond')", first=self.count + 1)

    def sql(self, statement):
        psql = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/psql"))[-1]
        subprocess.run(
            [psql, "-qtA", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port + 1), "-U", "postgres", "parse"],
            input=statement, check=True, text=True, stdout=self.log, stderr=self.log)

    def _sdk(self, what, count):
        done = subprocess.run(
            ["node", FOLDER / "parse_sdk.js", what, self.url, TABLE, str(count)], stdout=subprocess.PIPE,
            stderr=self.log, check=True, text=True,
            env={**os.environ, "NODE_PATH": str(CACHE / "node" / "parse" / "node_modules")})
        answer = json.loads(done.stdout)
        if answer["count"] != count:
            raise SystemExit(f"bench: the SDK had {answer['count']} rows of {count}.")
        return answer["seconds"]

    def read_all(self):
        """The seconds of `eachBatch` over the class."""
        return self._sdk("each", self.count)

    def save(self, count):
        """The seconds of `saveAll` of so many changed rows."""
        return self._sdk("save", count)


class Emulator(Client):
    """The emulator of the tests, in memory."""

    name = "plain requests"
    keys = {"X-Parse-Application-Id": "rec-app", "X-Parse-REST-API-Key": "rec-rest", "X-Parse-Master-Key": "rec-master"}

    def __init__(self, context, count):
        self.count, self.emulator = count, ParseEmulator()

    def __enter__(self):
        self.emulator.__enter__()
        self.url = self.emulator.url
        self.insert(
            self.count, lambda n: f"2025-01-01T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}.000Z")
        return self

    def insert(self, count, moment):
        rows = [
            {"title": f"Buy paint no. {n}", "number": n, "price": n / 4, "done": n % 2 == 0, "updatedAt": moment(n)}
            for n in range(count)]
        for start in range(0, count, 1_000):
            self.emulator.control("rows", {"class": TABLE, "rows": rows[start:start + 1_000]})

    def insert_now(self, count):
        self.insert(count // 40, lambda n: time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()) + f".{n % 1000:03}Z")

    def __exit__(self, *_):
        self.emulator.__exit__()

    def _page(self, after, limit):
        where = {"objectId": {"$gt": after}} if after else {}
        query = urllib.parse.urlencode({"where": json.dumps(where), "order": "objectId", "limit": limit})
        return self.call("GET", f"/classes/{TABLE}?{query}")["results"]

    def read_all(self):
        start, last, seen = time.perf_counter(), None, 0
        while page := self._page(last, 1_000):
            seen, last = seen + len(page), page[-1]["objectId"]
        if seen != self.count:
            raise SystemExit(f"bench: {seen} of {self.count} rows came.")
        return time.perf_counter() - start

    def save(self, count):
        rows = self._page(None, count)
        start = time.perf_counter()
        for at in range(0, len(rows), 20):
            self.call("POST", "/batch", {"requests": [
                {"method": "PUT", "path": f"/parse/classes/{TABLE}/{row['objectId']}", "body": {"number": row["number"] + 1}}
                for row in rows[at:at + 20]]})
        return time.perf_counter() - start
