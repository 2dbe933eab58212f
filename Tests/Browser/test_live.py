"""Pages that follow a run: what they do by themselves, and what they leave to the person."""
import re

import pytest
from playwright.sync_api import expect

from processes import Console
from slow import Slow
from test_long_work import slow_store


@pytest.fixture
def console(tmp_path):
    """A console whose pulls take as long as one lets them."""
    with Slow() as slow, Console(slow_store(tmp_path, slow)) as console:
        yield console


def test_a_run_that_ends_takes_nobody_back_who_is_on_the_way_to_another_page(console, page):
    console.sign_in(page)
    run = console.post("/s/todo/pull", status=202)["run"]
    page.goto(f"{console.url}/s/todo/runs/{run}")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"\d+ rows"))

    held = []
    page.route("**/s/todo/trash", lambda route: held.append(route))
    page.get_by_role("navigation").get_by_role("link", name=re.compile("^Trash")).click(no_wait_after=True)
    console.post(f"/s/todo/runs/{run}/cancel", status=202)
    # Long enough to hear that the run is over.
    page.wait_for_timeout(1500)
    held[0].continue_()
    expect(page).to_have_url(re.compile("/s/todo/trash$"))
