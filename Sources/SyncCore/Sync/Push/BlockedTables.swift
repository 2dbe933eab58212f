import Localization
import SQLiteKit
import Support

/// Tables that take no turn in a push of a part: a table that goes before them has changes waiting
/// which that push leaves out.
///
/// Sent all the same, their rows might name rows that the server does not have yet.
struct BlockedTables: Sendable, Equatable {
  /// By table those that it waits for.
  private(set) var waitsFor: UTF8Dictionary<[String]> = [:]

  /// - Parameter outside: The tables with waiting changes that the push leaves out.
  init(_ levels: TableDependencyOrder, outside: UTF8Set = []) {
    guard !outside.isEmpty else { return }
    for table in levels.later.joined() {
      let before = levels.before(table).filter(outside.contains)
      if !before.isEmpty { waitsFor[table] = before }
    }
  }

  /// The tables of a turn without those that are held.
  func filter(_ tables: TableFilter) -> TableFilter {
    guard case .only(let names) = tables else { return tables }
    return .only(names.filter { waitsFor[$0] == nil })
  }

  /// What a person is told of those that were to be sent.
  func warnings(among tables: UTF8Set) -> [String] {
    waitsFor.filter { tables.contains($0.key) }.sorted { $0.key < $1.key }.map { table, before in
      let names = before.joined(separator: ", ")
      return localized(
        "Changes of \(table) were not sent: those of \(names) go first, and were not part of this "
          + "push.")
    }
  }
}

extension SyncContext {
  /// What a push of `scope` holds back; the whole queue, and a list that was previewed, hold nothing.
  func blockedTables(
    _ scope: PushScope, _ levels: TableDependencyOrder
  ) async throws -> BlockedTables {
    guard !levels.later.isEmpty else { return BlockedTables(levels) }
    switch scope {
    case .all, .upTo, .exactly: return BlockedTables(levels)
    case .tables, .operations:
      let (wanted, values) = scope.condition
      return BlockedTables(levels, outside: try await waitingTables("NOT (\(wanted))", values))
    }
  }

  /// Tables with changes of `scope` that wait to be sent.
  func waitingTables(of scope: PushScope) async throws -> UTF8Set {
    let (wanted, values) = scope.condition
    return try await waitingTables("(\(wanted))", values)
  }

  /// - Parameter condition: Holds of an operation `s`.
  private func waitingTables(
    _ condition: String, _ values: [SQLiteValue]
  ) async throws -> UTF8Set {
    let sql = """
      SELECT DISTINCT s."table" FROM syncline_operations s
      WHERE s.state IN (0, 1, 2) AND \(condition)
      """
    return try await database.read { db in
      UTF8Set(try db.query(sql, values) { row throws(SQLiteError) in try row.decode(at: 0) })
    }
  }
}
