import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Errors in pages and by cause, and the queue in figures.
@Suite struct ErrorPageTests {
  /// Rows that the server refuses, with a message each.
  private func refused(_ count: Int) async throws -> Bench {
    let bench = try await Bench()
    for number in 0..<count {
      let id = "row-\(number)"
      bench.remote.script(id, [.refused])
      try await bench.table.insert(["id": .string(id), "n": 1])
    }
    _ = try await bench.context.push()
    return bench
  }

  @Test func pagesHoldEveryErrorOnceNewestFirst() async throws {
    let bench = try await refused(25)
    var seen: [String] = []
    var after: String?
    repeat {
      let page = try await bench.context.errorPage(ErrorQuery(size: 10, after: after))
      #expect(page.count == 25 && page.errors.count <= 10)
      seen += page.errors.map(\.id)
      after = page.next
    } while after != nil
    let all = try await bench.context.errors()
    #expect(seen == all.reversed().map(\.id))
    await #expect(throws: SyncError.badCursor) {
      try await bench.context.errorPage(ErrorQuery(after: "nonsense"))
    }
  }

  @Test func oneCauseIsOneFamilyHoweverManyRows() async throws {
    let bench = try await refused(12)
    bench.server.put("T", "both", ["n": 1])
    _ = try await bench.context.pull()
    bench.server.put("T", "both", ["n": 7])
    try await bench.table.update("both", ["n": 2])
    _ = try await bench.context.push()
    let families = try await bench.context.errorFamilies()
    #expect(families.map(\.count) == [1, 12])
    #expect(families.map(\.isConflict) == [true, false])
    let family = try #require(families.last)
    #expect(try await bench.context.errorPage(family.query).count == 12)
    #expect(try await bench.context.operations(withErrors: family.query).count == 12)
    #expect(try await bench.context.errorFamilies(table: "other").isEmpty)
    let id = try #require(families.first?.exampleID)
    #expect(
      try await bench.context.conflictPlace(id) == ConflictPlace(place: 1, count: 1, next: nil))
    #expect(try await bench.context.conflictPlace(family.exampleID) == nil)
    #expect(try await bench.context.openErrors(among: [id, "gone"]) == [id])
  }

  @Test func causesGoWithTheirErrors() async throws {
    let bench = try await refused(3)
    for error in try await bench.context.errors() {
      try await bench.context.resolve(error.id, .discard, by: nil)
    }
    #expect(try await bench.context.errorFamilies().isEmpty)
    let left = try await bench.context.database.read { connection in
      try connection.first("SELECT count(*) FROM syncline_errors") { row throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    #expect(left == 0)
  }

  @Test func messagesOfOneCauseAreAlikeWhateverTheRow() {
    func cause(_ message: String, _ id: String) -> String {
      ErrorCause.text(of: message, itemID: id)
    }
    #expect(cause("Row a-1 is locked.", "a-1") == cause("Row b is locked.", "b"))
    #expect(
      cause("No 5AC9A5AE-A06D-4FA7-9BE1-ABD776E85946 here", "x")
        == cause("No 64775A37-C61A-430C-A20B-5A97CBBC9D34 here", "y"))
    #expect(
      cause("text is longer than 200 characters", "x") == "text is longer than 200 characters")
    #expect(cause(String(repeating: "é", count: 5_000), "").count == ErrorCause.charactersMax)
    #expect(cause("", "") == "")
  }

  @Test func theQueueIsCountedByState() async throws {
    let bench = try await refused(2)
    bench.time.advance(milliseconds: 60_000)
    try await bench.table.insert(["id": "new", "n": 1])
    let figures = try await bench.context.queueFigures()
    #expect(figures[.failed]?.count == 2)
    #expect(figures[.pending] == QueueFigures(count: 1, oldestAt: bench.time.now))
    #expect(figures[.conflict] == nil)
    #expect(try await bench.context.queueFigures(table: "other").isEmpty)
    #expect(
      try await bench.context.operations(matching: OperationQuery(states: [.failed])).count == 2)
  }

  @Test func anOperationTellsWhatItWasCondensedFrom() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "n": 1], by: "mira")
    bench.time.advance(milliseconds: 1_000)
    try await bench.table.update("a", ["n": 2], by: "ivan")
    let id = try #require(try await bench.context.operations(matching: OperationQuery()).first)
    let story = try #require(try await bench.context.operation(id)).story
    #expect(story.map(\.kind) == ["insert", "update"])
    #expect(story.map(\.by) == ["mira", "ivan"])
  }
}
