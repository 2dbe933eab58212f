internal import SQLiteKit

/// Operations that a text finds: in the id of the row, in any of the row's texts here, or in what
/// was said of the last attempt.
enum OperationText {
  typealias Condition = (sql: String, values: [SQLiteValue])

  /// About an operation `s`; small and capital letters are alike, as in filters of rows.
  static func condition(_ text: String, on connection: Connection) throws -> Condition {
    var parts = ["instr(lower(s.itemId || char(10) || coalesce(s.lastError, '')), lower(?)) > 0"]
    var values: [SQLiteValue] = [.text(text)]
    for name in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(name, on: connection) else { continue }
      let texts = schema.own.filter { $0.type == .text }
      guard !texts.isEmpty else { continue }
      let joined = texts.map { "coalesce(r.\($0.quoted), '')" }
        .joined(separator: " || char(10) || ")
      parts.append(
        """
        (s."table" = ? AND EXISTS (SELECT 1 FROM \(schema.quoted) r
          WHERE r.id = s.itemId AND instr(lower(\(joined)), lower(?)) > 0))
        """)
      values += [.text(name), .text(text)]
    }
    return ("(\(parts.joined(separator: " OR ")))", values)
  }
}
