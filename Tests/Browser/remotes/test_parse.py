"""A store on a Parse Server, from the command line and in the console."""
import base64
import json
import pathlib
import sys

import pytest
from playwright.sync_api import expect

from pages import Inspector
from processes import Console, edited_settings, syncline, write_secret

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Emulators"))
from emulator import ParseEmulator  # noqa: E402

SECRETS = {"master": "master-key-of-the-test", "rest": "rest-key-of-the-test"}
# One opaque pixel.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def server():
    with ParseEmulator(**SECRETS) as emulator:
        yield emulator


@pytest.fixture
def data(tmp_path, server):
    """A data directory with the store `todo` on the server; its keys stand in files."""
    data = tmp_path / "data"
    data.mkdir()
    for name, secret in SECRETS.items():
        write_secret(tmp_path / name, secret + "\n")
    store = {
        "name": "todo",
        "remote": {"kind": "parse", "url": server.url, "applicationId": "rec-app",
                   "masterKeyFile": str(tmp_path / "master"), "restKeyFile": str(tmp_path / "rest")},
        "tables": [{"name": "Note"}, {"name": "Task", "softDelete": {"column": "gone"}}],
    }
    (data / "syncline.json").write_text(json.dumps({"stores": [store]}))
    return data


@pytest.fixture
def console(data):
    with Console(data) as console:
        yield console


def plant(server, name, *rows):
    return server.control("rows", {"class": name, "rows": list(rows)})


def test_the_command_line_pulls_pushes_and_reconciles(server, data):
    run = lambda *words, check=0: syncline(*words, "--data", data, "--store", "todo", check=check).stdout
    first, second = plant(server, "Note", {"title": "first"}, {"title": "second"})
    plant(server, "Task", {"title": "task", "gone": False})
    run("pull")
    assert "first" in run("rows", "Note")
    run("delete", "Note", second)
    run("push")
    assert list(server.rows("Note")) == [first]
    task = next(iter(server.rows("Task")))
    run("delete", "Task", task)
    run("push")
    assert server.rows("Task")[task]["gone"] is True
    run("undelete", "Task", task)
    run("push")
    assert server.rows("Task")[task]["gone"] is False
    server.control("drop", {"class": "Note", "ids": [first]})
    plant(server, "Note", {"title": "third"}, {"title": "fourth"})
    report = run("reconcile", "Note")
    assert first in report
    status = json.loads(syncline("status", "--data", data, "--store", "todo", "--json").stdout)
    assert status["counts"]["pending"] == 0


def test_rows_are_made_changed_and_deleted_in_the_browser(server, console, page):
    (existing,) = plant(server, "Note", {"title": "from the server", "n": 1})
    console.run("pull")
    console.sign_in(page)
    page.goto(console.url + "/s/todo/t/Note/new")
    # The server gives new rows their ids: none is asked for.
    expect(page.get_by_label("id", exact=True)).to_have_count(0)
    page.get_by_label("title", exact=True).fill("made here")
    page.get_by_role("button", name="Add row").click()
    expect(page.get_by_role("main")).to_contain_text("made here")
    first_address = page.url
    console.run("push")
    made = next(id for id, row in server.rows("Note").items() if row.get("title") == "made here")
    # The old address leads on to the row under the server's id.
    page.goto(first_address)
    expect(page).to_have_url(f"{console.url}/s/todo/t/Note/r/{made}")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("title", exact=True).fill("changed here")
    page.get_by_role("button", name="Save", exact=True).click()
    console.run("push")
    assert server.rows("Note")[made]["title"] == "changed here"
    # There is nothing to undelete from: "delete" asks as a hard delete does.
    page.goto(f"{console.url}/s/todo/t/Note/r/{existing}")
    expect(page.get_by_role("button", name="Undelete")).to_have_count(0)
    console.post(f"/s/todo/t/Note/r/{existing}/delete")
    console.run("push")
    assert list(server.rows("Note")) == [made]


def test_a_conflict_is_decided_in_the_browser(server, console, page):
    (row,) = plant(server, "Note", {"title": "old", "n": 1})
    console.run("pull")
    console.post(f"/s/todo/t/Note/r/{row}", {"values": {"title": "mine"}})
    plant(server, "Note", {"objectId": row, "n": 2})
    console.run("push")
    (error,) = console.errors()
    assert error["server"]["n"] == 2
    console.sign_in(page)
    page.goto(f"{console.url}/s/todo/errors/{error['id']}")
    expect(page.get_by_role("main")).to_contain_text("mine")
    console.post(f"/s/todo/errors/{error['id']}/resolve", {"choice": "keep-local"})
    console.run("push")
    assert server.rows("Note")[row]["title"] == "mine"
    assert console.errors() == []


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_picture_is_uploaded_on_the_row_page_shown_and_downloaded(server, console, browser, tmp_path, script):
    (row,) = plant(server, "Note", {"title": "with a picture", "photo": {"__type": "File", "name": "gone.txt"}})
    console.run("pull")
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    inspector = Inspector(page, console.url)
    console.sign_in(page)
    path = f"/s/todo/t/Note/r/{row}"
    inspector.open("row", path)
    picture = tmp_path / "my picture.png"
    picture.write_bytes(PICTURE)
    page.get_by_label("File for photo").set_input_files(str(picture))
    page.get_by_role("button", name="Replace file").click()
    expect(page.locator("[data-flash]")).to_contain_text("my picture.png uploaded")
    console.run("push")
    name = server.rows("Note")[row]["photo"]["name"]
    assert name.endswith("_my picture.png")
    status, headers, body = raw(console, path + "/file/photo")
    assert status == 200 and headers["Content-Type"] == "image/png" and body == PICTURE
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Content-Disposition"].startswith("inline")
    inspector.open("row", path)
    loads_one_pixel(page.get_by_alt_text("Picture in photo"), script)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my picture.png").click()
    assert pathlib.Path(download.value.path()).read_bytes() == PICTURE
    # Small in the list, and no name that only the server knows.
    inspector.open("rows", "/s/todo/t/Note?cols=title&cols=photo")
    cell = page.get_by_role("link", name="my picture.png in photo")
    expect(cell).to_have_text("my picture.png in photo")
    assert cell.locator("img").bounding_box()["width"] <= 30
    loads_one_pixel(cell.locator("img"), script)
    assert inspector.complaints == []
    context.close()


def test_a_picture_that_is_uploaded_offline_goes_with_the_next_push(server, console, page, tmp_path):
    (row,) = plant(server, "Note", {"title": "without", "photo": {"__type": "File", "name": "gone.txt"}})
    console.run("pull")
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    console.post("/s/todo/offline", {"offline": True})
    path = f"/s/todo/t/Note/r/{row}"
    page.goto(console.url + path)
    picture = tmp_path / "my picture.png"
    picture.write_bytes(PICTURE)
    page.get_by_label("File for photo").set_input_files(str(picture))
    page.get_by_role("button", name="Replace file").click()
    expect(page.locator("[data-flash]")).to_contain_text("my picture.png queued")
    expect(page.get_by_role("region", name="Files")).to_contain_text("Not uploaded")
    loads_one_pixel(page.get_by_alt_text("Picture in photo"), True)
    inspector.open("row with a file that waits", path)
    inspector.look_everywhere()
    assert inspector.complaints == []
    assert server.control("files") == {}
    # The console is killed meanwhile.
    console.kill()
    console.start()
    console.post("/s/todo/offline", {"offline": False})
    assert console.run("push")["pushed"] == 1
    name = server.rows("Note")[row]["photo"]["name"]
    assert name.endswith("_my picture.png") and len(server.control("files")) == 1
    page.goto(console.url + path)
    expect(page.get_by_role("region", name="Files")).not_to_contain_text("Not uploaded")


def loads_one_pixel(picture, script):
    picture.scroll_into_view_if_needed()
    if script:
        expect(picture).to_have_js_property("naturalWidth", 1)


def test_pages_with_files_are_accessible_and_viewers_upload_nothing(server, console, page):
    (named, plain, none) = plant(
        server, "Note", {"title": "picture", "photo": {"__type": "File", "name": "0" * 32 + "_cat.png"}},
        {"title": "text", "photo": {"__type": "File", "name": "notes.txt"}}, {"title": "none"})
    console.run("pull")
    data = base64.b64encode(PICTURE).decode()
    console.post(f"/s/todo/t/Note/r/{named}/file/photo", {"name": "cat.png", "base64": data})
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    for name, path in [("rows with files", "/s/todo/t/Note?cols=title&cols=photo"), ("row with a picture", f"/s/todo/t/Note/r/{named}"),
                       ("row without a file", f"/s/todo/t/Note/r/{none}")]:
        page.set_viewport_size({"width": 1280, "height": 900})
        inspector.open(name, path)
        inspector.look_everywhere()
    assert inspector.complaints == []
    # What its name says is no picture has no thumbnail, and no page asks for it.
    page.goto(f"{console.url}/s/todo/t/Note/r/{plain}")
    expect(page.get_by_alt_text("Picture in photo")).to_have_count(0)
    viewer = console.add_token("viewer", "viewer")
    status, _, body = console.request("GET", f"/s/todo/t/Note/r/{named}", headers={"Accept": "text/html"}, token=viewer)
    assert status == 200 and "Download cat.png" in body and 'type="file"' not in body
    answer = console.request("POST", f"/s/todo/t/Note/r/{named}/file/photo", {"name": "a.png", "base64": data}, token=viewer)
    assert answer[0] == 403


def test_a_thumbnail_is_a_picture_by_its_bytes_or_the_sign_of_a_file(server, console):
    (row,) = plant(server, "Note", {"photo": {"__type": "File", "name": "x.png"}})
    console.run("pull")
    path = f"/s/todo/t/Note/r/{row}/file/photo"
    small = path + "?view=thumbnail"
    for content, name in [(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "drawing.png"), (b"<script>1</script>", "page.png"),
                          (PICTURE + bytes(5 << 20), "large.png")]:
        console.post(path, {"name": name, "base64": base64.b64encode(content).decode()})
        status, headers, body = raw(console, small)
        assert status == 303 and headers["Location"].startswith("/static/file."), name
        assert raw(console, headers["Location"])[0] == 200 and content not in body
    console.post(path, {"name": "small.png", "base64": base64.b64encode(PICTURE).decode()})
    status, headers, body = raw(console, small)
    assert status == 200 and body == PICTURE and headers["Content-Type"] == "image/png"
    assert headers["X-Content-Type-Options"] == "nosniff" and "sandbox" in headers["Content-Security-Policy"]
    assert "private" in headers["Cache-Control"]


def test_files_that_are_no_pictures_are_only_downloaded(server, console):
    (row,) = plant(server, "Note", {"photo": {"__type": "File", "name": "x.png"}})
    console.run("pull")
    path = f"/s/todo/t/Note/r/{row}/file/photo"
    page = base64.b64encode(b"<script>alert(1)</script>").decode()
    answer = console.post(path, {"name": "evil.html", "contentType": "text/html", "base64": page})
    assert answer["value"]["name"].endswith("evil.html")
    status, headers, _ = raw(console, path)
    assert status == 200 and headers["Content-Type"] == "application/octet-stream"
    assert headers["Content-Disposition"].startswith("attachment") and "sandbox" in headers["Content-Security-Policy"]
    assert console.request("POST", path, {"name": "e.png", "base64": ""})[0] == 422
    assert console.request("POST", path, {"name": "e.png", "base64": "?"})[0] == 400
    assert console.request("POST", path, {"name": "e.png", "other": 1})[0] == 400
    assert console.request("POST", path.replace("photo", "title"), {"name": "e", "base64": page})[0] == 404
    server.control("faults", {"faults": ["failed"]})
    assert console.request("POST", path, {"name": "e.png", "base64": page})[0] == 502


def test_a_webhook_tells_of_a_deletion_and_the_server_is_asked(server, data, tmp_path):
    write_secret(tmp_path / "hook", "key-of-the-webhook\n")
    with edited_settings(data) as settings:
        settings["stores"][0]["remote"]["webhookKeyFile"] = str(tmp_path / "hook")
    gone, there, edited = plant(server, "Note", {"n": 1}, {"n": 2}, {"n": 3})
    with Console(data) as console:
        console.run("pull")
        server.control("drop", {"class": "Note", "ids": [gone, edited]})
        console.post(f"/s/todo/t/Note/r/{edited}", {"values": {"n": 4}})

        def tell(id, key="key-of-the-webhook", trigger="afterDelete", store="todo"):
            """As Parse Server does: in chunks, with the caller's own headers and keys inside."""
            body = {"triggerName": trigger, "object": {"className": "Note", "objectId": id, "n": 1}, "master": True, "ip": "::1",
                    "headers": {"x-parse-master-key": SECRETS["master"]}, "context": {}, "original": {"n": 1}}
            headers = {"Authorization": None, "Content-Type": "application/json", "X-Parse-Webhook-Key": key}
            return console.request("POST", f"/s/{store}/hooks/parse", body, headers)[0]

        for key in [None, "", "another-key-of-th-hook", "key-of-the-webhook2"]:
            assert tell(gone, key) == 403
        assert tell(gone, store="nowhere") == 403
        assert tell(gone, trigger="afterSave") == 200 and set(console.rows("Note")) == {gone, there, edited}
        assert [tell(id) for id in (gone, there, edited, "nosuchrow0")] == [200] * 4
        # What the server still has stays, and so does what waits to be sent.
        assert set(console.rows("Note")) == {there, edited}
        assert SECRETS["master"] not in "".join(console.lines)
        for path in ["/s/todo/settings", "/s/todo", "/audit"]:
            assert "key-of-the-webhook" not in str(console.request("GET", path, headers={"Accept": "text/html"})[2])


def test_secrets_stand_on_no_page_and_in_no_log(server, console, data, page):
    plant(server, "Note", {"title": "x"})
    console.run("pull")
    console.post("/s/todo/t/Note", {"values": {"odd": {"$x": 5}}})
    console.run("push")
    (error,) = console.errors()
    operation = console.queue()[0]["id"]
    console.sign_in(page)
    shown = "".join(console.lines)
    paths = ["/", "/s/todo", "/s/todo/queue", f"/s/todo/queue/{operation}", f"/s/todo/errors/{error['id']}", "/s/todo/sync",
             "/audit", "/s/todo/settings", "/s/todo/tables", "/s/todo/reconcile"]
    for path in paths:
        page.goto(console.url + path)
        shown += page.content()
        _, _, body = console.request("GET", path.rstrip("/") + ".json" if path != "/" else "/.json")
        shown += str(body)
    shown += syncline("queue", "--data", data, "--store", "todo", "--json").stdout
    for secret in SECRETS.values():
        assert secret not in shown
        for file in [*data.glob("**/*.sqlite*")]:
            assert secret.encode() not in file.read_bytes(), file


def raw(console, path):
    """As a program gets it, bytes and all."""
    import http.client
    import urllib.parse

    parts = urllib.parse.urlsplit(console.url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    try:
        connection.request("GET", path, None, {"Authorization": f"Bearer {console.token}"})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def test_an_insert_that_was_made_twice_is_found_and_one_row_deleted(server, console, page):
    first, second, _ = plant(
        server, "Note", {"title": "twin", "n": 1, "synclineKey": "k", "createdAt": "2026-01-01T00:00:00.000Z"},
        {"title": "twin", "n": 2, "synclineKey": "k"}, {"title": "alone", "synclineKey": "x"})
    console.run("pull")
    assert console.request("GET", "/s/todo.json")[2]["duplicates"] == [{"table": "Note", "count": 1}]
    found = console.request("GET", "/s/todo/t/Note/duplicates.json")[2]["duplicates"]
    assert [row["id"] for row in found[0]["rows"]] == [first, second] and found[0]["key"] == "k"
    for text, count in [("TWIN", 1), (second, 1), ("alone", 0)]:
        searched = console.request("GET", f"/s/todo/t/Note/duplicates.json?text={text}")[2]["duplicates"]
        assert len(searched) == count, text
    console.sign_in(page)
    page.goto(console.url + "/s/todo")
    line = page.get_by_role("listitem").filter(has_text="duplicate")
    line.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Duplicated inserts")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(3)
    page.get_by_role("link", name=f"Delete row… {second}").click()
    page.locator("input[name=typed]").fill("twin")
    page.get_by_role("button", name="Delete", exact=False).last.click()
    console.run("push")
    assert first in server.rows("Note") and second not in server.rows("Note")
    assert "duplicates" not in console.request("GET", "/s/todo.json")[2]


def test_a_replaced_key_counts_without_a_restart(tmp_path, server, data):
    plant(server, "Note", {"title": "one"})
    write_secret(tmp_path / "master", "not-the-key\n")
    with Console(data) as console:
        console.run("pull")
        assert console.request("GET", "/s/todo/t/Note.json")[2]["rows"] == []
        write_secret(tmp_path / "master", SECRETS["master"] + "\n")
        console.run("pull")
        assert len(console.request("GET", "/s/todo/t/Note.json")[2]["rows"]) == 1
