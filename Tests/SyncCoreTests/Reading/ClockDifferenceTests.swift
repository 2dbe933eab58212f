import SQLiteKit
import Support
import SyncInspection
import Testing

@testable import SyncCore

@Suite struct ClockDifferenceTests {
  private static let start = "2026-11-21T10:00:00.000Z"

  @Test(
    arguments: [
      ("Sat, 21 Nov 2026 10:00:00 GMT", 0), ("Sat, 21 Nov 2026 09:59:59 GMT", 0),
      ("Sat, 21 Nov 2026 10:00:04 GMT", 0), ("Sat, 21 Nov 2026 10:00:09 GMT", 5),
      ("Sat, 21 Nov 2026 09:59:50 GMT", -9),
    ] as [(String, Double)])
  func whatTheAnswerTookIsNoDifference(date: String, seconds: Double) async throws {
    let bench = try await Bench()
    let start = try #require(Timestamp(Self.start))
    try await bench.add([["ETag", "x"], ["date", date]], at: start)
    let found = try #require(try await bench.context.clockDifference())
    #expect(found == ClockDifference(seconds: seconds, at: start.adding(seconds: 4)))
  }

  @Test func theLatestAnswerThatSaysItCounts() async throws {
    let bench = try await Bench()
    #expect(try await bench.context.clockDifference() == nil)
    let start = try #require(Timestamp(Self.start))
    try await bench.add([["Date", "soon"]], at: start.adding(seconds: 99), to: 3)
    #expect(try await bench.context.clockDifference() == nil)
    try await bench.add([["Date", "Sat, 21 Nov 2026 09:00:00 GMT"]], at: start, to: 2)
    try await bench.add(
      [["Date", "Sat, 21 Nov 2026 10:00:39 GMT"]], at: start.adding(seconds: 30), to: 1)
    #expect(try await bench.context.clockDifference()?.seconds == 5)
  }
}

extension Bench {
  /// An answer of 4 s to an operation.
  fileprivate func add(
    _ headers: [[String]], at start: Timestamp, to operation: Int64 = 1
  )
    async throws
  {
    try await context.database.write { connection in
      try AttemptStore.add(
        AttemptInfo(
          number: 0, startedAt: start, durationMilliseconds: 4_000, status: 409,
          outcome: "conflict", headers: headers), to: operation, on: connection)
    }
  }
}
