import JSONKit
import SQLiteKit
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
    try await new.context.previewCopy(
      of: "T", from: old.context, named: "old", options: options)
  }

  @discardableResult
  func copy() async throws -> CopyReport {
    try await new.context.copyRows(from: old, options)
  }

  func copyCancelledAfterAPage() async throws -> CopyReport {
    let task = Task {
      try await new.context.copyRows(
        of: "T", from: old.context, named: "old", options: options, expecting: 0, by: "ada"
      ) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    do {
      return try await task.value
    } catch let broken as CopyInterruption {
      #expect(broken.cause is CancellationError)
      if let number = broken.report.importNumber { try await new.context.endImport(number) }
      return broken.report
    }
  }

  func verify() async throws -> CopyReport {
    try await new.context.verifyCopy(of: "T", from: old.context, named: "old")
  }

  func copyDeletions() async throws -> CopyReport {
    try await new.context.copyDeletions(of: "T", from: old.context, named: "old", by: "ada")
  }

  /// The next changes reach the old store.
  func pullOld() async throws { _ = try await old.context.pull() }

  func pushNew() async throws { _ = try await new.context.push() }
}

extension SyncContext {
  /// A copy of the table `T` of a store `old`, brought to its end.
  fileprivate func copyRows(
    from old: Bench, _ options: CopyOptions = CopyOptions()
  ) async throws -> CopyReport {
    let report = try await copyRows(
      of: "T", from: old.context, named: "old", options: options, expecting: 0, by: "ada")
    if let number = report.importNumber { try await endImport(number) }
    return report
  }
}

@Suite struct CopyTests {
  /// Rows on the old server, one of them deleted, all of them pulled.
  private func filled(_ count: Int = 12) async throws -> TwoStores {
    let stores = try await TwoStores()
    for number in 0..<count {
      stores.old.server.put("T", "r\(number)", ["n": .integer(Int64(number)), "text": "é"])
    }
    stores.old.server.put("T", "gone", ["n": 7], deleted: true)
    try await stores.pullOld()
    return stores
  }

  @Test func everyRowArrivesWithItsIdAndValues() async throws {
    let stores = try await filled(601)
    let preview = try await stores.preview()
    #expect(preview.new == 601 && preview.sourceRows == 601 && preview.sourceDeleted == 1)
    #expect(try await stores.new.operations().isEmpty)
    let report = try await stores.copy()
    #expect(report.written == 601 && report.skipped.count == 0 && report.isComplete)
    try await stores.pushNew()
    let values = { (record: Record) in [record.id: record.values] }
    let there = stores.old.server.rows("T").filter { !$0.deleted }.map(values)
    #expect(stores.new.server.rows("T").map(values) == there)
    let again = try await stores.preview()
    #expect(again.isAlike && again.same == 601 && again.onlyHere == 0)
  }

  @Test func aRepeatedCopyBringsWhatChangedSince() async throws {
    let stores = try await filled()
    try await stores.copy()
    try await stores.pushNew()
    stores.old.server.put("T", "r1", ["n": 100])
    stores.old.server.put("T", "late", ["n": 5])
    try await stores.pullOld()
    let report = try await stores.copy()
    #expect(report.new == 1 && report.changed == 1 && report.same == 11)
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
    #expect(report.changed == 0 && report.skipped.rows == [.init(id: "r1", reason: .changedHere)])
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
    #expect(try await stores.preview().skipped.rows == [.init(id: "r1", reason: .insertNotPushed)])
    try await stores.pushNew()
    #expect(try await stores.copy().written == 0)
    #expect(try await stores.new.row("r1")?.deleted == false)
    let report = try await stores.copyDeletions()
    #expect(report.deletedIDs == ["r1"])
    try await stores.pushNew()
    #expect(stores.new.server.row("T", "r1")?.deleted == true)
    #expect(try await stores.preview().isAlike)
  }

  @Test func deletedRowsAreCopiedInTwoSteps() async throws {
    var stores = try await filled()
    stores.options.includesDeleted = true
    #expect(try await stores.copy().new == 13)
    try await stores.pushNew()
    #expect(try await stores.copyDeletions().deletedIDs == ["gone"])
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
    #expect(try await stores.copy().new == 12)
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
    #expect(try await stores.new.context.rowsLeft(ofImport: number) == 12)
    let back = try await stores.new.context.takeBackImport(number, by: "ada")
    #expect(back.rows == 12)
    #expect(try await stores.new.rows().map(\.id) == ["own"])
    #expect(try await stores.new.operations().map(\.itemID) == ["own"])
  }

  @Test func aCopyThatIsCancelledKeepsItsRowsAndIsContinuedByTheNext() async throws {
    let stores = try await filled(1_201)
    let first = try await stores.copyCancelledAfterAPage()
    #expect(!first.isComplete && first.written > 0 && first.written < 1_201)
    let second = try await stores.copy()
    #expect(second.isComplete && first.written + second.written == 1_201)
    #expect(try await stores.preview().isAlike)
  }

  @Test func digestsAreAlikeOnceTheRowsAre() async throws {
    let stores = try await filled()
    let before = try await stores.verify()
    #expect(before.new == 12 && before.digests?.there.description.count == 32)
    #expect(before.digests?.here.description.isEmpty == true)
    try await stores.copy()
    try await stores.pushNew()
    let copied = try #require(try await stores.verify().digests)
    #expect(copied.there == copied.here && copied.there == before.digests?.there)
    try await stores.new.table.update("r1", ["text": "e"])
    let changed = try #require(try await stores.verify().digests)
    #expect(changed.there == copied.there && changed.here != copied.here)
  }

  @Test func eachColumnTellsWhatBecomesOfIt() async throws {
    let stores = try await filled()
    let column = { (name: String, type: ColumnType, here: ColumnType?) in
      CopiedColumn(name: name, type: type, typeHere: here, form: .same)
    }
    #expect(
      try await stores.preview().columns == [column("n", .number, nil), column("text", .text, nil)])
    try await stores.copy()
    #expect(
      try await stores.preview().columns
        == [column("n", .number, .number), column("text", .text, .text)])
  }

  @Test func aMovedStoreIsOfflineUntilItIsTakenBack() async throws {
    let store = try await Bench()
    try await store.context.setMoved(to: "new")
    #expect(try await store.context.movedTo == "new")
    await #expect(throws: SyncError.offline) { try await store.context.push() }
    try await store.context.setMoved(to: nil)
    #expect(try await store.context.isOffline)
    #expect(try await store.context.movedTo == nil)
    try await store.context.setMoved(to: "new")
    try await store.context.setOffline(false)
    #expect(try await store.context.movedTo == nil)
  }

  /// A store whose server gives new rows their ids and keeps no deleted ones.
  private struct Assigning {
    let old: Bench
    let new: SyncContext
    let remote = AssigningFakeRemote()
    private let directory: TemporaryDirectory

    init() async throws {
      old = try await Bench()
      directory = try TemporaryDirectory()
      new = try await SyncContext(
        path: directory.file("new.sqlite"), remote: remote, settings: Bench.settings())
    }

    func copy() async throws -> CopyReport {
      _ = try await old.context.pull()
      let report = try await new.copyRows(from: old)
      _ = try await new.push()
      return report
    }
  }

  @Test func aServerThatGivesIdsKnowsTheRowsAgain() async throws {
    let stores = try await Assigning()
    stores.old.server.put("T", "a", ["n": 1])
    #expect(try await stores.copy().new == 1)
    #expect(stores.remote.fake.server.rows("T").map(\.id) == ["srv1"])
    #expect(try await stores.copy().same == 1)
    stores.old.server.put("T", "a", ["n": 2])
    #expect(try await stores.copy().changed == 1)
    #expect(stores.remote.fake.server.rows("T").map { $0.values["n"] } == [2])
    #expect(try await stores.copy().same == 1)
  }

  @Test func aRowThatWasDeletedHereForGoodIsNotCopiedAgain() async throws {
    let stores = try await Assigning()
    stores.old.server.put("T", "a", ["n": 1])
    #expect(try await stores.copy().new == 1)
    try await stores.new.table("T").delete("a")
    _ = try await stores.new.push()
    #expect(stores.remote.fake.server.rows("T").isEmpty)
    #expect(try await stores.copy().skipped.rows == [.init(id: "a", reason: .deletedHere)])
    #expect(stores.remote.fake.server.rows("T").isEmpty)
  }

  @Test func referencesThatTheServerReplacedAreNoChange() async throws {
    let stores = try await Assigning()
    stores.old.server.put("T", "a", ["n": 1])
    stores.old.server.put("T", "b", ["n": 1, "parent": AssigningFakeRemote.reference("T", "a")])
    #expect(try await stores.copy().new == 2)
    let parents = { stores.remote.fake.server.rows("T").compactMap { $0.values["parent"] } }
    #expect(parents().allSatisfy { $0["id"]?.string?.hasPrefix("srv") == true })
    #expect(try await stores.copy().same == 2)
    stores.old.server.put("T", "b", ["n": 2])
    #expect(try await stores.copy().changed == 1)
    #expect(parents().allSatisfy { $0["id"]?.string?.hasPrefix("srv") == true })
    #expect(try await stores.copy().same == 2)
  }

  @Test func timesThatTheServerPrintsDifferentlyAreNoChange() async throws {
    let stores = try await TwoStores()
    stores.old.server.put("T", "a", ["due": "2026-11-21T10:00:00Z", "n": 1])
    try await stores.pullOld()
    try await stores.copy()
    try await stores.pushNew()
    stores.new.server.put("T", "a", ["due": "2026-11-21T10:00:00.000Z", "n": 1.0])
    _ = try await stores.new.context.pull()
    stores.old.server.put("T", "a", ["n": 2])
    try await stores.pullOld()
    #expect(try await stores.copy().changed == 1)
  }

  @Test func aRowWithValuesOfItsOwnIsNotDeleted() async throws {
    let stores = try await filled()
    try await stores.copy()
    try await stores.pushNew()
    try await stores.new.table.update("r1", ["notes": "mine"])
    stores.old.server.put("T", "r1", ["n": 1], deleted: true)
    try await stores.pullOld()
    #expect(try await stores.copyDeletions().written == 0)
    #expect(try await stores.new.row("r1")?.deleted == false)
  }

  @Test func aDeletionIsCopiedToATableThatMarksDeletedRows() async throws {
    let old = try await Bench()
    let new = try await Bench(
      settings: Bench.settings([TableSettings(name: "T", softDelete: .flag(column: "gone"))]))
    old.server.put("T", "a", ["n": 1])
    _ = try await old.context.pull()
    func copyDeletions() async throws -> CopyReport {
      _ = try await old.context.pull()
      let report = try await new.context.copyDeletions(
        of: "T", from: old.context, named: "old", by: nil)
      _ = try await new.context.push()
      return report
    }
    #expect(try await new.context.copyRows(from: old).written == 1)
    _ = try await new.context.push()
    old.server.put("T", "a", ["n": 1], deleted: true)
    #expect(try await copyDeletions().written == 1)
    #expect(try await new.row("a")?.values["gone"] == true)
    let again = try await copyDeletions()
    #expect(again.isAlike && again.written == 0)
  }

  @Test func aCopyThatBreaksOffSaysWhatItWrote() async throws {
    let stores = try await filled(1_201)
    try await stores.new.table.insert(["id": "own", "n": 1, "text": "x"])
    try await stores.new.context.database.write {
      try $0.execute(
        """
        CREATE TRIGGER broken BEFORE INSERT ON T WHEN NEW.id = 'r900'
        BEGIN SELECT RAISE(FAIL, 'the disk is broken'); END
        """)
    }
    let broken = await #expect(throws: CopyInterruption.self) { try await stores.copy() }
    let report = try #require(broken?.report)
    #expect(report.written > 0 && report.written < 1_201)
    let number = try #require(report.importNumber)
    #expect(try await stores.new.context.rowsLeft(ofImport: number) == report.written)
    try await stores.new.context.database.write { try $0.execute("DROP TRIGGER broken") }
    #expect(try await stores.copy().written == 1_201 - report.written)
  }

  @Test func maskedColumnsHaveToBeMaskedHereToo() async throws {
    var masked = TableSettings(name: "T")
    masked.masked = ["email"]
    let old = try await Bench(settings: Bench.settings([masked]))
    let new = try await Bench()
    old.server.put("T", "a", ["email": "a@example.com"])
    _ = try await old.context.pull()
    await #expect(throws: CopyError.unmasked(table: "T", columns: ["email"])) {
      try await new.context.copyRows(from: old)
    }
    #expect(try await new.operations().isEmpty)
  }

  @Test func aValueThatDoesNotFitIsSkippedWithTheReason() async throws {
    let stores = try await filled(30)
    try await stores.new.table.insert(["id": "own", "n": "a text"])
    let report = try await stores.copy()
    #expect(report.written == 0 && report.skipped.count == 30)
    #expect(report.skipped.rows.count == SkippedRows.namedMax)
    guard case .invalid? = report.skipped.rows.first?.reason else {
      Issue.record("\(report.skipped.rows)")
      return
    }
  }

  @Test func aStoreIsNotCopiedToItself() async throws {
    let bench = try await Bench()
    await #expect(throws: CopyError.sameStore) {
      try await bench.context.previewCopy(
        of: "T", from: bench.context, named: "it", options: CopyOptions())
    }
  }
}
