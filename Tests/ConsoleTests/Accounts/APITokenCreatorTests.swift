import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

/// An API token can do no more than the user who made it, and ends with that user.
@Suite struct APITokenCreatorTests {
  /// A console with two admins, and a token that the second one made on the page.
  private func made(
    role: String = "admin"
  ) async throws -> (console: TestConsole, ann: TestBrowser, secret: String) {
    let console = try await TestConsole()
    let ann = try await console.signIn("ann", .admin)
    var eve = try await console.signIn("eve", .admin)
    let page = try await eve.submit(
      "/users/tokens", [("name", "ci"), ("role", role)], token: eve.csrfToken,
      ["Accept": "application/json"])
    #expect(page.status == 201)
    return (console, ann, try #require(page.json["token"]?.string))
  }

  private func get(_ path: String, _ secret: String, _ console: TestConsole) async -> Int {
    await console.send(
      .get, path, ["Authorization": "Bearer \(secret)", "Accept": "application/json"]
    ).status
  }

  @Test func aTokenFollowsTheRoleOfItsMaker() async throws {
    var (console, ann, secret) = try await made()
    #expect(await get("/users.json", secret, console) == 200)
    let done = try await ann.submit(
      "/users/eve/role", [("role", "viewer")], token: ann.csrfToken)
    #expect(done.status == 303)
    #expect(await get("/users.json", secret, console) == 403)
    #expect(await get("/.json", secret, console) == 200)
    let page = await ann.get("/users").page
    #expect(page.contains("1 API token of eve are limited to that role"))
    #expect(page.contains("(limited to viewer, the role of eve)"))
    let token = await ann.get("/users.json").json["tokens"]?.array?.first
    #expect(token?["role"] == "admin" && token?["currentRole"] == "viewer")
    // No more than it was made with, whatever its maker becomes.
    try await console.data.setRole(.admin, of: "eve")
    #expect(await get("/users.json", secret, console) == 200)
  }

  @Test func aPromotedMakerRaisesNoToken() async throws {
    let (console, _, secret) = try await made(role: "viewer")
    #expect(await get("/users.json", secret, console) == 403)
  }

  @Test func aTokenEndsWithItsMakerAndComesBackWithUndo() async throws {
    var (console, ann, secret) = try await made()
    let question = await ann.get("/users/eve/remove")
    #expect(question.page.contains("<dt>API tokens that stop working</dt><dd>ci</dd>"))
    #expect(await ann.get("/users/eve/remove.json").json["tokens"] == ["ci"])
    _ = try await ann.submit(
      "/users/eve/remove", [("confirmed", "1")], token: ann.csrfToken)
    #expect(await get("/.json", secret, console) == 401)
    let page = await ann.get("/users").page
    #expect(page.contains("1 API token of eve no longer work"))
    #expect(page.contains("(no longer works: eve was removed)"))
    let listed = await ann.get("/users.json").json["tokens"]?.array?.first
    #expect(listed?["currentRole"] == .null)
    let entry = try #require(
      try await console.data.auditEntries(AuditFilter(), limit: 1).first)
    #expect(entry.record.before == ["role": "admin", "tokens": ["ci"]])
    let undo = try #require(page.action(containing: "/undo/"))
    _ = try await ann.submit(undo, [], token: ann.csrfToken)
    #expect(await get("/.json", secret, console) == 200)
  }

  @Test func aLaterUserOfTheSameNameGetsNoneOfTheTokens() async throws {
    let (console, _, secret) = try await made()
    try await console.data.removeUser("eve")
    try await console.data.addUser("eve", role: .admin, password: "correct horse")
    #expect(await get("/.json", secret, console) == 401)
  }

  @Test func anEndedTokenThatWasRevokedComesBackEnded() async throws {
    let (console, _, secret) = try await made()
    let id = try #require(try await console.data.tokens().first?.id)
    let removal = try #require(try await console.data.revokeToken(id))
    try await console.data.removeUser("eve")
    try await console.data.restoreToken(removal)
    #expect(await get("/.json", secret, console) == 401)
    #expect(try await console.data.tokens().map(\.isEnded) == [true])
  }

  @Test func aTokenOfTheCommandLineHasNoMaker() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("ann", role: .viewer, password: "correct horse")
    let secret = try await console.data.addToken("ci", role: .admin, by: "command line")
    try await console.data.removeUser("ann")
    #expect(await get("/users.json", secret, console) == 200)
    #expect(try await console.data.tokens().map(\.maker) == [.nobody])
  }

  @Test func aTokenIsNotMadeForAUserWhoIsGone() async throws {
    let console = try await TestConsole()
    await #expect(throws: ConsoleDataError.unknownUser("eve")) {
      try await console.data.addToken("ci", role: .viewer, by: "eve", maker: "eve")
    }
    #expect(try await console.data.tokens().isEmpty)
  }
}
