import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// A row that was inserted here, and by somebody else on the server under the same id, is deleted.
@Suite struct DeletedInsertTests {
  enum Known: String, Sendable, CaseIterable {
    case byPull, byConflict, byRetry
  }

  /// An insert of `a` that waits, beside the copy of the row that the server has.
  private func taken(_ known: Known) async throws -> Bench {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "b": "mine"])
    bench.server.put("T", "a", ["b": "theirs"])
    if known == .byPull { _ = try await bench.context.pull() }
    if known != .byPull { #expect(try await bench.context.push().conflicts == 1) }
    if known == .byRetry {
      try await bench.context.retry(try #require(try await bench.operations().first?.id), by: nil)
    }
    #expect(try await bench.serverCopy("a")?.values["b"] == "theirs")
    return bench
  }

  private func delete(_ bench: Bench, forGood: Bool) async throws {
    if forGood {
      try await bench.table.hardDelete("a")
    } else {
      try await bench.table.delete("a")
    }
    #expect(try await bench.operations().map(\.kind) == [.delete])
    #expect(try await bench.context.row("T", "a")?.deleted == true)
  }

  /// Decides for sending it again where the deletion stays a conflict.
  private func retryIfStuck(_ bench: Bench) async throws {
    let operation = try await bench.operations().first
    guard let operation, operation.state == .conflict else { return }
    try await bench.context.retry(operation.id, by: nil)
  }

  @Test(arguments: Known.allCases, [false, true])
  func deletionReachesTheServersRow(_ known: Known, forGood: Bool) async throws {
    let bench = try await taken(known)
    try await delete(bench, forGood: forGood)
    try await retryIfStuck(bench)
    #expect(try await bench.context.push().isClean)
    #expect(bench.server.row("T", "a")?.deleted ?? true)
    #expect(try await bench.operations().isEmpty)
  }

  @Test(arguments: Known.allCases, [false, true])
  func deletionOfARowThatChangedSinceIsAConflict(_ known: Known, forGood: Bool) async throws {
    let bench = try await taken(known)
    try await delete(bench, forGood: forGood)
    bench.server.put("T", "a", ["b": "newer"])
    try await retryIfStuck(bench)
    #expect(try await bench.context.push().conflicts == 1)
    #expect(bench.server.row("T", "a")?.values["b"] == "newer")
    #expect(bench.server.row("T", "a")?.deleted == false)
  }

  @Test(arguments: Known.allCases, [false, true])
  func undeletingBringsTheInsertBack(_ known: Known, forGood: Bool) async throws {
    let bench = try await taken(known)
    try await delete(bench, forGood: forGood)
    try await bench.table.undelete("a")
    #expect(try await bench.row("a")?.values["b"] == "mine")
    #expect(try await bench.operations().map(\.kind) == [.insert])
    try await retryIfStuck(bench)
    #expect(try await bench.context.push().conflicts == 1)
    #expect(bench.server.row("T", "a")?.values["b"] == "theirs")
  }

  /// The line repeated the insert, so its answer was that of the second request; the run ended before
  /// the row was read.
  @Test(arguments: [false, true])
  func deletionOfAnInsertThatWasTurnedDownAsksTheServerFirst(forGood: Bool) async throws {
    let bench = try await Bench()
    bench.server.change { $0.hidesConflictingRows = true }
    try await bench.table.insert(["id": "a", "b": "mine"])
    bench.server.put("T", "a", ["b": "mine"])
    bench.remote.scriptReads([.unreachable])
    #expect(try await bench.context.push().stopped?.code == "unreachable")
    #expect(try await bench.operations().map(\.state) == [.unknown])
    if forGood {
      try await bench.table.hardDelete("a")
    } else {
      try await bench.table.delete("a")
    }
    #expect(try await bench.context.push().isClean)
    #expect(bench.server.row("T", "a")?.deleted == true)
    #expect(try await bench.operations().isEmpty)
  }

  @Test func deletionOfARowThatIsDeletedThereIsDone() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "b": "mine"])
    bench.server.put("T", "a", ["b": "theirs"], deleted: true)
    _ = try await bench.context.pull()
    try await bench.table.delete("a")
    try await retryIfStuck(bench)
    #expect(try await bench.context.push().isClean)
    #expect(try await bench.operations().isEmpty)
    #expect(try await bench.row("a")?.deleted ?? true)
    #expect(bench.server.row("T", "a")?.deleted == true)
  }
}
