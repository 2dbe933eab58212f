"""What strangers can take from the real program: its connections, memory, sign-ins and audit."""
import concurrent.futures
import hashlib
import http.client
import json
import re
import socket
import subprocess
import time
import urllib.parse

import pytest

from processes import Console, Service, syncline

PASSWORD = "correct horse battery staple"
CONNECTIONS = 256
SECONDS_MAX = 1
GROWTH_MAX = 64 << 20


@pytest.fixture
def console(tmp_path):
    with Service(tmp_path / "service.sqlite") as service:
        with Console.with_store(tmp_path / "data", service) as console:
            add_user(console, "mira")
            yield console


def add_user(console, name):
    syncline("user", "add", name, "--role", "admin", "--password-stdin", "--data", console.data, stdin=PASSWORD + "\n")


class Browser:
    """Cookies and forms, without scripts."""

    def __init__(self, console, address="127.0.0.1"):
        self.console, self.address, self.cookies = console, address, {}

    def request(self, method, path, fields=None):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.console.port, timeout=20, source_address=(self.address, 0)
        )
        headers = {"Accept": "text/html", "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name == "Set-Cookie":
                key, rest = value.split("=", 1)
                self.cookies[key] = rest.split(";")[0]
        return answer, text

    def sign_in(self, name, password=PASSWORD):
        _, page = self.request("GET", "/login")
        return self.send_sign_in(name, password, token_of(page))[0].status

    def send_sign_in(self, name, password, token):
        return self.request("POST", "/login", {"_token": token, "name": name, "password": password})


def token_of(page):
    return re.search(r'name="_token" value="([^"]+)"', page).group(1)


def resident_bytes(console):
    with open(f"/proc/{console.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read()).group(1)) << 10


def connect(console, address):
    connection = socket.create_connection(("127.0.0.1", console.port), timeout=10, source_address=(address, 0))
    return connection


STARTS = {
    "silent": "",
    "idle after a page": "GET /login HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "slow header": "GET /login HTTP/1.1\r\nHost: {host}\r\nX: ",
    "slow body": "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: 16000\r\n\r\n" + "x" * 8_000,
    "event stream": "GET /s/todo/runs/1/events HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n",
}


@pytest.mark.parametrize("addresses", [1, 16])
@pytest.mark.parametrize("kind", STARTS)
def test_a_page_comes_within_a_second_while_strangers_hold_256_connections(console, kind, addresses):
    browser = Browser(console)
    assert browser.sign_in("mira") == 303
    assert browser.request("GET", "/")[0].status == 200
    before = resident_bytes(console)
    start = STARTS[kind].format(host=f"127.0.0.1:{console.port}").encode()
    strangers = []
    for index in range(CONNECTIONS):
        connection = connect(console, f"127.0.0.{1 + index % addresses}")
        try:
            connection.sendall(start)
        except OSError:
            pass  # Closed already, for another one.
        strangers.append(connection)
    times = []
    for _ in range(5):
        began = time.monotonic()
        answer, _ = browser.request("GET", "/audit")
        times.append(time.monotonic() - began)
        assert answer.status == 200
    growth = resident_bytes(console) - before
    for connection in strangers:
        connection.close()
    print(f"{kind} from {addresses}: {max(times) * 1_000:.0f} ms at most, {growth >> 20} MB more")
    assert max(times) < SECONDS_MAX
    assert growth < GROWTH_MAX


def test_long_bodies_are_read_only_of_who_is_signed_in(console):
    before = resident_bytes(console)
    head = (
        f"POST /s/todo/t/Note HTTP/1.1\r\nHost: 127.0.0.1:{console.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {8 << 20}\r\n\r\n"
    ).encode()

    def send(index):
        with connect(console, "127.0.0.1") as connection:
            connection.sendall(head)
            answer = connection.recv(64).decode()
            try:
                connection.sendall(b"x" * (1 << 20))
            except OSError:
                pass
            return answer.split(" ")[1]

    with concurrent.futures.ThreadPoolExecutor(60) as pool:
        assert set(pool.map(send, range(60))) == {"401"}
    assert resident_bytes(console) - before < GROWTH_MAX


def test_a_flood_of_sign_ins_keeps_nobody_waiting_who_signed_in_before(console):
    known = Browser(console)
    assert known.sign_in("mira") == 303
    known.cookies = {name: value for name, value in known.cookies.items() if "browser" in name}
    _, page = known.request("GET", "/login")

    def guess(index):
        stranger = Browser(console, f"127.0.0.{2 + index % 8}")
        try:
            return stranger.sign_in("mira", f"guess {index}")
        except OSError:
            return None  # No place for it.

    with concurrent.futures.ThreadPoolExecutor(60) as pool:
        guesses = [pool.submit(guess, index) for index in range(120)]
        time.sleep(1)
        began = time.monotonic()
        answer, _ = known.send_sign_in("mira", PASSWORD, token_of(page))
        took = time.monotonic() - began
        results = [guess.result() for guess in guesses]
    print(f"signed in after {took * 1_000:.0f} ms; the guesses were answered with {sorted(set(map(str, results)))}")
    assert answer.status == 303
    assert took < 4
    assert 303 not in results


def test_refusals_that_repeat_are_one_entry(console):
    for index in range(30):
        Browser(console).sign_in("mira", f"guess {index}")
    entries = json.loads(
        subprocess.run(
            ["curl", "-sS", "-H", f"Authorization: Bearer {console.token}", f"{console.url}/audit.json?result=denied"],
            capture_output=True, text=True, timeout=30, check=True,
        ).stdout
    )["entries"]
    assert {entry["reason"]: entry["times"] for entry in entries} == {"password": 5, "too many failed sign-ins": 25}
    assert all(entry["lastAt"] for entry in entries)


FIELDS = (
    "id, at, who, address, action, store, target, count, result, reason, before, after, undo, requestId, run, storeAction"
)


def test_the_audit_is_verified_by_the_program_and_by_anybody_else(console):
    for name in ("ann", "bob"):
        add_user(console, name)
    database = console.data / "console.sqlite"
    done = json.loads(syncline("audit", "verify", "--json", "--data", console.data).stdout)
    assert done["intact"] and done["firstBadEntry"] is None
    rows = sql(database, f"SELECT {FIELDS} FROM audit ORDER BY id")
    previous = ""
    for row in rows:
        text = json.dumps(list(row.values()), ensure_ascii=False, separators=(",", ":"))
        previous = hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()
    assert (done["entries"], done["lastHash"]) == (len(rows), previous)
    assert "intact" in syncline("audit", "verify", "--contains", previous, "--data", console.data).stdout

    sql(database, "DROP TRIGGER auditIsNotEdited; UPDATE audit SET who = 'eve' WHERE id = 2")
    broken = json.loads(syncline("audit", "verify", "--json", "--data", console.data, check=1).stdout)
    assert not broken["intact"] and broken["firstBadEntry"] == 2
    assert "entry 2" in syncline("audit", "verify", "--data", console.data, check=1).stdout


def sql(database, statement):
    done = subprocess.run(
        ["sqlite3", "-json", "-cmd", ".timeout 5000", str(database), statement], capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if done.stdout.strip() else []
