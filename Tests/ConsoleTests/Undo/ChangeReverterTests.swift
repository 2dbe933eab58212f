import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// What is changed beside rows is taken back from the page after it and from the audit.
@Suite struct ChangeReverterTests {
  /// A console with users, and the browser of an admin.
  private func admin(
    _ administration: FakeAdministration? = nil
  ) async throws -> (console: TestConsole, browser: TestBrowser, token: String) {
    let console = try await TestConsole(administration: administration)
    let browser = try await console.signIn("ann", .admin)
    return (console, browser, try await browser.csrfToken)
  }

  /// Presses Undo on the page, and gives what the next one says.
  private func undo(
    on path: String, _ browser: inout TestBrowser, _ token: String
  ) async throws -> (status: Int, page: String, path: String) {
    let undo = try #require(await browser.get(path).page.action(containing: "/undo/"))
    let answer = await browser.submit(undo, [], token: token)
    guard let place = answer.headers["Location"] else { return (answer.status, answer.page, undo) }
    return (answer.status, await browser.get(place).page, undo)
  }

  // MARK: - Users and tokens

  @Test func anAddedUserIsRemovedAgainAndCanComeBack() async throws {
    var (console, browser, token) = try await admin()
    let added = [("name", "eve"), ("role", "operator"), ("password", "correct horse")]
    _ = await browser.submit("/users", added, token: token)
    let done = try await undo(on: "/users", &browser, token)
    #expect(done.page.contains("eve removed."))
    #expect(try await !console.data.isUser("eve"))
    // What was taken back can be taken back in turn.
    let again = try #require(done.page.action(containing: "/undo/"))
    #expect(await browser.submit(again, [], token: token).status == 303)
    #expect(try await console.data.isPassword("correct horse", of: "eve"))
  }

  @Test(arguments: ["role", "sign-in", "anew", "removed"])
  func anAddedUserStaysWhereItChangedSince(_ change: String) async throws {
    var (console, browser, token) = try await admin()
    let added = [("name", "eve"), ("role", "viewer"), ("password", "correct horse")]
    _ = await browser.submit("/users", added, token: token)
    let undo = try #require(await browser.get("/users").page.action(containing: "/undo/"))
    console.time.advance(milliseconds: 1_000)
    switch change {
    case "role": try await console.data.setRole(.operate, of: "eve")
    case "sign-in":
      _ = try await console.data.startSession(user: "eve", address: "::1", agent: "")
    case "anew":
      try await console.data.removeUser("eve")
      try await console.data.addUser("eve", role: .viewer, password: "vermilion kettle")
    default: try await console.data.removeUser("eve")
    }
    let answer = await browser.submit(undo, [], token: token)
    #expect(answer.status == 409)
    let reason = [
      "role": "The role of eve changed since to operator.",
      "sign-in": "eve has signed in since.", "anew": "eve was removed and added again since.",
      "removed": "User eve no longer exists.",
    ]
    #expect(answer.page.contains(reason[change] ?? "?"))
    #expect(try await console.data.isUser("eve") == (change != "removed"))
    let entry = undo.replacing("/undo/", with: "/audit/")
    #expect(await browser.get(entry).page.contains("can no longer be undone"))
  }

  @Test func aRoleGoesBackUnlessItChangedAgain() async throws {
    var (console, browser, token) = try await admin()
    try await console.data.addUser("eve", role: .viewer, password: "correct horse")
    _ = await browser.submit("/users/eve/role", [("role", "admin")], token: token)
    let done = try await undo(on: "/users", &browser, token)
    #expect(done.page.contains("Role of eve set back to viewer."))
    #expect(try await console.data.users().first { $0.name == "eve" }?.role == .viewer)
    _ = await browser.submit("/users/eve/role", [("role", "admin")], token: token)
    let undo = try #require(await browser.get("/users").page.action(containing: "/undo/"))
    try await console.data.setRole(.operate, of: "eve")
    #expect(await browser.submit(undo, [], token: token).status == 409)
    #expect(try await console.data.users().first { $0.name == "eve" }?.role == .operate)
  }

  @Test func aTokenThatWasMadeIsRevokedFromItsOwnPage() async throws {
    var (console, browser, token) = try await admin()
    let made = await browser.submit(
      "/users/tokens", [("name", "ci"), ("role", "viewer")], token: token)
    let undo = try #require(made.page.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await console.data.tokens().isEmpty)
    #expect(await browser.get("/users").page.contains("Token ci revoked."))
    #expect(await browser.submit(undo, [], token: token).status == 409)
  }

  // MARK: - Views

  private func save(
    _ query: String, _ browser: inout TestBrowser, _ token: String
  ) async throws -> String {
    let views = "/s/todo/t/Movie/views"
    let answer = await browser.submit(views, [("name", "Best"), ("query", query)], token: token)
    let list = try #require(answer.headers["Location"])
    return try #require(await browser.get(list).page.action(containing: "/undo/"))
  }

  @Test func aViewThatWasSavedGoesAgainUnlessItWasSavedOver() async throws {
    let rows = try await RowsConsole()
    try await rows.pull("Movie", [("m", ["rank": 1])])
    // Who may save views may take that back, whatever else the role leaves out.
    var browser = try await rows.browser(.viewer)
    let token = try await browser.csrfToken
    func queries() async throws -> [String] {
      try await rows.console.data.savedViews(
        store: "todo", table: "Movie", owner: "user viewer"
      ).map(\.query)
    }
    let first = try await save("rank=1", &browser, token)
    #expect(await browser.submit(first, [], token: token).status == 303)
    #expect(try await queries().isEmpty)
    let second = try await save("rank=1", &browser, token)
    let third = try await save("rank=2", &browser, token)
    let over = await browser.submit(second, [], token: token)
    #expect(over.status == 409 && over.page.contains("was removed or replaced since"))
    let fourth = try await save("rank=3", &browser, token)
    let again = await browser.submit(third, [], token: token)
    #expect(again.status == 409 && again.page.contains("was saved again since"))
    #expect(await browser.submit(fourth, [], token: token).status == 303)
    #expect(try await queries() == ["rank=2"])
    // A viewer takes nothing else back.
    let entry = try await rows.console.data.record(
      AuditRecord(
        who: "mira", address: "", action: "sync.run", target: "offline",
        undo: UndoableChange.offline(false, store: "todo").json, requestID: "r"))
    #expect(await browser.submit("/undo/\(entry)", [], token: token).status == 403)
  }

  // MARK: - Stores

  private static func store(_ environment: String) -> JSONObject {
    ["name": "second", "environment": .string(environment)]
  }

  private func change(
    _ settings: JSONObject, at path: String, _ browser: TestBrowser, _ token: String
  ) async throws -> HTTPResponse {
    await browser.console.send(
      .post, path,
      browser.cookieField.merging([
        "Content-Type": "application/json", "X-Syncline-Token": token,
        "Sec-Fetch-Site": "same-origin",
      ]) { $1 }, body: JSONValue.object(["store": .object(settings)]).serializedText)
  }

  /// A pull that is under way would write a token of one server for the other.
  @Test func settingsOfAnotherServerWaitForTheEndOfARun() async throws {
    let directory = try TemporaryDirectory()
    let server = FakeServer()
    server.put("T", "a", ["n": 1])
    let path = directory.file("second.sqlite")
    let sync = try await SyncContext(
      path: path, remote: FakeRemote(server),
      settings: StoreSettings(tables: [TableSettings(name: "T")]))
    _ = try await sync.pull()
    let info = StoreInfo(
      name: "second", environment: "", remoteKind: "fake", remoteURL: "fake://server")
    let file = FakeAdministration()
    file.settings.withLock { $0["second"] = Self.store("old") }
    let console = try await TestConsole(
      in: directory, registry: FixedStoreRegistry([(info, sync)]), administration: file)
    var browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let tokens = try await sync.deltaTokens()
    let other = [("name", "second"), ("environment", "new"), ("serverChange", "other")]
    func whileARunWorks(_ body: () async throws -> HTTPResponse) async throws -> Int {
      let lock = try #require(try FileLock(tryLocking: "\(path).lock"))
      defer { withExtendedLifetime(lock) {} }
      return try await body().status
    }
    func environment() -> JSONValue? { file.settings.withLock { $0["second"]?["environment"] } }

    let changed = try await whileARunWorks {
      await browser.submit("/s/second/settings", other, token: token)
    }
    #expect(changed == 409 && environment() == "old")
    #expect(try await sync.deltaTokens() == tokens)
    #expect(await browser.submit("/s/second/settings", other, token: token).status == 303)
    #expect(try await sync.deltaTokens().isEmpty && environment() == "new")

    let undo = try #require(
      await browser.get("/s/second/settings").page.action(containing: "/undo/"))
    let undone = try await whileARunWorks { await browser.submit(undo, [], token: token) }
    #expect(undone == 409 && environment() == "new")
    #expect(try await sync.deltaTokens().isEmpty)
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await sync.deltaTokens() == tokens && environment() == "old")
  }

  @Test func aStoreThatWasAddedLeavesTheListAgain() async throws {
    let file = FakeAdministration()
    let (console, browser, token) = try await admin(file)
    let added = try await change(Self.store("test"), at: "/stores", browser, token)
    let entry = try #require(added.json["undo"]?.integer)
    var own = browser
    let answer = await own.submit("/undo/\(entry)", [], token: token)
    #expect(answer.headers["Location"] == "/")
    #expect(file.settings.withLock { $0.isEmpty })
    #expect(await own.get("/").page.contains("Its file was moved to removed/second.sqlite."))
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 1)
    #expect(await own.submit("/undo/\(entries[0].id)", [], token: token).status == 303)
    #expect(file.settings.withLock { $0["second"] } == Self.store("test"))
    let other = try await change(Self.store("x"), at: "/stores", browser, token)
    file.settings.withLock { $0["second"] = Self.store("by hand") }
    let refused = await own.submit(
      "/undo/\(try #require(other.json["undo"]?.integer))", [], token: token)
    #expect(refused.status == 409)
    #expect(refused.page.contains("The settings of second changed since."))
  }
}
