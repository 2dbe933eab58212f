import JSONKit
import Support

/// Decides row by row what a copy does to a table, in the caller's transaction.
struct CopyTarget {
  /// What becomes of a row.
  enum Step {
    case same
    /// Deleted on both sides, or deleted there and never here.
    case nothing
    case insert(Record)
    case update(id: String, JSONObject, seen: Record)
    case delete(id: String)
    case skip(SkipReason)
  }

  let rows: CopiedRows
  let marks: CopyMarks
  let options: CopyOptions
  /// The columns that are copied.
  let columns: [String]

  /// - Parameters:
  ///   - wanted: The other store's row.
  ///   - have: The row here; nil where there is none.
  func step(for wanted: Record, over have: Record?) throws -> Step {
    let operations = try rows.local.operations(have?.id ?? wanted.id)
    if operations.contains(where: { $0.state == .failed || $0.state == .conflict }) {
      return .skip(.unresolvedHere)
    }
    guard let have else {
      // A server without tombstones leaves nothing of a row that was deleted here.
      if try operations.last?.kind == .delete || marks.fetch(wanted.id) != nil {
        return wanted.deleted ? .nothing : .skip(.deletedHere)
      }
      if wanted.deleted, !options.includesDeleted { return .nothing }
      if let reason = RowID.objection(to: wanted.id) { return .skip(.invalid(reason)) }
      return .insert(wanted)
    }
    if wanted.deleted { return try step(deleting: have, wanted.id, operations) }
    if have.deleted { return .skip(.deletedHere) }
    let changes = wanted.changes(over: have)
    guard !changes.isEmpty else { return .same }
    guard try options.overwrites || isAsCopied(have, wanted.id) else {
      return .skip(.changedHere)
    }
    return .update(id: have.id, changes, seen: have)
  }

  private func step(
    deleting have: Record, _ id: String, _ operations: [StoredOperation]
  ) throws -> Step {
    if rows.isDeleted(have) { return .same }
    if operations.contains(where: { $0.kind == .insert }) { return .skip(.insertNotPushed) }
    // Values of other columns may be somebody's, who would lose them.
    let copied = UTF8Set(columns + [rows.remote.assigning?.markColumn].compactMap { $0 })
    let hasMore = have.values.contains { !$0.value.isNull && !copied.contains($0.name) }
    return try !hasMore && isAsCopied(have, id) ? .delete(id: have.id) : .skip(.changedHere)
  }

  /// True while the row is what the last copy made of it.
  private func isAsCopied(_ row: Record, _ id: String) throws -> Bool {
    let values = JSONObject(columns.map { ($0, row.values[$0] ?? .null) })
    return try marks.fetch(id) == CopyMarks.mark(of: values)
  }
}
