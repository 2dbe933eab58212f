import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Pages in the language of whoever looks, everything else in English.
@Suite struct LanguagePagesTests {
  private static let german = ["Accept-Language": "de-AT,de;q=0.9,en;q=0.5"]
  private static let queue = "/s/todo/queue"

  private func signedIn() async throws -> (SyncConsole, TestBrowser) {
    let store = try await SyncConsole()
    try await store.fill()
    return (store, try await store.console.signIn("anna", .admin))
  }

  @Test func aPageIsInTheLanguageThatTheBrowserLikesBest() async throws {
    var (_, browser) = try await signedIn()
    let german = await browser.get(Self.queue, Self.german)
    #expect(german.page.contains("<html lang=\"de\""))
    #expect(german.headers["Content-Language"] == "de")
    #expect(german.page.contains("<h1>Warteschlange"))
    #expect(!german.page.contains("<h1>Queue"))
    let english = await browser.get(Self.queue, ["Accept-Language": "fr"])
    #expect(english.page.contains("<html lang=\"en\"") && english.page.contains("<h1>Queue"))
  }

  @Test func thePageToSignInIsInTheBrowsersLanguage() async throws {
    let (store, _) = try await signedIn()
    let page = await store.console.send(.get, "/login", ["Accept-Language": "ja"])
    #expect(page.page.contains("<html lang=\"ja\"") && page.page.contains("サインイン"))
  }

  @Test func theLanguageOfTheAccountComesBeforeTheBrowsers() async throws {
    var (store, browser) = try await signedIn()
    let answer = await browser.submit(
      "/language", [("language", "zh-Hant")], token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(await browser.get(Self.queue, Self.german).page.contains("<html lang=\"zh-Hant\""))
    // With the account, not with the session.
    var other = TestBrowser(console: store.console)
    let page = await other.get("/login")
    _ = await other.submit(
      "/login", [("name", "anna"), ("password", "correct horse")], token: page.csrfToken)
    #expect(await other.get(Self.queue).page.contains("<html lang=\"zh-Hant\""))
    _ = await browser.submit(
      "/language", [("language", "automatic")], token: try await browser.csrfToken)
    #expect(await other.get(Self.queue, Self.german).page.contains("<html lang=\"de\""))
  }

  @Test func anUnknownLanguageIsRefusedAndChangesNothing() async throws {
    var (_, browser) = try await signedIn()
    let answer = await browser.submit(
      "/language", [("language", "xx")], token: try await browser.csrfToken)
    #expect(answer.status == 400)
    #expect(await browser.get(Self.queue).page.contains("<html lang=\"en\""))
  }

  @Test func aLanguageNeedsTheFormsToken() async throws {
    var (_, browser) = try await signedIn()
    let answer = await browser.submit("/language", [("language", "de")], token: nil)
    #expect(answer.status == 403)
  }

  @Test func programsGetEnglishWhateverTheyAccept() async throws {
    let (store, _) = try await signedIn()
    let secret = store.secrets[.viewer] ?? ""
    for path in ["\(Self.queue).json?state=nonsense", "/s/todo/errors/999.json", "/s/todo.json"] {
      let fields = ["Authorization": "Bearer \(secret)", "Accept": "application/json"]
      let english = await store.console.send(.get, path, fields)
      let german = await store.console.send(
        .get, path, fields.merging(Self.german) { first, _ in first })
      #expect(english.json["error"]?["message"] == german.json["error"]?["message"], "\(path)")
    }
  }

  @Test func theCauseOfAFailedRunIsInThePagesLanguageAndStoredInEnglish() async throws {
    var (store, browser) = try await signedIn()
    store.remote.scriptReads([.unreachable])
    let run = try await store.run("pull")
    #expect(run["message"]?.string?.contains("The server fake can’t be reached") == true)
    let id = try #require(run["run"]?.integer)
    for path in ["/s/todo/runs/\(id)", "/s/todo/runs", "/s/todo"] {
      let page = await browser.get(path, Self.german).page
      #expect(page.contains("Der Server fake ist nicht erreichbar"), "\(path)")
      #expect(!page.contains("can’t be reached"), "\(path)")
    }
  }

  @Test func aDurationHasTheUnitsOfThePagesLanguage() async throws {
    let (store, _) = try await signedIn()
    let pages = store.console.app.services.pages
    let japanese = pages.catalogue(
      for: HTTPRequest(.get, "/s/todo/queue", headers: ["Accept-Language": "ja"]))
    let now = try #require(Timestamp("2026-11-21T12:00:00Z"))
    TextCatalogue.$current.withValue(japanese) {
      #expect(Format.duration(milliseconds: 200_000) == "3 分 20 秒")
      #expect(Format.duration(milliseconds: 172_800_000) == "2 日")
      #expect(Format.relative(now.adding(seconds: -600), now: now) == "10 分前")
    }
  }

  @Test func whatIsKeptIsEnglish() async throws {
    var (store, browser) = try await signedIn()
    let token = try await browser.csrfToken
    let deleted = await browser.submit(
      "/s/todo/t/TodoItem/bulk",
      [("action", "delete"), ("id", "dean"), ("id", "ricky")], token: token, Self.german)
    #expect(deleted.status == 303)
    let pushed = await browser.submit("/s/todo/push", [], token: token, Self.german)
    #expect(pushed.status == 303)
    _ = try await store.console.runs.wait(1, store: "todo")
    for entry in try await store.console.data.auditEntries(AuditFilter(), limit: 50) {
      let words = "\(entry.record)"
      #expect(!words.contains("Zeile") && !words.contains("gelöscht"), "\(words)")
    }
    // Its message is for who did it.
    let page = await browser.get("/s/todo/t/TodoItem", Self.german)
    #expect(page.page.contains("Zeilen"))
  }

  @Test func reasonsThatAreKeptAreEnglish() async throws {
    var (store, browser) = try await signedIn()
    let token = try await browser.csrfToken
    let deleted = await browser.submit(
      "/s/todo/t/TodoItem/bulk", [("action", "delete"), ("id", "dean"), ("id", "ricky")],
      token: token, Self.german)
    #expect(deleted.status == 303)
    let entry = try #require(
      try await store.console.data.auditEntries(AuditFilter(), limit: 1).first?.id)
    // One of the two changes in between, so it stays; the reason is for everybody.
    try await store.items.undelete("dean")
    try await store.items.update("dean", ["text": "by somebody else"])
    let undone = await browser.submit("/undo/\(entry)", [], token: token, Self.german)
    #expect(undone.status == 303)
    let reason = try await store.console.data.auditEntries(AuditFilter(), limit: 1).first?.record
      .reason
    #expect(reason?.contains("Row dean of TodoItem") == true, "\(reason ?? "none")")
  }

  @Test func aReportForOthersIsEnglish() async throws {
    var (store, browser) = try await signedIn()
    try await store.items.update("dean", ["text": "pending"])
    let path = "/s/todo/t/TodoItem/r/dean/passport"
    let markdown = await browser.get("\(path)?as=markdown", Self.german).page
    #expect(markdown.contains("Store is online") && !markdown.contains("Warteschlange"))
    #expect(await browser.get(path, Self.german).page.contains("Supportbericht"))
  }

  @Test func aFileIsEnglish() async throws {
    let (store, _) = try await signedIn()
    let pages = store.console.app.services.pages
    for path in ["/s/todo/trash.csv", "/s/todo/t/TodoItem.ndjson", "/metrics", "/audit.json"] {
      let request = HTTPRequest(.get, path, headers: ["Accept-Language": "de"])
      #expect(pages.catalogue(for: request).language == .english, "\(path)")
    }
  }

  @Test func theScriptBringsItsTextsInThePagesLanguage() async throws {
    var (store, browser) = try await signedIn()
    let page = await browser.get(Self.queue, Self.german).page
    let address = try #require(
      page.firstMatch(of: #/<script src="([^"]*app\.de\.[^"]+)"/#)?.output.1)
    let script = await store.console.send(.get, String(address))
    #expect(script.status == 200 && script.page.contains("\"use strict\";\nconst texts = {\""))
  }
}
