import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore

/// Writes an import batch by batch, and leaves all of it, or nothing, or something that the audit
/// names and takes back.
///
/// One transaction for a million rows would keep every other writer of the store waiting for
/// minutes. So each batch is a transaction of its own, in which the store also notes what takes the
/// batch back. A batch that would do something else than was shown is not written, and those before
/// it are taken back.
struct ImportWriter: Sendable {
  let services: ConsoleServices
  let context: PageContext
  let store: StoreHandle
  let table: String
  let form: ImportForm

  private var sync: SyncContext { store.sync }

  /// - Parameters:
  ///   - seen: What was shown; each batch has to do exactly that.
  ///   - progress: Is told the rows that are written.
  ///   - isUnwanted: Asked when the work is cancelled: whether what is written is to be taken back.
  @concurrent func perform(
    _ seen: ImportPreview, isChecked: Bool, progress: @Sendable (Int) -> Void,
    isUnwanted: @Sendable () -> Bool
  ) async -> ImportEnding {
    var work = Work()
    do {
      let number = try await sync.beginImport(
        into: table, from: form.fileName, rows: seen.rowCount, by: context.who)
      work.number = number
      let kind = try await write(seen, isChecked, &work, progress)
      guard kind == nil else { return await takenBack(kind ?? .differs, work) }
      let ending = try await done(work, seen)
      // What stays open is closed by the next start, which finds the entry.
      try? await sync.endImport(number)
      return ending
    } catch is CancellationError {
      if isUnwanted() {
        return await takenBack(.takenBack(localized("The import was cancelled.")), work)
      }
      return await brokenOff(localized("The console was shut down."), work)
    } catch {
      let reason = "\(error)"
      var ending = await takenBack(.takenBack(localized("Import failed: \(reason)")), work)
      ending.problem = StorageProblem(error)
      return ending
    }
  }

  private struct Work {
    var number: Int64 = 0
    var counts = ImportCounts()
    var written = 0
    /// Of the rows that really changed, those that have something in the queue.
    var waiting = PendingRowCounts()
    /// The first rows that really changed.
    var samples: [ChangeOutcome.Applied] = []
  }

  /// - Returns: Why the rest cannot be written; nil when all of it is.
  private func write(
    _ seen: ImportPreview, _ isChecked: Bool, _ work: inout Work,
    _ progress: @Sendable (Int) -> Void
  ) async throws -> ImportEnding.Kind? {
    let known = try await store.columns(of: table)
    let plan = ImportPlan(
      known, form, newTypes: seen.plan.newTypes, references: seen.plan.references)
    let pass = ImportPass(form, plan)
    var expected = seen.batches[...]
    while let batch = try await pass.next() {
      try Task.checkCancellation()
      let changes = try await pass.changes(batch, of: sync.table(table))
      guard await pass.plan.mistakes.isEmpty, let expectation = expected.popFirst(),
        let outcome = try await sync.importBatch(
          changes, of: work.number, expecting: isChecked ? expectation : nil, by: context.who),
        outcome.isDone
      else { return .differs }
      let changed = outcome.applied.filter { !$0.isUnchanged }
      work.samples += changed.prefix(max(0, ChangeAudit.shownMax - work.samples.count))
      work.waiting += try await sync.waiting(table, changed.map(\.id))
      work.counts += ImportCounts(outcome.applied)
      work.written += outcome.applied.count
      progress(work.written)
    }
    return expected.isEmpty ? nil : .differs
  }

  // MARK: - Endings

  private func done(_ work: Work, _ seen: ImportPreview) async throws -> ImportEnding {
    let changed = work.counts.new + work.counts.changed
    // The audit keeps English.
    let counts = inEnglish { work.counts.summary }
    let entry = try await note(work, "\(table), \(counts)", changed)
    return ImportEnding(
      kind: .done, counts: work.counts, written: work.written, entry: entry,
      next: ([changed == 0 ? nil : SendingText.next(rows: changed, waiting: work.waiting)]
        + [seen.format.flatMap(leftOutWords)])
        .compactMap { $0 }.joinedAsSentences())
  }

  /// Which rows of the file are not written; nil when all are.
  private func leftOutWords(_ format: ImportSource.Format) -> String? {
    let rows = form.leftOutRows.sorted()
    guard !rows.isEmpty else { return nil }
    let numbers = rows.prefix(10).map(String.init).joinedAsList()
    let moreCount = rows.count - 10
    let places = format.places(numbers, count: rows.count)
    return moreCount > 0
      ? localized("Skipped: \(places) and \(moreCount) more.")
      : localized("Skipped: \(places).")
  }

  /// Takes back what was written; what cannot be is named in the audit.
  private func takenBack(_ kind: ImportEnding.Kind, _ work: Work) async -> ImportEnding {
    guard work.number > 0 else { return ImportEnding(kind: kind) }
    do {
      // Also when the task is cancelled: that is why it is taken back.
      let (sync, number, who) = (sync, work.number, context.who)
      // It is no action of its own: what the audit says of the import says it all.
      let back = try await StoreAction.$current.withValue(nil) {
        try await Task { try await sync.takeBackImport(number, by: who) }.value
      }
      guard back.left > 0 else { return ImportEnding(kind: kind) }
      let rows = Format.count(back.left, "row")
      return await brokenOff(
        back.left == 1
          ? localized("\(rows) changed meanwhile and was kept.")
          : localized("\(rows) changed meanwhile and were kept."), work)
    } catch {
      let reason = "\(error)"
      let ending = await brokenOff(
        localized("The imported rows could not be removed: \(reason)"), work)
      return ending.written > 0 ? ending : ImportEnding(kind: kind)
    }
  }

  private func brokenOff(_ reason: String, _ work: Work) async -> ImportEnding {
    let (sync, number) = (sync, work.number)
    // The last batch may have ended in its middle, and some rows may be removed again.
    let written = await Task { try? await sync.rowsLeft(ofImport: number) }.value ?? work.written
    guard number > 0, written > 0 else { return ImportEnding(kind: .takenBack(reason)) }
    var ending = ImportEnding(kind: .brokenOff(reason), counts: work.counts, written: written)
    let broken = UnnotedImport(number: number, store: store, context: context)
    let services = services
    do {
      ending.entry = try await Task {
        try await BrokenImports(services: services).note(broken)
      }.value
    } catch {
      // It is noted as soon as that works, by the next start at the latest.
      services.imports.unnoted.withLock { $0.append(broken) }
    }
    return ending
  }

  private func note(_ work: Work, _ target: String, _ count: Int) async throws -> Int64? {
    guard count > 0 else { return nil }
    var notes = ChangeAudit(services: services, context: context, store: store)
    notes.action = try await sync.importInfo(work.number)?.action(in: store.name)
    return try await notes.note(
      .rowsImport, work.samples, count: count, target: target,
      undo: UndoPlan(store: store.name, table: table, importNumber: work.number))
  }
}
