"""Stores on CloudKit, from the command line and in the console."""
import base64
import json
import pathlib
import stat
import subprocess
import sys
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from pages import Inspector
from processes import Console, edited_settings, eventually, syncline, write_secret

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Emulators"))
from emulator import CloudKitEmulator  # noqa: E402


# One opaque pixel.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def keys(tmp_path):
    """A key pair that openssl made: the private and the public one's path."""
    private, public = tmp_path / "eckey.pem", tmp_path / "public.pem"
    for words in (["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", private],
                  ["ec", "-in", private, "-pubout", "-out", public]):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    return private, public


@pytest.fixture
def server(keys):
    with CloudKitEmulator("--public-key", keys[1]) as emulator:
        yield emulator


@pytest.fixture
def data(tmp_path, server, keys):
    """A data directory with a store on a private zone and one on the public database."""
    data = tmp_path / "data"
    data.mkdir()
    write_secret(tmp_path / "api-token", server.api_token + "\n")
    write_secret(data / "notes.token", server.web_token + "\n")
    place = {"kind": "cloudkit", "url": server.url, "container": "iCloud.com.example.app", "environment": "development"}
    notes = {"name": "todo", "tables": [{"name": "Note"}, {"name": "Task"}],
             "remote": {**place, "database": "private", "zone": server.zone,
                        "apiTokenFile": str(tmp_path / "api-token"), "webAuthTokenFile": "notes.token"}}
    catalogue = {"name": "catalogue", "tables": [{"name": "Product", "softDelete": {"column": "gone"}}],
                 "remote": {**place, "database": "public", "keyId": "key-of-the-test", "privateKeyFile": str(keys[0])}}
    (data / "syncline.json").write_text(json.dumps({"stores": [notes, catalogue]}))
    return data


@pytest.fixture
def console(data):
    with Console(data) as console:
        yield console


def run(data, *words, store="todo", check=0):
    return syncline(*words, "--data", data, "--store", store, check=check).stdout


def test_the_command_line_pulls_pushes_deletes_and_brings_back(server, data):
    server.somebody("create", "Note|~|1", title="first", count=1)
    server.somebody("create", "Task|~|1", "Task", title="task")
    run(data, "pull")
    assert "first" in run(data, "rows", "Note") and "task" in run(data, "rows", "Task")
    run(data, "delete", "Note", "Note|~|1")
    run(data, "push")
    assert list(server.records()) == ["Task|~|1"]
    run(data, "undelete", "Note", "Note|~|1")
    run(data, "push")
    assert server.records()["Note|~|1"] == {"title": "first", "count": 1}
    server.somebody("forceDelete", "Task|~|1")
    run(data, "pull")
    assert "task" not in run(data, "rows", "Task")
    # A walk from the beginning after the token expired; what went meanwhile is found.
    server.somebody("forceDelete", "Note|~|1")
    server.somebody("create", "Note|~|2", title="second")
    server.control("zones", {"zone": server.zone, "action": "expire"})
    assert "pulled again" in syncline("pull", "--data", data, "--store", "todo").stderr
    rows = run(data, "rows", "Note")
    assert "second" in rows and "first" not in rows
    status = json.loads(syncline("status", "--data", data, "--store", "todo", "--json").stdout)
    assert status["counts"]["pending"] == 0
    token = data / "notes.token"
    assert stat.S_IMODE(token.stat().st_mode) == 0o600 and server.web_token not in token.read_text().split("\n")[0]


def test_the_public_database_with_a_server_key(server, data):
    server.somebody("create", "p1", "Product", database="public", title="lamp")
    run(data, "pull", store="catalogue")
    assert "lamp" in run(data, "rows", "Product", store="catalogue")
    run(data, "delete", "Product", "p1", store="catalogue")
    run(data, "push", store="catalogue")
    assert server.records("public")["p1"]["gone"] == 1


def test_rows_are_changed_and_a_conflict_is_decided_in_the_browser(server, console, page):
    server.somebody("create", "Note|~|1", title="old", count=1)
    console.run("pull")
    console.sign_in(page)
    page.goto(console.url + "/s/todo/t/Note/r/Note%7C~%7C1")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("title", exact=True).fill("mine")
    page.get_by_role("button", name="Save", exact=True).click()
    server.somebody("forceUpdate", "Note|~|1", title="theirs")
    console.run("push")
    errors = console.get("/s/todo/errors.json")["errors"]
    assert errors[0]["server"]["title"] == "theirs" and errors[0]["status"] == 409
    page.goto(f"{console.url}/s/todo/errors/{errors[0]['id']}")
    expect(page.get_by_role("main")).to_contain_text("theirs")
    console.post(f"/s/todo/errors/{errors[0]['id']}/resolve", {"choice": "keep-local"})
    console.run("push")
    assert server.records()["Note|~|1"]["title"] == "mine"
    # Deleted by somebody else: gone from the live rows, and it can come back.
    server.somebody("forceDelete", "Note|~|1")
    console.run("pull")
    page.goto(console.url + "/s/todo/t/Note/r/Note%7C~%7C1")
    page.get_by_role("button", name="Undelete").first.click()
    console.run("push")
    assert server.records()["Note|~|1"]["title"] == "mine"


def test_a_picture_in_an_asset_field_is_shown_and_replaced(server, console, page, tmp_path):
    def ask(operation, body):
        token = urllib.parse.quote(server.web_token, safe="")
        url = f"{server.url}/database/1/iCloud.com.example.app/development/private/{operation}"
        request = urllib.request.Request(f"{url}?ckAPIToken={server.api_token}&ckWebAuthToken={token}", json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    zone = {"zoneID": {"zoneName": server.zone}}
    token = {"recordType": "Note", "fieldName": "photo", "recordName": "a"}
    place = ask("assets/upload", {"tokens": [token], **zone})["tokens"][0]["url"]
    with urllib.request.urlopen(urllib.request.Request(place, PICTURE), timeout=20) as answer:
        asset = json.load(answer)["singleFile"]
    fields = {"title": {"value": "with a picture"}, "photo": {"value": asset, "type": "ASSETID"}}
    record = {"recordName": "a", "recordType": "Note", "fields": fields}
    ask("records/modify", {"operations": [{"operationType": "create", "record": record}], "atomic": False, **zone})
    console.run("pull")
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    inspector.open("row with an asset", "/s/todo/t/Note/r/a")
    expect(page.get_by_alt_text("Picture in photo")).to_have_js_property("naturalWidth", 1)
    inspector.look_everywhere()
    other = tmp_path / "other.gif"
    other.write_bytes(b"GIF89a" + bytes(20))
    page.get_by_label("File for photo").set_input_files(str(other))
    page.get_by_role("button", name="Replace file").click()
    expect(page.locator("[data-flash]")).to_contain_text("other.gif uploaded")
    assert console.run("push")["pushed"] == 1
    assert server.records()["a"]["photo"]["size"] == 26 and server.records()["a"]["title"] == "with a picture"
    page.set_viewport_size({"width": 1280, "height": 900})
    # The list asks this console alone, whatever the asset's own address is.
    inspector.open("list with assets", "/s/todo/t/Note?cols=title&cols=photo")
    expect(page.locator("a.file img")).to_have_count(1)
    assert inspector.complaints == []


def test_deletions_without_a_table_are_listed(server, console, page):
    server.somebody("create", "Note|~|1", title="x")
    console.run("pull")
    server.somebody("create", "nameless", title="x")
    server.somebody("forceDelete", "nameless")
    console.run("pull")
    listed = console.get("/s/todo/removals.json")["removals"]
    assert [(one["id"], one["table"]) for one in listed] == [("nameless", None)]
    console.sign_in(page)
    page.goto(console.url + "/s/todo/removals")
    expect(page.get_by_role("main")).to_contain_text("nameless")


def test_an_ended_sign_in_says_where_to_sign_in_and_shows_no_secret(server, data, console, page):
    console.sign_in(page)
    console.post("/s/todo/t/Note", {"values": {"title": "kept"}})
    server.fault({"operation": "*", "kind": "expiredToken"})
    ended = console.run("push")
    assert ended["state"] == "failed" and "Sign in again" in json.dumps(ended)
    page.goto(console.url + "/s/todo/sync")
    assert console.get("/s/todo/queue.json")["count"] == 1
    texts = [json.dumps(ended), "".join(console.lines), page.content()]
    for path in ("/s/todo", "/s/todo/sync", "/s/todo/queue", "/s/todo/errors", "/audit", "/s/todo/tokens"):
        page.goto(console.url + path)
        texts.append(page.content())
    texts += [(data / name).read_bytes().decode("latin-1") for name in ("console.sqlite", "stores/todo.sqlite")]
    secrets = [server.api_token, server.web_token, "web+token/", "first%2Bweb", "BEGIN EC PRIVATE KEY"]
    assert not [(secret, text[:80]) for text in texts for secret in secrets if secret in text]
    server.control("options", {"webToken": "signed+in/again="})
    write_secret(data / "notes.token", "signed+in/again=\n")
    console.run("push")
    assert [record["title"] for record in server.records().values()] == ["kept"]


def test_a_live_store_has_what_changes_in_its_zone_at_once(server, data, page):
    with edited_settings(data) as settings:
        settings["stores"][0]["live"] = True
    server.somebody("create", "Note|~|1", title="before")
    with Console(data) as console:
        def live():
            return console.get("/s/todo/sync.json")["live"]

        def title():
            status, _, row = console.request("GET", "/s/todo/t/Note/r/Note%7C~%7C1.json")
            return row["values"]["title"] if status == 200 and not row["deleted"] else None

        eventually(lambda: live()["state"] == "connected")
        assert title() == "before"
        server.somebody("forceUpdate", "Note|~|1", title="changed there")
        eventually(lambda: title() == "changed there", seconds=5)
        # The courier forgets its tokens, as after a restart: another one is made.
        server.control("tokens", {})
        eventually(lambda: live()["state"] != "connected", seconds=10)
        server.somebody("forceDelete", "Note|~|1")
        eventually(lambda: title() is None, seconds=20)
        console.sign_in(page)
        page.goto(console.url + "/s/todo/sync")
        expect(page.get_by_role("region", name="Connection")).to_contain_text("changes on the server are pulled at once")
