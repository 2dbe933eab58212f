import Support
import SyncCore
import SyncInspection

/// One way through an import's bytes, on a thread of its own, batch by batch.
actor ImportPass {
  struct Batch: Sendable {
    var rows: [ImportPlan.Row] = []
    /// Bytes of the source that were read up to its end.
    var consumed = 0
  }

  /// A batch ends behind so many bytes, so that rows of any length take a bounded memory.
  private static let batchBytesMax = 1 << 20

  private let executor = QueueExecutor(label: "import")
  private let form: ImportForm
  private var source: ImportSource?
  private(set) var plan: ImportPlan

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ form: ImportForm, _ plan: ImportPlan) {
    self.form = form
    self.plan = plan
  }

  var format: ImportSource.Format { get throws { try opened().format } }

  /// The next rows; nil at the end.
  func next() throws -> Batch? {
    var source = try opened()
    var batch = Batch()
    let start = source.consumed
    while batch.rows.count < SyncContext.importBatchMax,
      source.consumed - start < Self.batchBytesMax, let row = try source.next()
    {
      batch.rows.append(plan.plan(row))
    }
    batch.consumed = source.consumed
    self.source = source
    return batch.rows.isEmpty ? nil : batch
  }

  /// The changes that a batch asks for.
  func changes(_ batch: Batch, of table: SyncTable) async throws -> [RowChange] {
    let existing = try await existing(batch, table)
    var changes = plan.changes(batch.rows, of: table.name, existing: existing)
    let matches = try await plan.references.matches(of: changes)
    plan.references.keep(matches)
    plan.resolve(&changes, of: batch.rows, existing: existing, matches)
    return changes
  }

  /// The rows that the table has for those of a batch, by what identifies them.
  private func existing(
    _ batch: Batch, _ table: SyncTable
  ) async throws -> UTF8Dictionary<[Record]> {
    guard plan.key == "id" else {
      let found = try await table.rows(with: batch.rows.compactMap(\.key), in: plan.key)
      return UTF8Dictionary(grouping: found) { ImportPlan.text($0.value(plan.key)) }
    }
    // Where rows are only added, one that is there is the store's to refuse.
    let ids = plan.mode == .insert ? [] : batch.rows.compactMap(\.id)
    return try await table.existing(ids).mapValues { [$0] }
  }

  func add(_ problems: [ChangeOutcome.Problem], of batch: Batch) {
    plan.add(problems, of: batch.rows)
  }

  func add(doubled identity: String, _ number: Int) { plan.add(doubled: identity, number) }

  private func opened() throws -> ImportSource {
    if let source { return source }
    let source = try form.source
    plan.begin(source.columns)
    self.source = source
    return source
  }

  /// The types of columns that are not `known`, by all their values: text where they differ.
  func types(besides known: UTF8Set) throws -> UTF8Dictionary<ColumnType> {
    var source = try form.source
    var types: UTF8Dictionary<ColumnType> = [:]
    while let row = try source.next() {
      for (name, value) in row.values where row.problem == nil && !known.contains(name) {
        guard let type = ImportCell.type(of: value) else { continue }
        types[name] = types[name] == nil || types[name] == type ? type : .text
      }
      if source.rowCount.isMultiple(of: 1_000) { try Task.checkCancellation() }
    }
    return types
  }

  /// The rows that `hashes` hold the identities of, and that stood before.
  func doubles(
    _ hashes: Set<Int>, limit: Int
  ) throws -> [(identity: String, number: Int)] {
    var source = try form.source
    var reader = plan
    var seen: UTF8Set = []
    var doubles: [(identity: String, number: Int)] = []
    while doubles.count < limit, let row = try source.next() {
      guard let identity = reader.plan(row).identity, hashes.contains(identity.hashValue) else {
        continue
      }
      if !seen.insert(identity).inserted { doubles.append((identity, row.number)) }
      if source.rowCount.isMultiple(of: 1_000) { try Task.checkCancellation() }
    }
    return doubles
  }
}
