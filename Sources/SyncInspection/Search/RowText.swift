internal import SQLiteKit
internal import SyncCore

/// Rows of any table that have a text in one of their columns.
enum RowText {
  /// About the row that the columns `place` of another table name.
  static func condition(
    _ sought: CaseInsensitiveSearch, _ cover: ValueMasking?, _ place: (table: String, id: String),
    on connection: Connection
  ) throws -> (sql: String, values: [SQLiteValue]) {
    var parts: [String] = []
    var values: [SQLiteValue] = []
    for name in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(name, on: connection) else { continue }
      let covered = cover?.columns(of: name) ?? []
      let texts = schema.own.filter { $0.type == .text && !covered.contains($0.name) }
      guard !texts.isEmpty else { continue }
      let joined = texts.map { "coalesce(r.\($0.quoted), '')" }
        .joined(separator: " || char(10) || ")
      parts.append(
        """
        (\(place.table) = ? AND EXISTS (SELECT 1 FROM \(schema.quoted) r
          WHERE r.id = \(place.id) AND \(sought.position(in: joined)) > 0))
        """)
      values += [.text(name), sought.value]
    }
    return (parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))", values)
  }
}
