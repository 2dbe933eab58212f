import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Two operations of one row around a lost answer: the second goes out only on what its author saw.
@Suite struct ChainedOperationTests {
  enum Second: String, Sendable, CaseIterable {
    case edit, delete, hardDelete
  }

  /// A first change arrives and its answer does not; nothing can be read until the next push.
  private func lostAnswer(
    _ bench: Bench, _ fault: FakeFault = .lostAnswer, _ first: () async throws -> Void
  ) async throws {
    try await first()
    bench.remote.script("a", [fault])
    bench.remote.scriptReads([.unreachable])
    _ = try await bench.context.push()
    #expect(try await bench.operations().map(\.state) == [.unknown])
  }

  private func change(_ bench: Bench, _ second: Second) async throws {
    switch second {
    case .edit: try await bench.table.update("a", ["b": "mine"])
    case .delete: try await bench.table.delete("a")
    case .hardDelete: try await bench.table.hardDelete("a")
    }
  }

  private func expectConflict(_ bench: Bench, theirs: String) async throws {
    let report = try await bench.context.push()
    #expect(report.conflicts == 1)
    #expect(bench.server.row("T", "a")?.values["b"] == .string(theirs))
    #expect(bench.server.row("T", "a")?.deleted == false)
    #expect(try await bench.base("a")?.values["b"] != .string(theirs))
    #expect(try await bench.serverCopy("a")?.values["b"] == .string(theirs))
    #expect(try await bench.errors().first?.server?.values["b"] == .string(theirs))
  }

  @Test(arguments: Second.allCases, [FakeFault.lostAnswer, .failedAfter])
  func changeOnALostUpdateThatSomebodyElseChangedSinceIsAConflict(
    second: Second, fault: FakeFault
  ) async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["a": "old", "b": "old"])
    try await lostAnswer(bench, fault) { try await bench.table.update("a", ["a": "mine"]) }
    bench.server.put("T", "a", ["a": "mine", "b": "theirs"])
    try await change(bench, second)
    try await expectConflict(bench, theirs: "theirs")
    #expect(bench.server.row("T", "a")?.values["a"] == "mine")
  }

  @Test(arguments: Second.allCases)
  func changeOnALostInsertThatSomebodyElseChangedSinceIsAConflict(second: Second) async throws {
    let bench = try await Bench()
    try await lostAnswer(bench) { try await bench.table.insert(["id": "a", "a": "mine"]) }
    bench.server.put("T", "a", ["a": "mine", "b": "theirs"])
    try await change(bench, second)
    try await expectConflict(bench, theirs: "theirs")
  }

  @Test func changeOnALostUpdateGoesOutWhereNobodyElseChangedTheRow() async throws {
    for second in Second.allCases {
      let bench = try await Bench()
      try await bench.synced("a", ["a": "old", "b": "old", "n": 1])
      try await lostAnswer(bench) { try await bench.table.update("a", ["a": "mine"]) }
      try await change(bench, second)
      #expect(try await bench.context.push().isClean)
      let row = bench.server.row("T", "a")
      #expect(second == .edit ? row?.values["b"] == "mine" : row?.deleted == true)
    }
  }

  @Test func aPullInBetweenDoesNotMakeTheRowSeen() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["a": "old", "b": "old"])
    try await lostAnswer(bench) { try await bench.table.update("a", ["a": "mine"]) }
    bench.server.put("T", "a", ["a": "mine", "b": "theirs"])
    var settings = Bench.settings()
    settings.pushesBeforePull = false
    let puller = try await SyncContext(
      path: bench.context.path, remote: bench.remote, settings: settings, time: bench.time)
    _ = try await puller.pull()
    try await change(bench, .edit)
    try await expectConflict(bench, theirs: "theirs")
  }

  @Test func conflictBehindALostUpdateIsResolvedWithBothSides() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["a": "old", "b": "old", "c": "old"])
    try await lostAnswer(bench) { try await bench.table.update("a", ["a": "mine"]) }
    bench.server.put("T", "a", ["a": "mine", "b": "theirs", "c": "theirs"])
    try await change(bench, .edit)
    _ = try await bench.context.push()
    let error = try #require(try await bench.errors().first)
    try await bench.context.resolve(error.id, .keepLocal, by: nil)
    #expect(try await bench.context.push().isClean)
    let values = bench.server.row("T", "a")?.values
    #expect(values == ["a": "mine", "b": "mine", "c": "theirs"])
  }

  // MARK: - Rows whose version is not known here

  /// A row that was deleted here by an answer without its version.
  private func deletedWithoutVersion() async throws -> Bench {
    let bench = try await Bench()
    try await bench.synced("a", ["a": "old", "b": "old"])
    try await bench.table.delete("a")
    _ = try await bench.context.push()
    try await bench.context.database.write { db in
      try db.execute("UPDATE T SET version = NULL WHERE id = 'a'")
    }
    bench.remote.clearLog()
    return bench
  }

  @Test func undeleteAndEditOfARowThatSomebodyBroughtBackIsAConflict() async throws {
    let bench = try await deletedWithoutVersion()
    bench.server.put("T", "a", ["a": "old", "b": "theirs"])
    try await bench.table.undelete("a")
    try await change(bench, .edit)
    try await expectConflict(bench, theirs: "theirs")
  }

  @Test func hardDeleteOfATombstoneThatSomebodyBroughtBackIsAConflict() async throws {
    let bench = try await deletedWithoutVersion()
    bench.server.put("T", "a", ["a": "old", "b": "theirs"])
    try await bench.table.hardDelete("a")
    try await expectConflict(bench, theirs: "theirs")
  }

  @Test func undeleteOfAnUnchangedTombstoneGoesOutOnTheVersionThatWasRead() async throws {
    let bench = try await deletedWithoutVersion()
    let version = try #require(bench.server.row("T", "a")?.version)
    let sent = Locked<[String?]>([])
    bench.remote.beforeSend { change in sent.withLock { $0.append(change.version) } }
    try await bench.table.undelete("a")
    #expect(try await bench.context.push().isClean)
    #expect(sent.withLock { $0 } == [version])
    #expect(bench.server.row("T", "a")?.deleted == false)
  }

  @Test func rowThatCannotBeReadIsNotSentWithoutAVersion() async throws {
    let bench = try await deletedWithoutVersion()
    bench.remote.scriptReads([.refused])
    try await bench.table.undelete("a")
    let report = try await bench.context.push()
    #expect(report.failed == 1 && report.unknown == 0 && bench.remote.sends.isEmpty)
    let message = try #require(try await bench.errors().first?.message)
    #expect(message.contains("Nothing was sent"))
    let error = try #require(try await bench.errors().first)
    try await bench.context.resolve(error.id, .retry, by: nil)
    #expect(try await bench.context.push().isClean)
  }
}
