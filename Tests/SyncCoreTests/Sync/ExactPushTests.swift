import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Sending exactly what a preview showed.
@Suite struct ExactPushTests {
  private func scope(_ previews: [PreviewedOperation]) -> PushScope {
    .exactly(
      Dictionary(
        previews.map { ($0.operationID, $0.fingerprint) }, uniquingKeysWith: { first, _ in first }))
  }

  @Test func onlyThePreviewedOperationsGoOut() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "n": 1])
    try await bench.table.insert(["id": "b", "n": 1])
    let previews = try await bench.context.pushPreview()
    #expect(previews.count == 2 && previews.allSatisfy { !$0.fingerprint.isEmpty })
    try await bench.table.insert(["id": "late", "n": 1])
    let report = try await bench.context.push(scope(previews))
    #expect(report.succeeded == 2)
    #expect(bench.server.row("T", "late") == nil)
    #expect(try await bench.context.operations(matching: OperationQuery()).count == 1)
  }

  @Test func whatChangedSinceThePreviewStaysInTheQueue() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "n": 1])
    try await bench.table.insert(["id": "b", "n": 1])
    let previews = try await bench.context.pushPreview()
    try await bench.table.update("a", ["n": 2])
    let report = try await bench.context.push(scope(previews))
    #expect(report.succeeded == 1 && report.failed == 0 && report.remaining == 1)
    #expect(bench.server.row("T", "a") == nil)
    #expect(bench.server.row("T", "b")?.values["n"] == 1)
    let again = try await bench.context.pushPreview()
    #expect(try await bench.context.push(scope(again)).succeeded == 1)
    #expect(bench.server.row("T", "a")?.values["n"] == 2)
  }

  @Test func anEarlierOperationOfTheRowIsNotTakenAlong() async throws {
    let bench = try await Bench()
    bench.server.put("T", "a", ["n": 1])
    _ = try await bench.context.pull()
    try await bench.table.update("a", ["n": 2])
    let first = try #require(
      try await bench.context.operations(matching: OperationQuery()).first)
    try await bench.context.database.write { connection in
      try OperationStore.setState(first, .unknown, on: connection)
    }
    try await bench.table.update("a", ["n": 3])
    let previews = try await bench.context.pushPreview().filter { $0.operationID != first }
    #expect(previews.count == 1)
    let report = try await bench.context.push(scope(previews))
    #expect(report.sent == 0 && report.remaining == 1)
    #expect(bench.server.row("T", "a")?.values["n"] == 1)
  }
}
