"""Users, passwords and the proof of who one is, as a person in a browser meets them."""
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from pages import Inspector, complaints_about
from processes import Console
from test_sign_in import PASSWORD, add_user, sign_in


@pytest.fixture
def admin(console, browser):
    add_user(console, "ann", "admin")
    add_user(console, "eve", "viewer")
    # Browsers complain in their console about every answer that refuses, so nobody listens there.
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, console, "ann", path="/users")
    yield page
    context.close()


def test_a_mistake_stands_beside_its_field_and_the_focus_leads_there(admin):
    form = admin.get_by_role("form", name="Add a user")
    form.get_by_label("Name").fill("eve")
    form.get_by_label("Role").select_option("operator")
    form.get_by_label("Password").fill("a long one indeed")
    form.get_by_role("button", name="Add user").click()
    summary = admin.get_by_role("alert")
    expect(summary).to_contain_text("There is a user eve already.")
    expect(summary).to_be_focused()
    name = form.get_by_label("Name")
    expect(name).to_have_value("eve")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(re.compile("There is a user eve already"))
    expect(form.get_by_label("Role")).to_have_value("operator")
    expect(form.get_by_label("Password")).to_have_value("")
    admin.keyboard.press("Tab")
    admin.keyboard.press("Enter")
    expect(name).to_be_focused()


def test_a_user_is_added_by_mistake_and_undone_from_the_message(admin):
    form = admin.get_by_role("form", name="Add a user")
    form.get_by_label("Name").fill("zoe")
    form.get_by_label("Password").fill("a long one indeed")
    form.get_by_role("button", name="Add user").click()
    admin.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(admin.get_by_role("status")).to_contain_text("User zoe removed.")
    expect(admin.get_by_role("rowheader", name="zoe")).to_have_count(0)


def test_a_new_password_says_what_it_means_before_it_is_set(admin):
    admin.locator("summary", has_text="Actions for eve").click()
    admin.get_by_role("link", name="Change password…").locator("visible=true").click()
    expect(admin.get_by_text("This cannot be undone")).to_be_visible()
    expect(admin.get_by_text("eve has no open sessions.")).to_be_visible()
    admin.get_by_role("textbox", name="New password").fill("quite another one")
    admin.get_by_role("button", name="Change password of eve").click()
    expect(admin.get_by_role("status")).to_contain_text("Password of eve changed")
    admin.locator(".user summary").click()
    admin.get_by_role("link", name="Account").click()
    expect(admin.get_by_role("form", name="Change password")).to_have_accessible_description(
        re.compile("You have no other sessions. Changing the password cannot be undone"))


def change_sessions(console, statement):
    database = sqlite3.connect(console.data / "console.sqlite")
    with database:
        database.execute(statement)
    database.close()


def end_sessions(console):
    change_sessions(console, "DELETE FROM sessions")


@pytest.mark.parametrize("width", [1280, 320])
def test_the_end_of_a_session_is_told_wherever_one_is_and_no_typing_is_lost(console, browser, width):
    add_user(console, "ann", "admin")
    add_user(console, "eve", "viewer")
    context = browser.new_context(viewport={"width": width, "height": 500})
    page = context.new_page()
    page.clock.install()
    sign_in(page, console, "ann", path="/s/todo/settings")
    # A field far down, at the foot of the window.
    field = page.get_by_label("Requests in flight")
    field.fill("7")
    field.evaluate("field => field.scrollIntoView({ block: 'end' })")
    note = page.locator(".idle")
    page.clock.run_for(27 * 60_000)
    expect(note).to_have_count(0)
    page.clock.run_for(70_000)
    expect(page.get_by_role("alert")).to_have_text(re.compile("signed out in 2 minutes"))
    expect(note).to_be_in_viewport(ratio=1)
    expect(field).to_be_focused()
    assert field.bounding_box()["y"] + field.bounding_box()["height"] <= note.bounding_box()["y"]
    page.clock.run_for(60_000)
    expect(page.get_by_role("alert")).to_have_text(re.compile("signed out in 1 minute due to inactivity"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Stay signed in")).to_be_focused()
    page.keyboard.press("Enter")
    expect(note).to_have_count(0)
    expect(field).to_be_focused()

    page.clock.run_for(29 * 60_000 + 10_000)
    expect(page.get_by_role("alert")).to_have_text(re.compile("signed out in 1 minute due to inactivity"))
    end_sessions(console)
    page.clock.run_for(60_000)
    expect(page.get_by_role("alert")).to_contain_text("Your session has ended. Your entries are kept in this tab")
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    # Sending it now would lose it.
    page.get_by_role("button", name="Save changes").click()
    again = page.get_by_role("link", name="Sign in again in a new tab")
    expect(again).to_be_focused()
    # Somebody else's session is not taken over by what ann typed.
    with context.expect_page() as opened:
        again.press("Enter")
    other = opened.value
    sign_in(other, console, "eve")
    expect(other.locator(".user summary")).to_contain_text("eve, viewer")
    page.evaluate("() => dispatchEvent(new Event('focus'))")
    expect(page.get_by_role("alert")).to_have_text("You are now signed in as user eve. Sign in as user ann to continue in this tab.")
    page.get_by_role("button", name="Save changes").click()
    expect(again).to_be_focused()
    other.locator(".user summary").click()
    other.get_by_role("button", name="Sign out").click()
    sign_in(other, console, "ann")
    expect(other.locator(".user summary")).to_contain_text("ann, admin")
    page.evaluate("() => dispatchEvent(new Event('focus'))")
    expect(page.get_by_role("alert")).to_contain_text("You are signed in again.")
    expect(field).to_have_value("7")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("[data-flash]")).to_contain_text("Settings of todo saved.")
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_typed_outlives_signing_out_in_another_tab(console, browser, scripts):
    add_user(console, "ann", "admin")
    context = browser.new_context(java_script_enabled=scripts, reduced_motion="reduce")
    page, other = context.new_page(), context.new_page()
    sign_in(page, console, "ann", path="/s/todo/t/TodoItem/new")
    page.get_by_label("More columns").fill('{"text": "typed before"}')
    other.goto(console.url + "/s/todo")
    other.locator(".user summary").click()
    other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(re.compile("/login"))
    page.get_by_role("button", name="Add row").click()
    expect(page.get_by_role("main")).to_contain_text("Your entries are kept for an hour")
    expect(page.get_by_label("Name")).to_have_value("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("h1")).to_have_text("Form not submitted")
    expect(page.get_by_role("main")).to_contain_text("typed before")
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.locator("h1")).to_contain_text("typed before")
    assert [row["values"]["text"] for row in console.rows("TodoItem").values()] == ["typed before"]
    context.close()


def test_a_session_that_another_tab_keeps_is_not_said_to_end(console, browser):
    add_user(console, "ann", "admin")
    context = browser.new_context()
    page, other = context.new_page(), context.new_page()
    page.clock.install()
    sign_in(page, console, "ann", path="/s/todo")
    page.clock.run_for(28 * 60_000 + 10_000)
    expect(page.get_by_role("alert")).to_contain_text("2 minutes")
    other.clock.install(time=page.evaluate("() => Date.now()") / 1000)
    other.goto(console.url + "/s/todo")
    expect(page.get_by_role("alert")).to_have_count(0)
    # The server is asked before the end is told.
    page.clock.run_for(32 * 60_000)
    expect(page.locator(".idle")).not_to_contain_text("has ended")
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_form_waits_for_the_password_with_what_was_typed_in_it(console, browser, scripts):
    add_user(console, "ann", "admin")
    context = browser.new_context(java_script_enabled=scripts, reduced_motion="reduce")
    page = context.new_page()
    sign_in(page, console, "ann", path="/users")
    change_sessions(console, "UPDATE sessions SET confirmedAt = 0")
    form = page.get_by_role("form", name="Add a user")
    form.get_by_label("Name").fill("zoe")
    form.get_by_label("Role").select_option("operator")
    form.get_by_label("Password").fill("a long one indeed")
    form.get_by_role("button", name="Add user").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm your password")
    assert "a long one indeed" not in page.content()
    inspector = Inspector(page, console.url, scripts)
    inspector.name, inspector.expected = "prove", 403
    inspector.look_everywhere()
    page.get_by_label("New password again").fill("a long one indeed")
    page.get_by_label("Your password").fill("a guess")
    page.get_by_role("button", name="Add user zoe").click()
    expect(page.get_by_label("Your password")).to_have_accessible_description("Wrong password.")
    page.get_by_label("New password again").fill("a long one indeed")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Add user zoe").click()
    expect(page.get_by_role("status")).to_contain_text("User zoe added.")
    expect(page.get_by_label("Role of zoe")).to_have_value("operator")
    # Mistakes look sound everywhere, too.
    form = page.get_by_role("form", name="Create an API token")
    form.get_by_label("Name").fill("tests")
    form.get_by_role("button", name="Create token").click()
    expect(form.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Role of ann").select_option("viewer")
    page.get_by_role("button", name="Save role of ann").click()
    expect(page.get_by_label("Role of ann")).to_have_attribute("aria-invalid", "true")
    inspector.name, inspector.expected = "users, refused", 409
    inspector.look_everywhere()
    assert [c for c in inspector.complaints if "status of 4" not in c] == []
    context.close()


def test_a_read_only_console_says_so_and_shows_nothing_to_press(service, console, browser):
    service.insert("TodoItem", {"id": "dean", "text": "Dean", "complete": False})
    console.run("pull")
    console.post("/s/todo/t/TodoItem/r/dean", {"values": {"text": "waits"}})
    add_user(console, "ann", "admin")
    console.stop()
    sealed = Console(console.data, ["--read-only"])
    sealed.token = console.token
    with sealed:
        context = browser.new_context()
        page = context.new_page()
        sign_in(page, sealed, "ann")
        pages = ["/users", "/account", "/sessions", "/s/todo", "/s/todo/sync", "/s/todo/queue", "/s/todo/queue/1", "/s/todo/trash",
                 "/s/todo/settings", "/s/todo/t/TodoItem", "/s/todo/t/TodoItem/r/dean", "/s/todo/reconcile", "/s/todo/tokens", "/audit"]
        for path in pages:
            page.goto(sealed.url + path)
            expect(page.get_by_role("note").first).to_contain_text("This console is read-only.")
            assert page.locator("main form[method=post]").count() == 0, path
        state = context.storage_state()
        context.close()
        assert complaints_about(sealed.url, state, {path: path for path in ["/users", "/account", "/s/todo/sync", "/s/todo/settings"]}) == []
