"""Rows whose ids are `.` and `..`, which browsers and proxies take for steps in a path."""
import json
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from fake_server import FakeServer
from processes import Console

IDS = [".", "..", "..."]
ADDRESSES = {".": "r-dots/1", "..": "r-dots/2", "...": "r/..."}
STAMP = "2026-11-21T08:00:00.000Z"
TABLE = "/s/todo/t/T"


def row(id, **more):
    return {"id": id, "createdAt": STAMP, "updatedAt": STAMP, "version": "AAAA", "deleted": False,
            "name": f"Row {id}"} | more


class Dotted(FakeServer):
    """A server that takes any id, and notes the paths that it is asked for."""

    paths = []

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        parts = address.path.split("/")
        if len(parts) > 3:
            return self.answer(200, row(urllib.parse.unquote(parts[3])))
        query = urllib.parse.parse_qs(address.query)
        first = query.get("$skip", ["0"])[0] == "0" and "gt" not in query.get("$filter", [""])[0]
        self.answer(200, [row(id) for id in IDS] if first else [])

    def do_PATCH(self):
        sent = json.loads(self.read_body())
        self.paths.append(self.path.split("?")[0])
        self.answer(200, row(urllib.parse.unquote(self.paths[-1].split("/")[3])) | sent | {"version": "BBBB"})


@pytest.fixture
def console(tmp_path):
    Dotted.paths.clear()
    with Dotted.running() as server, Console.with_store(tmp_path / "data", server, tables=[{"name": "T"}]) as console:
        console.run("pull")
        yield console


@pytest.mark.parametrize("id", IDS)
def test_a_row_named_by_dots_opens_in_a_browser(console, page, id):
    console.sign_in(page)
    page.goto(console.url + TABLE)
    page.get_by_role("link", name=f"Row {id}", exact=True).click()
    here = f"{console.url}{TABLE}/{ADDRESSES[id]}"
    expect(page).to_have_url(re.compile(re.escape(here) + r"(\?|$)"))
    expect(page.locator("h1")).to_contain_text(f"Row {id}")
    page.get_by_role("link", name=re.compile("^History")).click()
    expect(page.locator("h1")).to_contain_text(f"Row {id}")
    page.goto(here + "/edit")
    page.get_by_label("name", exact=True).fill("changed")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_contain_text("changed")
    assert console.get(f"{TABLE}/{ADDRESSES[id]}.json")["id"] == id
    others = [other for other in IDS if other != id]
    assert set(console.rows("T", "&name__not=changed")) == set(others)


def test_rows_named_by_dots_are_pushed_as_they_are(console):
    for id in IDS:
        console.post(f"{TABLE}/{ADDRESSES[id]}", {"values": {"name": "changed"}})
    console.run("push")
    assert set(map(urllib.parse.unquote, Dotted.paths)) == {f"/tables/T/{id}" for id in IDS}
    assert console.queue() == []
