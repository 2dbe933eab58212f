internal import JSONKit
internal import SQLiteKit
internal import Support

/// Names that differ in upper and lower case only.
///
/// What a server sends is stored as it comes. But what is written here is mistyped then: a server
/// that takes both for one would lay the one over the other.
extension Catalogue {
  /// Refuses a table and columns that would be new, and have such a name; and more columns than a
  /// table can have.
  ///
  /// A null alone makes no column.
  static func refuseAlike(
    _ table: String, _ values: JSONObject, on connection: Connection
  ) throws {
    let schema = try self.table(table, on: connection)
    if schema == nil, let known = alike(table, among: try names(on: connection)) {
      throw SyncError.tableAlike(table, known: known)
    }
    let new = values.filter {
      ColumnType(of: $0.value) != nil && schema?.own($0.name) == nil
        && !SystemColumn.contains($0.name)
    }
    guard !new.isEmpty else { return }
    let own = schema?.own.map(\.name) ?? []
    guard own.count + new.count <= columnsMax else {
      throw SyncError.tooManyColumns(table: table)
    }
    var known = UTF8Dictionary(
      (TableSchema.systemColumns.map(\.name) + own).map { (fold($0), $0) }
    ) { first, _ in first }
    for column in new.map(\.name) {
      if let other = known.updateValue(column, forKey: fold(column)) {
        throw SyncError.columnAlike(table: table, column: column, known: other)
      }
    }
  }

  /// The name that differs from `name` in case only; nil when there is none.
  static func alike(_ name: String, among known: some Sequence<String>) -> String? {
    let folded = fold(name)
    return known.first { $0 !== name && fold($0) === folded }
  }
}
