internal import SQLiteKit
internal import Support

extension UndoJournal {
  /// So many rows of the newest decisions are looked through for a settled error.
  private static let searchedMax = 5_000

  /// The rows whose errors these were, as far as the newest decisions settled them.
  func rows(ofSettled errors: [String]) throws -> UTF8Dictionary<(table: String, id: String)> {
    guard let part = Self.parts.firstIndex(where: { $0.table == "syncline_errors" }) else {
      return [:]
    }
    // Behind the row itself stand the lines of the parts; an error's line begins with its id.
    let found = try connection.query(
      """
      SELECT json_extract(line.value, '$[0]') AS error, kept."table", kept.itemId
      FROM (SELECT * FROM syncline_decided ORDER BY decisionId DESC LIMIT \(Self.searchedMax)) kept,
        json_each(json_extract(kept.before, '$[\(part + 1)]')) line
      WHERE error IN (SELECT value FROM json_each(?))
      """, [.list(errors)]
    ) { (row) throws(SQLiteError) in
      (
        error: try row.decode(at: 0, as: String.self),
        table: try row.decode(at: 1, as: String.self),
        id: try row.decode(at: 2, as: String.self)
      )
    }
    return UTF8Dictionary(
      found.map { ($0.error, ($0.table, $0.id)) }, uniquingKeysWith: { newest, _ in newest })
  }
}
