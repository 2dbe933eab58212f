import Console
import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import Support
import SyncCore
import Testing

@Suite struct AddStoreTests {
  private let administration = FakeAdministration()

  private let connection: [(String, String)] = [
    ("name", "two"), ("remote.kind", "azure"), ("remote.url", "https://a.example"),
    ("push.window", "4"),
  ]

  private func admin() async throws -> (TestBrowser, token: String) {
    let console = try await TestConsole(administration: administration)
    let browser = try await console.signIn("ann", .admin)
    return (browser, try await browser.csrfToken)
  }

  @Test func aTestThatPassesLeadsToTheTablesOfTheServer() async throws {
    var (browser, token) = try await admin()
    administration.test.withLock {
      $0 = ConnectionTest(
        checks: [ProbeFinding("Server responds", .ok, "")],
        tables: [
          RemoteTable(name: "Note", columns: [Column("text", .text), Column("gone", .boolean)]),
          RemoteTable(name: "Audit", columns: []),
        ])
      $0.tables?[0].rowCount = 1_204
      $0.milliseconds = 96
      $0.capabilities = [.versionedWrites, .incrementalPull, .tombstones]
    }
    let page = await browser.submit("/stores", connection + [("do", "probe")], token: token).page
    #expect(
      page.contains(
        "<b>Connection works.</b> 2 tables found in 96 ms. Supported: conflict detection, "
          + "incremental pull, deleted rows in pulls. Not supported: undelete, files.</p>"))
    #expect(page.contains("name=\"tables.0.name\" value=\"Audit\""))
    #expect(page.contains("name=\"tables.1.name\" value=\"Note\""))
    #expect(page.contains("<option value=\"flag:gone\">gone</option>"))
    #expect(page.contains("name=\"push.window\" value=\"4\""))
    #expect(page.contains("<td class=\"num\" data-l=\"Rows on server\">1,204</td>"))
    #expect(page.contains("<td class=\"num\" data-l=\"Rows on server\">–</td>"))
    #expect(administration.settings.withLock { $0.isEmpty })
  }

  @Test func aTableThatTheServerDoesNotListIsShownAndNotSelected() async throws {
    var (browser, token) = try await admin()
    administration.test.withLock {
      $0 = ConnectionTest(
        checks: [ProbeFinding("Nonsense", .warn, "The server has no table of this name.")],
        tables: ["Audit", "Note"].map { RemoteTable(name: $0, columns: []) })
      $0.unlisted = ["Nonsense"]
    }
    func tables(_ names: String) async -> String {
      await browser.submit(
        "/stores", connection + [("tableNames", names), ("do", "probe")], token: token
      ).page
    }
    func box(_ name: String) -> String { "aria-label=\"Add \(name)\"" }
    let page = await tables("Nonsense, Note")
    #expect(page.contains("2 tables found."))
    #expect(
      page.contains(
        "<b>Nonsense:</b> The server has no table of this name. It is not selected.</p>"))
    #expect(page.contains("\(box("Note")) checked>") && page.contains("\(box("Audit"))>"))
    #expect(page.contains("\(box("Nonsense"))>"))
    #expect(page.contains("Nonsense <span class=\"chip warn\">Not on server</span></th>"))
    #expect(page.components(separatedBy: "Not on server").count == 2)
    #expect(!(await tables("Nonsense")).contains(" checked></label>"))
  }

  @Test func aNamedTableThatWasNotAmongTheFirstRecordsStays() async throws {
    var (browser, token) = try await admin()
    administration.test.withLock {
      $0 = ConnectionTest(tables: [RemoteTable(name: "Audit", columns: [])])
    }
    let page = await browser.submit(
      "/stores", connection + [("tableNames", "Note"), ("do", "probe")], token: token
    ).page
    #expect(page.contains("1 table found.") && !page.contains("Not on server"))
    #expect(page.contains("aria-label=\"Add Note\" checked>"))
  }

  @Test func theChosenTablesAreAddedAndTheOthersLeftOut() async throws {
    var (browser, token) = try await admin()
    let tables: [(String, String)] = [
      ("tables.0.name", "Audit"), ("tables.0.listed", "1"), ("tables.0.deletion", "none"),
      ("tables.1.name", "Note"), ("tables.1.listed", "1"), ("tables.1.add", "1"),
      ("tables.1.deletion", "flag:gone"), ("schedule.everyMinutes", "15"),
    ]
    let answer = await browser.submit("/stores", connection + tables, token: token)
    #expect(answer.status == 303 && answer.headers["Location"] == "/stores/new?added=two")
    #expect(
      administration.settings.withLock { $0["two"] } == [
        "name": "two", "remote": ["kind": "azure", "url": "https://a.example"],
        "push": ["window": 4], "schedule": ["everyMinutes": 15],
        "tables": [["name": "Note", "softDelete": ["column": "gone"]]],
      ])
  }

  @Test func aTestThatFailsStaysWithWhatWasTypedAndNamesABetterAddress() async throws {
    var (browser, token) = try await admin()
    administration.test.withLock {
      $0 = ConnectionTest(
        checks: [ProbeFinding("Note", .no, "404")], betterAddress: "https://b.example")
      $0.failure = ConnectionFailure(
        "No tables were found at this address.", at: "remote.url", "Use https://b.example instead.")
    }
    let page = await browser.submit("/stores", connection + [("do", "probe")], token: token).page
    #expect(page.contains("<b>No tables were found at this address.</b>"))
    #expect(page.contains(">Use https://b.example instead.</span>"))
    #expect(page.contains("value=\"https://a.example\""))
    #expect(page.contains("Continue without testing"))
  }

  @Test func whatATestFailsOfIsSaidOnceAboveAndTheRemedyAtItsField() async throws {
    var (browser, token) = try await admin()
    administration.test.withLock {
      $0 = ConnectionTest(checks: [ProbeFinding("The server can’t be reached", .no, "")])
      $0.failure = ConnectionFailure("It is silent.", at: "remote.url", "Check the port.")
    }
    let page = await browser.submit("/stores", connection + [("do", "probe")], token: token).page
    #expect(
      page.contains("<b>It is silent.</b> Check <a href=\"#f-remote-url\">Address</a>.</p></div>"))
    #expect(
      page.contains(
        "value=\"https://a.example\" inputmode=\"text\" autocomplete=\"off\" spellcheck=\"false\" "
          + "aria-invalid=\"true\""))
    #expect(page.components(separatedBy: "Check the port.").count == 2)
    #expect(page.components(separatedBy: "It is silent.").count == 2)
    #expect(!page.contains("can’t be reached") && !page.contains("class=\"ladder\""))
  }

  @Test func aWrongFieldIsNamedAboveTheFormAndExplainedBesideIt() async throws {
    var (browser, token) = try await admin()
    let page = await browser.submit(
      "/stores", connection + [("push.insertResendSeconds", "soon"), ("do", "probe")], token: token
    ).page
    #expect(page.contains("<a href=\"#f-push-insertResendSeconds\">Resend delay</a>"))
    #expect(page.components(separatedBy: "Write a number.").count == 2)
  }

  @Test func aServerThatListsNothingAsksForTheNames() async throws {
    var (browser, token) = try await admin()
    let page = await browser.submit("/stores", connection + [("do", "probe")], token: token).page
    #expect(page.contains("<b>The server responds, but it does not list its tables.</b>"))
    #expect(page.contains(">Enter their names, separated by commas.</span>"))
  }

  @Test func namedTablesAreOfferedWithoutATest() async throws {
    var (browser, token) = try await admin()
    let page = await browser.submit(
      "/stores", connection + [("tableNames", "Note, Audit,Note"), ("do", "tables")],
      token: token
    ).page
    #expect(page.contains("The connection was not tested."))
    #expect(page.contains("name=\"tables.0.name\" value=\"Note\""))
    #expect(page.contains("name=\"tables.1.name\" value=\"Audit\""))
    #expect(!page.contains("tables.2.name"))
  }

  @Test func backFromTheTablesKeepsTheirNames() async throws {
    var (browser, token) = try await admin()
    let page = await browser.submit(
      "/stores",
      connection + [
        ("tables.0.name", "Note"), ("tables.0.listed", "1"), ("tables.0.add", "1"),
        ("do", "connection"),
      ], token: token
    ).page
    #expect(page.contains("name=\"tableNames\" value=\"Note\""))
    #expect(page.contains("Test connection"))
  }
}
