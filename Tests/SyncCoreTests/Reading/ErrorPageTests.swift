import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore
@testable import SyncInspection

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
    let groups = try await bench.context.errorGroups().groups
    #expect(groups.map(\.count) == [1, 12])
    #expect(groups.map(\.isConflict) == [true, false])
    let group = try #require(groups.last)
    #expect(try await bench.context.errorPage(group.query).count == 12)
    #expect(try await bench.context.operations(withErrors: group.query).count == 12)
    #expect(try await bench.context.errorGroups(ErrorQuery(table: "other")).groups.isEmpty)
    let id = try #require(groups.first?.exampleID)
    #expect(
      try await bench.context.conflictPlace(id) == ConflictPosition(place: 1, count: 1, next: nil))
    #expect(try await bench.context.conflictPlace(group.exampleID) == nil)
    #expect(try await bench.context.openErrors(among: [id, "gone"]) == [id])
  }

  @Test func causesGoWithTheirErrors() async throws {
    let bench = try await refused(3)
    for error in try await bench.context.errors() {
      try await bench.context.resolve(error.id, .discard, by: nil)
    }
    #expect(try await bench.context.errorGroups().groups.isEmpty)
    let left = try await bench.context.database.read { connection in
      try connection.first("SELECT count(*) FROM syncline_errors") { row throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    #expect(left == 0)
  }

  @Test func messagesOfOneCauseAreAlikeWhateverTheRow() {
    func cause(_ message: String, _ id: String) -> String {
      ErrorCause(itemID: id).text(of: message)
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

  @Test(arguments: [
    ("Row 1010 is refused: text has a bad word.", "Row 7 is refused: text has a bad word."),
    ("Row A-1017 is taken", "Row B-22 is taken"),
    ("list 'list-7' is full", "list 'list-12' is full"),
    ("7 of 12 failed", "9 of 10 failed"), ("at 10:31 on 2026-11-21", "at 9:05 on 2025-01-02"),
  ])
  func numbersAndShortIDsTellNoCausesApart(_ one: String, _ other: String) {
    #expect(
      ErrorCause(itemID: "x").text(of: one) == ErrorCause(itemID: "y").text(of: other))
  }

  @Test(arguments: [
    "The server answered 500", "refused with HTTP 403", "Invalid session token (code 209)",
    "Error: 1062 duplicate", "column text2 holds at most 200 characters",
    "column 'address2' is odd",
  ])
  func whatANumberSaysOfTheCauseStays(_ message: String) {
    #expect(ErrorCause(itemID: "x").text(of: message) == message)
  }

  @Test func causesOfOlderFilesAreMadeAnew() async throws {
    let bench = try await refused(2)
    try await bench.context.database.write { connection in
      try connection.execute("UPDATE syncline_errors SET cause = 'of ' || operationId")
      try connection.execute("UPDATE syncline_operations SET attempts = 0")
    }
    #expect(try await bench.context.errorGroups().groups.count == 2)
    try await bench.context.database.write { connection in
      // What younger versions added goes too, so that the file is as it was.
      try connection.execute("ALTER TABLE syncline_pulls DROP COLUMN place")
      try connection.execute("ALTER TABLE syncline_pulls DROP COLUMN asOf")
      try connection.execute("ALTER TABLE syncline_history DROP COLUMN returnsTo")
      try connection.execute("ALTER TABLE syncline_decided DROP COLUMN history")
      try connection.execute("DROP TABLE syncline_imported")
      try connection.execute("DROP TABLE syncline_imports")
      try dropNewest(on: connection)
      try connection.execute("DROP TABLE syncline_outbox")
      try connection.execute("PRAGMA user_version = 4")
    }
    let again = try await bench.reopened()
    #expect(try await again.errorGroups().groups.map(\.count) == [2])
    let operations = try await again.operations(OperationQuery()).operations
    #expect(operations.map(\.attempts) == [1, 1])
  }

  @Test func causesThatAreNotShownAreCounted() async throws {
    let bench = try await refused(5)
    try await bench.context.database.write { connection in
      try connection.execute(
        "UPDATE syncline_errors SET cause = 'of ' || max(operationId, 3)")
    }
    let some = try await bench.context.errorGroups(limit: 2)
    #expect(some.groups.map(\.count) == [3, 1] && some.moreCauses == 1 && some.moreErrors == 1)
    let all = try await bench.context.errorGroups(limit: 3)
    #expect(all.groups.count == 3 && all.moreCauses == 0 && all.moreErrors == 0)
  }

  @Test func errorsAreCountedByKindWithinAFilter() async throws {
    let bench = try await refused(3)
    bench.remote.script("lost", Array(repeating: .failedBefore, count: 8))
    try await bench.table.insert(["id": "lost", "n": 1])
    _ = try await bench.context.push()
    #expect(
      try await bench.context.errorCounts(ErrorQuery()) == [.conflict: 0, .failed: 3, .unknown: 1])
    #expect(
      try await bench.context.errorCounts(ErrorQuery(kind: .failed, status: 500))
        == [.conflict: 0, .failed: 0, .unknown: 1])
    let page = try await bench.context.errorPage(ErrorQuery(kind: .unknown))
    #expect(page.errors.map(\.itemID) == ["lost"] && page.errors.map(\.state) == [.unknown])
    #expect(try await bench.context.errorPage(ErrorQuery(kind: .failed)).count == 3)
    #expect(try await bench.context.errorGroups().groups.map(\.kind) == [.failed, .unknown])
    let counts = try await bench.context.counts()
    #expect(counts.pending == 1 && counts.unknown == 1 && counts.failed == 3)
  }

  @Test func theQueueIsCountedByState() async throws {
    let bench = try await refused(2)
    bench.time.advance(milliseconds: 60_000)
    try await bench.table.insert(["id": "new", "n": 1])
    let figures = try await bench.context.queueFigures()
    #expect(figures[.failed]?.count == 2)
    #expect(figures[.pending] == QueueFigures(count: 1, oldestAt: bench.time.now))
    #expect(figures[.conflict] == nil)
    #expect(try await bench.context.queueFigures(OperationQuery(table: "other")).isEmpty)
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
