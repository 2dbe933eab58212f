internal import SQLiteKit

/// Operations that a text finds: in the id of the row, in any of the row's texts here, or in what
/// was said of the last attempt.
enum OperationText {
  typealias Condition = (sql: String, values: [SQLiteValue])

  /// About an operation `s`; small and capital letters are alike, as in filters of rows.
  static func condition(_ text: String, on connection: Connection) throws -> Condition {
    let sought = SoughtText(text)
    let said = sought.position(in: "s.itemId || char(10) || coalesce(s.lastError, '')")
    var parts = ["\(said) > 0"]
    var values = [sought.value]
    for name in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(name, on: connection) else { continue }
      let texts = schema.own.filter { $0.type == .text }
      guard !texts.isEmpty else { continue }
      let joined = texts.map { "coalesce(r.\($0.quoted), '')" }
        .joined(separator: " || char(10) || ")
      parts.append(
        """
        (s."table" = ? AND EXISTS (SELECT 1 FROM \(schema.quoted) r
          WHERE r.id = s.itemId AND \(sought.position(in: joined)) > 0))
        """)
      values += [.text(name), sought.value]
    }
    return ("(\(parts.joined(separator: " OR ")))", values)
  }
}
