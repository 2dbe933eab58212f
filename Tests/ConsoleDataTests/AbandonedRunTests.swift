import Glibc
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Runs whose program ended before they did.
@Suite struct AbandonedRunTests {
  /// A run of another process that saved how far it was, and is gone.
  private func abandoned(_ test: TestData, store: String = "todo") async throws -> Int64 {
    var other: ConsoleData? = try await test.opened()
    let id = try #require(try await other?.startRun(.push, store: store, who: "mira"))
    test.time.advance(milliseconds: 4_000)
    var outcome = RunOutcome()
    outcome.pushed = 112
    outcome.unknown = 3
    try await other?.updateRun(id, outcome)
    other = nil
    return id
  }

  @Test func aRunOfAProcessThatIsGoneFailedWithItsLastSignOfLife() async throws {
    let test = try await TestData()
    let begun = test.time.now
    let id = try await abandoned(test)
    let done = try await test.data.startRun(.pull, store: "todo", who: "mira")
    try await test.data.finishRun(done, .succeeded, RunOutcome())
    test.time.advance(milliseconds: 9 * 3_600_000)
    #expect(try await test.data.failAbandonedRuns() == 1)
    let run = try #require(try await test.data.run(id, store: "todo"))
    #expect(run.state == .failed && run.wasAbandoned)
    #expect(run.finishedAt == begun.adding(seconds: 4))
    #expect(run.outcome.pushed == 112 && run.outcome.unknown == 3)
    #expect(try await test.data.run(done, store: "todo")?.state == .succeeded)
    #expect(try await test.data.failAbandonedRuns() == 0)
  }

  @Test func aRunThatGetsNoFurtherLeavesSignsOfLifeAllTheSame() async throws {
    let test = try await TestData()
    var other: ConsoleData? = try await test.opened()
    let id = try #require(try await other?.startRun(.push, store: "todo", who: "mira"))
    test.time.advance(milliseconds: 14_000)
    try await other?.noteSign(ofRun: id)
    let seen = test.time.now
    other = nil
    test.time.advance(milliseconds: 60_000)
    #expect(try await test.data.run(id, store: "todo")?.finishedAt == seen)
  }

  @Test func aRunOfAProcessThatIsAliveGoesOn() async throws {
    let test = try await TestData()
    let id = try await test.data.startRun(.push, store: "todo", who: "mira")
    let other = try await test.opened()
    #expect(try await other.failAbandonedRuns() == 0)
    #expect(try await other.run(id, store: "todo")?.state == .running)
    #expect(try await other.runElsewhere(store: "todo") == id)
    #expect(try await test.data.runElsewhere(store: "todo") == nil)
    #expect(try await other.requestCancel(id, by: "jo"))
    #expect(try await test.data.isCancelRequested(id))
  }

  @Test func whoeverLooksSeesNoRunThatNobodyWorksOn() async throws {
    let test = try await TestData()
    let looks: [@Sendable (Int64) async throws -> Bool] = [
      { try await test.data.run($0, store: "todo")?.state == .failed },
      { _ in
        try await test.data.runs(store: "todo", RunQuery(limit: 9)).allSatisfy {
          $0.state == .failed
        }
      },
      { _ in try await test.data.runElsewhere(store: "todo") == nil },
      { try await !test.data.requestCancel($0, by: "jo") },
      { _ in try await test.data.runCounts(store: "todo").allSatisfy { $0.state == .failed } },
    ]
    for look in looks { #expect(try await look(abandoned(test))) }
  }

  @Test(arguments: [1, Int64(getpid())])
  func theNumberOfAProgramThatRunsIsNoSignOfLife(_ process: Int64) async throws {
    let test = try await TestData()
    let id = try await abandoned(test)
    try await test.data.database.write { connection in
      try connection.execute("UPDATE runs SET process = ?", [.integer(process)])
    }
    #expect(try await test.data.run(id, store: "todo")?.state == .failed)
  }
}
