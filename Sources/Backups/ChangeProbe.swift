import SQLiteKit
import Support

/// Finds out which changes of a kind a database has that an earlier copy lacks.
struct ChangeProbe: Sendable {
  /// Of one change, and of several: "row change", "row changes".
  let name: (one: String, many: String)
  /// Reads the number of the last change.
  private let last: String
  /// Counts the changes after the number `?1`, or after the time `?2`.
  private let count: String
  /// Reads the time of the newest change.
  private let newest: String

  static func all(for kind: DataFile.Kind) -> [ChangeProbe] {
    switch kind {
    case .store, .removedStore:
      [
        ChangeProbe(
          name: ("row change", "row changes"),
          last: "SELECT coalesce(max(id), 0) FROM syncline_history",
          count: "SELECT count(*) FROM syncline_history WHERE id > ?1 OR at > ?2",
          newest: "SELECT max(at) FROM syncline_history"),
        ChangeProbe(
          name: ("pending operation", "pending operations"),
          last: """
            SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'MS_TableOperations'
            """,
          count: "SELECT count(*) FROM syncline_operations WHERE operationId > ?1 OR queuedAt > ?2",
          newest: "SELECT max(queuedAt) FROM syncline_operations"),
      ]
    case .console:
      [
        ChangeProbe(
          name: ("audit entry", "audit entries"), last: "SELECT coalesce(max(id), 0) FROM audit",
          count: "SELECT count(*) FROM audit WHERE id > ?1 OR at > ?2",
          newest: "SELECT max(at) FROM audit"),
        ChangeProbe(
          name: ("run", "runs"), last: "SELECT coalesce(max(id), 0) FROM runs",
          count: "SELECT count(*) FROM runs WHERE id > ?1 OR startedAt > ?2",
          newest: "SELECT max(startedAt) FROM runs"),
      ]
    case .service:
      [
        ChangeProbe(
          name: ("row change", "row changes"),
          last: "SELECT coalesce(max(last), 0) FROM syncline_versions",
          count: """
            SELECT max((SELECT max(last) FROM syncline_versions) - ?1,
              (SELECT count(*) FROM syncline_tables WHERE updatedAt > ?2))
            """,
          newest: "SELECT max(updatedAt) FROM syncline_tables")
      ]
    case .configuration, .file: []
    }
  }

  /// Where the changes of a copy end.
  struct Mark: Sendable {
    let last: Int64
    let newest: SQLiteValue
  }

  func mark(on connection: Connection) throws(SQLiteError) -> Mark {
    let last = try connection.first(last) { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: Int64.self)
    }
    let newest = try connection.first(newest) { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: SQLiteValue.self)
    }
    return Mark(last: last ?? 0, newest: newest ?? .null)
  }

  func count(after mark: Mark, on connection: Connection) throws(SQLiteError) -> Int {
    let count = try connection.first(count, [.integer(mark.last), mark.newest]) {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int?.self)
    }
    return max(0, (count ?? 0) ?? 0)
  }
}

extension ChangeProbe.Mark {
  /// The time of the newest change; nil where there is none.
  var time: Timestamp? {
    switch newest {
    case .integer(let milliseconds): Timestamp(milliseconds: milliseconds)
    case .text(let text): Timestamp(text)
    default: nil
    }
  }
}
