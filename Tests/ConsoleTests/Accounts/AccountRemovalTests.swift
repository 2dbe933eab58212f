import ConsoleData
import HTTPKit
import JSONKit
import TestSupport
import Testing

@testable import Console

/// Taking users, tokens and codes away is asked first, and undone from the next page.
@Suite struct AccountRemovalTests {
  @Test func aUserIsRemovedAfterAQuestionAndComesBackWithUndo() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("eve", role: .operate, password: "correct horse")
    var browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let list = await browser.get("/users").page
    #expect(list.contains("href=\"/users/eve/remove\""))
    let asked = await browser.submit("/users/eve/remove", [], token: token)
    #expect(asked.status == 303 && asked.headers["Location"] == "/users/eve/remove")
    let question = await browser.get("/users/eve/remove").page
    #expect(question.contains("Remove user eve?"))
    #expect(question.contains("<h1 tabindex=\"-1\" autofocus>Remove user eve?</h1>"))
    #expect(question.contains("Remove user eve"))
    #expect(try await console.data.isUser("eve"))
    _ = await browser.submit("/users/eve/remove", [("confirmed", "1")], token: token)
    #expect(try await !console.data.isUser("eve"))
    let page = await browser.get("/users").page
    #expect(page.contains("User eve removed and signed out."))
    let undo = try #require(page.action(containing: "/undo/"))
    _ = await browser.submit(undo, [], token: token)
    #expect(try await console.data.isPassword("correct horse", of: "eve"))
    #expect(await browser.get("/users").page.contains("User eve restored."))
    let again = await browser.submit(undo, [], token: token)
    #expect(again.status == 409)
  }

  @Test func aTokenIsRevokedAfterAQuestionAndWorksAgainAfterUndo() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("ci", role: .viewer, by: "ann")
    var browser = try await console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let id = try #require(try await console.data.tokens().first?.id)
    #expect(await browser.submit("/users/tokens/\(id)/revoke", [], token: token).status == 303)
    #expect(try await console.data.token(withSecret: secret) != nil)
    #expect(await browser.get("/users/tokens/\(id)/revoke").page.contains("Revoke API token ci"))
    _ = await browser.submit(
      "/users/tokens/\(id)/revoke", [("confirmed", "1")], token: token)
    #expect(try await console.data.token(withSecret: secret) == nil)
    let undo = try #require(await browser.get("/users").page.action(containing: "/undo/"))
    _ = await browser.submit(undo, [], token: token)
    #expect(try await console.data.token(withSecret: secret) != nil)
  }

  @Test func onlyAnAdminWhoShowedThePasswordBringsAnAccountBack() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("eve", role: .admin, password: "correct horse")
    var admin = try await console.signIn("ann", .admin)
    let token = try await admin.csrfToken
    _ = await admin.submit("/users/eve/remove", [("confirmed", "1")], token: token)
    let undo = try #require(await admin.get("/users").page.action(containing: "/undo/"))
    for role in [Role.viewer, .operate] {
      var other = try await console.signIn("jo-\(role.rawValue)", role)
      let answer = try await other.submit(undo, [], token: other.csrfToken)
      #expect(answer.status == 403)
      #expect(!(await other.get("/audit").page.contains("action=\"\(undo)\"")))
    }
    console.time.advance(milliseconds: 11 * 60_000)
    #expect(await admin.submit(undo, [], token: token).status == 403)
    #expect(try await !console.data.isUser("eve"))
  }
}
