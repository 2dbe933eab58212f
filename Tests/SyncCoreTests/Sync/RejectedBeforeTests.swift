import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// What the server rejected and nobody changed is expected to be rejected again, and has failed since
/// it failed first.
@Suite struct RejectedBeforeTests {
  private func rejected() async throws -> (Bench, Int64) {
    let bench = try await Bench()
    bench.remote.script("a", [.refused])
    try await bench.table.insert(["id": "a", "title": "too long"])
    _ = try await bench.context.push()
    let operation = try #require(try await bench.operations().first)
    return (bench, operation.id)
  }

  @Test func previewExpectsTheRejectionOfAnUnchangedOperation() async throws {
    let (bench, id) = try await rejected()
    try await bench.context.retry(id, by: "mira")
    let preview = try #require(try await bench.context.pushPreview().first)
    #expect(preview.expectation == .rejectedBefore)
    #expect(preview.lastStatus == 400)
    #expect(preview.evidence.contains("with 400 the last time: The title is too long."))
  }

  @Test func previewSaysThatARejectedOperationWaitsForARetry() async throws {
    let (bench, _) = try await rejected()
    let preview = try #require(try await bench.context.pushPreview().first)
    #expect(preview.expectation == .notSent && preview.lastStatus == 400)
    #expect(preview.blocked == .openError(status: 400))
  }

  @Test func previewExpectsNothingBadOfAnOperationThatWasChanged() async throws {
    let (bench, id) = try await rejected()
    try await bench.context.retry(id, by: "mira")
    try await bench.table.update("a", ["title": "short"])
    let preview = try #require(try await bench.context.pushPreview().first)
    #expect(preview.expectation == .accepted)
    #expect(preview.lastStatus == nil)
  }

  @Test func aRetryLeavesWhenAnErrorBegan() async throws {
    let (bench, id) = try await rejected()
    let first = try #require(try await bench.context.errors().first)
    #expect(first.since == first.at)
    bench.time.advance(milliseconds: 3_600_000)
    try await bench.context.retry(id, by: "mira")
    bench.remote.script("a", [.refused])
    _ = try await bench.context.push()
    let second = try #require(try await bench.context.errors().first)
    #expect(second.at > first.at)
    #expect(second.since == first.at)
    let group = try #require(try await bench.context.errorGroups().groups.first)
    #expect(group.firstAt == first.at && group.lastAt == second.at)
  }

  @Test func anotherChangeBeginsAnew() async throws {
    let (bench, _) = try await rejected()
    let first = try #require(try await bench.context.errors().first)
    bench.time.advance(milliseconds: 3_600_000)
    try await bench.table.update("a", ["title": "still too long"])
    bench.remote.script("a", [.refused])
    _ = try await bench.context.push()
    let second = try #require(try await bench.context.errors().first)
    #expect(second.since > first.since)
  }

  @Test func aRetryThatIsUndoneKeepsWhenTheErrorBegan() async throws {
    let (bench, id) = try await rejected()
    let first = try #require(try await bench.context.errors().first)
    bench.time.advance(milliseconds: 60_000)
    let outcome = try await bench.context.decide([(id, .retry)], by: "mira")
    try await bench.context.undo(try #require(outcome.undo), by: "mira")
    let again = try #require(try await bench.context.errors().first)
    #expect(again.since == first.since)
  }
}

/// A row's history says when the row came back.
@Suite struct ReturnedRowTests {
  @Test(arguments: [true, false])
  func pullNotesARowThatHadLeftTheStore(isConflict: Bool) async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["title": "old"])
    try await bench.table.update("a", ["title": "mine"])
    if isConflict {
      bench.server.put("T", "a", ["title": "theirs"])
    } else {
      bench.remote.script("a", [.refused])
    }
    _ = try await bench.context.push()
    let error = try #require(try await bench.context.errors().first)
    try await bench.context.resolve(error.id, .removeRow, by: "mira")
    #expect(try await bench.row("a") == nil)

    _ = try await bench.context.pull(tables: ["T"], full: true)
    let detail = try #require(try await bench.context.row("T", "a"))
    let newest = try #require(detail.history.first)
    #expect(newest.source == .pull && newest.kind == HistoryEntry.returned)
    #expect(newest.record == detail.record)
    #expect(detail.history.contains { $0.kind == "remove-row" && $0.by == "mira" })
  }

  @Test func aRowThatComesTheFirstTimeWithALaterPullIsNew() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["title": "old"])
    try await bench.table.update("a", ["title": "mine"])
    _ = try await bench.context.push()
    try await bench.synced("b", ["title": "new"])
    let history = try #require(try await bench.context.row("T", "b")).history
    #expect(history.map(\.kind) == [HistoryEntry.pulledNew])
  }
}

/// What a server said of batches is known after a restart.
@Suite struct KeptBatchSizeTests {
  @Test func aServerThatTakesBatchesIsKnownAfterARestart() async throws {
    let bench = try await Bench()
    bench.remote.set(batchSize: 40)
    _ = try await bench.context.pull()
    bench.remote.set(batchSize: 1)
    _ = try await bench.reopened()
    #expect(bench.remote.batchSize == 40)
  }
}
