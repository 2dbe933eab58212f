import JSONKit
import Localization
import Support
import SyncCore

/// What an import would do, row by row for the first ones and counted for all.
struct ImportPreview: Sendable {
  /// Rows that are shown.
  static let shownMax = 20

  /// Nil until the rows were looked at.
  var format: ImportSource.Format?
  var plan: ImportPlan
  /// The first valid rows, with what would become of them.
  var shown: [(number: Int, change: RowChange, applied: ChangeOutcome.Applied?)] = []
  var rowCount = 0
  /// How many of the rows are valid; nil when that is not known.
  var validCount: Int?
  /// What would become of each batch of valid rows, in their order.
  var batches: [ImportCounts] = []
  var counts = ImportCounts()
  /// Which look at the rows this is: one that found the store otherwise is followed by another.
  var look = 1
  /// The store was found otherwise than the look before had shown it.
  var hasMoved = false
  /// What is wrong with the rows that are skipped.
  var leftOut: [ImportPlan.Mistake] = []

  /// Of rows that nobody has looked at yet.
  static let unread = ImportPreview(plan: ImportPlan([]))

  /// The same, to be confirmed again.
  var shownAgain: ImportPreview {
    var preview = self
    preview.look += 1
    return preview
  }

  var canBeWritten: Bool { plan.mistakes.isEmpty }
  /// True when some rows are invalid and the others can be imported.
  var canSkipInvalid: Bool { !canBeWritten && (validCount ?? 0) > 0 }
  /// Rows that are invalid and not skipped yet.
  var invalidCount: Int { plan.wrongRows.count }
  /// Why rows are invalid or were skipped, in their order.
  var invalid: [ImportPlan.Mistake] {
    (leftOut + plan.mistakes.filter(\.isOfRow)).sorted { $0.number < $1.number }
  }

  /// Skips the invalid rows; the counts are those of the others already.
  mutating func skipInvalid() {
    leftOut = invalid
    plan.dropMistakes()
    rowCount = validCount ?? rowCount
    look += 1
  }

  /// `1,000 new, 200 changed, 3 the same already`.
  var summary: String { counts.summary }

  /// What the button does.
  var verb: String {
    let count = counts.new + counts.changed
    let rows = Console.Format.count(count, "row")
    return count == 0 ? localized("Finish without changes") : localized("Import \(rows)")
  }

  var json: JSONObject {
    [
      "format": JSONValue(format?.rawValue), "rows": .integer(Int64(rowCount)),
      "new": .integer(Int64(counts.new)), "changed": .integer(Int64(counts.changed)),
      "unchanged": .integer(Int64(counts.unchanged)),
      "unknownColumns": .array(plan.unknownColumns.map { .string($0) }),
      "problems": Self.json(plan.mistakes), "leftOut": Self.json(leftOut),
      "invalid": .integer(Int64(Set(invalid.map(\.number)).count)), "key": .string(plan.key),
      "unmatched": plan.references.json,
      "columns": .object(
        JSONObject(plan.fileColumns.map { ($0, plan.targets[$0]?.json ?? .null) })),
    ]
  }

  private static func json(_ mistakes: [ImportPlan.Mistake]) -> JSONValue {
    .array(mistakes.prefix(ImportPlan.listedMax).map(\.json))
  }
}

extension ImportPlan.Mistake {
  var json: JSONValue {
    [
      "line": .integer(Int64(number)), "column": JSONValue(column), "message": .string(sentence),
    ]
  }
}

extension ImportCounts {
  /// `1,000 new, 200 changed, 3 the same already`.
  var summary: String {
    let parts = [
      (new, localized("\(Console.Format.number(new)) new")),
      (changed, localized("\(Console.Format.number(changed)) changed")),
      (unchanged, localized("\(Console.Format.number(unchanged)) unchanged")),
    ]
    let words = parts.filter { $0.0 > 0 }.map(\.1)
    return words.isEmpty ? localized("no rows") : words.joinedAsList()
  }
}

/// Finds out what an import would do, in one pass over its bytes; where rows are invalid, in a
/// second one without them.
///
/// Each batch is written in a transaction that is taken back, so that the preview says exactly what
/// would happen. Of the rows only the first and the hashes of the ids or keys are kept.
struct ImportRehearsal: Sendable {
  let form: ImportForm
  let table: String
  let sync: SyncContext
  let by: String
  let references: ImportReferences
  /// Is told the bytes read.
  let progress: @Sendable (Int) -> Void

  @concurrent func perform(_ known: [Column]) async throws -> ImportPreview {
    let plan = try await plan(known)
    var preview = try await rehearse(form, plan)
    preview.leftOut = form.leftOut
    preview.validCount = preview.canBeWritten ? preview.rowCount : nil
    // What is right by itself may not be without the others, if only because they moved meanwhile.
    while preview.validCount == nil, preview.plan.isRightWithoutRows,
      preview.invalidCount < preview.rowCount
    {
      var valid = form
      valid.leftOut = preview.invalid
      let rest = try await rehearse(valid, plan)
      preview.plan.add(rest.plan.mistakes)
      guard rest.canBeWritten else { continue }
      preview.validCount = rest.rowCount
      preview.plan.references = rest.plan.references
      (preview.shown, preview.batches, preview.counts) = (rest.shown, rest.batches, rest.counts)
    }
    preview.plan.sortMistakes()
    try await preview.plan.references.addNames(
      of: preview.shown.map { ($0.change, $0.applied?.before ?? JSONObject()) })
    return preview
  }

  /// One pass over the rows that `form` does not leave out.
  private func rehearse(_ form: ImportForm, _ plan: ImportPlan) async throws -> ImportPreview {
    let pass = ImportPass(form, plan)
    var preview = ImportPreview(plan: await pass.plan)
    preview.format = try await pass.format
    var hashes: [Int] = []
    while let batch = try await pass.next() {
      try Task.checkCancellation()
      hashes += batch.rows.compactMap { $0.identity?.hashValue }
      await addDoubles(of: batch, pass)
      let (changes, applied) = try await rehearse(batch, pass)
      let room = ImportPreview.shownMax - preview.shown.count
      for (index, row) in batch.rows.prefix(max(0, room)).enumerated() {
        preview.shown.append(
          (row.number, changes[index], index < applied.count ? applied[index] : nil))
      }
      let counts = ImportCounts(applied)
      preview.batches.append(counts)
      preview.counts += counts
      preview.rowCount += batch.rows.count
      progress(batch.consumed)
      if await pass.plan.hasManyMistakes { break }
    }
    try await addDoubles(Self.repeated(hashes), pass)
    preview.plan = await pass.plan
    if preview.plan.key == "id" { preview.plan.references.find(Set(hashes), in: table) }
    return preview
  }

  /// Where columns are to be added, their types need a look at all rows first.
  private func plan(_ known: [Column]) async throws -> ImportPlan {
    var types: UTF8Dictionary<ColumnType>?
    if form.addsColumns {
      let look = ImportPass(form, ImportPlan(known, form))
      types = try await look.types(besides: UTF8Set(known.map(\.name)))
    }
    return ImportPlan(known, form, newTypes: types, references: references)
  }

  private func rehearse(
    _ batch: ImportPass.Batch, _ pass: ImportPass
  ) async throws -> (changes: [RowChange], applied: [ChangeOutcome.Applied]) {
    let changes = try await pass.changes(batch, of: sync.table(table))
    // Rows that are wrong already are left out, so that what the store refuses is said with them.
    let wrong = await pass.plan.wrongRows
    var sound = batch.rows.indices.filter { !wrong.contains(batch.rows[$0].number) }
    var outcome = try await sync.change(sound.map { changes[$0] }, by: by, rehearsing: true)
    // The store names some at a time.
    while !outcome.isDone, await !pass.plan.hasManyMistakes {
      try Task.checkCancellation()
      await pass.add(outcome.problems, of: ImportPass.Batch(rows: sound.map { batch.rows[$0] }))
      let refused = Set(outcome.problems.map(\.position))
      sound = sound.indices.filter { !refused.contains($0) }.map { sound[$0] }
      outcome = try await sync.change(sound.map { changes[$0] }, by: by, rehearsing: true)
    }
    return (changes, sound.count == batch.rows.count ? outcome.applied : [])
  }

  // MARK: - Ids and keys that stand twice

  private func addDoubles(of batch: ImportPass.Batch, _ pass: ImportPass) async {
    var seen: UTF8Set = []
    for row in batch.rows {
      if let identity = row.identity, !seen.insert(identity).inserted {
        await pass.add(doubled: identity, row.number)
      }
    }
  }

  /// Two ids may have one hash, so the rows are read again before anybody is told.
  private func addDoubles(_ hashes: Set<Int>, _ pass: ImportPass) async throws {
    guard !hashes.isEmpty, await !pass.plan.hasManyMistakes else { return }
    for (identity, number) in try await pass.doubles(hashes, limit: ImportPlan.mistakesMax) {
      await pass.add(doubled: identity, number)
    }
  }

  private static func repeated(_ hashes: [Int]) -> Set<Int> {
    let sorted = hashes.sorted()
    var repeated: Set<Int> = []
    for (former, next) in zip(sorted, sorted.dropFirst()) where former == next {
      repeated.insert(next)
      if repeated.count >= ImportPlan.mistakesMax { break }
    }
    return repeated
  }
}
