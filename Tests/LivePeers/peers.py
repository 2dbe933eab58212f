"""Real servers, started where they are on this machine, and a proxy that breaks what goes to them."""
import http.client
import http.server
import json
import os
import pathlib
import shutil
import socket
import socketserver
import sqlite3
import subprocess
import threading
import time
import urllib.parse

import pytest

from faulty_proxy import Exchange
from processes import ROOT, Console, syncline

PEERS = pathlib.Path(os.environ.get("SYNCLINE_SHARED", ROOT.parent / "shared")) / "peers"
START_SECONDS = 120


def require_peers(*needs):
    """Skips the test on a machine without the servers; with CI=true that is a failure."""
    missing = [str(PEERS / "peer")] if not (PEERS / "peer").exists() else []
    missing += [need for need in needs if not (shutil.which(need) or pathlib.Path(need).exists())]
    if not missing:
        return
    reason = f"the real servers can't run here: {', '.join(missing)} is missing"
    assert os.environ.get("CI") != "true", reason
    pytest.skip(reason)


def free_port():
    """A port that is free, and so is the next one."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
                return port
            except (OSError, OverflowError):
                continue


class Peer:
    """A server of `peers/peer`; ended with the block, with all that it started."""

    kind = None

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()

    def __enter__(self):
        self.process = subprocess.Popen(
            [PEERS / "peer", self.kind, str(self.port), str(self.folder)], stdout=subprocess.PIPE, text=True)
        end = time.monotonic() + START_SECONDS
        line = self.process.stdout.readline()
        assert line.strip() == "ready" and time.monotonic() < end, f"{self.kind} did not start: {line!r}"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def request(self, method, path, body=None, headers=()):
        """The status and the parsed JSON body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else json.dumps(body).encode()
        fields = {"Content-Type": "application/json"} | dict(headers)
        connection.request(method, path, data, fields)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None


class AzurePeer(Peer):
    """A server of the Azure Mobile Apps protocol."""

    version = "none"

    def remote(self, port=None):
        """The settings of a store's remote, by way of a proxy where a port is given."""
        return {"kind": "azure", "url": f"http://127.0.0.1:{port or self.port}", "apiVersion": self.version}

    def write(self, method, table, path, body=None, headers=()):
        """The status alone."""
        return self.request(method, f"/tables/{table}{path}", body, headers)[0]


class Azure(AzurePeer):
    """Azure Mobile Apps for Node over SQLite."""

    kind, version = "azure", "2.0.0"
    soft, hard, column = "soft", "hard", "text"

    @property
    def database(self):
        return self.folder / "azure.sqlite"

    def request(self, method, path, body=None, headers=()):
        fields = {"ZUMO-API-VERSION": "2.0.0"} | dict(headers)
        return super().request(method, path, body, fields)

    def rows(self, table):
        """Soft-deleted rows included."""
        return self.request("GET", f"/tables/{table}?__includeDeleted=true&$top=1000")[1]

    def remove(self, table, id):
        """Behind everyone's back."""
        self.sql(f"DELETE FROM {table} WHERE id = ?", id)

    def edit(self, table, id, values):
        return self.write("PATCH", table, f"/{id}", values)

    def undelete(self, table, id):
        return self.write("POST", table, f"/{id}")

    def sql(self, statement, *values):
        with sqlite3.connect(self.database, timeout=10) as database:
            return database.execute(statement, values).fetchall()


class Toolkit(AzurePeer):
    """The Datasync toolkit's server, in memory."""

    kind = "toolkit"
    soft, hard, column = "todos", "notes", "text"

    def rows(self, table):
        """Soft-deleted rows included."""
        found, query = [], "?__includedeleted=true"
        while query:
            page = self.request("GET", f"/tables/{table}{query}")[1]
            found += page["items"]
            query = page["nextLink"] and "?" + page["nextLink"].lstrip("?")
        return found

    def remove(self, table, id):
        assert self.write("DELETE", table, f"/{id}") == 204

    def edit(self, table, id, values, query=""):
        row = self.request("GET", f"/tables/{table}/{id}{query}")[1]
        return self.write("PUT", table, f"/{id}{query}", row | values)

    def undelete(self, table, id):
        return self.edit(table, id, {"deleted": False}, "?__includedeleted=true")


class ToolkitEF(Toolkit):
    """The same over EF Core and SQLite."""

    kind = "toolkit-ef"

    @property
    def database(self):
        return self.folder / "toolkit.sqlite"

    def remove(self, table, id):
        """Behind everyone's back."""
        with sqlite3.connect(self.database, timeout=10) as database:
            database.execute(f"DELETE FROM {table.capitalize()} WHERE Id = ?", (id,))


class Parse(Peer):
    kind = "parse"
    keys = {"X-Parse-Application-Id": "peer-app", "X-Parse-REST-API-Key": "peer-rest"}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/parse"

    def remote(self, port=None):
        """The settings of a store's remote, by way of a proxy where a port is given."""
        return {
            "kind": "parse", "url": f"http://127.0.0.1:{port or self.port}/parse", "applicationId": "peer-app",
            "restKeyFile": self.key_file("rest"), "masterKeyFile": self.key_file("master"),
        }

    def key_file(self, name):
        file = self.folder / f"{name}.key"
        file.touch(0o600)
        file.write_text(f"peer-{name}\n")
        return str(file)

    def call(self, method, path, body=None, master=True):
        headers = self.keys | ({"X-Parse-Master-Key": "peer-master"} if master else {})
        status, answer = self.request(method, "/parse" + path, body, headers)
        assert status < 300, (method, path, status, answer)
        return answer

    def create(self, name, rows):
        """The ids of new rows."""
        ids = []
        for start in range(0, len(rows), 50):
            requests = [
                {"method": "POST", "path": f"/parse/classes/{name}", "body": row} for row in rows[start:start + 50]]
            ids += [one["success"]["objectId"] for one in self.call("POST", "/batch", {"requests": requests})]
        return ids

    def rows(self, name):
        """The server's rows by id."""
        found, last = {}, " "
        while True:
            where = urllib.parse.quote(json.dumps({"objectId": {"$gt": last}}))
            page = self.call("GET", f"/classes/{name}?where={where}&order=objectId&limit=1000")["results"]
            if not page:
                return found
            found |= {row["objectId"]: row for row in page}
            last = page[-1]["objectId"]

    def sql(self, statement):
        """Behind everyone's back."""
        psql = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/psql"))[-1]
        done = subprocess.run(
            [psql, "-qtA", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port + 1), "-U", "postgres", "parse"],
            input=statement, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


class Store:
    """A data directory with one store, used by the command line."""

    name = "peer"

    def __init__(self, folder, remote, tables, **settings):
        self.data = folder / "data"
        self.data.mkdir()
        remote = dict(remote)
        for key, secret in list(remote.items()):
            if key.endswith("KeyFile"):
                file = folder / key
                file.touch(0o600)
                file.write_text(secret + "\n")
                remote[key] = str(file)
        store = {"name": self.name, "remote": remote, "tables": tables} | settings
        (self.data / "syncline.json").write_text(json.dumps({"stores": [store]}))

    def run(self, *words, check=0):
        return syncline(*words, "--data", self.data, "--store", self.name, check=check)

    def rows(self, table):
        """The live rows by id, each with its state and values."""
        pages = self.run("rows", table, "--all", "--size", 500, "--json").stdout.strip().split("\n")
        return {row["id"]: row for page in pages for row in json.loads(page)["rows"]}

    def console(self):
        """The console over the store, with one API token however often it starts."""
        self.served = getattr(self, "served", None) or Console(self.data)
        self.served.listen(0)  # The port of before may have been given to another program.
        return self.served


def parse_store(folder, parse, tables, url=None, master=True, more=None, **settings):
    """`more` holds further members of the remote; key files by what stands in them."""
    remote = {
        "kind": "parse", "url": url or parse.url, "applicationId": "peer-app", "restKeyFile": "peer-rest",
    } | ({"masterKeyFile": "peer-master"} if master else {}) | (more or {})
    return Store(folder, remote, tables, **settings)


class Meddler(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """A proxy that lets a test decide what becomes of each request.

    `decide(method, path, body)` gives None (let it pass), "lost" (done, no answer), "overloaded" (done, then 503 with
    Retry-After) or ("late", seconds): the connection breaks, and the request arrives afterwards.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, decide):
        super().__init__(("127.0.0.1", 0), Meddling)
        self.target, self.decide = port, decide
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    @property
    def port(self):
        return self.server_port


class Meddling(Exchange):
    def exchange(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fate = self.server.decide(self.command, self.path, body)
        if isinstance(fate, tuple):
            return self.come_late(body, fate[1])
        status, headers, data = self.forward(body)
        if fate == "lost":
            return self.cut()
        if fate == "overloaded":
            status, headers, data = 503, [("Retry-After", "1")], b"overloaded"
        self.answer(status, headers, data)

    do_GET = do_HEAD = do_POST = do_PATCH = do_PUT = do_DELETE = exchange
