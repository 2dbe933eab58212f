"""People sign in with a password, see what their role may do, and sign out."""
from playwright.sync_api import expect

from processes import Console, syncline

PASSWORD = "correct horse battery staple"


def add_user(console, name, role):
    syncline("user", "add", name, "--role", role, "--password-stdin", "--data", console.data, stdin=PASSWORD + "\n")


def sign_in(page, console, name, password=PASSWORD, path="/"):
    page.goto(console.url + path)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_after_an_action_the_focus_is_at_what_came_of_it(service, console, browser):
    service.insert("TodoItem", {"id": "dean", "text": "Dean", "complete": False})
    add_user(console, "mira", "operator")
    # A browser complains about the refused sign-in, so nobody listens here.
    context = browser.new_context()
    page = context.new_page()
    page.goto(console.url + "/s/todo/sync")
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_label("Name").fill("mira")
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("is wrong")).to_be_visible()
    expect(page.get_by_label("Password")).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    title = page.locator("main h1")
    page.get_by_role("button", name="Preview pull").click()
    expect(title).to_have_text("Pull preview")
    expect(title).to_be_focused()
    page.goto(console.url + "/s/todo/sync")
    page.get_by_role("button", name="Pull selected tables").click()
    expect(title).to_contain_text("Done")
    expect(title).to_be_focused()
    context.close()


def test_an_operator_signs_in_changes_a_row_and_signs_out(service, console, page):
    service.insert("TodoItem", {"id": "dean", "text": "Dean", "complete": False})
    console.run("pull")
    add_user(console, "mira", "operator")
    sign_in(page, console, "mira", path="/s/todo/t/TodoItem")
    expect(page).to_have_url(console.url + "/s/todo/t/TodoItem")
    page.get_by_role("link", name="Dean").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("text", exact=True).fill("Dean, again")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Dean, again")
    assert console.queue()[0]["itemId"] == "dean"
    audit = console.get("/audit.json")
    assert "mira" in str(audit)
    page.locator("details.user summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(console.url + "/s/todo")
    expect(page).to_have_url(console.url + "/login")


def test_a_viewer_is_offered_nothing_to_change(service, console, page):
    service.insert("TodoItem", {"id": "dean", "text": "Dean", "complete": False})
    console.run("pull")
    add_user(console, "vera", "viewer")
    sign_in(page, console, "vera", path="/s/todo/t/TodoItem")
    expect(page.get_by_role("link", name="Dean")).to_be_visible()
    main = page.get_by_role("main")
    for name in ("Pull", "New row", "Complete", "Delete selected"):
        expect(main.get_by_role("button", name=name, exact=True)).to_have_count(0)
        expect(main.get_by_role("link", name=name, exact=True)).to_have_count(0)


def test_a_wrong_password_is_refused_and_repeated_ones_wait(console, browser):
    add_user(console, "mira", "operator")
    page = browser.new_context().new_page()
    for _ in range(7):
        sign_in(page, console, "mira", "wrong password, certainly")
    expect(page.get_by_role("main")).to_contain_text("Too many failed sign-ins.")
    sign_in(page, console, "mira")
    expect(page).to_have_url(console.url + "/login")


def test_another_address_is_served_once_somebody_has_a_login(tmp_path, service):
    data = tmp_path / "open"
    syncline("user", "add", "mira", "--role", "admin", "--password-stdin", "--data", data, stdin=PASSWORD)
    console = Console(data)
    console.arguments = ["serve", "--listen", "0.0.0.0:0", "--data", data, "--allow-host", "console.example"]
    with console:
        port = console.url.rsplit(":", 1)[1]
        console.url = f"http://127.0.0.1:{port}"
        assert "link=" not in "".join(console.lines)
        assert console.request("GET", "/", headers={"Host": "console.example"})[0] == 200
        assert console.request("GET", "/", headers={"Host": "other.example"})[0] == 421
