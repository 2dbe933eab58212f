import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

/// What is typed into a form is not lost with the session that it was typed in.
@Suite struct UnsentFormTests {
  private static let typed = [("environment", "a long text & more"), ("password", "a new secret")]
  private static let form = "/s/todo/settings"

  private func overdue() async throws -> (TestConsole, TestBrowser, token: String) {
    let console = try await TestConsole()
    let browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    console.time.advance(milliseconds: Session.idleSeconds * 1_000 + 1)
    return (console, browser, token)
  }

  private func signIn(_ name: String, _ browser: inout TestBrowser) async -> HTTPResponse {
    let page = await browser.get("/login")
    return await browser.submit(
      "/login", [("name", name), ("password", "correct horse")], token: page.csrfToken)
  }

  @Test func itIsKeptAndSentAfterSigningInAgain() async throws {
    var (console, browser, token) = try await overdue()
    let refused = await browser.submit(
      Self.form, Self.typed + [("opened", "{}")], token: token,
      ["Referer": "http://\(TestConsole.host)/s/todo/settings?x=1"])
    #expect(refused.status == 303 && refused.headers["Location"] == "/login")
    let login = await browser.get("/login").page
    #expect(login.contains("Your session ended before this was submitted."))
    #expect(login.contains("Sign in as ann again") && login.contains("name=\"name\" value=\"ann\""))
    let answer = await signIn("ann", &browser)
    let location = try #require(answer.headers["Location"])
    #expect(location.hasPrefix("/login/unsent/"))
    let page = await browser.get(location)
    #expect(page.status == 200 && page.page.contains("Form not submitted"))
    #expect(page.page.contains("action=\"/s/todo/settings\""))
    #expect(page.page.contains("name=\"environment\" value=\"a long text &amp; more\""))
    #expect(page.page.contains("<dt>Environment</dt><dd>a long text &amp; more</dd>"))
    #expect(page.page.contains("href=\"/s/todo/settings?x=1\""))
    #expect(page.page.contains("name=\"opened\" value=\"{}\""))
    #expect(!page.page.contains("<dt>Opened</dt>"), "nobody typed it")
    #expect(page.page.contains(">Send again</button>"))
    #expect(!page.page.contains("a new secret") && page.page.contains("enter it again"))
    #expect(page.csrfToken != token)
    // After an hour nothing of it is left.
    console.time.advance(milliseconds: Int64(3_600) * 1_000)
    _ = await signIn("ann", &browser)
    #expect(await browser.get(location).status == 404)
  }

  @Test(arguments: [
    (
      [("from", "list"), ("back", "view=live")], "Save “Film”",
      "This updates rank of “Film” in Movie."
    ),
    ([("stage", "1")], "Stage “Film”", "This stages changes to rank of “Film” in Movie."),
  ])
  func theFormOfARowNamesTheRowAndTheChangedColumns(
    fields: [(String, String)], button: String, sentence: String
  ) async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film", "rank": 1, "note": "old"])])
    var browser = try await console.console.signIn("ann", .operate)
    let token = try await browser.csrfToken
    console.console.time.advance(milliseconds: Session.idleSeconds * 1_000 + 1)
    let typed = [
      ("v.title", "Film"), ("w.title", "\"Film\""), ("v.rank", "7"), ("w.rank", "1"),
      ("ifState", "x"),
    ]
    _ = await browser.submit("/s/todo/t/Movie/r/m1", typed + fields, token: token)
    let location = try #require(await signIn("ann", &browser).headers["Location"])
    let page = await browser.get(location).page
    #expect(page.contains(">\(button)</button>") && page.contains(sentence), "\(page)")
    #expect(
      page.contains(
        "<dt>rank <span class=\"chip pending\">Changed</span></dt><dd>7</dd><dt>title</dt><dd>Film</dd>"
      ))
    #expect(!page.contains("<dt>From") && !page.contains("<dt>Stage"))
    for (name, value) in fields { #expect(page.contains("name=\"\(name)\" value=\"\(value)\"")) }
  }

  @Test func whoCameByALinkGoesOnUnderAnyName() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("ann", role: .admin, password: "correct horse")
    let code = try await console.data.addSignInLink()
    var browser = TestBrowser(console: console)
    let page = await browser.get("/login?link=\(code)")
    _ = await browser.submit("/login", [("link", code)], token: page.csrfToken)
    let token = try await browser.csrfToken
    console.time.advance(milliseconds: Session.idleSeconds * 1_000 + 1)
    _ = await browser.submit(Self.form, Self.typed, token: token)
    #expect(await browser.get("/login").page.contains("Sign in again to review"))
    let location = try #require(await signIn("ann", &browser).headers["Location"])
    #expect(await browser.get(location).page.contains("value=\"a long text &amp; more\""))
  }

  @Test(arguments: ["/logout", "/sessions/1/end"])
  func itIsKeptWhenTheSessionWasEndedInAnotherTab(path: String) async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    #expect(await browser.submit(path, [], token: token).status == 303)
    let refused = await browser.submit(Self.form, Self.typed, token: token)
    #expect(refused.status == 303 && refused.headers["Location"] == "/login")
    let login = await browser.get("/login").page
    #expect(login.contains("Your session ended before this was submitted."))
    #expect(login.contains("Sign in as ann again"))
    let location = try #require(await signIn("ann", &browser).headers["Location"])
    let page = await browser.get(location)
    #expect(page.page.contains("name=\"environment\" value=\"a long text &amp; more\""))
    // An hour later nobody knows any more whose it was.
    _ = await browser.submit("/logout", [], token: page.csrfToken)
    console.time.advance(milliseconds: Int64(3_600) * 1_000)
    _ = await browser.submit(Self.form, Self.typed, token: page.csrfToken)
    #expect(
      await browser.get("/login").page.contains("You were signed out before this was submitted."))
  }

  @Test func pastedRowsAreKeptWhenTheSessionWasEndedInAnotherTab() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let body =
      [("_token", token), ("text", "id,text\na,typed here")].map { name, value in
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
      }.joined() + "--b--\r\n"
    let target = "/s/todo/t/TodoItem/import"
    func send(_ browser: TestBrowser) async throws -> HTTPResponse {
      try await console.upload(
        target, "multipart/form-data; boundary=b", Array(body.utf8), browser.cookieField)
    }
    #expect(await browser.submit("/logout", [], token: token).status == 303)
    let refused = try await send(browser)
    #expect(refused.status == 303 && refused.headers["Location"] == "/login")
    browser.keep(refused)
    let location = try #require(await signIn("ann", &browser).headers["Location"])
    #expect(await browser.get(location).page.contains("a,typed here"))
    // A browser that nobody has signed in from is not listened to.
    let stranger = try await send(TestBrowser(console: console))
    #expect(stranger.status == 303)
    #expect(try console.uploads.isEmpty)
  }

  @Test func somebodyElseDoesNotSeeIt() async throws {
    var (console, browser, token) = try await overdue()
    try await console.data.addUser("eve", role: .admin, password: "correct horse")
    _ = await browser.submit(Self.form, Self.typed, token: token)
    #expect(await signIn("eve", &browser).headers["Location"] == "/")
    var other = browser
    other.cookies = [:]
    _ = await other.get("/login")
    let kept = console.app.services.unsentForms.put(
      UnsentForm(path: "/x", fields: QueryItems(), back: nil), of: "ann")
    #expect(await browser.get("/login/unsent/\(kept)").status == 404)
  }

  @Test(arguments: [false, true])
  func withoutTheSecretOfItsSessionNothingIsKept(isOfOtherSite: Bool) async throws {
    var (_, browser, token) = try await overdue()
    let refused = await browser.submit(
      Self.form, Self.typed, token: isOfOtherSite ? token : "guess",
      isOfOtherSite ? ["Sec-Fetch-Site": "cross-site"] : [:])
    #expect(refused.status == (isOfOtherSite ? 403 : 303))
    let login = await browser.get("/login").page
    #expect(login.contains("You were signed out before this was submitted.") != isOfOtherSite)
    #expect(!login.contains("kept for an hour"))
    #expect(await signIn("ann", &browser).headers["Location"] == "/")
  }

  @Test func signingInFromAFormLeadsBackToItsPage() async throws {
    var (_, browser, _) = try await overdue()
    _ = await browser.submit(
      Self.form, Self.typed, token: "guess", ["Referer": "http://\(TestConsole.host)/s/todo/queue"])
    #expect(await signIn("ann", &browser).headers["Location"] == "/s/todo/queue")
  }

  @Test(arguments: ["http://evil.example/s/todo", "http://127.0.0.1:8080//evil.example/"])
  func theWayBackStaysInTheConsole(referer: String) async throws {
    var (_, browser, _) = try await overdue()
    _ = await browser.submit(Self.form, Self.typed, token: "guess", ["Referer": referer])
    #expect(await signIn("ann", &browser).headers["Location"] == "/")
  }

  @Test func aFormOfTheSessionBeforeIsShownAgainAndNotTaken() async throws {
    var (console, browser, token) = try await overdue()
    _ = await signIn("ann", &browser)
    let asked = await browser.submit("/sessions/end-others", [("note", "typed")], token: token)
    #expect(asked.status == 403 && asked.page.contains("belongs to a different session"))
    #expect(asked.page.contains("action=\"/sessions/end-others\""))
    #expect(asked.page.contains("name=\"note\" value=\"typed\""))
    #expect(asked.csrfToken != token)
    // Nobody but the browser says that it was a page of the console.
    let unknown = await browser.submit(
      "/sessions/end-others", [("note", "typed")], token: token, ["Sec-Fetch-Site": "none"])
    #expect(unknown.status == 403 && !unknown.page.contains("value=\"typed\""))
    #expect(try await console.data.sessions(of: "ann").count == 1)
  }

  @Test func theOldestGoWhenThereAreTooMany() {
    let shelf = ExpiringCache<Int>(itemsMax: 32, time: ManualTime(), random: .system)
    let ids = (0...32).map { shelf.put($0, of: "ann") }
    #expect(shelf.find(ids[0], of: "ann") == nil && shelf.find(ids[1], of: "ann") == 1)
    #expect(shelf.find(ids[32], of: "ann") == 32 && shelf.find(ids[32], of: "eve") == nil)
  }

  @Test func whoKeepsManyPushesOutNobodyElses() {
    let shelf = ExpiringCache<Int>(itemsMax: 8, time: ManualTime(), random: .system)
    let others = ["bob", "eve"].map { (owner: $0, id: shelf.put(0, of: $0)) }
    let ids = (0..<40).map { shelf.put($0, of: "ann") }
    for other in others { #expect(shelf.find(other.id, of: other.owner) == 0) }
    #expect(ids.filter { shelf.find($0, of: "ann") != nil } == Array(ids.suffix(6)))
  }
}
