"""Every page in a real browser, and the main jobs with scripts, without them, and by keyboard.

One demo console and one browser for all of it; what a test changes is its own.
"""
import contextlib
import re

import pytest
from playwright.sync_api import expect

from demo import Demo
from pages import DEAN, RALPH, STORE, TABLE, Inspector, all_pages, complaints_about, picked
from processes import eventually, syncline


@pytest.fixture(scope="module")
def demo(demo_data):
    with Demo(demo_data) as demo:
        demo.run("reconcile", {"table": "Country"})
        mark(demo)
        yield demo


def mark(demo):
    """Assigns the conflict, and leaves notes on its error, its row and a run."""
    syncline("user", "add", "mira", "--role", "operator", "--password-stdin", "--data", demo.data, stdin="vermilion kettle\n")
    error = next(error for error in demo.errors() if error["status"] == 412)
    run = demo.get(STORE + "/sync.json")["runs"][0]["run"]
    demo.post(f"{STORE}/errors/{error['id']}/assign", {"assignee": "mira"})
    for path in [f"errors/{error['id']}", "t/Subdivision/r/DE-BE", f"runs/{run}"]:
        demo.post(f"{STORE}/{path}/notes", {"text": "Berlin renames this on Friday.\nKeep ours until then."})


@pytest.fixture(scope="module")
def signed_in(demo, browser):
    """The cookies of an admin."""
    context = browser.new_context()
    demo.sign_in(context.new_page())
    state = context.storage_state()
    context.close()
    return state


@contextlib.contextmanager
def opened(browser, state, width=1280, **options):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, storage_state=state, reduced_motion="reduce", **options
    )
    context.set_default_timeout(10_000)
    try:
        yield context.new_page()
    finally:
        context.close()


@pytest.fixture
def page(demo, signed_in, browser):
    """A signed-in page that fails its test when the browser complains about anything."""
    with opened(browser, signed_in) as page:
        inspector = Inspector(page, demo.url)
        yield page
    assert inspector.complaints == []


@pytest.fixture
def plain(demo, signed_in, browser):
    """The same without scripts."""
    with opened(browser, signed_in, java_script_enabled=False) as page:
        inspector = Inspector(page, demo.url)
        yield page
    assert inspector.complaints == []


def open_menu(page, name):
    page.locator("summary, a[data-menu]", has_text=name).first.click()


# ---- Every page -----------------------------------------------------------------------------------


def test_every_page_is_sound_in_every_look_with_scripts_and_without(demo, signed_in):
    assert complaints_about(demo.url, signed_in, picked(all_pages(demo))) == []


def test_no_run_makes_its_list_wider_than_its_frame(demo, signed_in, browser):
    with opened(browser, signed_in) as page:
        page.set_viewport_size({"width": 1280, "height": 900})
        for path in (STORE, f"{STORE}/sync", f"{STORE}/runs"):
            page.goto(demo.url + path)
            frame = page.locator(".grid", has=page.locator("#cap-runs"))
            # The longest that a run with few problems has.
            frame.locator("tbody tr").first.evaluate("""row => {
                const texts = [, "3 rejected, 2 conflicts", "", "10,000", "10,000", , "1 operation", "one-time link", , "10 min ago"]
                texts.forEach((text, at) => (row.cells[at].querySelector(".chip, time") ?? row.cells[at]).textContent = text)
            }""")
            assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth"), path
            assert frame.evaluate("frame => getComputedStyle(frame).overflowX") == "auto", path


def test_an_error_is_assigned_and_noted_without_scripts(plain, demo):
    error = next(error for error in demo.errors() if error["status"] == 400)
    plain.goto(f"{demo.url}{STORE}/errors/{error['id']}")
    open_menu(plain, "Assign")
    plain.get_by_role("button", name="mira").click()
    expect(plain.get_by_role("status")).to_contain_text("” assigned to mira.")
    open_menu(plain, "Assign")
    plain.get_by_role("button", name="Unassign").click()
    expect(plain.get_by_role("status")).to_contain_text("” unassigned.")
    plain.get_by_label("New note").fill("Ask <b>Berlin</b>")
    plain.get_by_role("button", name="Add note").click()
    expect(plain.locator(".memo-text")).to_have_text("Ask <b>Berlin</b>")
    plain.get_by_role("button", name="Delete note").click()
    expect(plain.locator(".memo-text")).to_have_count(0)
    plain.get_by_role("status").get_by_role("button", name="Undo").click()
    plain.goto(f"{demo.url}{STORE}/errors/{error['id']}")
    plain.get_by_role("button", name="Delete note").click()


def test_a_viewer_is_told_what_is_not_allowed(demo, browser):
    syncline("user", "add", "looker", "--role", "viewer", "--password-stdin", "--data", demo.data, stdin="long enough 1\n")
    with opened(browser, None) as page:
        inspector = Inspector(page, demo.url)
        inspector.open("login", "/login")
        inspector.look_everywhere()
        page.get_by_label("Name").fill("looker")
        page.get_by_label("Password").fill("long enough 1")
        page.get_by_role("button", name="Sign in").click()
        inspector.open("forbidden", "/users", expected=403)
        inspector.look_everywhere()
        expect(page.get_by_role("main")).to_contain_text("admin")
        inspector.open("rows of a viewer", TABLE + "/TodoItem")
        inspector.look_everywhere()
        expect(page.get_by_role("link", name="New row")).to_have_count(0)
        for name, path in {"queue": "/queue?state=sending", "errors": "/errors?table=Nothing", "trash": "/trash?by=nobody"}.items():
            inspector.open(f"empty {name} of a viewer", STORE + path)
            inspector.look_everywhere()
    assert inspector.complaints == []


# ---- What scripts add -----------------------------------------------------------------------------


def test_ticks_are_counted_on_every_button_and_shift_takes_a_range(demo, page):
    page.goto(demo.url + TABLE + "/Country?sort=name")
    boxes = page.locator("tbody input[type=checkbox]")
    delete = page.locator(".selbar button[value=delete]")
    expect(delete).not_to_be_visible()
    boxes.nth(1).click()
    expect(delete).to_have_text("Delete 1")
    boxes.nth(4).click(modifiers=["Shift"])
    expect(delete).to_have_text("Delete 4")
    expect(page.locator(".selbar")).to_contain_text("4 selected")
    page.locator("thead input[type=checkbox]").check()
    expect(delete).to_have_text("Delete 25")
    page.locator("thead input[type=checkbox]").uncheck()
    expect(delete).not_to_be_visible()
    boxes.nth(3).check()
    page.get_by_role("link", name="Clear").click()
    expect(delete).not_to_be_visible()
    assert boxes.evaluate_all("(all) => all.every((box) => !box.checked)")


def test_each_button_counts_the_rows_that_it_changes(demo, page):
    page.goto(demo.url + TABLE + "/TodoItem?view=all")
    page.locator("thead input[type=checkbox]").check()
    rows = page.locator("#lines tr")
    deleted, stuck = page.locator("#lines tr.r-deleted").count(), page.locator("#lines tr:is(.r-failed, .r-conflict)").count()
    assert 0 < deleted < rows.count()
    bar = page.locator(".selbar")
    expect(bar.locator("button[value=delete]")).to_have_text(f"Delete {rows.count() - deleted}")
    expect(bar.locator("button[value=undelete]")).to_have_text(f"Undelete {deleted}")
    if stuck:
        expect(bar.locator("button[value=retry]")).to_have_text(f"Retry {stuck}")
    page.locator("thead input[type=checkbox]").uncheck()
    page.locator("#lines tr.r-deleted .tick input").first.check()
    expect(bar.locator("button[value=undelete]")).to_have_text("Undelete 1")
    expect(bar.locator("button[value=delete]")).not_to_be_visible()


def test_ticks_are_counted_in_the_trash_too(demo, page):
    page.goto(demo.url + STORE + "/trash")
    boxes = page.locator("tbody input[type=checkbox]")
    boxes.nth(0).click()
    boxes.nth(2).click(modifiers=["Shift"])
    expect(page.locator(".selbar")).to_contain_text("3 selected")
    buttons = page.locator(".selbar").get_by_role("button")
    expect(buttons).to_have_text(["Undelete 3 rows", "Undelete and push 3 rows", "Purge 3 rows…"])


def test_a_run_shows_its_progress_and_ends_in_its_report_by_itself(demo, page):
    page.goto(demo.url + STORE + "/sync")
    page.get_by_label("Full pull").check()
    page.get_by_role("button", name="Pull selected tables").click()
    expect(page).to_have_url(re.compile(r"/runs/\d+$"))
    address = page.url
    expect(page.get_by_role("heading", name="Steps")).to_be_visible(timeout=60_000)
    expect(page.locator("h1")).to_contain_text("Done")
    expect(page.get_by_role("main")).to_contain_text("Pull Language")
    assert page.url == address


def test_progress_is_shown_while_a_run_is_under_way(demo, page):
    """The bars move before the page is loaded anew: a mark set in the page is still there."""
    page.goto(demo.url + STORE + "/sync")
    page.get_by_label("Full pull").check()
    page.get_by_role("button", name="Pull selected tables").click()
    moved = page.locator('[data-live="say"]').filter(has_text=re.compile(r"Subdivision: [1-9]|Language: [1-9]"))
    expect(page.locator("[data-step]")).to_have_count(4, timeout=20_000)
    page.evaluate("() => { window.mark = 1 }")
    expect(moved).to_be_visible(timeout=30_000)
    assert page.evaluate("() => window.mark") == 1
    expect(page.get_by_role("heading", name="Steps")).to_be_visible(timeout=60_000)


def test_counters_follow_what_happens_elsewhere(demo, page):
    page.clock.install()
    page.goto(demo.url + STORE)
    counter = page.locator('[data-counts] [data-count="queued"]').first
    before = int(counter.inner_text().split()[0])
    demo.post(TABLE + "/Language/r/deu", {"values": {"name": "German, changed elsewhere"}})
    with page.expect_response(re.compile(r"\.json\?_live=1$")):
        page.clock.run_for(16_000)
    expect(counter).to_have_text(re.compile(rf"^{before + 1}\b"))


def test_a_slash_leads_to_the_jump_box_and_back_keeps_the_filter(demo, page):
    page.goto(demo.url + TABLE + "/Country")
    open_menu(page, "Filter")
    page.get_by_label("Value").fill("Germ")
    page.get_by_role("button", name="Add filter").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    filtered = page.url
    page.get_by_role("link", name="Germany").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Germany"))
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(page.locator("#jump")).to_be_focused()
    page.go_back()
    expect(page).to_have_url(filtered)
    expect(page.locator(".fchip")).to_contain_text("Germ")


def test_a_side_that_is_picked_fills_the_result(demo, page):
    error = demo.make_conflict("DE-HH")
    page.goto(f"{demo.url}{STORE}/errors/{error}")
    save = page.get_by_role("button", name=re.compile("^Save result"))
    expect(save).to_have_text("Save result (1 open)")
    expect(page.get_by_text("Open: choose a side")).to_be_visible()
    page.get_by_role("radio", name="name: server, DE-HH there").check()
    expect(page.get_by_label("name: result")).to_have_value("DE-HH there")
    expect(save).to_have_text("Save result")
    expect(page.get_by_text("Open: choose a side")).to_be_hidden()


# ---- The main jobs without scripts and by keyboard ------------------------------------------------


def test_the_main_jobs_need_no_script(demo, plain):
    page = plain
    # Find a row and undelete it.
    page.goto(demo.url + STORE)
    page.locator("#jump").fill(RALPH)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Ralph")
    page.get_by_role("button", name="Undelete").click()
    eventually(lambda: demo.rows("TodoItem", "&view=all")[RALPH]["deleted"] is False)
    # Resolve a conflict by its fields.
    error = demo.make_conflict("DE-BY")
    page.goto(f"{demo.url}{STORE}/errors/{error}")
    page.get_by_role("radio", name="name: server, DE-BY there").check()
    page.get_by_role("button", name="Save result").click()
    expect(page).not_to_have_url(re.compile(error))
    row = demo.get(TABLE + "/Subdivision/r/DE-BY.json")
    assert (row["values"]["name"], row["values"]["type"]) == ("DE-BY there", "changed here")
    # Cancel what waits.
    demo.post(TABLE + "/Country/r/FR", {"values": {"name": "Not France"}})
    operation = next(o["id"] for o in demo.queue() if o["itemId"] == "FR")
    page.goto(f"{demo.url}{STORE}/queue/{operation}")
    page.get_by_role("link", name="Cancel operation").click()
    page.get_by_role("main").get_by_role("button").first.click()
    eventually(lambda: demo.get(TABLE + "/Country/r/FR.json")["values"]["name"] == "France")
    # Push.
    page.goto(demo.url + STORE + "/sync")
    page.get_by_role("button", name=re.compile(r"^Push \d+ changes?$")).click()
    while page.get_by_role("link", name="Refresh").count():
        page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_role("main")).to_contain_text("pushed")
    assert "DE-BY" not in {operation["itemId"] for operation in demo.queue()}


def tab_to(page, name):
    """Presses Tab until what has the focus reads like `name`, as somebody without a mouse does."""
    for _ in range(150):
        page.keyboard.press("Tab")
        read = page.evaluate(
            "() => { const e = document.activeElement;"
            " return [e.getAttribute('aria-label'), e.innerText, e.closest('label')?.innerText,"
            " ...[...(e.labels ?? [])].map((l) => l.innerText)].filter(Boolean).join(' ') }"
        )
        if re.search(name, read.replace("\n", " ")):
            ring = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert ring != "none", f"{name} has the focus, and nothing shows it"
            return
    raise AssertionError(f"Tab never reaches {name}")


def test_the_main_jobs_need_no_mouse(demo, page):
    # Find a row by the jump box, delete it, and undelete it.
    page.goto(demo.url + STORE)
    page.keyboard.press("/")
    page.keyboard.type(DEAN)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Dean")
    tab_to(page, "^More actions")
    page.keyboard.press("Enter")
    tab_to(page, "^Delete row$")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Deleted")
    tab_to(page, "^Undelete$")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).not_to_contain_text("Deleted")
    # Resolve a conflict by its fields.
    error = demo.make_conflict("DE-SN")
    page.goto(f"{demo.url}{STORE}/errors/{error}")
    tab_to(page, "^name: ")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("name: result")).to_have_value("DE-SN there")
    tab_to(page, "^Save result$")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(error))
    row = demo.get(TABLE + "/Subdivision/r/DE-SN.json")
    assert (row["values"]["name"], row["values"]["type"]) == ("DE-SN there", "changed here")
    # Cancel what waits.
    demo.post(TABLE + "/Country/r/IT", {"values": {"name": "Not Italy"}})
    operation = next(o["id"] for o in demo.queue() if o["itemId"] == "IT")
    page.goto(f"{demo.url}{STORE}/queue/{operation}")
    tab_to(page, "^Cancel operation")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("confirm=cancel"))
    expect(page.locator("h1")).to_be_focused()
    tab_to(page, "^Cancel update")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("confirm=cancel"))
    assert demo.get(TABLE + "/Country/r/IT.json")["values"]["name"] == "Italy"
    # Push.
    page.goto(demo.url + STORE + "/sync")
    tab_to(page, r"^Push \d+ change")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Steps")).to_be_visible(timeout=30_000)
    assert "DE-SN" not in {operation["itemId"] for operation in demo.queue()}
