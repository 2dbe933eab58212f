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
    let texts = try RowText.condition(
      sought, cover, (table: "s.\"table\"", id: "s.itemId"), on: connection)
    // In the order of the places: see ``CaseInsensitiveSearch/position(in:)``.
    return (
      "(\(said) > 0 OR \(texts.sql))", covered.map(SQLiteValue.text) + [sought.value] + texts.values
    )
  }
}
