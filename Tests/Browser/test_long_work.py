"""Long work on the command line: how far it is, ending it, and a console on the same data directory."""
import json
import os
import pty
import re
import select
import signal
import subprocess
import time

from processes import SYNCLINE, Console, Service, syncline
from slow import Slow


class Terminal:
    """A program whose standard error is a terminal; its standard output stays a pipe."""

    def __init__(self, *words):
        self.screen, child = pty.openpty()
        self.process = subprocess.Popen(
            [SYNCLINE, *map(str, words)], stdout=subprocess.PIPE, stderr=child, stdin=child, text=True, start_new_session=True,
        )
        os.close(child)
        self.shown = ""

    def read_until(self, pattern, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not re.search(pattern, self.shown):
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.screen, 4096).decode()
                except OSError:
                    break
        found = re.search(pattern, self.shown)
        assert found, f"no {pattern} in {self.shown!r}"
        return found

    def end(self):
        status = self.process.wait(30)
        output = self.process.stdout.read()
        while select.select([self.screen], [], [], 0)[0]:
            try:
                self.shown += os.read(self.screen, 4096).decode()
            except OSError:
                break
        os.close(self.screen)
        return status, output


def slow_store(tmp_path, slow):
    (tmp_path / "data").mkdir()
    store = {"name": "todo", "remote": {"kind": "azure", "url": slow.url}, "tables": [{"name": "Note"}], "push": {"window": 1, "batch": False}}
    (tmp_path / "data/syncline.json").write_text(json.dumps({"stores": [store]}))
    return tmp_path / "data"


def test_a_terminal_shows_rows_and_rate_and_ctrl_c_says_what_stays(tmp_path):
    with Slow() as slow:
        data = slow_store(tmp_path, slow)
        terminal = Terminal("pull", "--data", data)
        terminal.read_until(r"pull Note: \d+ rows, [\d.]+ a second")
        terminal.process.send_signal(signal.SIGINT)
        status, output = terminal.end()
    assert status == 1 and output.startswith("Pull cancelled:")
    assert "Pulled rows are kept. The next pull of Note" in terminal.shown
    stored = json.loads(syncline("status", "--data", data, "--json").stdout)["counts"]["live"]
    assert stored > 0 and f"{stored} row" in output


def test_a_push_shows_the_time_left_and_keeps_what_was_not_sent(tmp_path):
    with Slow(pause=0.15) as slow:
        data = slow_store(tmp_path, slow)
        with Console(data) as console:
            for number in range(60):
                console.post("/s/todo/t/Note", {"values": {"id": f"n{number}", "text": "new"}}, status=201)
        terminal = Terminal("push", "--data", data)
        terminal.read_until(r"push: \d+ of 60 operations, [\d.]+ a second, \d+ s left")
        terminal.process.send_signal(signal.SIGINT)
        status, output = terminal.end()
        assert status == 1 and output.startswith("Push cancelled:")
        assert "Pushed changes stay pushed; the rest" in terminal.shown
        left = json.loads(syncline("status", "--data", data, "--json").stdout)["counts"]["pending"]
        assert left + slow.writes == 60 and 0 < left < 60


def test_a_pipe_gets_plain_lines(tmp_path):
    with Slow() as slow:
        data = slow_store(tmp_path, slow)
        process = subprocess.Popen([SYNCLINE, "pull", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        output, rest = process.communicate(timeout=30)
    assert re.fullmatch(r"pull Note: \d+ rows, \d+ a second\n", first) and "\x1b" not in first + rest and "\r" not in rest
    assert process.returncode == 1 and output.startswith("Pull cancelled:")


def test_a_console_cancels_the_run_of_another_process(tmp_path):
    with Slow() as slow:
        data = slow_store(tmp_path, slow)
        with Console(data) as console:
            process = subprocess.Popen([SYNCLINE, "pull", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            end = time.monotonic() + 30
            while slow.pages < 3 and time.monotonic() < end:
                time.sleep(0.02)
            run = console.get("/s/todo/sync.json")["runs"][0]
            assert run["state"] == "running"
            console.post(f"/s/todo/runs/{run['run']}/cancel", status=202)
            output, _ = process.communicate(timeout=30)
            assert process.returncode == 1 and output.startswith("Pull cancelled:")
            assert console.get(f"/s/todo/runs/{run['run']}.json")["state"] == "cancelled"
            assert console.request("POST", f"/s/todo/runs/{run['run']}/cancel", {})[0] == 409


def queue_notes(console, count):
    for number in range(count):
        console.post("/s/todo/t/Note", {"values": {"id": f"n{number}", "text": "new"}}, status=201)


def wait_for_writes(slow, count):
    end = time.monotonic() + 30
    while slow.writes < count and time.monotonic() < end:
        time.sleep(0.02)
    # How far a run is, is saved every second.
    time.sleep(1.5)


def test_a_killed_process_works_on_no_run_any_more_even_as_a_zombie(tmp_path):
    with Slow(pause=0.2) as slow:
        data = slow_store(tmp_path, slow)
        with Console(data) as console:
            queue_notes(console, 60)
            process = subprocess.Popen([SYNCLINE, "push", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            wait_for_writes(slow, 5)
            run = console.get("/s/todo/sync.json")["runs"][0]
            assert run["state"] == "running" and run["pushed"] > 0
            process.send_signal(signal.SIGKILL)
            end = time.monotonic() + 30
            while " Z" not in open(f"/proc/{process.pid}/stat").read().rpartition(")")[2][:3] and time.monotonic() < end:
                time.sleep(0.02)
            # The first thread is a zombie already while the others still end.
            while (run := console.get(f"/s/todo/runs/{run['run']}.json"))["state"] == "running" and time.monotonic() < end:
                time.sleep(0.02)
            assert run["state"] == "failed" and 0 < run["pushed"] <= slow.writes
            assert console.request("POST", f"/s/todo/runs/{run['run']}/cancel", {})[0] == 409
            assert console.post("/s/todo/offline", {"offline": True})["stopping"] is None
            process.communicate(timeout=30)


def test_a_server_that_was_killed_tells_what_it_knows_of_its_run(tmp_path):
    with Slow(pause=0.2) as slow:
        data = slow_store(tmp_path, slow)
        with Console(data) as console:
            queue_notes(console, 60)
            number = console.post("/s/todo/push", status=202)["run"]
            wait_for_writes(slow, 5)
            # While a change is on its way.
            started = slow.started
            while slow.started == started:
                time.sleep(0.002)
            console.kill()
            time.sleep(2)
            console.start()
            run = console.get(f"/s/todo/runs/{number}.json")
            assert run["state"] == "failed" and 0 < run["pushed"] <= slow.writes
            assert run["pushed"] == run["report"]["push"]["succeeded"] and run["report"]["push"]["remaining"] == 60 - run["pushed"]
            assert [step["state"] for step in run["steps"]] == ["failed"]
            assert run["unknown"] == 1
            started_it = next(entry for entry in console.get("/audit.json?action=sync.run")["entries"] if entry["run"] == number)
            assert started_it["outcome"]["unknown"] == 1
            status, _, page = console.request("GET", f"/s/todo/runs/{number}", headers={"Accept": "text/html"})
            assert status == 200 and f"At least {run['pushed']} of 60 operations are on the server; the queue shows which of the rest were not sent." in page
            # What was on its way is unknown, on every page.
            errors = console.get("/s/todo/errors.json?kind=unknown")
            assert errors["count"] == 1 and "the program ended before it" in errors["errors"][0]["message"]
            assert console.get("/s/todo/queue.json")["states"]["unknown"]["count"] == 1


def test_a_table_that_nobody_knows_is_no_table_without_rows(tmp_path):
    with Service(tmp_path / "service.sqlite") as service, Console.with_store(tmp_path / "data", service) as console:
        done = syncline("pull", "Nope", "--data", console.data, check=1)
        assert "lists no row of Nope" in done.stderr and "Known here: TodoItem, Note" in done.stderr
        assert "Nope" not in syncline("tables", "--data", console.data).stdout
        service.insert("Later", {"id": "l1"})
        assert "1 row received" in syncline("pull", "Later", "--data", console.data).stdout


def test_two_processes_on_one_store_lose_no_update(tmp_path):
    with Service(tmp_path / "service.sqlite") as service, Console.with_store(tmp_path / "data", service) as console:
        rows = [f"n{number}" for number in range(40)]
        for id in rows:
            service.insert("Note", {"id": id, "text": "first", "seen": 0})
        console.run("pull")
        pushes = []
        for number, id in enumerate(rows):
            console.post(f"/s/todo/t/Note/r/{id}", {"values": {"text": f"of the console {number}"}})
            if number % 8 == 0:
                pushes.append(subprocess.Popen([SYNCLINE, "push", "--data", console.data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
            if number % 10 == 5:
                syncline("delete", "Note", rows[number - 5], "--data", console.data)
        for process in pushes:
            _, said = process.communicate(timeout=60)
            assert process.returncode == 0 or "Another run" in said, said
        syncline("push", "--data", console.data)
        there = service.rows("Note")
        gone = {rows[number - 5] for number in range(40) if number % 10 == 5}
        for number, id in enumerate(rows):
            assert there[id]["deleted"] == (id in gone)
            # A delete takes the place of an update that no push had sent yet.
            sent = {f"of the console {number}"} | ({"first"} if id in gone else set())
            assert there[id]["text"] in sent
        assert console.queue() == [] and console.errors() == []
