import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// A sign-in that one table does not accept leaves the other tables alone.
@Suite struct RefusedTableTests {
  private func bench(window: Int = 4) async throws -> Bench {
    let bench = try await Bench(settings: Bench.settings(window: window))
    for number in 0..<20 {
      try await bench.context.table("Guarded").insert(["id": .string("g\(number)")])
      bench.remote.script("g\(number)", Array(repeating: .unauthorized, count: 9))
    }
    try await bench.table.insert(["id": "good"])
    return bench
  }

  @Test(arguments: [1, 4])
  func changesOfOtherTablesGoOn(window: Int) async throws {
    let bench = try await bench(window: window)
    let report = try await bench.context.push()
    #expect(bench.server.row("T", "good") != nil)
    #expect(report.stopped == nil && report.succeeded == 1)
    #expect(report.refusedTables.keys.sorted() == ["Guarded"])
    #expect(report.refusals.first?.hasPrefix("Changes of Guarded were not sent. ") == true)
    #expect(!report.isClean)
    #expect(report.sent <= 1 + window)
    #expect(try await bench.operations().count == 20)
    #expect(try await bench.operations().allSatisfy { $0.state == .pending })
    #expect(try await bench.errors().isEmpty)
  }

  @Test func aSignInThatNoTableAcceptsStopsTheRun() async throws {
    let bench = try await bench()
    bench.remote.script("good", [.unauthorized])
    let report = try await bench.context.push()
    #expect(report.stopped?.code == "unauthorized")
    #expect(report.refusedTables.isEmpty)
  }

  @Test func aTableThatIsNotReadableStopsNoOtherPull() async throws {
    let bench = try await Bench()
    bench.server.put("A", "a", [:])
    _ = try await bench.context.pull(tables: ["A"])
    bench.server.put("T", "t", [:])
    bench.remote.scriptReads([.unauthorized])
    let report = try await bench.context.pull(tables: ["A", "T"])
    #expect(report.stopped == nil && !report.isComplete)
    #expect(report.tables.map { $0.failure != nil } == [true, false])
    #expect(report.tables.last?.inserted == 1)
  }

  @Test func aSignInThatNoTableAcceptsStopsThePull() async throws {
    let bench = try await Bench()
    bench.server.put("T", "t", [:])
    bench.remote.scriptReads([.unauthorized])
    let report = try await bench.context.pull(tables: ["T"])
    #expect(report.stopped?.code == "unauthorized")
  }

  @Test func aSyncPullsThoughNoChangeWasAccepted() async throws {
    let bench = try await Bench()
    _ = try await bench.context.pull()
    try await bench.table.insert(["id": "mine"])
    bench.server.put("T", "theirs", [:])
    bench.remote.script("mine", [.unauthorized])
    let report = try await bench.context.sync()
    #expect(report.push.stopped?.code == "unauthorized")
    #expect(report.pull.stopped == nil && report.pull.inserted == 1)
  }
}

/// A server that fails in the same way every time does so because of the change.
@Suite struct PermanentFailureTests {
  @Test func fiveEqualFailuresMakeAnErrorForAPerson() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a"])
    bench.remote.script("a", Array(repeating: .failedBefore, count: 20))
    #expect(try await bench.context.push().unknown == 1)
    let report = try await bench.context.push()
    #expect(report.failed == 1 && report.unknown == 0)
    #expect(bench.remote.sends.count == 5)
    let error = try #require(try await bench.errors().first)
    #expect(error.status == 500)
    #expect(error.message.contains("5 times in a row"))
    #expect(try await bench.context.push().sent == 0)
    try await bench.context.retry(try #require(try await bench.operations().first?.id), by: nil)
    #expect(try await bench.context.push().sent > 0)
  }

  @Test func discardingAChangeTakesTheColumnAlongThatItMade() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["text": "one"])
    try await bench.table.update("a", ["unknown": "x", "text": "two"])
    bench.remote.script("a", Array(repeating: .failedBefore, count: 20))
    _ = try await bench.context.push()
    _ = try await bench.context.push()
    let error = try #require(try await bench.errors().first)
    let outcome = try await bench.context.decide(
      [(error.operationID, .resolve(.discard))], by: nil)
    #expect(try await bench.columns() == ["text"])
    #expect(try await bench.row("a")?.values == ["text": "one"])
    // Taken back, the change and its column are there again.
    try await bench.context.undo(try #require(outcome.undo), by: nil)
    #expect(try await bench.columns() == ["text", "unknown"])
    #expect(try await bench.row("a")?.values["unknown"] == "x")
    try await bench.context.cancel(error.operationID, by: nil)
    #expect(try await bench.columns() == ["text"])
  }

  @Test func aColumnStaysThatAnotherRowOrChangeUses() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["text": "one"])
    try await bench.synced("b", ["text": "one"])
    try await bench.table.update("a", ["unknown": "x"])
    try await bench.table.update("b", ["unknown": "y"])
    let operations = try await bench.operations()
    try await bench.context.cancel(operations[0].id, by: nil)
    #expect(try await bench.columns() == ["text", "unknown"])
    // Gone from the row, kept by the delete that waits.
    try await bench.context.table("T").hardDelete("b")
    #expect(try await bench.columns() == ["text", "unknown"])
    try await bench.context.cancel(try #require(try await bench.operations().first?.id), by: nil)
    #expect(try await bench.columns() == ["text"])
  }

  @Test func aColumnStaysThatTheServerHas() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["text": "one"])
    try await bench.table.update("a", ["new": "x"])
    #expect(try await bench.context.push().isClean)
    try await bench.table.update("a", ["new": .null])
    #expect(try await bench.context.push().isClean)
    try await bench.table.update("a", ["new": "y"])
    try await bench.context.cancel(try #require(try await bench.operations().first?.id), by: nil)
    #expect(try await bench.columns() == ["new", "text"])
    // And one that was made here first, and then came with a pull.
    try await bench.table.update("a", ["second": "x"])
    bench.server.put("T", "b", ["second": "y"])
    _ = try await bench.context.pull()
    bench.server.put("T", "b", ["second": .null])
    _ = try await bench.context.pull()
    for operation in try await bench.operations() {
      try await bench.context.cancel(operation.id, by: nil)
    }
    #expect(try await bench.columns() == ["new", "second", "text"])
  }

  @Test func anotherAnswerInBetweenStartsTheCountAnew() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a"])
    bench.remote.script(
      "a",
      [.failedBefore, .failedBefore, .failedBefore, .lostRequest, .failedBefore, .failedBefore])
    #expect(try await bench.context.push().unknown == 1)
    #expect(try await bench.context.push().isClean)
  }
}
