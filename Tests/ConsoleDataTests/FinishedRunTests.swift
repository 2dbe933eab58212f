import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Runs whose end cannot be written at once.
@Suite struct FinishedRunTests {
  /// More than fits in the pages that are left.
  private var outcome: RunOutcome {
    var outcome = RunOutcome()
    outcome.pushed = 7
    outcome.report = ["text": .string(String(repeating: "x", count: 200_000))]
    return outcome
  }

  /// From now on the database cannot grow, or can again.
  private func limit(_ data: ConsoleData, isFull: Bool) async throws {
    try await data.database.write { connection in
      let count = try connection.first("PRAGMA page_count") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
      let pages = isFull ? count ?? 0 : 100_000
      try connection.execute("PRAGMA max_page_count = \(pages)")
    }
  }

  @Test func anEndWithoutRoomCountsAtOnceAndIsWrittenLater() async throws {
    let test = try await TestData()
    let other = try await test.opened()
    let id = try await test.data.startRun(.push, store: "todo", who: "mira")
    try await limit(test.data, isFull: true)
    let end = test.time.now
    let error = await #expect(throws: SQLiteError.self) {
      try await test.data.finishRun(id, .succeeded, outcome)
    }
    #expect(error?.storageProblem?.cause == .diskFull)
    test.time.advance(milliseconds: 60_000)
    let shown = try #require(try await test.data.run(id, store: "todo"))
    #expect(shown.state == .succeeded && shown.finishedAt == end && shown.outcome.pushed == 7)
    let listed = try await test.data.runs(store: "todo", RunQuery(limit: 9))
    #expect(listed.map(\.state) == [.succeeded])
    #expect(try await other.run(id, store: "todo")?.state == .running)
    try await limit(test.data, isFull: false)
    await test.data.finishRuns()
    let kept = try #require(try await other.run(id, store: "todo"))
    #expect(kept.state == .succeeded && kept.finishedAt == end && kept.outcome == outcome)
  }

  @Test func aRunThatCannotBeMarkedAsAbandonedIsShownAsSuch() async throws {
    let test = try await TestData()
    var other: ConsoleData? = try await test.opened()
    let id = try #require(try await other?.startRun(.push, store: "todo", who: "mira"))
    other = nil
    test.data.lookAtAbandonedRuns { [outcome] _, _ in outcome }
    try await limit(test.data, isFull: true)
    let shown = try #require(try await test.data.run(id, store: "todo"))
    #expect(shown.state == .failed && shown.wasAbandoned && shown.outcome.pushed == 7)
    try await limit(test.data, isFull: false)
    #expect(try await test.data.failAbandonedRuns() == 0)
    #expect(try await test.opened().run(id, store: "todo")?.outcome.pushed == 7)
  }
}
