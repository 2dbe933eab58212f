import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Imports in batches, and taking them back, whole or broken off.
@Suite struct ImportJournalTests {
  private func bench() async throws -> Bench {
    let bench = try await Bench()
    bench.server.put("T", "a", ["n": 1, "m": "one"])
    _ = try await bench.context.pull()
    return bench
  }

  private func insert(_ ids: [String]) -> [RowChange] {
    ids.map { RowChange(.insert, table: "T", id: $0, values: ["n": 5]) }
  }

  private func row(_ bench: Bench, _ id: String) async throws -> Record? {
    try await bench.table.read(id: id)
  }

  @Test func everyBatchIsTakenBackTogether() async throws {
    let bench = try await bench()
    let number = try await bench.context.beginImport(
      into: "T", from: "x.csv", rows: 4, by: "mira")
    let first = try await bench.context.importBatch(
      insert(["b", "c"]), of: number, expecting: nil, by: "mira")
    #expect(first?.isDone == true)
    let second = [RowChange(.update, table: "T", id: "a", values: ["n": 9])] + insert(["d"])
    _ = try await bench.context.importBatch(second, of: number, expecting: nil, by: "mira")
    try await bench.context.endImport(number)
    #expect(try await bench.context.unfinishedImports().isEmpty)
    #expect(try await bench.context.operations(OperationQuery()).count == 4)
    let info = try #require(try await bench.context.importInfo(number))
    #expect(info.written == 4 && info.rows == 4 && info.isOver && info.source == "x.csv")

    let back = try await bench.context.takeBackImport(number, by: "ivan")
    #expect(back == ImportUndoOutcome(rows: 4))
    #expect(try await row(bench, "b") == nil)
    #expect(try await row(bench, "a")?.values["n"] == 1)
    await #expect(throws: SyncError.self) {
      try await bench.context.takeBackImport(number, by: "ivan")
    }
  }

  /// Other writers wait for one transaction at a time.
  @Test func aLargeBatchIsWrittenInSeveralTransactionsAndTakenBackAsOne() async throws {
    let bench = try await bench()
    let context = bench.context
    let changes = insert((0..<4_000).map { "r\($0)" })
    let number = try await context.beginImport(into: "T", from: "", rows: 4_000, by: nil)
    async let outcome = context.importBatch(changes, of: number, expecting: nil, by: nil)
    var seen: Set<Int> = []
    var written = 0
    while written < 4_000 {
      written = try await context.importInfo(number)?.written ?? 0
      seen.insert(written)
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await outcome?.applied.count == 4_000)
    #expect(seen.contains { (1..<4_000).contains($0) })
    try await context.endImport(number)
    #expect(try await context.takeBackImport(number, by: nil).rows == 4_000)
  }

  @Test func aBatchThatWouldDoSomethingElseIsNotWritten() async throws {
    let bench = try await bench()
    let number = try await bench.context.beginImport(into: "T", from: "", rows: 1, by: nil)
    var seen = ImportCounts()
    seen.changed = 1
    let same = [RowChange(.update, table: "T", id: "a", values: ["n": 1])]
    #expect(
      try await bench.context.importBatch(same, of: number, expecting: seen, by: nil) == nil)
    let refused = try await bench.context.importBatch(
      insert(["b", "a"]), of: number, expecting: nil, by: nil)
    #expect(refused?.problems.map(\.position) == [1])
    #expect(try await row(bench, "b") == nil)
    #expect(try await bench.context.importInfo(number)?.written == 0)
  }

  @Test func rowsThatChangedSinceStay() async throws {
    let bench = try await bench()
    let number = try await bench.context.beginImport(into: "T", from: "", rows: 2, by: nil)
    _ = try await bench.context.importBatch(
      insert(["b", "c"]), of: number, expecting: nil, by: nil)
    try await bench.table.update("b", ["n": 6])
    let back = try await bench.context.takeBackImport(number, by: nil)
    #expect(back.rows == 1 && back.left == 1 && back.named == ["b"] && back.waiting.rows == 0)
    #expect(try await row(bench, "b")?.values["n"] == 6)
    #expect(try await row(bench, "c") == nil)

    let other = try await bench.context.beginImport(into: "T", from: "", rows: 1, by: nil)
    _ = try await bench.context.importBatch(insert(["e"]), of: other, expecting: nil, by: nil)
    try await bench.table.update("e", ["n": 6])
    await #expect(throws: SyncError.self) {
      try await bench.context.takeBackImport(other, by: nil)
    }
    // Refused as a whole, so it is still known.
    #expect(try await bench.context.importInfo(other) != nil)
  }

  @Test func anImportThatBrokeOffIsKnownAfterAReopening() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("t.sqlite")
    let number: Int64
    do {
      let context = try await SyncContext(
        path: path, remote: FakeRemote(FakeServer()), settings: StoreSettings(tables: []))
      number = try await context.beginImport(into: "T", from: "big.csv", rows: 9, by: "mira")
      _ = try await context.importBatch(insert(["b", "c"]), of: number, expecting: nil, by: nil)
    }
    let context = try await SyncContext(
      path: path, remote: FakeRemote(FakeServer()), settings: StoreSettings(tables: []))
    let broken = try await context.unfinishedImports()
    #expect(broken.map(\.number) == [number])
    #expect(broken.first?.written == 2 && broken.first?.rows == 9)
    #expect(try await context.takeBackImport(number, by: nil).rows == 2)
    #expect(try await context.table("T").read(id: "b") == nil)
    #expect(try await context.operations(OperationQuery()).count == 0)
  }

  @Test func takingBackManyRowsGoesOnWhereItBrokeOff() async throws {
    let bench = try await bench()
    let ids = (0..<2_500).map { "r\($0)" }
    let number = try await bench.context.beginImport(into: "T", from: "", rows: 2_500, by: nil)
    for start in stride(from: 0, to: ids.count, by: 1_000) {
      let part = Array(ids[start..<min(start + 1_000, ids.count)])
      _ = try await bench.context.importBatch(insert(part), of: number, expecting: nil, by: nil)
    }
    let context = bench.context
    let cancelled = Task { try await context.takeBackImport(number, by: nil) }
    cancelled.cancel()
    _ = await cancelled.result
    _ = try? await context.takeBackImport(number, by: nil)
    #expect(try await context.operations(OperationQuery()).count == 0)
    #expect(try await bench.table.existing(ids).isEmpty)
  }

  /// Takes an import back as an action that nobody comes to note.
  private func takeBackUnnoted(
    _ number: Int64, in context: SyncContext,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async -> Result<ImportUndoOutcome, any Error> {
    let action = StoreAction(id: "undo", intent: "begun")
    let work = StoreAction.$current.withValue(action) {
      Task {
        try await context.takeBackImport(
          number, by: nil, intentAtEnd: "ended", progress: progress)
      }
    }
    return await work.result
  }

  @Test func anUndoneImportIsKeptForTheAuditWithItsRows() async throws {
    let bench = try await bench()
    let number = try await bench.context.beginImport(into: "T", from: "", rows: 2, by: nil)
    _ = try await bench.context.importBatch(
      insert(["b", "c"]), of: number, expecting: nil, by: nil)
    _ = await takeBackUnnoted(number, in: bench.context)
    let pending = try await bench.context.pendingAudit()
    #expect(pending.map(\.intent) == ["ended"] && pending.map(\.changed) == [2])
  }

  @Test func anUndoThatBrokeOffIsKeptForTheAuditWithTheRowsThatItUndid() async throws {
    let bench = try await bench()
    let number = try await bench.context.beginImport(into: "T", from: "", rows: 2_500, by: nil)
    _ = try await bench.context.importBatch(
      insert((0..<2_500).map { "r\($0)" }), of: number, expecting: nil, by: nil)
    _ = await takeBackUnnoted(number, in: bench.context) { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let pending = try await bench.context.pendingAudit()
    let left = try await bench.context.rowsLeft(ofImport: number)
    #expect(pending.map(\.intent) == ["begun"] && pending.map(\.changed) == [2_500 - left])
    #expect(left > 0)
  }

  @Test func anUndoThatIsRefusedIsNotKeptForTheAudit() async throws {
    let bench = try await bench()
    let number = try await bench.context.beginImport(into: "T", from: "", rows: 1, by: nil)
    _ = try await bench.context.importBatch(insert(["b"]), of: number, expecting: nil, by: nil)
    try await bench.table.update("b", ["n": 6])
    let result = await takeBackUnnoted(number, in: bench.context)
    #expect(throws: SyncError.self) { try result.get() }
    #expect(try await bench.context.pendingAudit().isEmpty)
  }

  @Test func theOldestImportsAreForgottenFirst() async throws {
    let bench = try await bench()
    var numbers: [Int64] = []
    for _ in 0..<3 {
      let number = try await bench.context.beginImport(
        into: "T", from: "", rows: ImportJournal.keptMax / 2, by: nil)
      try await bench.context.endImport(number)
      numbers.append(number)
    }
    #expect(try await bench.context.importInfo(numbers[0]) == nil)
    #expect(try await bench.context.importInfo(numbers[1]) != nil)
    #expect(try await bench.context.importInfo(numbers[2]) != nil)
  }
}
