"""Running the console: behind a proxy, watched, logged, stopped; and its JSON as its contract says."""
import base64
import concurrent.futures
import hashlib
import hmac
import json
import re
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time
import urllib.parse

import jsonschema
import pytest
from openapi_spec_validator import validate
from playwright.sync_api import expect
from prometheus_client.parser import text_string_to_metric_families

from demo import Demo
from processes import Console, Service, syncline

ROWS = 400


@pytest.fixture
def filled(service):
    """A service with enough rows for a run that can be watched."""
    for number in range(3):
        service.insert("TodoItem", {"id": f"item-{number}", "text": f"Item {number}", "complete": False})
    return service


# ---- Behind a proxy -------------------------------------------------------------------------------


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def proxied(tmp_path, filled):
    """A console below /tools/sync of a real nginx; its address as browsers have it."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    front = free_port()
    options = ["--prefix", "/tools/sync", "--trusted-proxy", "127.0.0.1", "--allow-host", f"127.0.0.1:{front}"]
    with Console.with_store(tmp_path / "data", filled, options=options) as console:
        back = urllib.parse.urlsplit(console.url)
        settings = tmp_path / "nginx.conf"
        folders = "\n".join(
            f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        settings.write_text(f"""
            daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log;
            events {{ }}
            http {{
              access_log off; {folders}
              server {{
                listen 127.0.0.1:{front};
                location /tools/sync {{
                  proxy_pass http://{back.netloc};
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host $http_host;
                  proxy_set_header X-Forwarded-For "203.0.113.9, 198.51.100.7";
                }}
              }}
            }}""")
        server = subprocess.Popen([nginx, "-c", str(settings), "-p", str(tmp_path)])
        try:
            end = time.monotonic() + 20
            while True:
                try:
                    socket.create_connection(("127.0.0.1", front), 1).close()
                    break
                except OSError:
                    assert time.monotonic() < end, (tmp_path / "error.log").read_text()
                    time.sleep(0.05)
            yield console, f"http://127.0.0.1:{front}"
        finally:
            server.terminate()
            server.wait(20)


def test_everything_works_below_a_prefix_behind_nginx(proxied, page):
    console, front = proxied
    strays = []
    page.on("request", lambda r: strays.append(r.url) if not r.url.startswith((f"{front}/tools/sync/", "data:")) else None)
    link = urllib.parse.urlsplit(console.sign_in_link)
    page.goto(f"{front}{link.path}?{link.query}")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Audit").first).to_be_visible()
    page.goto(f"{front}/tools/sync/s/todo/sync")
    page.get_by_role("button", name="Pull", exact=False).first.click()
    expect(page).to_have_url(re.compile(r"/tools/sync/s/todo/runs/\d+$"))
    expect(page.locator("h1")).to_contain_text("Done", timeout=30_000)
    page.goto(f"{front}/tools/sync/s/todo/t/TodoItem/r/item-1")
    page.locator(".head summary").click()
    page.get_by_role("button", name="Delete row").click()
    expect(page.locator("h1")).to_contain_text("Deleted")
    page.locator("[data-flash]").get_by_role("button", name="Undo").click()
    expect(page.locator("h1")).not_to_contain_text("Deleted")
    page.get_by_role("link", name="Audit").first.click()
    expect(page.get_by_role("main")).to_contain_text("198.51.100.7")
    expect(page.get_by_role("main")).not_to_contain_text("203.0.113.9")
    page.locator("details.user summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page).to_have_url(f"{front}/tools/sync/audit")
    assert {cookie["path"] for cookie in page.context.cookies()} == {"/tools/sync"}
    assert strays == []


# ---- Watched --------------------------------------------------------------------------------------


def test_the_metrics_are_what_a_monitoring_system_reads(console):
    console.run("sync")
    status, headers, text = console.request("GET", "/metrics")
    assert status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4")
    families = list(text_string_to_metric_families(text))
    assert len(families) > 8
    seen = set()
    for family in families:
        assert family.documentation and family.type != "unknown", family.name
        assert re.fullmatch(r"[a-z][a-z0-9_]*", family.name), family.name
        for sample in family.samples:
            key = (sample.name, tuple(sorted(sample.labels.items())))
            assert key not in seen, key
            seen.add(key)
            if family.type == "counter":
                assert sample.name.endswith("_total") and sample.value >= 0, key
    assert text.endswith("\n") and "\r" not in text


def test_probes_need_no_sign_in_and_name_nothing(console):
    for path in ("/healthz", "/readyz"):
        status, _, body = console.request("GET", path, headers={"Authorization": None, "Accept": "*/*"})
        assert status == 200 and "todo" not in str(body)


# ---- The contract ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demo(demo_data):
    with Demo(demo_data) as demo:
        yield demo


def test_the_contract_is_openapi_and_every_answer_keeps_it(demo):
    document = demo.get("/openapi.json")
    validate(document)

    def check(method, pattern, path, body=None):
        operation = document["paths"][pattern][method.lower()]
        if body is not None:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            jsonschema.validate(body, schema)
        status, _, answer = demo.request(method, path, body)
        response = operation["responses"].get(str(status))
        assert response, f"{method} {path}: {status} is not in the contract: {answer}"
        content = response["content"].get("application/json")
        assert content, f"{method} {path} has no JSON"
        jsonschema.validate(answer, content["schema"] | {"components": document["components"]})
        return answer

    operation = next(o for o in demo.queue() if o["state"] == "pending")
    error = demo.errors()[0]
    entry = demo.get("/audit.json")["entries"]
    names = {
        "store": "todo", "table": "Country", "id": "DE", "operation": operation["id"], "error": error["id"],
        "run": demo.get("/s/todo/sync.json")["runs"][0]["run"], "entry": entry[0]["id"] if entry else None,
    }
    checked = 0
    for pattern, item in document["paths"].items():
        wanted = re.findall(r"{(\w+)}", pattern)
        if "get" not in item or any(names.get(name) is None for name in wanted):
            continue
        operation = item["get"]
        is_json = "application/json" in operation["responses"].get("200", {}).get("content", {})
        is_for_tokens = operation["security"] != [] or "x-action" not in operation
        if not is_json or not is_for_tokens:
            continue
        path = re.sub(r"{(\w+)}", lambda m: urllib.parse.quote(str(names[m[1]]), safe=""), pattern)
        status, _, answer = demo.request("GET", path)
        if isinstance(answer, dict) and status == 200:
            check("GET", pattern, path)
            checked += 1
        else:
            # Some pages are pages only; what they refuse has the shape of errors.
            assert status in (200, 303, 400, 403, 404), (path, status, answer)
    assert checked > 14, checked
    row = "/s/todo/t/Country/r/DE"
    made = check("POST", "/s/{store}/t/{table}", "/s/todo/t/Country", {"values": {"name": "Nowhere"}})
    check("POST", "/s/{store}/t/{table}/r/{id}", row, {"values": {"name": "Germany, here"}})
    check("POST", "/s/{store}/t/{table}/r/{id}/delete", f"{row}/delete", {})
    entry = demo.get("/audit.json")["entries"][0]
    check("GET", "/audit/{entry}", f"/audit/{entry['id']}")
    check("POST", "/undo/{entry}", f"/undo/{entry['id']}", {})
    check("POST", "/s/{store}/t/{table}/bulk", "/s/todo/t/Country/bulk", {"action": "delete", "ids": [made["id"]]})
    started = check("POST", "/s/{store}/push", "/s/todo/push", {})
    check("GET", "/s/{store}/runs/{run}", f"/s/todo/runs/{started['run']}")
    refused = demo.request("GET", "/s/nowhere")
    assert refused[0] == 404
    jsonschema.validate(refused[2], document["components"]["schemas"]["Error"])


# ---- Read-only ------------------------------------------------------------------------------------


def test_a_read_only_console_refuses_every_action_and_its_store_every_write(tmp_path, filled):
    with Console.with_store(tmp_path / "data", filled) as console:
        console.run("pull")
        console.post("/s/todo/t/TodoItem/r/item-0", {"values": {"text": "waits"}})
        operation = console.queue()[0]["id"]
    store = tmp_path / "data/stores/todo.sqlite"

    def content():
        done = subprocess.run(["sqlite3", f"file:{store}?mode=ro", ".dump"], capture_output=True, text=True, check=True)
        return done.stdout

    before = content()
    sealed = Console(tmp_path / "data", ["--read-only"])
    sealed.token = console.token
    with sealed as console:
        names = {
            "store": "todo", "table": "TodoItem", "id": "item-0", "column": "text", "operation": operation, "error": "x", "run": 1,
            "entry": 1, "name": "ann", "change": 1, "draft": "x", "note": 1, "alert": 1, "decision": 1, "channel": "ops", "delivery": "x",
        }
        attacked = 0
        for pattern, item in console.get("/openapi.json")["paths"].items():
            if "post" not in item or "x-action" not in item["post"]:
                continue
            path = re.sub(r"{(\w+)}", lambda m: str(names[m[1]]), pattern)
            content_types = item["post"].get("requestBody", {}).get("content", {"application/json": {"schema": {"properties": {}}}})
            if "application/json" not in content_types:
                # A choice of how pages look, by form only.
                assert path == "/language", path
                continue
            members = content_types["application/json"]["schema"]["properties"]
            for body in ({}, {name: "1" for name in members}):
                status, _, answer = console.request("POST", path, body)
                assert status == 403 and answer["error"]["code"] == "read_only", (path, body, status, answer)
            attacked += 1
        assert attacked > 50, attacked
        # Methods that no page has, and a GET that is meant to change something.
        for method in ("PUT", "PATCH", "DELETE"):
            assert console.request(method, "/s/todo/t/TodoItem/r/item-0", {})[0] in (403, 405)
        assert console.get("/s/todo/t/TodoItem/r/item-0.json")["values"]["text"] == "waits"
        assert content() == before
    assert content() == before


# ---- Logged ---------------------------------------------------------------------------------------


def test_the_log_is_lines_of_json_without_secrets_and_values(tmp_path, filled):
    with Console.with_store(tmp_path / "data", filled, options=["--log", "json"]) as console:
        console.run("pull")
        console.post("/s/todo/t/TodoItem/r/item-0", {"values": {"text": "a value that stays inside"}})
        console.request("GET", "/s/todo/t/TodoItem?text__contains=a%20secret%20filter")
        console.request("GET", "/nowhere%0a%7b%22level%22%3a%22error%22%7d")
        status, headers, _ = console.request("GET", "/s/todo.json", headers={"User-Agent": "curl\tx"})
        link = console.sign_in_link
        console.request("GET", link[len(console.url):], headers={"Authorization": None, "Accept": "text/html"})
        token = console.token
        console.stop()
        console.reader.join(10)
        text = "".join(console.lines)
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    asked = [line for line in lines if line["event"] == "request"]
    assert len(asked) >= 6
    assert all({"at", "level", "requestId", "method", "path", "status", "milliseconds"} <= line.keys() for line in asked)
    mine = [line for line in asked if line["requestId"] == headers["X-Request-Id"]]
    assert [line["path"] for line in mine] == ["/s/todo.json"] and mine[0]["who"] == "token tests"
    logged = "\n".join(line for line in text.splitlines() if line.startswith("{"))
    for secret in (token, link.split("link=")[1], "a value that stays inside", "secret"):
        assert secret not in logged, secret


# ---- Stopped --------------------------------------------------------------------------------------


def test_a_stop_right_after_the_start_is_obeyed(tmp_path):
    def seconds(number):
        service = Service(tmp_path / f"{number}.sqlite")
        service.start()
        begin = time.monotonic()
        service.stop()
        return time.monotonic() - begin

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        assert max(threads.map(seconds, range(120))) < 15


def test_a_stop_ends_runs_at_a_safe_point_and_answers_what_was_asked(tmp_path, service):
    """SIGTERM in the middle of a push: nothing is lost, and nothing arrives twice."""
    with Console.with_store(tmp_path / "data", service) as console:
        for number in range(ROWS):
            console.post("/s/todo/t/Note", {"values": {"id": f"note-{number}", "text": f"Note {number}"}})
        run = console.post("/s/todo/push", {}, status=202)["run"]
        answers = []
        follower = threading.Thread(
            target=lambda: answers.append(console.request("GET", f"/s/todo/runs/{run}/events"))
        )
        follower.start()
        console.process.send_signal(signal.SIGTERM)
        assert console.process.wait(20) == 0
        follower.join(20)
        assert not follower.is_alive()
        console.start()
        kept = console.get(f"/s/todo/runs/{run}.json")
        assert kept["state"] in ("cancelled", "succeeded")
        waiting = console.get("/s/todo.json")["counts"]["pending"]
        there = len(service.rows("Note"))
        # What was under way stays queued, though the server may have it: the next push asks first.
        assert ROWS <= there + waiting <= ROWS + 100, (there, waiting)
        console.run("push")
        assert len(service.rows("Note")) == ROWS
        assert console.errors() == []


# ---- One-time codes -------------------------------------------------------------------------------


def code_of(secret, moment):
    """RFC 6238, written down once more and apart from the program."""
    counter = struct.pack(">Q", int(moment) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def test_somebody_sets_up_one_time_codes_and_signs_in_with_one(console, page):
    syncline("user", "add", "mira", "--role", "operator", "--password-stdin", "--data", console.data, stdin="long enough 1\n")

    def password():
        page.goto(console.url + "/login")
        page.get_by_label("Name").fill("mira")
        page.get_by_label("Password").fill("long enough 1")
        page.get_by_role("button", name="Sign in").click()

    password()
    page.goto(console.url + "/account")
    page.get_by_role("link", name="Set up two-factor authentication").click()
    address = page.locator("code", has_text="otpauth://").inner_text()
    secret = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["secret"][0]
    used = code_of(secret, time.time())
    page.get_by_label("Code", exact=True).fill(used)
    page.get_by_label("Your password").fill("long enough 1")
    page.get_by_role("button", name="Turn on two-factor authentication").click()
    codes = page.locator("#codes").inner_text().split()
    assert len(codes) == 10
    page.locator("details.user summary").click()
    page.get_by_role("button", name="Sign out").click()
    password()
    expect(page.get_by_text("Signing in as mira.")).to_be_visible()
    # A step ahead is within what clocks may differ, and is no repetition of the code above.
    page.get_by_label("Code").fill(code_of(secret, time.time() + 30))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(console.url + "/account")
    expect(page.get_by_role("main")).to_contain_text("10 recovery codes left")
    syncline("user", "codes-off", "mira", "--data", console.data)
    password()
    page.goto(console.url + "/account")
    expect(page.get_by_role("link", name="Set up two-factor authentication")).to_be_visible()
