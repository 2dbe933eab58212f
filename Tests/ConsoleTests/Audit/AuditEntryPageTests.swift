import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// The page of one entry: what people read, and the entry as it is stored.
@Suite struct AuditEntryPageTests {
  /// The page of the newest entry: what stands before its details, and all of it.
  private func newest(_ store: SyncConsole) async throws -> (read: Substring, page: String) {
    let data = store.console.data
    let entry = try #require(try await data.auditEntries(AuditFilter(), limit: 1).first?.id)
    let page = await store.page("/audit/\(entry)", as: .admin).page
    let details = try #require(page.ranges(of: "<details class=\"more mt\">").first)
    let heading = try #require(page.ranges(of: "<h1>").first)
    return (page[heading.lowerBound..<details.lowerBound], page)
  }

  @Test func theHeadlineIsTheSentenceAndTheDetailsHaveTheEntryAsItIsStored() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = await store.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "Fit the valve"]])
    let (read, page) = try await newest(store)
    #expect(
      read.contains("edited <a href=\"/s/todo/t/TodoItem/r/dean?tab=history\">“dean”</a></span>"))
    #expect(read.contains("<th scope=\"row\" class=\"key\"><code>text</code></th>"))
    #expect(!read.contains("rows.edit") && page.contains("<code>rows.edit</code>"))
    #expect(page.contains("aria-label=\"Entry as JSON\">{"))
    // The sentence leads to the only row.
    #expect(!read.contains("cap-rows"))
  }

  @Test func theValuesOfSeveralRowsStandBesideTheirNames() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "local", action: "rows.edit", store: "todo",
        target: "2 staged rows", count: 2,
        before: ["TodoItem dean": ["text": "one"], "TodoItem ricky": ["text": "one"]],
        after: ["TodoItem dean": ["text": "two"], "TodoItem ricky": ["text": "three"]],
        requestID: "r"))
    let (read, _) = try await newest(store)
    #expect(read.contains("<b>mira</b> edited 2 rows of TodoItem"))
    for id in ["dean", "ricky"] {
      let link = "<a href=\"/s/todo/t/TodoItem/r/\(id)?tab=history\">\(id)</a></th>"
      #expect(read.contains("\(link)<td data-l=\"Column\"><code>text</code></td>"), "\(id)")
    }
    #expect(!read.contains("{"))
  }

  @Test func settingsHaveTheLabelsOfTheirForm() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "local", action: "store.edit", store: "todo", target: "settings",
        before: ["push": ["window": 4], "tables": [["name": "TodoItem"]]],
        after: [
          "push": ["window": 8, "batch": false],
          "tables": [["name": "TodoItem", "softDelete": ["column": "complete"]]],
        ], requestID: "r"))
    let (read, page) = try await newest(store)
    #expect(read.contains("changed the settings of todo</span>"))
    for (label, before, after) in [
      ("Window", "4", "8"), ("Batches", "–", "No"),
      ("TodoItem, Delete", "–", "Soft delete: complete"),
    ] {
      let values = TableLine(label: label, before: before)
      #expect(read.contains(values.start), "\(label)")
      #expect(read.contains(after), "\(label)")
    }
    #expect(!read.contains("push.window") && page.contains("window"))
  }

  /// The start of a line of the table.
  private struct TableLine {
    let label: String
    let before: String
    var start: String {
      "<th scope=\"row\" class=\"key\">\(label)</th>"
        + "<td class=\"wrap\" data-l=\"Before\">\(before)</td>"
    }
  }

  @Test func settingsAreComparedInWords() {
    let changes = SettingsChanges(
      from: ["remote": ["kind": "azure", "url": "https://a"], "extra": ["x": 1]],
      to: ["remote": ["kind": "azure", "url": "https://b"], "tables": [["name": "Movie"]]],
      FakeAdministration().form)
    #expect(
      changes.ofStore == [
        .init(label: "Address", before: "https://a", after: "https://b"),
        .init(label: "extra.x", before: "1", after: nil),
      ])
    #expect(changes.ofTables == [.init(label: "Table", before: nil, after: "Movie")])
  }

  @Test func anUndoLeadsToWhatItUndid() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = await store.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "one"]])
    let data = store.console.data
    let entry = try #require(try await data.auditEntries(AuditFilter(), limit: 1).first?.id)
    #expect(await store.post("/undo/\(entry)").status == 200)
    let (read, _) = try await newest(store)
    #expect(read.contains("undid the edit of"))
    #expect(read.contains("<dt>Undid</dt><dd><a href=\"/audit/\(entry)\">Entry \(entry)</a></dd>"))
  }
}
