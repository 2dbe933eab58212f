import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// A preview comes to an end, whatever the server does.
@Suite struct PushPreviewLimitTests {
  private func bench(_ count: Int, window: Int = 1) async throws -> Bench {
    let bench = try await Bench(settings: Bench.settings(window: window))
    for number in 0..<count { try await bench.synced("r\(number)", ["n": 1]) }
    for number in 0..<count { try await bench.table.update("r\(number)", ["n": 2]) }
    bench.remote.clearLog()
    return bench
  }

  @Test func aServerThatFailsIsAskedNoLongerThanByAPush() async throws {
    let bench = try await bench(30)
    bench.remote.scriptReads(Array(repeating: .failedBefore, count: 30))
    let previews = try await bench.context.pushPreview()
    #expect(bench.remote.calls.count == PushTally.brokenAfter)
    #expect(previews.count == 30 && previews.allSatisfy { $0.expectation == .unknown })
    #expect(previews[0].evidence.contains("internal error"))
    #expect(previews[29].evidence.contains("the 8 checks before it failed"))
  }

  @Test func aFailureNowAndThenEndsNothing() async throws {
    let bench = try await bench(20)
    bench.remote.scriptReads((0..<20).map { $0.isMultiple(of: 2) ? .unreachable : nil })
    let previews = try await bench.context.pushPreview()
    #expect(previews.count { $0.expectation == .accepted } == 10)
    #expect(bench.remote.calls.count == 20)
  }

  @Test func aServerThatHangsIsNotWaitedForForEver() async throws {
    let bench = try await bench(4)
    bench.remote.beforeRead { id in
      if id == "r1" { try? await Task.sleep(for: .seconds(3_600)) }
    }
    let previews = try await bench.context.pushPreview(patience: .milliseconds(50))
    #expect(previews[0].expectation == .accepted)
    #expect(previews[2].expectation == .unknown && previews[3].expectation == .unknown)
    #expect(previews[3].evidence.contains("took too long"))
  }

  @Test func whatWouldNotBeSentIsSaidWithoutTheServer() async throws {
    let bench = try await bench(2)
    let first = try #require(
      try await bench.context.operations(matching: OperationQuery()).first)
    try await bench.context.database.write { connection in
      try OperationStore.setState(first, .failed, on: connection)
    }
    bench.remote.beforeRead { _ in try? await Task.sleep(for: .seconds(3_600)) }
    let previews = try await bench.context.pushPreview(patience: .milliseconds(20))
    #expect(previews[0].expectation == .notSent)
    #expect(previews[0].blocked == .openError(status: nil))
  }

  @Test func eachBlockedOperationHasAReason() async throws {
    let bench = try await bench(2)
    let first = try #require(
      try await bench.context.operations(matching: OperationQuery()).first)
    try await bench.context.database.write { connection in
      try OperationStore.setState(first, .conflict, on: connection)
    }
    let previews = try await bench.context.pushPreview()
    #expect(previews.first?.blocked == .openConflict)
    #expect(previews.allSatisfy { ($0.expectation == .notSent) == ($0.blocked != nil) })
  }

  @Test func anOperationBehindAnotherOneNamesIt() async throws {
    let bench = try await bench(0)
    try await bench.synced("a", ["n": 1])
    try await bench.table.delete("a")
    _ = try await bench.context.push()
    try await bench.table.undelete("a")
    try await bench.table.update("a", ["n": 3])
    let previews = try await bench.context.pushPreview()
    #expect(previews.map(\.blocked) == [nil, .earlierOperation(previews[0].operationID)])
  }
}
