"""Files that go bad, are locked, full or read-only, under the real program."""
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time

import pytest

from processes import SYNCLINE, Console, Service, curl, edited_settings, eventually, syncline

needs_root = pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="mounts need root")


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """The file of a service, and a data directory with the stores `todo`, which holds a row, and `other`, both used and closed."""
    folder = tmp_path_factory.mktemp("used")
    with Service(folder / "service.sqlite") as service:
        service.insert("Note", {"id": "a", "text": "from the server"})
        with Console.with_store(folder / "data", service, tables=[{"name": "Note"}]) as console:
            console.post("/stores", {"store": {"name": "other", "remote": {"kind": "azure", "url": service.url}}}, status=201)
            console.run("pull")
            console.post("/s/todo/t/Note/r/a", {"values": {"text": "waits"}})
            (folder / "token").write_text(console.token)
    for file in (folder / "data").rglob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture
def data(tmp_path, used):
    """A copy of the data directory, with a running service of its own."""
    shutil.copytree(used, tmp_path, dirs_exist_ok=True)
    with Service(tmp_path / "service.sqlite") as service:
        with edited_settings(tmp_path / "data") as settings:
            for store in settings["stores"]:
                store["remote"]["url"] = service.url
        yield tmp_path / "data"


def console_of(data, options=()):
    console = Console(data, options)
    console.token = (data.parent / "token").read_text()
    return console


def store(data, name="todo"):
    return data / f"stores/{name}.sqlite"


def garbage(file):
    file.write_bytes(b"this is no database " * 1000)


def truncated(file):
    os.truncate(file, 5000)


def emptied(file):
    os.truncate(file, 0)


def vanished(file):
    file.unlink()


def newer(file):
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 999")


def without_a_table(file):
    with sqlite3.connect(file) as db:
        db.execute("DROP TABLE syncline_operations")


BAD = {
    garbage: "not_a_database", truncated: "file_damaged", emptied: "file_emptied", vanished: "file_missing",
    newer: "schema_newer", without_a_table: "schema_incomplete",
}


def expect_trouble(console, code, file):
    """Each place says it, and the other store works."""
    todo, other = sorted(console.get("/.json")["stores"], key=lambda s: s["name"], reverse=True)
    assert todo["trouble"]["code"] == code and todo["trouble"]["file"] == str(file) and todo["trouble"]["remedy"]
    assert todo["counts"] is None and "trouble" not in other and other["counts"]["live"] == 0
    for path in ("/s/todo.json", "/s/todo/queue.json", "/s/todo/t/Note.json", "/s/todo/errors.json"):
        status, headers, body = console.request("GET", path)
        assert status == 503 and body["error"]["code"] == code and str(file) in body["error"]["message"], (path, status, body)
        assert headers["Retry-After"]
    for path in ("/s/todo/push", "/s/todo/t/Note/r/a/delete"):
        status, _, body = console.request("POST", path, {})
        assert status == 503 and body["error"]["code"] == code, (path, status, body)
    assert console.get("/s/todo/settings.json")["store"]["name"] == "todo"
    for path in ("/s/other.json", "/s/other/queue.json", "/audit.json", "/users.json", "/jump.json?q=a"):
        console.get(path)
    metrics = console.request("GET", "/metrics")[2]
    assert 'syncline_store_up{store="todo"} 0' in metrics and 'syncline_store_up{store="other"} 1' in metrics
    assert 'syncline_rows{store="todo"' not in metrics
    # Looked at every few seconds, so that asking costs nothing.
    eventually(lambda: curl(f"{console.url}/readyz.json") == (200, {"ok": True, "degraded": True}), "/readyz saw nothing")


@pytest.mark.parametrize("damage", BAD, ids=lambda damage: damage.__name__)
def test_one_bad_store_is_its_own_trouble_until_its_file_is_back(data, damage):
    backup = data.parent / "backup"
    shutil.copy(store(data), backup)
    damage(store(data))
    with console_of(data) as console:
        expect_trouble(console, BAD[damage], store(data))
        done = syncline("status", "--data", data, "--store", "todo", check=1)
        assert str(store(data)) in done.stderr and "Put" in done.stderr + "Put" and not done.stdout
        syncline("status", "--data", data, "--store", "other")
        for suffix in ("-wal", "-shm"):
            pathlib.Path(str(store(data)) + suffix).unlink(missing_ok=True)
        shutil.copy(backup, store(data))
        eventually(lambda: console.request("GET", "/s/todo.json")[0] == 200, "the store was not tried again")
        assert [o["itemId"] for o in console.queue()] == ["a"]
        assert console.run("push")["state"] == "succeeded"


@pytest.mark.parametrize("damage", [garbage, truncated, emptied, vanished], ids=lambda damage: damage.__name__)
def test_a_file_that_goes_bad_while_it_is_open_ends_nothing(data, damage):
    with console_of(data) as console:
        console.get("/s/todo.json")
        damage(store(data))
        if damage in (emptied, vanished):
            status, _, body = console.request("POST", "/s/todo/t/Note/r/a", {"values": {"text": "lost"}})
            assert status == 503 and body["error"]["code"] == BAD[damage], body
            expect_trouble(console, BAD[damage], store(data))
        for path in ("/", "/s/todo", "/s/todo/queue", "/s/todo/t/Note", "/s/other", "/metrics", "/readyz"):
            status, _, _ = console.request("GET", path, headers={"Accept": "text/html"})
            assert status in (200, 503), (path, status)
        assert console.get("/s/other.json")["counts"]["live"] == 0
        time.sleep(3)
        assert console.process.poll() is None
        console.get("/.json")
    assert console.process.returncode == 0


def test_a_backup_put_in_place_while_the_console_runs_is_opened_without_the_old_log(data):
    backup = data.parent / "backup"
    shutil.copy(store(data), backup)
    with console_of(data) as console:
        console.post("/s/todo/t/Note", {"values": {"id": "b", "text": "after the backup"}}, status=201)
        os.replace(backup, store(data))
        eventually(lambda: console.request("GET", "/s/todo.json")[0] == 200 and len(console.queue()) == 1, "not opened anew")
        assert list(console.rows("Note")) == ["a"]
        assert any(".sqlite-wal.before" in name.name for name in store(data).parent.iterdir())
        console.post("/s/todo/t/Note", {"values": {"id": "c", "text": "kept"}}, status=201)
    with sqlite3.connect(store(data)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT count(*) FROM Note").fetchone() == (2,)


def test_a_locked_store_keeps_nothing_from_starting_and_is_tried_again(data):
    lock = sqlite3.connect(store(data), isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    lock.execute("UPDATE syncline_settings SET value = value")
    with console_of(data) as console:
        expect_trouble(console, "file_locked", store(data))
        lock.execute("ROLLBACK")
        lock.close()
        eventually(lambda: console.request("GET", "/s/todo.json")[0] == 200, "the store was not tried again")


def test_reading_needs_no_write_lock_and_no_secret(data):
    with edited_settings(data) as settings:
        settings["stores"][0]["remote"]["authTokenEnv"] = "NO_SUCH_TOKEN"
    locks = [sqlite3.connect(file, isolation_level=None) for file in (store(data), data / "console.sqlite")]
    for lock in locks:
        lock.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    done = syncline("status", "--data", data, "--store", "todo")
    assert "1 operation pending" in done.stdout and "NO_SUCH_TOKEN" in done.stdout
    for words in (["tables"], ["rows", "Note"], ["queue"], ["queue", "--json"], ["status", "--json"]):
        syncline(*words, "--data", data, "--store", "todo")
    assert syncline("errors", "--data", data, "--store", "todo").stdout is not None
    assert time.monotonic() - begun < 30
    for lock in locks:
        lock.close()


# ---- Mounts -------------------------------------------------------------------------------------


def on_mounts(script):
    """Runs a program in a mount namespace of its own, after `script`."""
    return ["unshare", "-m", "bash", "-ec", f'{script}\nexec "$@"', "bash"]


def read_only(folder):
    return on_mounts(f"mount --bind '{folder}' '{folder}'; mount -o remount,ro,bind '{folder}'")


def leave_a_log(data):
    """As after a power cut: the newest change is in the log alone."""
    console = console_of(data)
    console.start()
    console.post("/s/todo/t/Note", {"values": {"id": "in-the-log", "text": "x"}}, status=201)
    console.kill()
    assert os.path.getsize(f"{store(data)}-wal") > 0


@needs_root
@pytest.mark.parametrize("index", ["left", "gone"])
def test_a_read_only_file_system_can_be_read_with_what_is_in_the_log(data, index):
    leave_a_log(data)
    if index == "gone":
        for file in data.rglob("*.sqlite-shm"):
            file.unlink()
    for words in (["status"], ["rows", "Note"], ["queue"], ["tables"], ["status", "--json"]):
        done = subprocess.run(
            [*read_only(data), SYNCLINE, *words, "--data", str(data), "--store", "todo"], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, (words, done.stderr)
        if words[0] in ("rows", "queue"):
            assert "in-the-log" in done.stdout, words
    sealed = console_of(data, ["--read-only"])
    sealed.prefix = read_only(data)
    with sealed as console:
        assert "in-the-log" in console.rows("Note")
        assert "in memory" in "".join(console.lines)
        assert console.get("/")
        assert console.request("GET", "/metrics")[0] == 200
        status, _, body = console.request("POST", "/s/todo/push", {})
        assert status == 403, body


@needs_root
def test_a_read_only_file_system_without_a_log_is_read_as_it_is(data):
    sealed = console_of(data, ["--read-only"])
    sealed.prefix = read_only(data)
    with sealed as console:
        assert list(console.rows("Note")) == ["a"]
    done = subprocess.run([*read_only(data), SYNCLINE, "serve", "--data", str(data)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "can only be read" in done.stderr


@needs_root
def test_a_full_disk_is_named_and_nothing_is_lost(data):
    small = data.parent / "small"
    small.mkdir()
    console = console_of(small)
    console.token = None
    console.prefix = on_mounts(
        f"mount -t tmpfs -o size=6m none '{small}'; cp -r '{data}/.' '{small}/'"
    )
    console.add_token = lambda *_: (data.parent / "token").read_text()
    with console:
        status = 0
        for number in range(60):
            status, _, body = console.request("POST", "/s/todo/t/Note", {"values": {"id": f"n{number}", "text": "x" * 200_000}})
            if status != 201:
                break
        assert status == 507, (number, status, body)
        assert body["error"]["code"] == "disk_full" and str(small) in body["error"]["message"]
        assert "Nothing was written" in body["error"]["message"] and "Free space" in body["error"]["message"]
        rows = console.get("/s/todo/t/Note.json?size=500")["rows"]
        assert len(rows) == number + 1
        assert console.get("/.json")["stores"]
        assert console.process.poll() is None


@needs_root
def test_a_store_without_room_for_its_log_is_on_a_full_disk_until_there_is_room(data):
    """The index of the log is made when the store is opened: that there is no room for it is no damage."""
    stores = data / "stores"
    console = console_of(data)
    console.prefix = on_mounts(
        f"cp -r '{stores}' '{data}.copy'; mount -t tmpfs -o size=8m none '{stores}'; cp '{data}.copy/'*.sqlite '{stores}/'; "
        f"head -c 9M /dev/zero > '{stores}/filler' 2>&1 || true"
    )
    with console:
        status, _, body = console.request("GET", "/s/todo/t/Note.json")
        assert status == 507 and body["error"]["code"] == "disk_full", (status, body)
        assert str(store(data)) in body["error"]["message"] and "damaged" not in body["error"]["message"]
        assert console.get("/.json")["stores"] and console.process.poll() is None
        os.truncate(f"/proc/{console.process.pid}/root{stores}/filler", 0)
        eventually(lambda: console.request("GET", "/s/todo/t/Note.json")[0] == 200, "the store was not opened again")


def test_the_console_starts_without_room_for_a_link_to_sign_in_with(data):
    """Nobody has a login, so the start makes a link, which cannot be saved: the log says so, and the console serves."""
    with contextlib.closing(sqlite3.connect(data / "console.sqlite")) as db, db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON signInLinks BEGIN SELECT raise(FAIL, 'no room'); END")
    with console_of(data) as console:
        console.wait_for("There is no sign-in link")
        assert "INSERT" not in "".join(console.lines) and "login?link" not in "".join(console.lines)
        assert "a" in console.rows("Note")


def test_a_locked_store_keeps_what_was_typed(data, browser):
    # A page of its own: the answer is a 503, of which the browser complains.
    page = browser.new_context().new_page()
    with console_of(data) as console:
        syncline("user", "add", "ann", "--role", "admin", "--password-stdin", "--data", data, stdin="correct horse battery\n")
        page.goto(f"{console.url}/login")
        page.get_by_label("Name").fill("ann")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in").click()
        page.goto(f"{console.url}/s/todo/t/Note/r/a/edit")
        lock = sqlite3.connect(store(data), isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        page.get_by_label("text", exact=True).first.fill("typed for long")
        page.get_by_role("button", name="Save").first.click()
        page.get_by_text("Nothing was changed").wait_for(timeout=20_000)
        assert "typed for long" in page.content() and str(store(data)) in page.content()
        lock.close()
        page.get_by_role("main").get_by_role("button", name="Save “").click()
        page.wait_for_url(lambda url: "/r/a" in url)
        assert console.rows("Note")["a"]["values"]["text"] == "typed for long"


def test_a_killed_backup_leaves_none_and_the_console_makes_a_whole_one(data, tmp_path):
    """Killed again and again while it copies, a backup is never half there; a restore needs the console stopped."""
    with contextlib.closing(sqlite3.connect(store(data))) as db, db:
        db.execute("CREATE TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)"
                   " SELECT i, hex(randomblob(500)) AS text FROM n")
    for milliseconds in (60, 120):
        backup = tmp_path / f"killed-{milliseconds}"
        process = subprocess.Popen([SYNCLINE, "backup", backup, "--data", data], stdout=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        process.kill()
        process.wait(20)
        if backup.exists():
            syncline("restore", backup, "--data", data)
    with console_of(data) as console:
        console.post("/backups", {}, status=202)
        eventually(lambda: console.get("/backups.json")["backups"], "the backup did not end")
        made = console.get("/backups.json")["backups"][0]
        assert made["verified"] and made["failure"] is None
        assert "is in use" in syncline("restore", made["folder"], "--apply", "--force", "--data", data, check=1).stderr
    syncline("backup", tmp_path / "last", "--data", data)
    assert not list(tmp_path.glob(".*.partial"))
    files = json.loads((tmp_path / "last/manifest.json").read_text())["files"]
    assert {"name": "big", "rows": 6000} in next(f for f in files if f.get("store") == "todo")["tables"]
    syncline("restore", made["folder"], "--apply", "--force", "--data", data)
    with console_of(data) as console:
        assert console.get("/s/todo/queue.json")["count"] == 1
