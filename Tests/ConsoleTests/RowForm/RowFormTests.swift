import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// The form of a row: what it carries, and what stands in its way.
@Suite struct RowFormTests {
  private static let row = "/s/todo/t/Movie/r/a"
  private static let long = String(repeating: "line of a long note\n", count: 500)

  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", [("a", ["title": "Film", "rank": 1, "note": .string(Self.long)])])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  /// As a browser sends it.
  private static let sentLong = long.replacing("\n", with: "\r\n")

  // MARK: - Duplicates

  @Test func aDuplicateBeginsWithTheValuesOfTheRow() async throws {
    var (console, browser, token) = try await filled()
    #expect(await browser.get(Self.row).page.contains("href=\"/s/todo/t/Movie/new?from=a\""))
    let page = await browser.get("/s/todo/t/Movie/new?from=a").page
    #expect(page.contains("The form shows the values of row “Film”."))
    #expect(page.contains("Film</textarea>") && page.value(of: "v.rank") == "1")
    #expect(page.value(of: "id") == "")
    let saved = await browser.submit(
      "/s/todo/t/Movie",
      [("w.title", "null"), ("v.title", "Film"), ("w.rank", "null"), ("v.rank", "2")],
      token: token)
    #expect(saved.status == 303)
    let rows = try await console.sync.rows("Movie", RowQuery()).rows
    #expect(rows.count == 2)
    #expect(rows.first { $0.id != "a" }?.record.values["rank"] == 2)
    #expect(await browser.get("/s/todo/t/Movie/new?from=nowhere").status == 404)
  }

  // MARK: - Long texts

  @Test func aLongTextStandsInTheFormOnce() async throws {
    var (console, browser, token) = try await filled()
    let page = await browser.get(Self.row + "/edit").page
    let start = String(Self.long.prefix(120))
    #expect(page.contains("Was: \(start)…</span>"))
    // Each line once, but for those at the start.
    #expect(
      page.ranges(of: "line of a long note").count == 500
        + start.ranges(of: "line of a long note").count)
    let opened = try #require(page.value(of: "w.note"))
    let state = try #require(page.value(of: "ifState"))
    let saved = await browser.submit(
      Self.row,
      [
        ("ifState", state), ("w.note", opened), ("v.note", Self.sentLong), ("w.title", "\"Film\""),
        ("v.title", "New"),
      ], token: token)
    #expect(saved.status == 303)
    #expect(try await console.record("Movie", "a")?.values["note"] == .string(Self.long))
    let entry = try await console.console.data.auditEntries(AuditFilter(), limit: 1).first
    #expect(entry?.record.after?.object?.names == ["title"])
  }

  @Test func aLongTextThatBothChangedIsFoundInTheHistory() async throws {
    var (console, browser, token) = try await filled()
    let page = await browser.get(Self.row + "/edit").page
    let opened = try #require(page.value(of: "w.note"))
    let state = try #require(page.value(of: "ifState"))
    try await console.sync.table("Movie").update("a", ["note": "theirs"], by: "tablet")
    let stale = await browser.submit(
      Self.row, [("ifState", state), ("w.note", opened), ("v.note", Self.sentLong + "mine")],
      token: token)
    #expect(stale.status == 409)
    #expect(!stale.page.contains("not known any more"))
    #expect(stale.page.contains("name=\"side.note\" value=\"mine\" required>"))
    // One that only they changed is theirs.
    let untouched = await browser.submit(
      Self.row, [("ifState", state), ("w.note", opened), ("v.note", Self.sentLong)], token: token)
    #expect(untouched.page.contains("not changed"))
    #expect(untouched.page.contains("\ntheirs</textarea>"))
  }

  @Test func aLongTextWhoseOldVersionIsGoneIsAskedAbout() throws {
    let (columns, now) = ([Column("note", .text)], Record(id: "a", values: ["note": "theirs"]))
    let opened = ColumnInput(column: columns[0], was: .string(Self.long)).opened
    #expect(opened.hasPrefix("#") && opened.utf8.count < 40)
    let posted = { (text: String) in
      RowForm(
        columns: columns, record: now,
        posted: QueryItems([.init("w.note", opened), .init("v.note", text)]))
    }
    #expect(posted(Self.sentLong + "mine").rebased(on: now).fields[0].dispute == .open)
    let untouched = posted(Self.sentLong)
    #expect(untouched.changes.isEmpty && untouched.rebased(on: now).fields[0].dispute == nil)
    #expect(untouched.rebased(on: now).fields[0].text == "theirs")
  }

  // MARK: - Too large

  @Test func aFormOfARowTakesWhatJSONTakes() async throws {
    var (console, browser, token) = try await filled()
    let large = String(repeating: "x", count: 2_000_000)
    let saved = await browser.submit(
      Self.row, [("w.note", "null"), ("v.note", large)], token: token)
    #expect(saved.status == 303)
    #expect(try await console.record("Movie", "a")?.values["note"] == .string(large))
    let other = await browser.submit("/s/todo/offline", [("offline", large)], token: token)
    #expect(other.status == 413 && other.page.contains("This is too much at once"))
  }

  @Test(arguments: ["/s/todo/t/Movie/r/a", "/s/todo/t/Movie", "/s/todo/errors/1/resolve", "/login"])
  func aBodyThatIsTooLongIsRefusedByItsHeadWithAPage(path: String) async throws {
    let console = try await RowsConsole()
    let head = { (accept: String) in
      HTTPRequest(
        .post, path,
        headers: [
          "Host": TestConsole.host, "Accept": accept, "Content-Length": "9000000",
          "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
          "Referer": "http://\(TestConsole.host)/s/todo/t/Movie/r/a/edit",
          "Authorization": "Bearer \(console.operatorToken)",
        ])
    }
    for accept in ["text/html", "application/json"] {
      let rule = console.console.app.bodyRule(for: head(accept))
      let ask = try #require(rule.admit)
      guard case .refused(let answer) = await ask() else {
        Issue.record("the body was taken")
        return
      }
      #expect(answer.status == 413)
      #expect(answer.page.contains("Nothing was changed."))
      let isPage = answer.headers["Content-Type"]?.hasPrefix("text/html") == true
      #expect(isPage == (accept == "text/html"))
      if isPage { #expect(answer.page.contains("href=\"/s/todo/t/Movie/r/a/edit\"")) }
    }
  }

  @Test func aFormWithNULIsCalledWhatItIs() async throws {
    var (console, browser, token) = try await filled()
    let answer = await browser.submit(
      Self.row, [("w.title", "\"Film\""), ("v.title", "a\u{0}b")], token: token)
    #expect(answer.status == 400)
    #expect(answer.page.contains("has a NUL character"))
    #expect(try await console.record("Movie", "a")?.values["title"] == "Film")
  }

  // MARK: - Both changed it

  @Test func whatBothChangedNeedsAChoice() async throws {
    var (console, browser, token) = try await filled()
    let state = try #require(await browser.get(Self.row + "/edit").page.value(of: "ifState"))
    try await console.sync.table("Movie").update("a", ["title": "Theirs"], by: "tablet")
    let typed = [("w.title", "\"Film\""), ("v.title", "Mine"), ("w.rank", "1"), ("v.rank", "9")]
    let stale = await browser.submit(Self.row, [("ifState", state)] + typed, token: token)
    let fresh = try #require(stale.page.value(of: "ifState"))
    #expect(!stale.page.contains("name=\"side.rank\""))
    #expect(!stale.page.contains("required checked"), "nobody chose yet")

    let again = [
      ("ifState", fresh), ("w.title", "\"Theirs\""), ("v.title", "Mine"), ("side.title", ""),
      ("w.rank", "1"), ("v.rank", "9"),
    ]
    let open = await browser.submit(Self.row, again, token: token)
    #expect(open.status == 422)
    #expect(open.page.contains("title: also changed by somebody else: choose which value to keep"))
    #expect(open.page.contains("\nMine</textarea>"))
    #expect(open.page.contains("name=\"side.title\" value=\"theirs\" required>"))
    #expect(try await console.record("Movie", "a")?.values["title"] == "Theirs")

    // Another mistake does not take the choice back.
    let chosen = again + [("side.title", "mine")]
    let wrong = await browser.submit(
      Self.row, chosen.filter { $0.0 != "v.rank" } + [("v.rank", "many")], token: token)
    #expect(wrong.status == 422 && wrong.page.contains("value=\"mine\" required checked>"))
    #expect(await browser.submit(Self.row, chosen, token: token).status == 303)
    let row = try await console.record("Movie", "a")
    #expect(row?.values["title"] == "Mine" && row?.values["rank"] == 9)
  }

  // MARK: - What stands in the way

  @Test func aVersionThatTheRowDoesNotHaveIsSaid() async throws {
    var (_, browser, _) = try await filled()
    let answer = await browser.get(Self.row + "/edit?from=999999")
    #expect(answer.status == 404)
    #expect(answer.page.contains("This row has no version “999999”"))
    #expect(answer.page.contains("href=\"\(Self.row)?tab=history\""))
    #expect(await browser.get(Self.row + "/edit?from=now").status == 200)
  }

  @Test func theFormOfADeletedRowLeadsToWhatBringsItBack() async throws {
    var (console, browser, token) = try await filled()
    try await console.sync.table("Movie").delete("a")
    let answer = await browser.get(Self.row + "/edit")
    #expect(answer.status == 303 && answer.headers["Location"] == Self.row)
    let page = await browser.get(Self.row).page
    #expect(page.contains("“Film” is deleted and cannot be edited."))
    #expect(page.contains("action=\"\(Self.row)/undelete\""))
    // A form that was open, or a second try.
    let refused = await browser.submit(
      Self.row, [("w.title", "\"Film\""), ("v.title", "Mine")], token: token)
    #expect(refused.status == 409 && refused.page.contains("<b>This row is deleted.</b>"))
    #expect(refused.page.contains("\nMine</textarea>") && refused.page.contains(">its page</a>"))
  }

  @Test func anEditOfAConflictWaitsForTheDecision() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict("dean")
    var browser = try await store.console.signIn("mira", .operate)
    let (row, link) = ("/s/todo/t/TodoItem/r/dean", "href=\"/s/todo/errors/\(error.id)\"")
    let form = await browser.get(row + "/edit").page
    #expect(form.contains("Changed here and on the server.") && form.contains(link))
    #expect(form.contains("pushed once the conflict is resolved"))
    _ = await browser.submit(
      row, [("w.text", "\"of the store\""), ("v.text", "new")], token: try await browser.csrfToken)
    let page = await browser.get(row).page
    #expect(page.contains("Resolve its conflict first."))
    let flash = try #require(page.components(separatedBy: "data-flash").dropFirst().first)
    #expect(flash.prefix(600).contains(link))
    #expect(try await store.queue().map(\.state) == [.conflict])
  }

  @Test func anEditOfARefusedChangeGoesOutAgain() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure("dean")
    var browser = try await store.console.signIn("mira", .operate)
    let row = "/s/todo/t/TodoItem/r/dean"
    #expect(await browser.get(row + "/edit").page.contains("The server rejected the last change"))
    _ = await browser.submit(
      row, [("w.text", "\"too long\""), ("v.text", "new")], token: try await browser.csrfToken)
    #expect(await browser.get(row).page.contains("It is sent with the next push."))
  }

  // MARK: - Ways back

  @Test func aViewWithoutANameLeadsBackToTheList() async throws {
    var (_, browser, token) = try await filled()
    let answer = await browser.submit(
      "/s/todo/t/Movie/views", [("name", " "), ("query", "rank=1")], token: token)
    #expect(answer.status == 422)
    #expect(answer.page.contains("The view was not saved"))
    #expect(answer.page.contains("href=\"/s/todo/t/Movie?rank=1\""))
  }

  @Test func anyOtherRefusalLeadsBackToItsForm() async throws {
    var (_, browser, token) = try await filled()
    let answer = await browser.submit(
      "/s/todo/offline", [("offline", "perhaps")], token: token,
      ["Referer": "http://\(TestConsole.host)/s/todo/sync"])
    #expect(answer.status == 422 && answer.page.contains("href=\"/s/todo/sync\">Back to the form"))
  }
}
