import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Two stores, each with a server of its own: rows go from `old` to `new`.
struct TwoStores: Sendable {
  let old: Bench
  let new: Bench
  var options = CopyOptions()

  init() async throws {
    old = try await Bench()
    new = try await Bench()
  }

  func preview() async throws -> CopyReport {
    try await new.context.previewCopy("T", from: old.context, named: "old", options: options)
  }

  @discardableResult
  func copy(_ part: CopyPart = .rows) async throws -> CopyReport {
    let report = try await new.context.copy(
      part, "T", from: old.context, named: "old", options: options, by: "ada")
    if let number = report.importNumber { try await new.context.endImport(number) }
    return report
  }

  /// The next changes reach the old store.
  func pullOld() async throws { _ = try await old.context.pull() }

  func pushNew() async throws { _ = try await new.context.push() }
}

@Suite struct CopyTests {
  /// Rows on the old server, one of them deleted, all of them pulled.
  private func filled() async throws -> TwoStores {
    let stores = try await TwoStores()
    for number in 0..<1_201 {
      stores.old.server.put("T", "r\(number)", ["n": .integer(Int64(number)), "text": "é"])
    }
    stores.old.server.put("T", "gone", ["n": 7], deleted: true)
    try await stores.pullOld()
    return stores
  }

  @Test func everyRowArrivesWithItsIdAndValues() async throws {
    let stores = try await filled()
    let preview = try await stores.preview()
    #expect(preview.new == 1_201 && preview.sourceRows == 1_201 && preview.sourceDeleted == 1)
    #expect(try await stores.new.operations().isEmpty)
    let report = try await stores.copy()
    #expect(report.written == 1_201 && report.left == 0 && report.isComplete)
    try await stores.pushNew()
    let values = { (record: Record) in [record.id: record.values] }
    let there = stores.old.server.rows("T").filter { !$0.deleted }.map(values)
    #expect(stores.new.server.rows("T").map(values) == there)
    let again = try await stores.preview()
    #expect(again.isAlike && again.same == 1_201 && again.onlyHere == 0)
  }

  @Test func aRepeatedCopyBringsWhatChangedSince() async throws {
    let stores = try await filled()
    try await stores.copy()
    try await stores.pushNew()
    stores.old.server.put("T", "r1", ["n": 100])
    stores.old.server.put("T", "late", ["n": 5])
    try await stores.pullOld()
    let report = try await stores.copy()
    #expect(report.new == 1 && report.changed == 1 && report.same == 1_200)
    try await stores.pushNew()
    #expect(stores.new.server.row("T", "r1")?.values["n"] == 100)
    #expect(stores.new.server.row("T", "late")?.values["n"] == 5)
  }

  @Test func aRowThatWasChangedHereIsNotOverwritten() async throws {
    var stores = try await filled()
    try await stores.copy()
    try await stores.pushNew()
    try await stores.new.table.update("r1", ["n": -1])
    stores.old.server.put("T", "r1", ["n": 100])
    try await stores.pullOld()
    let report = try await stores.copy()
    #expect(report.changed == 0 && report.leftRows == [.init(id: "r1", obstacle: .changedHere)])
    #expect(try await stores.new.row("r1")?.values["n"] == -1)
    stores.options.overwrites = true
    #expect(try await stores.copy().changed == 1)
    #expect(try await stores.new.row("r1")?.values["n"] == 100)
  }

  @Test func aRowThatIsDeletedThereIsDeletedHereWhenThatIsAsked() async throws {
    let stores = try await filled()
    try await stores.copy()
    stores.old.server.put("T", "r1", ["n": 1], deleted: true)
    try await stores.pullOld()
    // Its insert would go, and the row with it.
    #expect(try await stores.preview().leftRows == [.init(id: "r1", obstacle: .insertNotPushed)])
    try await stores.pushNew()
    #expect(try await stores.copy().written == 0)
    #expect(try await stores.new.row("r1")?.deleted == false)
    let report = try await stores.copy(.deletions)
    #expect(report.deletedIDs == ["r1"])
    try await stores.pushNew()
    #expect(stores.new.server.row("T", "r1")?.deleted == true)
    #expect(try await stores.preview().isAlike)
  }

  @Test func deletedRowsAreCopiedInTwoSteps() async throws {
    var stores = try await filled()
    stores.options.includesDeleted = true
    #expect(try await stores.copy().new == 1_202)
    try await stores.pushNew()
    #expect(try await stores.copy(.deletions).deletedIDs == ["gone"])
    try await stores.pushNew()
    #expect(stores.new.server.row("T", "gone")?.deleted == true)
    #expect(stores.new.server.row("T", "gone")?.values["n"] == 7)
    #expect(try await stores.preview().isAlike)
  }

  @Test func whatWaitsInTheOtherQueueIsNotCopied() async throws {
    let stores = try await filled()
    try await stores.old.table.insert(["id": "unsent", "n": 1])
    try await stores.old.table.update("r2", ["n": 2_000])
    try await stores.old.table.delete("r3")
    #expect(try await stores.copy().new == 1_201)
    #expect(try await stores.new.row("unsent") == nil)
    #expect(try await stores.new.row("r2")?.values["n"] == 2)
    #expect(try await stores.new.row("r3")?.deleted == false)
  }

  @Test func aCopyIsUndoneAsAnImport() async throws {
    let stores = try await filled()
    try await stores.new.table.insert(["id": "own", "n": 1])
    let report = try await stores.copy()
    #expect(report.onlyHere == 1)
    let number = try #require(report.importNumber)
    #expect(try await stores.new.context.rowsLeft(ofImport: number) == 1_201)
    let back = try await stores.new.context.takeBackImport(number, by: "ada")
    #expect(back.rows == 1_201)
    #expect(try await stores.new.rows().map(\.id) == ["own"])
    #expect(try await stores.new.operations().map(\.itemID) == ["own"])
  }

  @Test func aCopyThatStopsIsContinuedByTheNext() async throws {
    var stores = try await filled()
    stores.options.rowsMax = 600
    let first = try await stores.copy()
    #expect(!first.isComplete && first.written >= 600 && first.written < 1_201)
    let second = try await stores.copy()
    #expect(second.isComplete && first.written + second.written == 1_201)
    #expect(try await stores.preview().isAlike)
  }

  @Test func aServerThatGivesIdsKnowsTheRowsAgain() async throws {
    let old = try await Bench()
    let directory = try TemporaryDirectory()
    let remote = AssigningFakeRemote()
    let new = try await SyncContext(
      path: directory.file("new.sqlite"), remote: remote, settings: Bench.settings())
    old.server.put("T", "a", ["n": 1])
    _ = try await old.context.pull()
    func copy() async throws -> CopyReport {
      let report = try await new.copy(
        .rows, "T", from: old.context, named: "old", options: CopyOptions(), by: nil)
      if let number = report.importNumber { try await new.endImport(number) }
      return report
    }
    #expect(try await copy().new == 1)
    _ = try await new.push()
    #expect(remote.fake.server.rows("T").map(\.id) == ["srv1"])
    #expect(try await copy().same == 1)
    old.server.put("T", "a", ["n": 2])
    _ = try await old.context.pull()
    #expect(try await copy().changed == 1)
    _ = try await new.push()
    #expect(remote.fake.server.rows("T").map { $0.values["n"] } == [2])
    #expect(try await copy().same == 1)
  }

  @Test func aValueThatDoesNotFitIsSkippedWithTheReason() async throws {
    let stores = try await filled()
    try await stores.new.table.insert(["id": "own", "n": "a text"])
    let report = try await stores.copy()
    #expect(report.written == 0 && report.left == 1_201)
    #expect(report.leftRows.count == CopyReport.namedMax)
    guard case .invalid? = report.leftRows.first?.obstacle else {
      Issue.record("\(report.leftRows)")
      return
    }
  }

  @Test func aStoreIsNotCopiedToItself() async throws {
    let bench = try await Bench()
    await #expect(throws: CopyError.sameStore) {
      try await bench.context.previewCopy(
        "T", from: bench.context, named: "it", options: CopyOptions())
    }
  }
}
