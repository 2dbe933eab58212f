package import SQLiteKit
internal import Support

/// The rows that a query asks for, as a parameterised condition on the alias `t`.
package struct RowSelection {
  let view: RowView
  private(set) var conditions: [String] = []
  package private(set) var values: [SQLiteValue] = []
  /// Columns of filters that the table does not have.
  private(set) var ignored: [String] = []

  /// SQLite takes 32,766 parameters and conditions a thousand levels deep; the rest of the statement
  /// needs some too.
  private static let valuesMax = 30_000
  private static let filtersMax = 500

  package init(_ query: RowQuery, in schema: TableSchema) throws {
    if query.filters.count > Self.filtersMax, let last = query.filters.last {
      throw SyncError.badFilter(
        column: last.column,
        reason: FilterRefusal.tooMany(query.filters.count, max: Self.filtersMax))
    }
    view = query.view
    addView(query.view, of: schema.name)
    if let numbers = query.among { add(among: numbers, in: schema) }
    for group in query.filters.inGroups(\.group) { try add(anyOf: group, in: schema) }
  }

  private mutating func add(anyOf filters: [RowFilter], in schema: TableSchema) throws {
    var alternatives: [String] = []
    for filter in filters {
      guard let compiled = try FilterCompiler.condition(filter, in: schema) else {
        if !ignored.contains(identical: filter.column) { ignored.append(filter.column) }
        continue
      }
      alternatives.append(compiled.sql)
      values += compiled.values
      guard values.count <= Self.valuesMax else {
        throw SyncError.badFilter(
          column: filter.column, reason: FilterRefusal.tooManyValues(max: Self.valuesMax))
      }
    }
    guard let first = alternatives.first else { return }
    isWholeView = false
    conditions.append(
      alternatives.count == 1 ? first : "(\(alternatives.joined(separator: " OR ")))")
  }

  private mutating func add(among numbers: [Int64], in schema: TableSchema) {
    isWholeView = false
    guard let rowID = schema.rowID else { return conditions.append("0") }
    conditions.append("t.\(rowID) IN (SELECT value FROM json_each(?))")
    values.append(.text("[\(numbers.map(String.init).joined(separator: ","))]"))
  }

  /// True when nothing narrows the view.
  private(set) var isWholeView = true

  /// " WHERE …", with `further` conditions; empty when there is none.
  package func whereClause(and further: [String] = []) -> String {
    let all = (conditions + further).filter { !$0.isEmpty }
    return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
  }

  private mutating func addView(_ view: RowView, of table: String) {
    switch view {
    case .all: return
    case .live: conditions.append(Self.live)
    case .synced:
      conditions += [Self.live, "NOT \(Self.hasOperation)"]
      values.append(.text(table))
    case .deleted:
      conditions.append("t.id IN (SELECT itemId FROM syncline_trash WHERE \"table\" = ?)")
    case .pending, .failed, .conflicts:
      conditions.append(Self.queued(states: view.queueStates ?? ""))
    }
    values.append(.text(table))
  }

  private static let live = """
    NOT EXISTS (SELECT 1 FROM syncline_trash x WHERE x."table" = ? AND x.itemId = t.id)
    """

  private static let hasOperation = """
    EXISTS (SELECT 1 FROM syncline_operations o WHERE o."table" = ? AND o.itemId = t.id)
    """

  private static func queued(states: String) -> String {
    """
    t.id IN (SELECT itemId FROM syncline_operations WHERE "table" = ? AND state IN (\(states)))
    """
  }
}

extension RowView {
  /// The states of the operations that the view is about, as SQL lists them; nil for other views.
  package var queueStates: String? {
    switch self {
    case .pending: "0, 1, 2"
    case .failed: "3"
    case .conflicts: "4"
    case .live, .deleted, .all, .synced: nil
    }
  }
}
