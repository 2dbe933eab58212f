"""Several stores in one console: added, changed and removed in the browser, by JSON and by file."""
import json
import os
import re
import signal
import stat

from playwright.sync_api import expect

from processes import Service, eventually, syncline


def names(console):
    return [store["name"] for store in console.get("/.json")["stores"]]


def settings(name, service, **more):
    return {"name": name, "remote": {"kind": "azure", "url": service.url}, "tables": [{"name": "Note"}], **more}


def test_a_store_is_added_changed_removed_and_brought_back_by_json(service, console):
    service.insert("Note", {"id": "n1", "text": "there"})
    file = console.data / "syncline.json"
    file.chmod(0o640)
    answer = console.post("/stores", {"store": settings("second", service)}, status=201)
    assert answer["url"] == "/s/second" and names(console) == ["todo", "second"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    console.post("/s/second/pull")
    eventually(lambda: console.get("/s/second.json")["counts"]["live"] == 1, "no row came")
    assert syncline("rows", "Note", "--store", "second", "--data", console.data).stdout.count("n1") == 1

    status, _, body = console.request("POST", "/s/second/settings", {"store": {"name": "second", "tables": 7}})
    assert status == 422 and {p["path"] for p in body["error"]["problems"]} == {"remote", "tables"}
    shown = console.get("/s/second/settings.json")
    changed = shown["store"] | {"environment": "production"}
    console.post("/s/second/settings", {"store": changed, "ifState": shown["ifState"]})
    assert console.get("/.json")["stores"][1]["environment"] == "production"
    status, _, body = console.request("POST", "/s/second/settings", {"store": changed, "ifState": shown["ifState"]})
    assert (status, body["error"]["code"]) == (409, "settings_changed")

    console.post("/s/second/t/Note/r/n1", {"values": {"text": "unsent"}})
    assert console.get("/s/second/remove.json")["unsent"] == 1
    assert console.request("POST", "/s/second/remove", {"confirm": "todo"})[0] == 422
    removed = console.post("/s/second/remove", {"confirm": "second", "reason": "a test"})
    assert names(console) == ["todo"] and console.request("GET", "/s/second.json")[0] == 404
    assert (console.data / removed["file"]).exists() and not (console.data / "stores/second.sqlite").exists()
    entry = console.get("/audit.json")["entries"][0]
    assert (entry["action"], entry["store"], entry["undo"]) == ("store.edit", "second", True)
    console.post(f"/undo/{removed['undo']}")
    assert names(console) == ["todo", "second"]
    assert console.get("/s/second.json")["counts"]["pending"] == 1
    assert console.request("POST", f"/undo/{removed['undo']}", {})[0] == 409


def test_another_address_says_what_it_means_for_the_data(service, console, tmp_path):
    service.insert("Note", {"id": "n1", "text": "here"})
    console.run("pull")
    with Service(tmp_path / "other.sqlite") as other:
        other.insert("Note", {"id": "n2", "text": "there"})
        store = console.get("/s/todo/settings.json")["store"]
        store["remote"]["url"] = other.url
        status, _, body = console.request("POST", "/s/todo/settings", {"store": store})
        assert (status, body["error"]["code"]) == (409, "server_change") and "1 row" in body["error"]["message"]
        before = console.get("/s/todo/tokens.json")["tokens"]
        changed = console.post("/s/todo/settings", {"store": store, "serverChange": "other"})
        assert console.get("/s/todo/tokens.json")["tokens"] == []
        # Undo brings the address back and with it the tokens.
        console.post(f"/undo/{changed['undo']}")
        assert console.get("/s/todo/settings.json")["store"]["remote"]["url"] == service.url
        assert [t["value"] for t in console.get("/s/todo/tokens.json")["tokens"]] == [t["value"] for t in before]
        changed = console.post("/s/todo/settings", {"store": store, "serverChange": "other"})
        assert console.run("pull")["pulled"] == 1
        assert set(console.rows("Note")) == {"n1", "n2"}
        status, _, body = console.request("POST", f"/undo/{changed['undo']}", {})
        assert status == 409 and "was pulled from the new server since" in body["error"]["message"]


def test_a_store_added_by_mistake_leaves_the_list_by_undo_unless_changes_wait_in_it(service, console):
    service.insert("Note", {"id": "n1", "text": "there"})
    entry = console.post("/stores", {"store": settings("second", service)}, status=201)["undo"]
    console.post("/s/second/pull")
    eventually(lambda: console.get("/s/second.json")["lastRun"]["state"] == "succeeded", "no row came")
    console.post("/s/second/t/Note/r/n1", {"values": {"text": "unsent"}})
    status, _, body = console.request("POST", f"/undo/{entry}", {})
    assert status == 409 and "1 change of second has not been sent" in body["error"]["message"]
    console.post("/s/second/queue/1/cancel")
    console.post(f"/undo/{entry}")
    assert names(console) == ["todo"] and list((console.data / "stores/removed").glob("second-*.sqlite"))
    again = console.get("/audit.json")["entries"][0]
    assert again["undo"] is True
    console.post(f"/undo/{again['id']}")
    assert names(console) == ["todo", "second"] and console.get("/s/second.json")["counts"]["live"] == 1


def test_the_file_is_followed_while_the_console_runs(service, console):
    file = console.data / "syncline.json"
    stores = json.loads(file.read_text())
    stores["stores"].append(settings("second", service, schedule={"everyMinutes": 60, "startDelaySeconds": 0, "jitterSeconds": 0}))
    service.insert("Note", {"id": "n1", "text": "there"})
    file.write_text(json.dumps(stores))
    eventually(lambda: names(console) == ["todo", "second"], "the new store was not opened")
    eventually(lambda: console.get("/s/second.json")["counts"]["live"] == 1, "its schedule did not begin")

    file.write_text('{"stores": [')
    eventually(lambda: console.get("/.json")["configurationMistakes"], "nobody noticed the broken file")
    assert names(console) == ["todo", "second"]
    assert "configuration file is invalid" in console.request("GET", "/", headers={"Accept": "text/html"})[2]
    console.wait_for(r"configuration: .*syncline\.json: Invalid JSON")

    file.write_text(json.dumps({"stores": stores["stores"][1:]}))
    os.kill(console.process.pid, signal.SIGHUP)
    eventually(lambda: names(console) == ["second"], "the removed store is still there")
    assert console.get("/.json")["configurationMistakes"] == []
    assert (console.data / "stores/todo.sqlite").exists()


def test_a_file_that_is_not_open_to_changes_is_left_alone(service, console):
    file = console.data / "syncline.json"
    file.chmod(0o444)
    before = file.read_bytes()
    for path, body in [("/stores", {"store": settings("second", service)}), ("/s/todo/remove", {"confirm": "todo"})]:
        status, _, answer = console.request("POST", path, body)
        assert (status, answer["error"]["code"]) == (409, "settings_locked") and str(file) in answer["error"]["message"]
    assert file.read_bytes() == before and names(console) == ["todo"]


def test_only_an_admin_changes_stores(service, console):
    operator = console.add_token("operator", "operator")
    assert console.request("GET", "/s/todo/settings", token=operator)[0] == 403
    assert console.request("POST", "/stores", {"store": settings("second", service)}, token=operator)[0] == 403
    assert names(console) == ["todo"]


def test_the_test_of_the_connection_says_what_it_found_and_keeps_what_was_typed(service, console, page):
    service.insert("Note", {"id": "n1", "text": "there"})
    console.sign_in(page)
    page.goto(console.url + "/s/todo/settings")
    page.get_by_label("Address").fill("ftp://nowhere")
    page.get_by_label("Requests in flight").fill("many")
    page.get_by_label("Environment variable").first.fill("SURELY_NOT_SET")
    table = page.locator("details.panel", has_text="Note")
    table.locator("summary").click()
    table.get_by_label("Delete", exact=True).select_option("flag")
    page.get_by_role("button", name="Test connection").click()
    expect(page.get_by_role("alert")).to_contain_text("3 invalid settings")
    expect(page.get_by_label("Requests in flight")).to_have_value("many")
    page.get_by_label("Requests in flight").fill("")
    page.get_by_label("Address").fill(service.url)
    table.get_by_label("Soft delete column").fill("gone")
    page.get_by_role("button", name="Test connection").click()
    expect(page.get_by_label("Environment variable").first).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Environment variable").first.fill("")
    page.get_by_role("button", name="Test connection").click()
    expect(page.locator("ol.ladder li.ok").first).to_contain_text("Server responds")
    expect(page.locator("ol.ladder li.warn").last).to_contain_text("no soft delete column gone")
    expect(page.get_by_role("status", name="Connection test")).to_be_focused()


def test_one_more_table_begins_at_its_name(console, page):
    console.sign_in(page)
    page.goto(console.url + "/s/todo/settings")
    page.get_by_role("button", name="Add table").click()
    table = page.locator("details.panel", has_text="Add table").first
    expect(table.get_by_label("Name")).to_be_focused()


def test_a_wrong_name_leads_to_what_is_wrong_and_stays_typed(console, browser):
    context = browser.new_context()
    page = context.new_page()
    console.sign_in(page)
    page.goto(console.url + "/s/todo/remove")
    page.get_by_label("to confirm").fill("tudo")
    page.get_by_role("button", name="Remove store todo").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was removed")
    name = page.get_by_label("to confirm")
    expect(name).to_have_value("tudo")
    expect(name).to_have_attribute("aria-invalid", "true")
    assert names(console) == ["todo"]
    context.close()


def test_a_store_is_added_and_removed_in_the_browser(service, console, browser):
    service.insert("Note", {"id": "n1", "text": "there", "hidden": False})
    service.insert("Other", {"id": "o1"})
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    console.sign_in(page)
    page.goto(console.url + "/stores/new")
    page.get_by_role("button", name="Azure Mobile Apps").click()
    page.get_by_label("Name", exact=True).fill("Second One")
    page.get_by_label("Address").fill("ftp://nowhere")
    page.get_by_text("Advanced:").click()
    page.get_by_label("Requests in flight").fill("many")
    page.get_by_role("button", name="Test connection").click()
    expect(page.get_by_role("alert")).to_contain_text("3 invalid settings")
    for label, value in [("Address", "ftp://nowhere"), ("Requests in flight", "many")]:
        field = page.get_by_label(label)
        expect(field).to_have_value(value)
        expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Name", exact=True).fill("second")
    page.get_by_label("Address").fill(service.url + "/tables")
    page.get_by_label("Requests in flight").fill("4")
    page.get_by_label("Tables", exact=True).fill("Note")
    page.get_by_role("button", name="Test connection").click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("No tables were found at this address. Check Address.")
    expect(page.locator("#e-f-remote-url")).to_have_text(f"Use {service.url} instead.")
    page.get_by_label("Address").fill(service.url.replace("http://", "https://"))
    page.get_by_role("button", name="Test connection").click()
    expect(alert).to_have_text(f"The server at {service.url.removeprefix('http://')} does not speak https. Check Address.")
    expect(page.locator("#e-f-remote-url")).to_have_text(f"Try {service.url}.")
    page.get_by_label("Address").fill(service.url)
    page.get_by_label("Tables", exact=True).fill("")
    page.get_by_role("button", name="Test connection").click()
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"Connection works\. 2 tables found in [\d.]+ m?s\. Supported: conflict detection, "))
    page.get_by_role("checkbox", name="Add Other").uncheck()
    page.get_by_label("Soft delete column of Note").select_option("hidden")
    page.get_by_role("button", name="Add store").click()
    expect(page.get_by_role("status")).to_contain_text("Store “second” was added.")
    written = json.loads((console.data / "syncline.json").read_text())["stores"][1]
    assert written == {
        "name": "second", "remote": {"kind": "azure", "url": service.url}, "push": {"window": 4},
        "schedule": {"everyMinutes": 15}, "tables": [{"name": "Note", "softDelete": {"column": "hidden"}}],
    }
    page.get_by_role("link", name="Open store").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Remove store…").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_label("to confirm").fill("second")
    page.get_by_role("button", name="Remove store second").click()
    assert names(console) == ["todo"]
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    assert names(console) == ["todo", "second"]
    context.close()


def test_the_settings_form_counts_its_changes(console, page):
    console.sign_in(page)
    page.goto(console.url + "/s/todo/settings")
    count = page.locator("[data-changes]")
    expect(count).to_be_empty()
    environment = page.get_by_label("Environment", exact=True)
    before = environment.input_value()
    environment.fill("field test")
    expect(count).to_have_text("1 unsaved change")
    advanced = page.locator("section[aria-labelledby=h-remote] details.more")
    expect(advanced.locator("summary")).to_have_text("Advanced: Azure Mobile Apps")
    expect(page.get_by_label("Allow unencrypted connections")).to_be_hidden()
    advanced.locator("summary").click()
    page.get_by_label("Allow unencrypted connections").select_option(index=1)
    expect(count).to_have_text("2 unsaved changes")
    advanced.locator("summary").click()
    expect(count).to_have_text("2 unsaved changes")
    environment.fill(before)
    expect(count).to_have_text("1 unsaved change")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("status").first).to_be_visible()
    expect(count).to_be_empty()
    expect(advanced.locator("summary")).to_have_text("Advanced (1 changed): Azure Mobile Apps")
    expect(page.get_by_label("Allow unencrypted connections")).to_be_visible()


def test_the_settings_mark_the_section_that_is_read(console, browser):
    signing_in = browser.new_context()
    console.sign_in(signing_in.new_page())
    state = signing_in.storage_state()
    signing_in.close()
    for has_script in (True, False):
        context = browser.new_context(
            java_script_enabled=has_script, viewport={"width": 1280, "height": 800}, storage_state=state)
        page = context.new_page()
        page.goto(console.url + "/s/todo/settings")
        sections = page.get_by_role("navigation", name="Sections").get_by_role("link")

        def is_marked(link):
            if has_script:
                return link.get_attribute("aria-current") == "true"
            return link.evaluate("link => getComputedStyle(link).fontWeight") == "600"

        assert [is_marked(link) for link in sections.all()].index(True) == 0
        for link in sections.all():
            link.click()
            eventually(lambda: is_marked(link))
            assert sum(is_marked(other) for other in sections.all()) == 1
        if has_script:
            page.evaluate("scrollTo(0, 0)")
            eventually(lambda: is_marked(sections.first))
        context.close()
