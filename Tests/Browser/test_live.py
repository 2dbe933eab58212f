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


def test_who_cancels_a_run_by_keyboard_is_led_to_its_report(console, page):
    console.sign_in(page)
    run = console.post("/s/todo/pull", status=202)["run"]
    page.goto(f"{console.url}/s/todo/runs/{run}")
    page.get_by_role("button", name="Cancel run").focus()
    page.keyboard.press("Enter")
    # The page says that it was asked, and then, by itself, how the run ended.
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Cancelled")
    expect(page.locator("main h1:focus, [data-flash]:focus")).to_have_count(1)


def test_a_run_that_ends_under_the_hands_of_a_person_says_so(console, page):
    console.sign_in(page)
    run = console.post("/s/todo/pull", status=202)["run"]
    page.goto(f"{console.url}/s/todo/runs/{run}")
    page.get_by_role("button", name="Cancel run").focus()
    console.post(f"/s/todo/runs/{run}/cancel", status=202)
    expect(page.get_by_text("This run has ended.")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel run")).to_be_focused()
    page.get_by_role("link", name="View report").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cancelled")


def test_a_page_of_figures_says_that_it_is_older_and_leaves_the_rest_alone(tmp_path, service, page):
    service.insert("TodoItem", {"id": "dean", "text": "Dean", "complete": False})
    with Console.with_store(tmp_path / "data", service) as console:
        console.run("pull")
        console.sign_in(page)
        page.clock.install()
        page.goto(console.url + "/s/todo")
        note = page.get_by_text("New changes.")
        top = page.get_by_role("heading", level=1).bounding_box()
        with page.expect_response(re.compile(r"todo\.json")):
            page.clock.run_for(16_000)
        expect(note).to_have_count(0)
        console.post("/s/todo/t/TodoItem/r/dean", {"values": {"text": "new"}})
        page.clock.run_for(16_000)
        expect(note).to_be_visible()
        assert page.get_by_role("heading", level=1).bounding_box() == top
        page.set_viewport_size({"width": 320, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
        page.get_by_role("link", name="Reload", exact=True).click()
        expect(page.get_by_role("main")).to_contain_text("1 change")
        expect(note).to_have_count(0)
        # Another value of the same change moves no number, and makes the page older all the same.
        console.post("/s/todo/t/TodoItem/r/dean", {"values": {"text": "newer"}})
        page.clock.run_for(16_000)
        expect(note).to_be_visible()


def test_an_open_page_follows_a_sync_that_fails_and_works_again(tmp_path, service, browser):
    with Console.with_store(tmp_path / "data", service) as console:
        console.run("pull")
        context = browser.new_context()
        console.sign_in(context.new_page())
        pages = [context.new_page() for _ in range(3)]
        overview, queue, stores = pages
        context.clock.install()
        for page, path in zip(pages, ["/s/todo", "/s/todo/queue", "/"]):
            page.goto(console.url + path)
            page.evaluate("() => { window.mark = 1 }")

        service.stop()
        assert console.run("sync")["state"] == "failed"
        context.clock.run_for(61_000)
        for page in [overview, queue]:
            expect(page).to_have_title(re.compile("^Sync failed – "))
            expect(page.get_by_role("region", name="Status")).to_contain_text("Sync failing since")
            expect(page.get_by_role("navigation").get_by_role("link", name=re.compile("^Overview"))).to_contain_text("sync failed")
        expect(overview.get_by_role("heading", level=1)).to_contain_text("Sync has been failing since")
        expect(overview.get_by_role("region", name="What needs attention")).to_contain_text("1 run failed since")
        expect(stores).to_have_title(re.compile(r"^Stores \(1 failing\)"))
        expect(stores.get_by_role("navigation").get_by_role("link", name=re.compile("^todo"))).to_contain_text("sync failed")
        expect(stores.locator(".card")).to_contain_text("Sync failed")
        # What has the focus stays.
        overview.get_by_role("region", name="Status").get_by_role("button", name="Try now").focus()
        service.start()
        assert console.run("sync")["state"] == "succeeded"
        context.clock.run_for(61_000)
        expect(overview.get_by_role("heading", level=1)).to_have_text("In sync.")
        expect(overview.get_by_role("button", name="Try now")).to_be_focused()
        overview.evaluate("() => document.activeElement.blur()")
        context.clock.run_for(61_000)
        for page in pages:
            expect(page.get_by_role("region", name="Status")).not_to_contain_text("failing")
            expect(page).not_to_have_title(re.compile("fail"))
            expect(page.get_by_role("navigation").first).not_to_contain_text("sync failed")
            assert page.evaluate("() => window.mark") == 1, "it was not loaded again"
        context.close()


def test_the_title_counts_with_the_counters(tmp_path, service, page):
    with Console.with_store(tmp_path / "data", service) as console:
        counts = {"failed": 46, "conflicts": 0, "pending": 0, "deleted": 0}
        console.sign_in(page)
        page.clock.install()
        page.route(
            re.compile(r"/s/todo\.json"),
            lambda route: route.fulfill(json={"counts": counts}))
        for path, before in [("/s/todo", "Overview – todo – Syncline"), ("/s/todo/queue", "todo – Syncline")]:
            page.goto(console.url + path)
            assert page.title().endswith(before)
            for failed, conflicts, words in [(46, 0, "46 rejected"), (44, 1, "45 need attention"), (0, 1, "1 conflict")]:
                counts.update(failed=failed, conflicts=conflicts)
                page.clock.run_for(16_000)
                named = "Overview" if path == "/s/todo" else "todo"
                expect(page).to_have_title(re.compile(rf"{named} \({words}\) – "))
            counts.update(conflicts=0)
            page.clock.run_for(16_000)
            expect(page).not_to_have_title(re.compile(r"\((1 conflict)\)"))
