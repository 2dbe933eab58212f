import JSONKit
import SQLiteKit

/// Reads whole rows of one table.
struct StoredRowReader {
  let schema: StoredSchema

  var table: String { schema.quotedName }

  /// The columns in the order in which ``row(_:)`` expects them.
  var columns: String { schema.quotedColumns }

  func row(_ row: borrowing Row) throws(SQLiteError) -> StoredRow {
    var values: [(name: String, value: JSONValue, isDeclared: Bool)] = []
    values.reserveCapacity(schema.columns.count)
    for (position, column) in schema.columns.enumerated() {
      let stored = row[position + ReservedColumn.allCases.count]
      values.append((column.name, column.type.json(stored), column.declaration != nil))
    }
    return StoredRow(
      id: try row.decode(at: 0), createdAt: try row.decode(at: 1), updatedAt: try row.decode(at: 2),
      version: try row.decode(at: 3), deleted: row[4] != .integer(0), values: values)
  }

  func row(_ id: String, on connection: Connection) throws(SQLiteError) -> StoredRow? {
    try connection.first("SELECT \(columns) FROM \(table) WHERE id = ?", [.text(id)], decode: row)
  }
}
