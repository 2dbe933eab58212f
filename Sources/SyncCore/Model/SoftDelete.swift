package import JSONKit

/// What "delete" means for a table.
public enum SoftDelete: Sendable, Hashable {
  /// The server's own `deleted` column: the row stays there as a tombstone.
  case system
  /// A Boolean column that is set to true, such as `complete`.
  case flag(column: String)
  /// A date column that is set to the time of deletion, such as `deletedAt`.
  case date(column: String)
  /// The table keeps no deleted rows: "delete" is a hard delete.
  case none

  /// The column of the table's own that marks a deleted row; nil for the other kinds.
  package var column: String? {
    switch self {
    case .flag(let column), .date(let column): column
    case .system, .none: nil
    }
  }
}

extension SoftDelete {
  /// Whether the row is deleted.
  package func marks(_ record: Record) -> Bool {
    if record.deleted { return true }
    switch self {
    case .flag(let column): return record.values[column] == .bool(true)
    case .date(let column): return !(record.values[column] ?? .null).isNull
    case .system, .none: return false
    }
  }

  /// Whether an update may set `values`: a deleted row takes none, but where its own column is among
  /// them and that is all that deletes it.
  package func allows(_ values: JSONObject, of record: Record) -> Bool {
    guard marks(record) else { return true }
    return !record.deleted && column.map { values[$0] != nil } == true
  }
}
