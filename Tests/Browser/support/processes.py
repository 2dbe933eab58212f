"""The programs under test, as their users run them."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
SYNCLINE = os.environ.get("SYNCLINE", str(ROOT / ".build/debug/syncline"))
#: Longer for programs that get little of a busy machine.
DEADLINE_SECONDS = int(os.environ.get("SYNCLINE_DEADLINE_SECONDS", "60"))


def syncline(*words, stdin=None, check=0):
    """Runs one command line to its end; asserts its exit status."""
    done = subprocess.run(
        [SYNCLINE, *map(str, words)], input=stdin, capture_output=True, text=True, timeout=DEADLINE_SECONDS
    )
    assert check is None or done.returncode == check, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def curl(*words):
    """Plain curl, as the protocol's users have it: the status and the JSON body."""
    done = subprocess.run(
        ["curl", "-sS", "-w", "\n%{http_code}", *map(str, words)], capture_output=True, text=True, timeout=DEADLINE_SECONDS
    )
    assert done.returncode == 0, done.stderr
    body, status = done.stdout.rsplit("\n", 1)
    return int(status), json.loads(body) if body else None


def eventually(condition, what="it never came true", seconds=120):
    """What the condition answers once it holds, for what happens by itself; fails with `what` when it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(what)


@contextlib.contextmanager
def edited_settings(data):
    """What the block makes of the settings in `syncline.json` is written there."""
    file = pathlib.Path(data) / "syncline.json"
    settings = json.loads(file.read_text())
    yield settings
    file.write_text(json.dumps(settings))


def without_pages(folder):
    """Options of a console with a single template, which no page uses: it answers JSON, and starts in a third of the time."""
    pages = pathlib.Path(folder) / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    (pages / "none.tpl").touch()
    return ["--templates", pages, "--public", pages]


def write_secret(path, text):
    """A file as its owner alone can read it; others are refused."""
    path.write_text(text)
    path.chmod(0o600)


class Process:
    """A server that tells its address on standard output; ended with the block."""

    arguments = []
    prefix = []  # What runs the program, such as unshare.
    ready = r"is ready at (http://\S+?)/?\s"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self.lines = []
        self.process = subprocess.Popen(
            [*map(str, self.prefix), SYNCLINE, *map(str, self.arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.reader = threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True)
        self.reader.start()
        self.url = self.wait_for(self.ready).group(1)

    def wait_for(self, pattern):
        """The first match in what the process printed."""
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end:
            found = re.search(pattern, "".join(list(self.lines)))
            if found:
                return found
            assert self.process.poll() is None, "it ended early:\n" + self.said()
            time.sleep(0.005)
        raise AssertionError(f"no {pattern} in:\n" + "".join(self.lines))

    def said(self):
        """All that the process has said, which has ended."""
        self.reader.join(DEADLINE_SECONDS)
        return "".join(self.lines)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(DEADLINE_SECONDS)

    def kill(self):
        """As a power cut: no chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(DEADLINE_SECONDS)

    @property
    def port(self):
        return urllib.parse.urlsplit(self.url).port


class Service(Process):
    """`syncline service` over one database file."""

    def __init__(self, database, port=0, soft_delete="all"):
        self.database, self.soft_delete = database, soft_delete
        self.listen(port)

    def listen(self, port):
        self.arguments = [
            "service", "--listen", f"127.0.0.1:{port}", "--database", self.database, "--soft-delete", self.soft_delete,
        ]

    def start(self):
        super().start()
        self.listen(self.port)  # The same port after a restart.

    def insert(self, table, row):
        status, body = curl(
            "-X", "POST", "-H", "ZUMO-API-VERSION: 2.0.0", "-H", "Content-Type: application/json",
            "-d", json.dumps(row), f"{self.url}/tables/{table}",
        )
        assert status == 201, body
        return body

    def change(self, table, id, values):
        status, body = curl(
            "-X", "PATCH", "-H", "ZUMO-API-VERSION: 2.0.0", "-H", "Content-Type: application/json",
            "-d", json.dumps(values), f"{self.url}/tables/{table}/{id}",
        )
        assert status == 200, body
        return body

    def rows(self, table, query=""):
        """By id, soft-deleted rows included; those of all pages."""
        rows = {}
        while True:
            status, body = curl(
                "-H", "ZUMO-API-VERSION: 2.0.0",
                f"{self.url}/tables/{table}?__includeDeleted=true&%24top=1000&%24skip={len(rows)}{query}"
            )
            assert status == 200, body
            rows |= {row["id"]: row for row in body}
            if len(body) < 1000:
                return rows

    def sql(self, statement):
        """Behind everyone's back."""
        done = subprocess.run(
            ["sqlite3", "-cmd", ".timeout 5000", str(self.database), statement], capture_output=True, text=True, timeout=30
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


class Console(Process):
    """`syncline serve` over one data directory."""

    ready = r"Syncline \S+ is ready at (http://\S+?)/?\s"

    def __init__(self, data, options=()):
        self.data, self.options = pathlib.Path(data), list(options)
        self.token = None
        self.listen(0)

    @classmethod
    def with_store(cls, data, service, tables=None, options=(), push=None):
        pathlib.Path(data).mkdir()
        store = {
            "name": "todo",
            "remote": {"kind": "azure", "url": service.url, "apiVersion": "2.0.0"},
            "tables": tables if tables is not None else [
                {"name": "TodoItem", "softDelete": {"column": "complete"},
                 "pull": [{"queryId": "openTodoItems", "filter": "complete eq false"}]},
                {"name": "Note"},
            ],
            "push": push or {},
        }
        (pathlib.Path(data) / "syncline.json").write_text(json.dumps({"stores": [store]}))
        return cls(data, options)

    def listen(self, port):
        self.arguments = ["serve", "--listen", f"127.0.0.1:{port}", "--data", self.data, *self.options]

    def start(self):
        super().start()
        self.listen(self.port)
        if self.token is None:
            self.token = self.add_token("tests", "admin")

    def add_token(self, name, role):
        done = syncline("token", "add", name, "--role", role, "--data", self.data)
        return done.stdout.split()[-1]

    @property
    def sign_in_link(self):
        return self.wait_for(r"(http://\S+/login\?\S+)").group(1)

    def sign_in(self, page):
        """With the one-time link that the first start prints."""
        page.goto(self.sign_in_link)
        button = page.get_by_role("button", name="Sign in")
        if button.count():
            button.first.click()
            # Whoever goes on before the next page is there takes its script away from it.
            page.wait_for_url(lambda url: "/login" not in url)

    def request(self, method, path, body=None, headers=None, token=None):
        """Status, headers and the parsed JSON body."""
        parts = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=DEADLINE_SECONDS)
        fields = {"Authorization": f"Bearer {token or self.token}", "Accept": "application/json"}
        data = None
        if body is not None:
            data, fields["Content-Type"] = json.dumps(body).encode(), "application/json"
        fields |= headers or {}
        try:
            connection.request(method, path, data, {k: v for k, v in fields.items() if v is not None})
            answer = connection.getresponse()
            text = answer.read()
            try:
                parsed = json.loads(text) if text else None
            except ValueError:
                parsed = text.decode()
            return answer.status, answer.headers, parsed
        finally:
            connection.close()

    def get(self, path):
        status, _, body = self.request("GET", path)
        assert status == 200, (path, status, body)
        return body

    def post(self, path, body=None, status=None):
        answer, _, body = self.request("POST", path, body if body is not None else {})
        assert (answer == status) if status else answer < 300, (path, answer, body)
        return body

    def run(self, kind, body=None):
        """Starts a run and waits for its end."""
        started = self.post(f"/s/todo/{kind}", body, status=202)
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end:
            run = self.get(f"/s/todo/runs/{started['run']}.json")
            if run["state"] != "running":
                return run
            time.sleep(0.05)
        raise AssertionError(f"{kind} did not end: {run}")

    def rows(self, table, query=""):
        """By id, of all pages."""
        rows, after = {}, ""
        while True:
            page = self.get(f"/s/todo/t/{table}.json?size=500{query}{after}")
            rows |= {row["id"]: row for row in page["rows"]}
            if not page.get("next"):
                return rows
            after = "&after=" + urllib.parse.quote(page["next"], safe="")

    def queue(self):
        return self.get("/s/todo/queue.json?size=500")["operations"]

    def errors(self):
        return self.get("/s/todo/errors.json?size=500")["errors"]
