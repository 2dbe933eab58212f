import HTTPKit
import JSONKit
import SQLiteKit
import SyncCore
import SyncInspection
import Testing

@testable import Console
@testable import ConsoleData

/// Imports into a store whose disk is full.
@Suite struct ImportStorageTests {
  private let path = "/s/todo/t/TodoItem/import"

  /// The store's file can grow by so many pages.
  private func allow(_ pages: Int, _ store: SyncConsole) async throws {
    try await store.sync.database.write { connection in
      let count = try connection.first("PRAGMA page_count") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
      try connection.execute("PRAGMA max_page_count = \((count ?? 0) + pages)")
    }
  }

  private func message(_ answer: HTTPResponse) -> String {
    answer.json["error"]?["message"]?.string ?? ""
  }

  /// Where there was no room to remove the first batches again, the answer says how they go.
  private func expectNothingLeft(by answer: HTTPResponse, in store: SyncConsole) async throws {
    let left = try await store.sync.counts().live - 1
    guard left > 0 else { return }
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 1)
    let entry = try #require(entries.first { $0.record.count == left }).id
    let rest = "\(left) row\(left == 1 ? "" : "s") imported; undo audit entry \(entry)"
    #expect(message(answer).contains(rest), "\(message(answer))")
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(try await store.sync.counts().live == 1)
  }

  @Test func anInterruptedImportIsNotedAsSoonAsTheAuditCanBeWritten() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let data = store.console.data
    try await data.database.write { connection in
      try connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT raise(FAIL, 'full'); END")
    }
    try await store.sync.database.write { connection in
      try connection.execute(
        "CREATE TRIGGER kept BEFORE DELETE ON syncline_imported "
          + "BEGIN SELECT raise(FAIL, 'kept'); END")
    }
    let answer = await store.post(path, ["mode": "insert", "rows": [["id": "a", "text": "x"]]])
    #expect(answer.status == 409 && message(answer).contains("1 row imported"), "\(answer.page)")
    await store.console.app.noteBrokenImports()
    #expect(try await data.auditEntries(AuditFilter(), limit: 9).isEmpty)
    try await data.database.write { try $0.execute("DROP TRIGGER full") }
    for _ in 0..<2 { await store.console.app.noteBrokenImports() }
    let entries = try await data.auditEntries(AuditFilter(), limit: 9)
    let entry = try #require(entries.first)
    #expect(entries.count == 1 && entry.record.action == "rows.import")
    #expect(entry.record.count == 1 && entry.record.who == "token admin")
    try await store.sync.database.write { try $0.execute("DROP TRIGGER kept") }
    #expect(await store.post("/undo/\(entry.id)").status == 200)
    #expect(try await store.sync.counts().live == 1)
  }

  @Test func anUndoWithoutRoomAnswers507AndIsGoneOnWith() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let text = JSONValue.string(String(repeating: "x", count: 1_000))
    let rows = (0..<500).map { JSONValue.object(["id": .string("row \($0)"), "text": text]) }
    #expect(
      await store.post(path, ["mode": "insert", "rows": .array(rows)]).status == 200)
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 1)
    let entry = try #require(entries.first).id
    try await allow(0, store)
    let answer = await store.post("/undo/\(entry)")
    #expect(answer.status == 507 && message(answer).contains("is full"), "\(answer.page)")
    #expect(message(answer).contains("Undo the same entry again to continue."))
    try await allow(10_000, store)
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(try await store.sync.counts().live == 1)
  }

  @Test func anImportWithoutRoomAnswers507AndLeavesNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let text = JSONValue.string(String(repeating: "x", count: 1_000))
    let rows = (0..<100).map { JSONValue.object(["id": .string("row \($0)"), "text": text]) }
    var refusals: [HTTPResponse] = []
    for pages in 0..<300 {
      try await allow(pages, store)
      let answer = await store.post(path, ["mode": "insert", "rows": .array(rows)])
      if answer.status == 200 { break }
      refusals.append(answer)
      #expect(answer.status == 507, "\(pages): \(answer.page)")
      #expect(answer.json["error"]?["code"]?.string == "disk_full")
      try await allow(10_000, store)
      try await expectNothingLeft(by: answer, in: store)
    }
    // Some had room for the rehearsal.
    let written = try #require(refusals.map(message).last { $0.contains("Nothing was imported.") })
    #expect(written.contains("is full") && written.contains("Free space on that disk"))
    for answer in refusals { #expect(!message(answer).contains("INSERT")) }
    #expect(try await store.sync.counts().live == 101)
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 1)
    #expect(entries.map(\.record.count) == [100])
  }
}
