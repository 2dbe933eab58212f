import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Rows for an import that came after the session had ended.
@Suite struct UnsentUploadTests {
  private static let path = "/s/todo/t/Movie/import"

  private struct Late {
    let console: RowsConsole
    var browser: TestBrowser
    let token: String

    init() async throws {
      console = try await RowsConsole()
      try await console.pull("Movie", [("m", ["title": "Heat"])])
      browser = try await console.browser(.operate)
      token = try await browser.csrfToken
      console.console.time.advance(milliseconds: Session.idleSeconds * 1_000 + 1)
    }

    /// Sends the form as a browser does, with a file or none, and gives the page to sign in.
    mutating func send(
      _ text: String, file: String = "", token: String? = nil
    ) async throws -> String {
      func part(_ name: String, _ more: String, _ value: String) -> String {
        "--X\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)\r\n"
      }
      let name = file.isEmpty ? "" : "rows.csv"
      let body =
        part("_token", "", token ?? self.token) + part("text", "", text)
        + part("file", "; filename=\"\(name)\"", file) + part("mode", "", "upsert") + "--X--\r\n"
      let answer = try await console.console.upload(
        UnsentUploadTests.path, "multipart/form-data; boundary=X", Array(body.utf8),
        browser.cookieField)
      #expect(answer.status == 303 && answer.headers["Location"] == "/login")
      browser.keep(answer)
      return await browser.get("/login").page
    }

    mutating func signIn() async throws -> String {
      let page = await browser.get("/login")
      let answer = await browser.submit(
        "/login", [("name", Role.operate.rawValue), ("password", "correct horse")],
        token: page.csrfToken)
      return try #require(answer.headers["Location"])
    }
  }

  @Test func whatWasPastedIsKeptAndSentAfterSigningInAgain() async throws {
    var late = try await Late()
    let login = try await late.send("id,title\r\nm,Alien & more\r\n")
    #expect(login.contains("Your entries are kept for an hour"))
    #expect(try late.console.console.uploads.isEmpty)
    let place = try await late.signIn()
    let kept = await late.browser.get(place).page
    #expect(kept.contains("action=\"\(Self.path)\"") && kept.contains("m,Alien &amp; more"))
    let sent = await late.browser.submit(
      Self.path, [("text", "id,title\r\nm,Alien & more\r\n"), ("mode", "upsert")],
      token: try await late.browser.csrfToken)
    #expect(sent.headers["Location"]?.hasPrefix(Self.path + "/") == true)
    #expect(try await late.console.record("Movie", "m")?.values["title"] == "Heat")
  }

  @Test(arguments: [
    ("", "id,title\nm,Alien\n"), (String(repeating: "x", count: 300_000), ""),
  ])
  func aFileAndALongTextAreSentAnewFromTheirPage(text: String, file: String) async throws {
    var late = try await Late()
    let login = try await late.send(text, file: file)
    #expect(login.contains("paste the rows or choose the file again"))
    #expect(try late.console.console.uploads.isEmpty)
    #expect(try await late.signIn() == Self.path)
  }

  @Test func withoutTheSecretOfItsSessionNothingIsKept() async throws {
    var late = try await Late()
    let login = try await late.send("id,title\nm,Alien\n", token: "guess")
    #expect(!login.contains("kept for an hour"))
    #expect(try await late.signIn() == Self.path)
  }
}
