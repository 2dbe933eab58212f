internal import SQLiteKit
internal import SyncCore

/// Operations that a text finds: in the id of the row, in any of the row's texts here, or in what
/// was said of the last attempt.
enum OperationText {
  typealias Condition = (sql: String, values: [SQLiteValue])

  /// About an operation `s`; small and capital letters are alike, as in filters of rows.
  ///
  /// - Parameter cover: Columns whose values are not looked through, nor messages about their rows,
  ///   which may quote them.
  static func condition(
    _ text: String, _ cover: ValueMasking?, on connection: Connection
  ) throws -> Condition {
    let sought = CaseInsensitiveSearch(text)
    let covered = cover?.tables ?? []
    let places = covered.map { _ in "?" }.joined(separator: ", ")
    let message = "CASE WHEN s.\"table\" IN (\(places)) THEN '' ELSE coalesce(s.lastError, '') END"
    let said = sought.position(in: "s.itemId || char(10) || \(message)")
    var parts = ["\(said) > 0"]
    // In the order of the places: see ``CaseInsensitiveSearch/position(in:)``.
    var values = covered.map(SQLiteValue.text) + [sought.value]
    for name in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(name, on: connection) else { continue }
      let covered = cover?.columns(of: name) ?? []
      let texts = schema.own.filter { $0.type == .text && !covered.contains($0.name) }
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
