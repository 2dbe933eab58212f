import Console
import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

/// One action, adding a user, tried in every way that must fail.
@Suite struct AuthorizationTests {
  private static let form = [("name", "eve"), ("role", "admin"), ("password", "correct horse")]

  private func expectNoEve(_ console: TestConsole) async throws {
    #expect(try await !console.data.users().map(\.name).contains("eve"))
  }

  @Test func theFormOfOnesOwnSessionIsAccepted() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .admin)
    let page = await browser.get("/users")
    let answer = await browser.submit("/users", Self.form, token: page.csrfToken)
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == "/users")
    #expect(try await console.data.users().map(\.name) == ["eve", "mira"])
    #expect(await browser.get("/users").page.contains("User eve added."))
    #expect(await !browser.get("/users").page.contains("User eve added."))
  }

  @Test(arguments: [
    ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:9999"],
    ["Sec-Fetch-Site": "none", "Origin": "https://evil.example"],
  ])
  func aFormFromAnotherPageIsRefused(fields: [String: String]) async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .admin)
    let answer = try await browser.submit(
      "/users", Self.form, token: browser.csrfToken, fields)
    #expect(answer.status == 403)
    try await expectNoEve(console)
    let denied = try await console.data.auditEntries(AuditFilter(), limit: 1)
    #expect(denied.first?.record.result == .denied)
  }

  @Test func aFormWithoutTheTokenOrWithAnothersIsRefused() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .admin)
    let other = try await console.signIn("jo", .admin)
    for token in [nil, "", "wrong", try await other.csrfToken] {
      let answer = await browser.submit("/users", Self.form, token: token)
      #expect(answer.status == 403)
      // Neither header is there: still no way round the token.
      let bare = await console.send(
        .post, "/users",
        browser.cookieField.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 },
        body: "name=eve&role=admin&password=long+enough&_token=\(token ?? "")")
      #expect(bare.status == 403)
    }
    try await expectNoEve(console)
  }

  @Test(arguments: ["application/json", "text/plain", "multipart/form-data", ""])
  func anotherKindOfBodyIsNoWayRoundTheToken(type: String) async throws {
    let console = try await TestConsole()
    let browser = try await console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    let json =
      "{\"name\":\"eve\",\"role\":\"admin\",\"password\":\"correct horse\","
      + "\"_token\":\"\(token)\"}"
    for body in [json, "name=eve&role=admin&password=long+enough&_token=\(token)"] {
      let answer = await console.send(
        .post, "/users",
        browser.cookieField.merging(
          ["Content-Type": type, "Sec-Fetch-Site": "same-origin"]) { $1 }, body: body)
      #expect(answer.status == 403)
    }
    try await expectNoEve(console)
  }

  @Test func aPageOfOurOwnMaySendJSONWithTheTokenInAHeader() async throws {
    let console = try await TestConsole()
    let browser = try await console.signIn("mira", .admin)
    let answer = await console.send(
      .post, "/users",
      browser.cookieField.merging([
        "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin",
        "X-Syncline-Token": try await browser.csrfToken,
      ]) { $1 }, body: #"{"name":"eve","role":"viewer","password":"correct horse"}"#)
    #expect(answer.status == 200)
    #expect(answer.json["name"] == "eve")
  }

  @Test func whoIsSignedOutChangesNothing() async throws {
    let console = try await TestConsole()
    let form = await console.submit("/users", Self.form + [("_token", "")])
    #expect(form.status == 303)
    #expect(form.headers["Location"] == "/login")
    let program = await console.send(
      .post, "/users", ["Content-Type": "application/json"], body: "{}")
    #expect(program.status == 401)
    try await expectNoEve(console)
  }

  @Test(arguments: [Role.viewer, .operate])
  func whoHasNotTheRoleChangesNothing(role: Role) async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", role)
    let answer = try await browser.submit("/users", Self.form, token: browser.csrfToken)
    #expect(answer.status == 403)
    #expect(answer.page.contains("You need the admin role</h1>"))
    let why = "Your role, \(role.rawValue), does not allow this."
    let next = "Ask an admin to change your role."
    #expect(answer.page.contains("\(why) Nothing was changed. \(next)"))
    let unseen = await browser.get("/users")
    #expect(unseen.status == 403 && unseen.page.contains("\(why) \(next)"))
    let program = try await browser.submit(
      "/users", Self.form, token: browser.csrfToken, ["Accept": "application/json"])
    let message = program.json["error"]?["message"]?.string ?? ""
    #expect(program.status == 403 && program.json["error"]?["code"] == "forbidden")
    #expect(message.hasPrefix("This requires the admin role; mira has the \(role.rawValue) role."))
    #expect(await !browser.get("/").page.contains("href=\"/users\""))
    try await expectNoEve(console)
    let denied = try await console.data.auditEntries(AuditFilter(), limit: 2)
    #expect(denied.map(\.record.who) == ["mira", "mira"])
    #expect(denied.map(\.record.reason) == [role.rawValue, role.rawValue])
  }

  @Test func aRefusalInsideOfAStoreLeadsBackToIt() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let page = await browser.get("/s/todo/remove")
    #expect(page.status == 403)
    #expect(page.page.contains("<a class=\"btn primary\" href=\"/s/todo\">Store todo</a>"))
    #expect(page.page.contains("<a class=\"btn\" href=\"/\">All stores</a>"))
    #expect(page.page.contains("Ask an admin to change your role."))
    let form = await browser.submit(
      "/s/todo/remove", [("confirm", "todo")], token: try await browser.csrfToken)
    #expect(form.status == 403 && form.page.contains("href=\"/s/todo\">Store todo</a>"))
  }

  @Test func aTokenCannotMakeUsersOrTokens() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("script", role: .admin, by: "test")
    for path in ["/users", "/users/tokens"] {
      let answer = await console.send(
        .post, path,
        ["Authorization": "Bearer \(secret)", "Content-Type": "application/json"],
        body: #"{"name":"eve","role":"admin","password":"correct horse"}"#)
      #expect(answer.status == 403)
    }
    try await expectNoEve(console)
    #expect(try await console.data.tokens().count == 1)
  }

  @Test(arguments: [(Role.admin, 200), (.operate, 403)])
  func aTokenReadsTheUsersAsItsRoleMay(role: Role, status: Int) async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("script", role: role, by: "test")
    for path in ["/users", "/users.json"] {
      let answer = await console.send(.get, path, ["Authorization": "Bearer \(secret)"])
      #expect(answer.status == status)
    }
  }

  @Test func aReadOnlyConsoleRefusesEveryActionAndSaysSo() async throws {
    let console = try await TestConsole { $0.isReadOnly = true }
    var browser = try await console.signIn("mira", .admin)
    let page = await browser.get("/")
    #expect(page.page.contains("This console is read-only."))
    let answer = try await browser.submit("/users", Self.form, token: browser.csrfToken)
    #expect(answer.status == 403)
    #expect(answer.page.contains("--read-only"))
    try await expectNoEve(console)
  }

  @Test func aBodyBeyondTheLimitIsRefusedBeforeItIsRead() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .admin)
    let long = [("name", String(repeating: "x", count: 1 << 20))]
    let answer = try await browser.submit("/users", long, token: browser.csrfToken)
    #expect(answer.status == 413)
  }

  @Test func everyRouteThatChangesSomethingRefusesAViewer() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let token = try await browser.csrfToken
    for path in [
      "/users", "/users/mira/role", "/users/mira/password", "/users/mira/remove",
      "/users/tokens", "/users/tokens/1/revoke",
    ] {
      let answer = await browser.submit(path, [("role", "admin")], token: token)
      #expect(answer.status == 403, "\(path)")
    }
    #expect(try await console.data.users().first?.role == .viewer)
  }

  /// Settings name secrets, files and addresses, which are the whole program's.
  @Test(arguments: ["/s/todo/settings", "/stores", "/stores/probe"])
  func aTokenOfOneStoreChangesNoSettings(_ path: String) async throws {
    let administration = FakeAdministration()
    let console = try await TestConsole(administration: administration)
    let settings: JSONObject = ["name": "todo", "remote": ["kind": "azure"]]
    administration.settings.withLock { $0["todo"] = settings }
    let secret = try await console.data.addToken(
      "narrow", role: .admin, by: "test", store: "todo")
    let answer = await console.send(
      .post, path,
      ["Authorization": "Bearer \(secret)", "Content-Type": "application/json"],
      body: #"{"store":{"name":"todo","remote":{"kind":"azure","url":"http://evil.example"}}}"#)
    #expect(answer.status == 403)
    #expect(administration.settings.withLock { $0 } == ["todo": settings])
  }

  /// A higher role would not help it.
  @Test func aTokenOfOneStoreIsNotSentForARole() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken(
      "narrow", role: .viewer, by: "test", store: "todo")
    let answer = await console.send(
      .get, "/backups", ["Authorization": "Bearer \(secret)", "Accept": "text/html"])
    #expect(answer.status == 403 && answer.page.contains("You may not do this"))
    #expect(answer.page.contains("This token was made for the store todo alone"))
  }
}
