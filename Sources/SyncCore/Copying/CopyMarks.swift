import JSONKit
import SQLiteKit
import Support

/// What copies made of each row, so that the next one tells which rows were changed here since.
struct CopyMarks {
  static let schema = [
    """
    CREATE TABLE syncline_copied(
      "table" TEXT NOT NULL, origin TEXT NOT NULL, itemId TEXT NOT NULL, importId INTEGER NOT NULL,
      mark TEXT NOT NULL, PRIMARY KEY ("table", origin, itemId)) WITHOUT ROWID
    """
  ]

  let table: String
  /// The store that the rows came from.
  let origin: String
  let connection: Connection

  /// Nil for a row that no copy brought, or whose copy was undone.
  ///
  /// - Parameter id: In the other store.
  func fetch(_ id: String) throws -> String? {
    try connection.first(
      "SELECT mark FROM syncline_copied WHERE \"table\" = ? AND origin = ? AND itemId = ?",
      [.text(table), .text(origin), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  func put(_ values: JSONObject, of id: String, by number: Int64) throws {
    try connection.execute(
      """
      INSERT OR REPLACE INTO syncline_copied("table", origin, itemId, importId, mark)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(table), .text(origin), .text(id), .integer(number), .text(Self.mark(of: values)),
      ])
  }

  /// The rows of an import that was undone.
  static func forget(_ number: Int64, on connection: Connection) throws {
    try connection.execute(
      "DELETE FROM syncline_copied WHERE importId = ?", [.integer(number)])
  }

  /// The same for values that a server prints differently; see `agree(_:_:)`.
  static func mark(of values: JSONObject) -> String {
    RowFingerprint(of: Record(id: "", values: sorted(values))).rawValue
  }

  private static func sorted(_ object: JSONObject) -> JSONObject {
    JSONObject(
      object.filter { !$0.value.isNull }.map { ($0.name, plain($0.value)) }
        .sorted { $0.0.utf8Key < $1.0.utf8Key })
  }

  private static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .integer, .real, .number: return value.double.map(JSONValue.real) ?? value
    case .string(let text):
      guard text.utf8.count >= 16, let moment = Timestamp(text) else { return value }
      return .integer(moment.milliseconds)
    case .array(let items): return .array(items.map(plain))
    case .object(let object): return .object(sorted(object))
    }
  }
}
