import Foundation
import HTTPKit
import TestSupport
import Testing

@testable import Console
@testable import ConsoleData

/// Mistakes in the forms of users, tokens and passwords stand beside their fields.
@Suite struct AccountFormTests {
  private func admin() async throws -> (TestConsole, TestBrowser, token: String) {
    let console = try await TestConsole()
    try await console.data.addUser("eve", role: .viewer, password: "correct horse")
    let browser = try await console.signIn("ann", .admin)
    return (console, browser, try await browser.csrfToken)
  }

  /// Whether the page leads to the field from its top, and has `text` beside it.
  private func expectMistake(_ page: String, at id: String, _ text: String) {
    #expect(page.contains("<a href=\"#\(id)\">"))
    #expect(page.contains("role=\"alert\" aria-labelledby=\"es\" tabindex=\"-1\" autofocus"))
    #expect(page.contains("aria-invalid=\"true\" aria-describedby=\"e-\(id)\""))
    let beside = page.components(separatedBy: "id=\"e-\(id)\">").dropFirst().first
    #expect(beside?.prefix { $0 != "<" }.contains(text) == true, "\(id)")
  }

  @Test(arguments: [
    ("eve", "a long one", "u-name", "There is a user eve already.", 409),
    ("no blanks", "a long one", "u-name", "cannot be a name", 422),
    ("zoe", "short", "u-pass", "The password is too short.", 422),
    ("zoe", "password1", "u-pass", "easy to guess", 422),
  ])
  func aUserThatCannotBeAddedIsShownAgain(
    _ name: String, _ password: String, _ id: String, _ text: String, _ status: Int
  ) async throws {
    var (_, browser, token) = try await admin()
    let answer = await browser.submit(
      "/users", [("name", name), ("role", "operator"), ("password", password)], token: token)
    #expect(answer.status == status)
    expectMistake(answer.page, at: id, text)
    #expect(answer.page.contains("name=\"name\" value=\"\(name)\""))
    #expect(answer.page.contains("<option selected>operator</option>"))
    #expect(!answer.page.contains("value=\"\(password)\""))
  }

  @Test func theListOfMistakesDoesNotRepeatWhatStandsBesideTheField() async throws {
    var (_, browser, token) = try await admin()
    let page = await browser.submit(
      "/users", [("name", "zoe"), ("role", "operator"), ("password", "password1")], token: token
    ).page
    #expect(page.contains("<a href=\"#u-pass\">This password is easy to guess.</a>"))
    #expect(page.components(separatedBy: "list of common passwords").count == 2)
  }

  @Test(arguments: [
    "/login", "/account", "/account/second-factor", "/users", "/users/eve/password",
  ])
  func passwordFieldsAreHiddenAndFilledByPasswordManagers(_ path: String) async throws {
    var (console, browser, _) = try await admin()
    if path == "/login" { browser = TestBrowser(console: console) }
    let page = await browser.get(path).page
    let fields = page.matches(of: #/<input[^>]* name="(?:p|newP)assword"[^>]*>/#).map { $0.0 }
    #expect(!fields.isEmpty)
    for field in fields {
      #expect(field.contains(" type=\"password\""), "\(field)")
      #expect(field.contains(#/ autocomplete="(?:current|new)-password"/#), "\(field)")
    }
  }

  @Test func aTokenThatCannotBeMadeKeepsItsChoices() async throws {
    var (console, browser, token) = try await admin()
    _ = try await console.data.addToken("ci", role: .viewer, by: "ann")
    let typed = [("name", "ci"), ("role", "admin"), ("store", "todo"), ("days", "365")]
    let answer = await browser.submit("/users/tokens", typed, token: token)
    #expect(answer.status == 409)
    expectMistake(answer.page, at: "k-name", "There is a token ci already.")
    #expect(answer.page.contains("<option value=\"365\" selected>"))
    #expect(answer.page.contains("<option selected>todo</option>"))
    let days = await browser.submit(
      "/users/tokens", [("name", "x"), ("role", "viewer"), ("days", "soon")], token: token)
    expectMistake(days.page, at: "k-days", "is not a number of days")
  }

  @Test func theLastAdminIsToldBesideTheRole() async throws {
    var (_, browser, token) = try await admin()
    let answer = await browser.submit("/users/ann/role", [("role", "viewer")], token: token)
    #expect(answer.status == 409)
    expectMistake(answer.page, at: "r-0", "ann is the last admin.")
  }

  @Test func aNewPasswordSaysWhatItEndsAndThatItStays() async throws {
    var (console, browser, token) = try await admin()
    _ = try await console.data.startSession(user: "eve", address: "::1", agent: "")
    #expect(await browser.get("/users").page.contains("href=\"/users/eve/password\""))
    let page = await browser.get("/users/eve/password").page
    #expect(page.contains("This cannot be undone."))
    #expect(page.contains("eve is signed out immediately: 1 open session ends."))
    let short = await browser.submit("/users/eve/password", [("password", "x")], token: token)
    #expect(short.status == 422)
    expectMistake(short.page, at: "n-pass", "too short")
    let done = await browser.submit(
      "/users/eve/password", [("password", "quite another one")], token: token)
    #expect(done.headers["Location"] == "/users")
    #expect(try await console.data.isPassword("quite another one", of: "eve"))
  }

  @Test(arguments: [false, true])
  func whoHasOneTimeCodesIsShownWithThem(_ isReadOnly: Bool) async throws {
    let console = try await TestConsole { $0.isReadOnly = isReadOnly }
    var browser = try await console.signIn("ann", .admin)
    let secret = try await console.data.secondFactorSetUp(of: "ann")
    let bytes = try #require(Base32.decode(secret))
    let code = TOTP.code(bytes, step: TOTP.step(at: console.time.now))
    let session = try #require(try await console.data.sessions(of: "ann").first)
    #expect(
      try await console.data.confirmSecondFactor(of: "ann", code: code, keeping: session.id) != nil)
    let account = await browser.get("/account")
    #expect(account.status == 200 && account.page.contains("10 recovery codes left"))
    #expect(account.page.contains("Turn off two-factor authentication") == !isReadOnly)
    let users = await browser.get("/users")
    #expect(users.status == 200)
    #expect(users.page.contains("/users/ann/second-factor/remove") == !isReadOnly)
    guard !isReadOnly else { return }
    let wrong = try await browser.submit(
      "/account/second-factor/remove", [("password", "guess")], token: browser.csrfToken)
    expectMistake(wrong.page, at: "f-pass", "Wrong password.")
  }

  @Test func onesOwnPasswordIsRefusedBesideTheFieldThatIsWrong() async throws {
    var (console, browser, token) = try await admin()
    _ = try await console.data.startSession(user: "ann", address: "::1", agent: "")
    let page = await browser.get("/account").page
    #expect(page.contains("You stay signed in here. 1 other session ends."))
    #expect(page.contains("Changing the password cannot be undone."))
    let wrong = await browser.submit(
      "/account/password", [("password", "guess"), ("newPassword", "quite another one")],
      token: token)
    #expect(wrong.status == 422)
    expectMistake(wrong.page, at: "p-old", "Wrong password.")
    let short = await browser.submit(
      "/account/password", [("password", "correct horse"), ("newPassword", "x")], token: token)
    expectMistake(short.page, at: "p-new", "too short")
    #expect(!short.page.contains("value=\"correct horse\""))
  }
}
