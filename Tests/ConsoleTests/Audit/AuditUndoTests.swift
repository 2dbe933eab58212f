import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Entries of actions on many rows, and taking them back from the audit's own pages.
@Suite struct AuditUndoTests {
  private func deleted(_ count: Int) async throws -> (RowsConsole, TestBrowser, entry: Int64) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", (0..<count).map { ("m\($0)", ["title": .string("Film \($0)"), "rank": 1]) })
    let browser = try await console.browser(.admin)
    let answer = await console.post(
      "/s/todo/t/Movie/bulk",
      ["action": "delete", "ids": .array((0..<count).map { .string("m\($0)") })])
    return (console, browser, try #require(answer.json["entry"]?.integer))
  }

  @Test func theNamesOfRowsAreNoValuesOfOne() async throws {
    var (_, browser, entry) = try await deleted(3)
    let list = await browser.get("/audit").page
    #expect(!list.contains("new: rows"))
    let page = await browser.get("/audit/\(entry)").page
    #expect(!page.contains("cap-ch"))
    for number in [0, 2] {
      let link = "<a href=\"/s/todo/t/Movie/r/m\(number)?tab=history\">Film \(number)</a>"
      #expect(page.contains(link), "\(number)")
    }
  }

  @Test func aLongValueIsCutVisibly() {
    var record = AuditRecord(
      who: "mira", address: "", action: "rows.edit", store: "todo", target: "Movie",
      requestID: "A")
    record.before = [
      "Movie a": ["title": "a title that is too long for a line of the audit", "rank": 1]
    ]
    record.after = [
      "Movie a": ["title": "another title that is too long for a line of the audit", "rank": 2]
    ]
    let summary = AuditChange.summary(record) ?? ""
    #expect(summary.components(separatedBy: "…").count == 3, "\(summary)")
  }

  @Test func undoingLeadsBackToTheAuditWithItsFilter() async throws {
    var (console, browser, entry) = try await deleted(2)
    let token = try await browser.csrfToken
    let list = "/audit?action=rows.delete"
    let page = await browser.get(list).page
    #expect(page.contains("name=\"back\" value=\"\(list)\""))
    let own = await browser.get("/audit/\(entry)").page
    #expect(own.contains("name=\"back\" value=\"/audit/\(entry)\""))
    let done = await browser.submit("/undo/\(entry)", [("back", list)], token: token)
    #expect(done.headers["Location"] == list)
    #expect(try await console.record("Movie", "m0")?.deleted == false)
  }

  @Test func whatAnUndoLeftStandsOnTheEntryThatItTookBack() async throws {
    var (console, browser, entry) = try await deleted(3)
    let token = try await browser.csrfToken
    try await console.sync.table("Movie").undelete("m1")
    try await console.sync.table("Movie").update("m1", ["rank": 9])
    let done = await browser.submit("/undo/\(entry)", [("back", "/audit")], token: token)
    #expect(done.status == 303, "\(done.page)")
    let page = await browser.get("/audit/\(entry)").page
    #expect(page.contains("<dt>Undone by</dt><dd><a href=\"/audit/\(entry + 1)\">"))
    #expect(page.contains("in part: 1 row unchanged: Row m1 of Movie changed since."))
    #expect(page.contains(">Undone in part "))
    let list = await browser.get("/audit").page
    #expect(list.matches(of: #/>Undone in part \d/#).count == 1)
  }

  /// The log has the ids of rows alone; their names are in the store.
  @Test func entriesAreFoundByThePresentNameOfTheirRow() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Bulawayo"]), ("m2", ["title": "Harare"])])
    for id in ["m1", "m2"] {
      try await console.console.data.record(
        AuditRecord(
          who: "mira", address: "", action: "rows.edit", store: "todo", target: "Movie \(id)",
          row: .init("Movie", id), requestID: "A"))
    }
    func found(_ query: String) async -> [String] {
      await console.get("/audit.json?\(query)").json["entries"]?.array?
        .compactMap { $0["target"]?.string } ?? []
    }
    #expect(await found("q=bulawa") == ["Movie m1"])
    #expect(await found("q=bulawa&table=Movie&store=todo") == ["Movie m1"])
    #expect(await found("q=bulawa&table=Draft").isEmpty)
    #expect(await found("q=m2") == ["Movie m2"])
    let csv = try await console.get("/audit.csv?q=harare").whole()
    #expect(csv.contains("Movie m2") && !csv.contains("Movie m1"))
  }
}
