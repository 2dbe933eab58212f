"""One console over a table service, a Parse Server and CloudKit at once."""
import json
import pathlib
import sys
import time

import pytest
from playwright.sync_api import expect

from pages import Inspector
from processes import Console, syncline, write_secret

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Emulators"))
from emulator import CloudKitEmulator, ParseEmulator  # noqa: E402

STORES = ["orders", "photos", "notes"]


@pytest.fixture
def parse():
    with ParseEmulator(master="master-key-of-the-test", rest="rest-key-of-the-test") as emulator:
        yield emulator


@pytest.fixture
def cloudkit():
    with CloudKitEmulator() as emulator:
        yield emulator


@pytest.fixture
def console(tmp_path, service, parse, cloudkit):
    """A store of each kind, every one with the table Note."""
    data = tmp_path / "data"
    data.mkdir()
    write_secret(tmp_path / "master", "master-key-of-the-test\n")
    write_secret(tmp_path / "api-token", cloudkit.api_token + "\n")
    write_secret(data / "notes.token", cloudkit.web_token + "\n")
    remotes = [
        {"kind": "azure", "url": service.url},
        {"kind": "parse", "url": parse.url, "applicationId": "rec-app", "masterKeyFile": str(tmp_path / "master")},
        {"kind": "cloudkit", "url": cloudkit.url, "container": "iCloud.com.example.app",
         "environment": "development", "database": "private", "zone": cloudkit.zone,
         "apiTokenFile": str(tmp_path / "api-token"), "webAuthTokenFile": "notes.token"},
    ]
    stores = [{"name": name, "remote": remote, "tables": [{"name": "Note"}]} for name, remote in zip(STORES, remotes)]
    (data / "syncline.json").write_text(json.dumps({"stores": stores}))
    with Console(data) as console:
        yield console


def run(console, store, kind):
    """Starts a run of one store and waits for its end."""
    number = console.post(f"/s/{store}/{kind}", status=202)["run"]
    for _ in range(400):
        run = console.get(f"/s/{store}/runs/{number}.json")
        if run["state"] != "running":
            return run
        time.sleep(0.05)
    raise AssertionError(f"{kind} of {store} did not end: {run}")


def test_stores_of_all_kinds_stand_side_by_side(console, service, parse, cloudkit, page):
    for store in STORES:
        console.post(f"/s/{store}/t/Note", {"values": {"title": f"written in {store}"}}, status=201)
    for store in STORES:
        pushed = run(console, store, "push")
        assert pushed["state"] == "succeeded" and pushed["pushed"] == 1, pushed
    # Each server has its own row and nobody else's.
    assert [row["title"] for row in parse.rows("Note").values()] == ["written in photos"]
    assert [record["title"] for record in cloudkit.records().values()] == ["written in notes"]
    for store in STORES:
        assert run(console, store, "pull")["state"] == "succeeded"
        overview = console.get(f"/s/{store}.json")
        assert overview["counts"] == {"live": 1, "deleted": 0, "pending": 0, "failed": 0, "conflicts": 0}
    console.sign_in(page)
    page.goto(console.url + "/")
    for store in STORES:
        expect(page.get_by_role("main").get_by_role("link", name=store).first).to_be_visible()
    for store in STORES:
        page.goto(f"{console.url}/s/{store}/t/Note")
        expect(page.get_by_role("main")).to_contain_text(f"written in {store}")
        page.goto(f"{console.url}/s/{store}/settings")
        assert page.title()
        # Each page says what its own server can do.
        page.goto(f"{console.url}/s/{store}/sync")
        page.locator("summary", has_text="Server capabilities").click()
        said = page.locator("details", has_text="Server capabilities")
        for words, stores in [
            ("the server does not check it", {"photos"}), ("rejects a change if the row", {"orders", "notes"}),
            ("included in pulls", {"orders"}), ("zone Notes", {"notes"}), ("does not report deleted rows", {"photos"}),
            ("inserting the last values again", {"notes"}), ("Assigned by the server", {"photos"}),
            ("Uploaded and shown", {"photos", "notes"}), ("Not supported", {"orders"}),
        ]:
            assert (words in said.inner_text()) == (store in stores), (store, words)
        # Tables offer the ways of deleting that the server has.
        page.goto(f"{console.url}/s/{store}/settings")
        choices = page.locator("select[name$='softDelete.kind']").first.locator("option").all_text_contents()
        assert ("Soft delete: set a date column" in choices) and ("Soft delete: the server’s deleted column" in choices) == (store == "orders")
        assert len(choices) == (3 if store == "photos" else 4), choices


def test_a_missing_secret_stops_its_own_store_only(console, tmp_path, parse, page):
    """The store is there with its rows and its queue, says what is missing, and goes on when it is there."""
    (tmp_path / "master").rename(tmp_path / "elsewhere")
    console.stop()
    console.start()
    missing = str(tmp_path / "master")
    assert missing in "".join(console.lines)
    problems = {store["name"]: store.get("problem") for store in console.get("/.json")["stores"]}
    assert missing in problems["photos"] and problems["orders"] is None and problems["notes"] is None
    for store in STORES:
        console.post(f"/s/{store}/t/Note", {"values": {"title": "kept"}}, status=201)
    assert {run(console, store, "push")["state"] for store in ["orders", "notes"]} == {"succeeded"}
    status, _, refused = console.request("POST", "/s/photos/push", {})
    assert status == 503 and missing in refused["error"]["message"] and refused["error"]["code"] == "not_ready"
    done = syncline("push", "--data", console.data, "--store", "photos", check=1)
    assert missing in done.stderr
    page.emulate_media(reduced_motion="reduce")
    console.sign_in(page)
    inspector = Inspector(page, console.url)
    for name, path in [("stores", "/"), ("store without its secret", "/s/photos")]:
        page.set_viewport_size({"width": 1280, "height": 900})
        inspector.open(name, path)
        expect(page.get_by_role("alert")).to_contain_text(missing)
        inspector.look_everywhere()
    assert inspector.complaints == []
    for path in ["/queue", "/t/Note", "/trash", "/sync", "/settings", "/tables"]:
        assert page.goto(console.url + "/s/photos" + path).status == 200, path
    (tmp_path / "elsewhere").rename(tmp_path / "master")
    end = time.monotonic() + 20
    while "problem" in console.get("/s/photos.json"):
        assert time.monotonic() < end, "the console did not look again"
        time.sleep(0.1)
    assert run(console, "photos", "push")["state"] == "succeeded"
    assert [row["title"] for row in parse.rows("Note").values()] == ["kept"]


def test_a_server_that_is_down_stops_its_own_store_only(console, parse, cloudkit, page):
    parse.process.kill()
    parse.process.wait(20)
    for store in STORES:
        console.post(f"/s/{store}/t/Note", {"values": {"title": "kept"}}, status=201)
    states = {store: run(console, store, "push")["state"] for store in STORES}
    assert states == {"orders": "succeeded", "photos": "failed", "notes": "succeeded"}
    assert console.get("/s/photos/queue.json")["count"] == 1
    console.sign_in(page)
    page.goto(console.url + "/s/photos")
    expect(page.get_by_role("main")).to_contain_text("1")
