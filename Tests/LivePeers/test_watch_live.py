"""A server that is changed behind everyone's back, watched and repaired as a person does it: pages and command line."""
import json
import re
import signal
import subprocess

import pytest
from playwright.sync_api import expect

from peers import Store, parse_store
from processes import SYNCLINE, Service, eventually, syncline
from test_time_machine_live import moment


def sign_in(bench, page):
    """The link works once; whoever comes later has its cookies."""
    cookies = getattr(bench, "cookies", None)
    if cookies:
        page.context.add_cookies(cookies)
    else:
        bench.console.sign_in(page)
        bench.cookies = page.context.cookies()


def command(bench, *words, check=0):
    return bench.store.run(*words, check=check).stdout


def test_what_sql_changed_is_found_and_repaired_in_the_browser(bench, page):
    changed, removed, restored, same = bench.seed(bench.hard, 4)
    bench.run("reconcile")
    before = moment()
    assert bench.server.edit(bench.hard, changed, {bench.column: "by hand"}) == 200
    assert bench.server.edit(bench.hard, restored, {bench.column: "overwritten"}) == 200
    bench.server.remove(bench.hard, removed)
    url, table = bench.console.url, f"/s/peer/t/{bench.hard}"
    sign_in(bench, page)

    page.goto(url + "/s/peer/drift")
    page.get_by_role("button", name="Check all tables").click()
    expect(page.locator("h1")).to_contain_text("Done", timeout=30_000)
    page.goto(url + "/s/peer/drift")
    expect(page.locator("tbody tr", has=page.get_by_role("link", name=f"{bench.hard} check"))).to_contain_text("rows differ")

    # One row is pulled alone, one is removed here.
    page.goto(f"{url}{table}/r/{changed}/server")
    expect(page.get_by_role("main")).to_contain_text("1 column differs.")
    page.get_by_role("button", name="Pull row").click()
    expect(page.get_by_role("status").first).to_contain_text("pulled.")
    assert bench.value(bench.hard, changed) == ("by hand", "by hand")
    page.goto(f"{url}{table}/r/{removed}/server")
    expect(page.get_by_role("main")).to_contain_text("The server does not have this row.")
    page.locator("summary", has_text="More actions for this row").click()
    page.get_by_role("button", name="Remove row here").click()
    assert bench.here(bench.hard, removed) is None

    # What somebody overwrote is restored from the history.
    bench.run("pull")
    page.goto(f"{url}{table}/past?at={before}")
    page.locator("tbody tr", has_text="overwritten").get_by_role("checkbox").check()
    page.get_by_role("button", name="Stage selected rows").click()
    expect(page.get_by_role("status").first).to_contain_text("1 row staged.")
    page.get_by_role("button", name="Save 1 row", exact=True).click()
    bench.run("push")
    assert bench.value(bench.hard, restored) == ("old", "old") and bench.value(bench.hard, same) == ("old", "old")


def test_the_command_line_shows_the_server_and_pulls_one_row(bench):
    changed, removed, *_ = bench.seed(bench.hard, 3)
    assert bench.server.edit(bench.hard, changed, {bench.column: "by hand"}) == 200
    bench.server.remove(bench.hard, removed)
    shown = command(bench, "server", bench.hard, "--row", changed, check=1)
    assert "different" in shown and '"old" → "by hand"' in shown, shown
    listed = command(bench, "server", bench.hard, "--size", "500")
    assert re.search(rf"{changed}\s+different", listed) and removed not in listed, listed
    page = json.loads(command(bench, "server", bench.hard, "--size", "500", "--json"))
    assert {row["id"]: row["result"] for row in page["rows"]}[changed] == "different"
    assert "missing on server" in command(bench, "server", bench.hard, "--row", removed, check=1)
    assert "same" in command(bench, "server", bench.hard, "--row", changed, "--pull")
    assert bench.value(bench.hard, changed) == ("by hand", "by hand")


def test_a_rule_is_rehearsed_and_turned_on_in_the_browser(bench, page):
    [id] = bench.seed(bench.soft, 1)
    bench.edit(bench.soft, id, "mine")
    assert bench.server.edit(bench.soft, id, {bench.column: "theirs"}) == 200
    assert bench.run("push")["conflicts"] == 1
    sign_in(bench, page)
    page.goto(f"{bench.console.url}/s/peer/t/{bench.soft}/rules")
    page.get_by_label("Column").select_option(bench.column)
    page.get_by_label("On conflict").select_option("Take server")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("region", name="What the rule would decide")).to_contain_text("theirs")
    page.get_by_role("button", name="Turn on and resolve").click()
    expect(page.get_by_role("status").first).to_contain_text("1 conflict resolved")
    assert bench.value(bench.soft, id) == ("theirs", "theirs")
    assert "take-server" in command(bench, "rules", bench.soft)
    bench.post(f"/t/{bench.soft}/rules/remove", {"column": bench.column})


def test_backups_are_made_while_a_server_is_pulled(bench, page, tmp_path):
    bench.seed(bench.hard, 8)
    sign_in(bench, page)
    page.goto(bench.console.url + "/backups")
    page.get_by_role("button", name="Back up now").click()
    eventually(lambda: bench.console.get("/backups.json")["backups"], "the backup did not end")
    copy = tmp_path / "copy"
    manifest = json.loads(syncline("backup", copy, "--data", bench.store.data, "--json").stdout)
    assert manifest["files"], manifest
    bench.edit(bench.hard, bench.ids()[0], "after the backup")
    told = syncline("restore", copy, "--data", bench.store.data).stdout
    assert "verified." in told and "Stop the console and add --apply --force to restore." in told, told


@pytest.mark.parametrize("kind", ["service", "parse"])
def test_the_live_command_brings_what_changes(tmp_path, peers, kind):
    if kind == "parse":
        parse = peers("parse")
        before = len(parse.rows("Heard"))
        store = parse_store(tmp_path, parse, [{"name": "Heard"}])
        follow(store, "Heard", lambda: parse.create("Heard", [{"n": 2}]), before + 1)
        return
    with Service(tmp_path / "service.sqlite") as service:
        service.insert("Watched", {"id": "first"})
        store = Store(tmp_path, {"kind": "azure", "url": service.url, "apiVersion": "3.0.0"}, [{"name": "Watched"}])
        follow(store, "Watched", lambda: service.insert("Watched", {"id": "second"}), 2)


def follow(store, table, insert, count):
    with subprocess.Popen(
            [SYNCLINE, "live", "--data", str(store.data), "--store", store.name], stdout=subprocess.PIPE, text=True) as live:
        line = live.stdout.readline()
        while not line.startswith("Connected"):
            assert line, "it ended early"
            line = live.stdout.readline()
        insert()
        assert live.stdout.readline() == "1 row pulled.\n"
        live.send_signal(signal.SIGINT)
        assert live.wait(20) == 0
    assert len(store.rows(table)) == count
