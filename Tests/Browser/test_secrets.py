"""Keys and tokens after a day on which everything went wrong: they stand nowhere but where they were put."""
import base64
import json
import pathlib
import subprocess
import sys
import time

import pytest

from processes import Console, syncline, write_secret

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Emulators"))
from emulator import CloudKitEmulator, ParseEmulator  # noqa: E402

MASTER, REST = "master-key+of/the=test", "rest-key-of-the-test"
API_TOKEN = "api-token-of-the-secret-test"


@pytest.fixture
def keys(tmp_path):
    private, public = tmp_path / "eckey.pem", tmp_path / "public.pem"
    for words in (["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", private],
                  ["ec", "-in", private, "-pubout", "-out", public]):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    return private, public


@pytest.fixture
def parse():
    with ParseEmulator(master=MASTER, rest=REST) as emulator:
        yield emulator


@pytest.fixture
def cloudkit(keys):
    with CloudKitEmulator("--public-key", keys[1], "--api-token", API_TOKEN) as emulator:
        yield emulator


@pytest.fixture
def console(tmp_path, parse, cloudkit, keys):
    data = tmp_path / "data"
    data.mkdir()
    write_secret(tmp_path / "master", MASTER + "\n")
    write_secret(tmp_path / "rest", REST + "\n")
    write_secret(tmp_path / "api-token", API_TOKEN + "\n")
    write_secret(data / "notes.token", cloudkit.web_token + "\n")
    place = {"kind": "cloudkit", "url": cloudkit.url, "container": "iCloud.com.example.app", "environment": "development"}
    stores = [
        {"name": "photos", "tables": [{"name": "Note"}],
         "remote": {"kind": "parse", "url": parse.url, "applicationId": "rec-app", "masterKeyFile": str(tmp_path / "master"),
                    "restKeyFile": str(tmp_path / "rest")}},
        {"name": "notes", "tables": [{"name": "Note"}],
         "remote": {**place, "database": "private", "zone": cloudkit.zone, "apiTokenFile": str(tmp_path / "api-token"),
                    "webAuthTokenFile": "notes.token"}},
        {"name": "catalogue", "tables": [{"name": "Product"}],
         "remote": {**place, "database": "public", "keyId": "key-of-the-test", "privateKeyFile": str(keys[0])}},
    ]
    (data / "syncline.json").write_text(json.dumps({"stores": stores}))
    with Console(data, ["--log", "json"]) as console:
        yield console


def run(console, store, kind, body=None):
    number = console.post(f"/s/{store}/{kind}", body, status=202)["run"]
    for _ in range(400):
        run = console.get(f"/s/{store}/runs/{number}.json")
        if run["state"] != "running":
            return run
        time.sleep(0.05)
    raise AssertionError(f"{kind} of {store} did not end")


def secrets_of(keys, cloudkit):
    """Each in every form that it travels in."""
    lines = [line for line in keys[0].read_text().splitlines() if not line.startswith("-")]
    plain = [MASTER, REST, API_TOKEN, cloudkit.web_token, "BEGIN EC PRIVATE KEY", *lines]
    return plain + [text.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D") for text in plain]


def a_bad_day(console, parse, cloudkit):
    """Pushes, pulls and uploads of every store meet refusals, failures, servers that repeat what they were sent."""
    places = [("photos", "Note"), ("notes", "Note"), ("catalogue", "Product")]
    for store, table in places:
        console.post(f"/s/{store}/t/{table}", {"values": {"title": "one"}}, status=201)
    def told():
        """What a server in debug mode repeats: keys and tokens, the first one too."""
        current = (console.data / "notes.token").read_text().split()[0]
        encoded = [token.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D") for token in (current, cloudkit.web_token)]
        return f"you sent {API_TOKEN}, {current}, {cloudkit.web_token} and {' '.join(encoded)}"

    for kind in ["expiredToken", "failed", "throttled", "lostAnswer", "truncatedAnswer", "echo", "page"]:
        parse.control("faults", {"faults": [kind], "methods": ["GET", "POST", "PUT"], "path": "classes|batch|serverInfo"})
        run(console, "photos", "push" if kind != "page" else "pull")
        run(console, "photos", "reconcile", {"table": "Note"})
    for kind in ["expiredToken", "failed", "throttled", "lostAnswer", "truncated"]:
        for store in ["notes", "catalogue"]:
            cloudkit.fault({"operation": "*", "kind": kind, "brief": True})
            run(console, store, "push")
    for status, code in [(401, "AUTHENTICATION_FAILED"), (500, "INTERNAL_ERROR"), (400, "BAD_REQUEST")]:
        for kind in ["push", "pull"]:
            body = json.dumps({"serverErrorCode": code, "reason": told(), "uuid": "1"})
            cloudkit.fault({"operation": "*", "kind": "raw", "status": status, "body": body})
            console.post("/s/notes/t/Note", {"values": {"title": code}}, status=201)
            run(console, "notes", kind)
    # What is refused for good keeps the server's whole answer on its page.
    console.post("/s/photos/t/Note", {"values": {"odd": {"$x": 5}}}, status=201)
    run(console, "photos", "push")
    picture = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
    parse.control("rows", {"class": "Note", "rows": [{"photo": {"__type": "File", "name": "x.png"}}]})
    run(console, "photos", "pull")
    row = next(row["id"] for row in console.get("/s/photos/t/Note.json")["rows"] if row["values"].get("photo"))
    parse.control("faults", {"faults": ["echo", "expiredToken"], "methods": ["POST"], "path": "files"})
    for _ in range(2):
        assert console.request("POST", f"/s/photos/t/Note/r/{row}/file/photo", {"name": "a.png", "base64": picture})[0] == 502


def everything_shown(console):
    """Each page as HTML and as JSON, with all that it links to inside the console."""
    def both(path):
        bare, _, query = path.partition("?")
        yield path, {"Accept": "text/html"}
        yield (bare + ".json" if bare != "/" else "/.json") + ("?" + query if query else ""), {}

    paths = ["/", "/audit", "/audit?size=100", "/metrics", "/users", "/sessions", "/stores/new?kind=parse",
             "/stores/new?kind=cloudkit"]
    paths += [f"/audit/{number}" for number in range(1, 12)]
    for store in ["photos", "notes", "catalogue"]:
        base = f"/s/{store}"
        paths += [base + end for end in ["", "/tables", "/queue", "/errors", "/sync", "/reconcile", "/tokens", "/trash", "/settings",
                                         "/changes", "/removals", "/jump?q=o"]]
        paths += [f"{base}/queue/{one['id']}" for one in console.get(base + "/queue.json")["operations"]]
        paths += [f"{base}/errors/{one['id']}" for one in console.get(base + "/errors.json")["errors"]]
        paths += [f"{base}/runs/{one['run']}" for one in console.get(base + "/sync.json")["runs"]]
        for table in console.get(base + "/tables.json")["tables"]:
            rows = console.get(f"{base}/t/{table['name']}.json")["rows"]
            paths.append(f"{base}/t/{table['name']}")
            for row in rows[:5]:
                one = f"{base}/t/{table['name']}/r/{row['id'].replace('|', '%7C')}"
                paths += [one, one + "?tab=history", one + "?tab=raw", one + "/passport"]
    for path in paths:
        for address, headers in both(path):
            status, answered, body = console.request("GET", address, headers=headers)
            assert status in (200, 403, 404), (address, status, body)
            yield address, f"{answered} {body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)}"
    for store in ["photos", "notes", "catalogue"]:
        status, _, body = console.request("POST", f"/s/{store}/push/preview", {})
        yield f"preview of {store}", f"{status} {body}"
        settings = console.get(f"/s/{store}/settings.json")["store"]
        status, _, body = console.request("POST", "/stores/probe", {"store": settings})
        assert status == 200
        yield f"probe of {store}", f"{body}"


def test_secrets_stand_nowhere_after_everything_failed(console, parse, cloudkit, keys):
    a_bad_day(console, parse, cloudkit)
    found, pages = [], 0
    secrets = secrets_of(keys, cloudkit)
    for place, text in everything_shown(console):
        pages += 1
        found += [(place, secret) for secret in secrets if secret in text]
    assert pages > 120
    # The tokens that the answers brought are secrets as well.
    rotated = [line for line in (console.data / "notes.token").read_text().splitlines() if line]
    console.stop()
    log = "".join(console.lines)
    found += [("log", secret) for secret in secrets + rotated if secret in log]
    for words in (["status"], ["queue"], ["errors"], ["push"], ["pull"]):
        for store in ["photos", "notes", "catalogue"]:
            done = syncline(*words, "--data", console.data, "--store", store, check=None)
            found += [((words, store), secret) for secret in secrets + rotated if secret in done.stdout + done.stderr]
    for file in [path for path in console.data.glob("**/*") if path.is_file() and path.name != "notes.token"]:
        content = file.read_bytes()
        found += [(str(file), secret) for secret in secrets + rotated if secret.encode() in content]
    assert found == []
