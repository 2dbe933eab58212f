"""A table service and a console with one store, which each point of the sweep starts from the same files."""
import collections
import contextlib
import http.client
import json
import pathlib
import shutil
import sqlite3
import subprocess
import time
import urllib.parse
import urllib.request

from faults import Injector
from processes import DEADLINE_SECONDS, SYNCLINE, Console, edited_settings, without_pages
from servers import COLUMNS, TABLE, free_port

ROWS = f"/s/todo/t/{TABLE}"
#: A column of files, where the server has such columns.
FILE = "photo"


class World:
    def __init__(self, folder, service, has_pages=True):
        """`folder`: has the files of the service in `service` and those of the console in `data`.

        Without pages the console starts in a third of the time.
        """
        self.folder = pathlib.Path(folder)
        self.service = service
        self.has_pages = has_pages
        self.console = Console(self.folder / "data", [] if has_pages else without_pages(self.folder))
        self.console.listen(free_port())
        self.injector = None
        self.is_live = False
        self.values = {}  # by row: the values that were acknowledged here
        self.uploaded = set()  # rows whose file was acknowledged
        self.answers = []  # what the requests of the act got: path, status, body; no status where the connection broke

    @classmethod
    def filled(cls, folder, scenario, has_pages=True):
        """The files that every point of a scenario starts from."""
        world = cls(folder, scenario.server(pathlib.Path(folder) / "service"), has_pages)
        world.console.data.mkdir(parents=True)
        with world.service:
            world.service.fill(FILE)
            store = {"name": "todo", "remote": world.service.remote(world.folder), "tables": scenario.tables}
            settings = {"stores": [store | {"push": {"insertResendSeconds": 0}} | scenario.settings]}
            (world.console.data / "syncline.json").write_text(json.dumps(settings))
            with world.console:
                pulled = world.console.run("pull")
                assert pulled["state"] == "succeeded", pulled
                world.service.watch()
                scenario.prepare(world)
            scenario.prepared(world)
            world.service.keep()
        return world

    def make_live(self):
        """From its next start on the console's store follows the service's change stream."""
        with edited_settings(self.console.data) as settings:
            settings["stores"][0]["live"] = True
        self.is_live = True

    def copy(self, folder):
        """The same files in a folder of their own."""
        shutil.copytree(self.folder, folder)
        world = World(folder, self.service.copied(pathlib.Path(folder) / "service"), self.has_pages)
        world.console.token = self.console.token
        world.values = {id: dict(values) for id, values in self.values.items()}
        return world

    def inject_into(self, process):
        """Faults come to the console, the service, or a command."""
        below = self.service.database.parent if process == "service" else self.console.data
        self.injector = Injector(below, self.folder / "faults")
        if process != "command":
            getattr(self, process).prefix = self.injector.prefix

    # What users do

    def change(self, id, values):
        """An acknowledged change of a row."""
        self.console.post(f"{ROWS}/r/{id}", {"values": values})
        self.values.setdefault(id, {}).update(values)

    def insert(self, id, values):
        self.console.post(ROWS, {"values": self.service.identity(id) | values}, status=201)
        self.values.setdefault(id, {}).update(values)

    def stage(self, id, column, before, after):
        """A change of a row that is put aside, as the row's form does it."""
        form = {f"w.{column}": before, f"v.{column}": after, "stage": "1"}
        body = urllib.parse.urlencode(form).encode()
        headers = {"Authorization": f"Bearer {self.console.token}", "Accept": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.console.url}{ROWS}/r/{id}", body, headers)) as answer:
            assert answer.status == 200, answer.status

    def act(self, path, body=None):
        """A request that a fault may meet; the status, none when there was no answer."""
        try:
            status, _, answer = self.console.request("POST", path, body or {})
        except (OSError, http.client.HTTPException):
            status, answer = None, None
        self.answers.append((path, status, answer))
        return status, answer

    def run(self, kind, body=None):
        """A run to its end, or to the end of the console."""
        status, answer = self.act(f"/s/todo/{kind}", body)
        if status == 202:
            return self.wait(answer["run"])
        if status == 500 and answer["error"]["code"] == "done_but_unshown":
            self.wait_for_runs()
        return None

    def wait_for_runs(self):
        """A run was started whose number nobody was told."""
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end:
            runs = self.console.get("/s/todo/sync.json")["runs"]
            if all(run["state"] != "running" for run in runs):
                return
            time.sleep(0.02)
        raise AssertionError(f"a run did not end: {runs}")

    def wait(self, number):
        end, pause = time.monotonic() + DEADLINE_SECONDS, 0.02
        while time.monotonic() < end:
            try:
                status, _, run = self.console.request("GET", f"/s/todo/runs/{number}.json")
            except (OSError, http.client.HTTPException):
                return None
            if status == 200 and run["state"] != "running":
                self.answers.append((f"run {number}", status, run))
                return run
            time.sleep(pause)
            pause = min(2 * pause, 0.2)
        raise AssertionError(f"run {number} did not end: {run}")

    def command(self, *words, store=True, input=None):
        """A command line beside the files, with the faults of the point."""
        place = ["--data", str(self.console.data), *(["--store", "todo"] if store else [])]
        done = subprocess.run(
            [*map(str, self.injector.prefix), SYNCLINE, *words, *place],
            input=input, capture_output=True, text=True, timeout=DEADLINE_SECONDS)
        self.answers.append((" ".join(words), done.returncode, done.stdout + done.stderr))
        return done

    def run_when_free(self, kind, body=None):
        """A run to its end, once those that the program starts by itself have ended."""
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end:
            status, _, answer = self.console.request("POST", f"/s/todo/{kind}", body or {})
            if status == 202:
                return self.wait(answer["run"])
            assert status == 409, (kind, status, answer)
            time.sleep(0.1)
        raise AssertionError(f"{kind}: the store was busy for {DEADLINE_SECONDS} s")

    # What is there; rows have the names that their server has for them

    def named_rows(self):
        """By name, deleted rows included; a second row of the same name is apart."""
        rows = {}
        for id, row in self.console.rows(TABLE, "&view=all").items():
            name = row["values"].get("name") or id
            rows[f"{name} again, as {id}" if name in rows else name] = row
        return rows

    def names(self, rows):
        return {row["id"]: name for name, row in (rows or self.named_rows()).items()}

    def queue(self, rows=None, table=TABLE):
        """`rows`: what `named_rows` has found."""
        names = self.names(rows)
        return {names.get(operation["itemId"], operation["itemId"]): operation for operation in self.console.queue()
                if operation["table"] == table}

    def errors(self, rows=None):
        names = self.names(rows)
        return {names.get(error["itemId"], error["itemId"]): error for error in self.console.errors()}

    def log(self):
        """What the server's log has of each row: pairs of before and after."""
        log = collections.defaultdict(list)
        for name, old, new in self.service.entries():
            log[name].append((old, new))
        return log

    def fingerprint(self, rows):
        """Rows without what the server adds; deleted ones are named alone."""
        return {
            id: "deleted" if row["deleted"] else tuple(row.get(column) for column in COLUMNS) for id, row in rows.items()
        }

    def there(self):
        return self.fingerprint(self.service.rows(TABLE))

    def here(self):
        return self.fingerprint({name: row["values"] | {"deleted": row["deleted"]} for name, row in self.named_rows().items()})

    def files(self):
        """The files of the console, without what SQLite keeps beside a database."""
        return {
            str(file.relative_to(self.console.data)) for file in self.console.data.rglob("*")
            if file.is_file() and not file.name.endswith(("-wal", "-shm"))
        }

    def damaged(self):
        """Databases that SQLite finds damaged."""
        problems = []
        for file in sorted(self.folder.rglob("*.sqlite")):
            with contextlib.closing(sqlite3.connect(file)) as database:
                found = database.execute("PRAGMA integrity_check").fetchone()[0]
                if found != "ok":
                    problems.append(f"{file.name}: {found}")
        return problems
