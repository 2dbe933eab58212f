import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

/// A form that needs the password again is kept meanwhile, but for what is secret in it.
@Suite struct ReauthenticationTests {
  private func idle() async throws -> (TestConsole, TestBrowser, token: String) {
    let console = try await TestConsole()
    try await console.data.addUser("eve", role: .viewer, password: "correct horse")
    let browser = try await console.signIn("ann", .admin)
    console.time.advance(milliseconds: 601_000)
    return (console, browser, try await browser.csrfToken)
  }

  private static let typed = [
    ("name", "zoe"), ("role", "operator"), ("password", "a secret that is new"),
  ]

  @Test func whatWasTypedIsKeptAndDoneWithThePassword() async throws {
    var (console, browser, token) = try await idle()
    let asked = await browser.submit("/users", Self.typed, token: token)
    #expect(asked.status == 403 && asked.page.contains("Confirm your password"))
    #expect(asked.page.contains("action=\"/users\""))
    #expect(asked.page.contains("name=\"name\" value=\"zoe\""))
    #expect(asked.page.contains("name=\"role\" value=\"operator\""))
    #expect(!asked.page.contains("a secret that is new"))
    #expect(asked.page.contains("enter the new password again"))
    let wrong = await browser.submit(
      "/users", Self.typed + [("_password", "guess")], token: token)
    #expect(wrong.status == 422 && wrong.page.contains("name=\"name\" value=\"zoe\""))
    #expect(wrong.page.contains("aria-describedby=\"e-own-pass\""))
    #expect(!wrong.page.contains("guess") && !wrong.page.contains("a secret that is new"))
    #expect(try await !console.data.isUser("zoe"))
    let done = await browser.submit(
      "/users", Self.typed + [("_password", "correct horse")], token: token)
    #expect(done.status == 303)
    #expect(try await console.data.isPassword("a secret that is new", of: "zoe"))
    // For the next ten minutes nothing is asked.
    #expect(
      await browser.submit("/users/zoe/role", [("role", "admin")], token: token).status == 303)
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 9).map(\.record)
    #expect(entries.filter { $0.target == "confirmation" }.map(\.result) == [.done, .failed])
    #expect(!"\(entries)".contains("guess") && !"\(entries)".contains("a secret"))
  }

  @Test(arguments: [
    ("/users/eve/role", "role", "operator", "Save role of eve"),
    ("/users/eve/remove", "confirmed", "1", "Remove user eve"),
    ("/users/tokens", "name", "ci", "Create API token ci"),
  ])
  func itSaysWhatIsNotDoneYet(
    _ path: String, _ name: String, _ value: String, _ words: String
  ) async throws {
    var (_, browser, token) = try await idle()
    let page = await browser.submit(path, [(name, value)], token: token).page
    #expect(page.contains("<b>Not done yet: \(words).</b>"))
    #expect(page.contains("name=\"\(name)\" value=\"\(value)\""))
  }

  @Test func undoWaitsForThePasswordToo() async throws {
    var (console, browser, token) = try await idle()
    let removal = try await console.data.removeUser("eve")
    let entry = try await console.data.record(
      AuditRecord(
        who: "ann", address: "", action: "user.edit", target: "user eve, removed",
        undo: UndoableChange.user("eve", removal: removal).json, requestID: "r"))
    let asked = await browser.submit("/undo/\(entry)", [("back", "/audit")], token: token)
    #expect(asked.status == 403 && asked.page.contains("Undo entry \(entry)"))
    let done = await browser.submit(
      "/undo/\(entry)", [("_password", "correct horse")], token: token)
    #expect(done.status == 303)
    #expect(try await console.data.isUser("eve"))
  }

  /// Who finds a browser left open must not have secrets sent to a server of theirs.
  @Test func anotherServerOrSecretWaitsForThePassword() async throws {
    let administration = FakeAdministration()
    let console = try await TestConsole(administration: administration)
    administration.settings.withLock { $0["todo"] = ["name": "todo", "remote": ["kind": "azure"]] }
    var browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    console.time.advance(milliseconds: 601_000)
    let new: [(String, String)] = [
      ("name", "two"), ("remote.kind", "azure"), ("remote.url", "https://a.example"),
    ]
    for wish in [[], [("do", "probe")]] {
      let asked = await browser.submit("/stores", new + wish, token: token)
      #expect(asked.status == 403 && asked.page.contains("Confirm your password"))
      #expect(asked.page.contains(wish.isEmpty ? "Add store two" : "Test connection"))
      #expect(asked.page.contains("Changing the server or its secret"))
      #expect(asked.page.contains("<dt>Kind</dt><dd>none → Azure</dd>"))
      #expect(asked.page.contains("<dt>Address</dt><dd>none → https://a.example</dd>"))
      #expect(!asked.page.contains("<dt>Name</dt>"))
    }
    #expect(administration.settings.withLock { $0["two"] } == nil)
    let done = await browser.submit("/stores", new + [("_password", "correct horse")], token: token)
    #expect(done.status == 303)
    #expect(administration.settings.withLock { $0["two"] } != nil)
  }

  @Test func removingAStoreWaitsForThePassword() async throws {
    let administration = FakeAdministration()
    let store = try await SyncConsole(administration: administration)
    administration.settings.withLock { $0["todo"] = ["name": "todo"] }
    var browser = try await store.console.signIn("ann", .admin)
    store.console.time.advance(milliseconds: 601_000)
    let typed = [("confirm", "todo"), ("reason", "not needed")]
    let asked = try await browser.submit("/s/todo/remove", typed, token: browser.csrfToken)
    #expect(asked.status == 403 && asked.page.contains("<b>Not done yet: Remove store todo."))
    #expect(asked.page.contains("Removing a store and undoing settings require"))
    #expect(asked.page.contains("name=\"reason\" value=\"not needed\""))
    let program = try await browser.submit(
      "/s/todo/remove", typed, token: browser.csrfToken, ["Accept": "application/json"])
    #expect(program.status == 403 && program.json["error"]?["code"] == "unconfirmed")
    #expect(administration.settings.withLock { $0["todo"] } != nil)
    let done = try await browser.submit(
      "/s/todo/remove", typed + [("_password", "correct horse")], token: browser.csrfToken)
    #expect(done.status == 303)
    #expect(administration.settings.withLock { $0["todo"] } == nil)
  }

  @Test(arguments: ["settings", "added", "removed"])
  func undoingAChangeOfStoresWaitsForThePassword(_ kind: String) async throws {
    let administration = FakeAdministration()
    let console = try await TestConsole(administration: administration)
    let now: JSONObject = ["name": "two", "pull": ["pageSize": 7]]
    if kind != "removed" { administration.settings.withLock { $0["two"] = now } }
    let left = SettingsDraft.fingerprint(now)
    let kept: UndoableChange =
      switch kind {
      case "settings": .settings(PreviousSettings(store: "two", was: ["name": "two"], left: left))
      case "added": .addedStore("two", left: left)
      default: .store(RemovedStore(name: "two", settings: now, file: nil))
      }
    var browser = try await console.signIn("ann", .admin)
    let entry = try await console.data.record(
      AuditRecord(
        who: "ann", address: "", action: "store.edit", store: "two", target: kind,
        undo: kept.json, requestID: "r"))
    console.time.advance(milliseconds: 601_000)
    let before = administration.settings.withLock { $0["two"] }
    let asked = try await browser.submit("/undo/\(entry)", [], token: browser.csrfToken)
    #expect(asked.status == 403 && asked.page.contains("Undo entry \(entry)"))
    #expect(asked.page.contains("undoing settings require your password"))
    let program = try await browser.submit(
      "/undo/\(entry)", [], token: browser.csrfToken, ["Accept": "application/json"])
    #expect(program.json["error"]?["code"] == "unconfirmed")
    #expect(administration.settings.withLock { $0["two"] } == before)
    let done = try await browser.submit(
      "/undo/\(entry)", [("_password", "correct horse")], token: browser.csrfToken)
    #expect(done.status == 303)
    #expect(administration.settings.withLock { $0["two"] } != before)
  }

  @Test func guessingIsSlowedDownHereToo() async throws {
    var (console, browser, token) = try await idle()
    for _ in 0..<6 {
      _ = await browser.submit("/users", Self.typed + [("_password", "guess")], token: token)
    }
    let right = await browser.submit(
      "/users", Self.typed + [("_password", "correct horse")], token: token)
    #expect(right.status == 429 && right.headers["Retry-After"] != nil)
    #expect(right.page.contains("name=\"name\" value=\"zoe\""))
    #expect(try await !console.data.isUser("zoe"))
  }
}
