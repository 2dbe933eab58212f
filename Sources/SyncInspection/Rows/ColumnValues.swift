package import JSONKit
internal import SQLiteKit
package import SyncCore

extension SyncContext {
  /// Values that the newest rows of a table have in `column`, the commonest first: what a person
  /// is likely to look for.
  ///
  /// - Parameter text: What somebody has typed of one; then those with it in them are looked for
  ///   in all rows, for so long.
  package func suggestions(
    _ table: String, _ column: String, with text: String? = nil, valuesMax: Int = 20,
    within limit: Duration = .milliseconds(150)
  ) async throws -> [JSONValue] {
    try demandOpen(column, of: table)
    if let text { return try await values(table, column, with: text, valuesMax, limit) }
    return try await commonValues(table, column, valuesMax)
  }

  private func values(
    _ table: String, _ column: String, with text: String, _ valuesMax: Int, _ limit: Duration
  ) async throws -> [JSONValue] {
    try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection),
        let located = schema.located(column)
      else { return [] }
      let sought = CaseInsensitiveSearch(text)
      let shown =
        located.type == .number ? NumberFunctions.digits(in: "v") : "CAST(v AS TEXT)"
      var found: [JSONValue] = []
      // Being stopped leaves what was found until then.
      _ = try RowReader.within(limit, on: connection) {
        _ = try connection.query(
          """
          SELECT DISTINCT v FROM (SELECT \(located.sql) v FROM \(schema.quoted))
          WHERE length(v) BETWEEN 1 AND 100 AND \(sought.position(in: shown)) > 0
          LIMIT \(valuesMax)
          """, [sought.value]
        ) { (row) throws(SQLiteError) in
          found.append(CellCoding.decode(row[0], as: located.type))
        }
      }
      return found
    }
  }

  private func commonValues(
    _ table: String, _ column: String, _ valuesMax: Int
  ) async throws -> [JSONValue] {
    try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection),
        let located = schema.located(column)
      else { return [] }
      return try connection.memo("suggestions \(valuesMax) \(table) \(column)") {
        // So few rows are read that no limit of time is needed, however many there are.
        try connection.query(
          """
          SELECT v FROM (SELECT \(located.sql) v FROM \(schema.quoted) ORDER BY rowid DESC
            LIMIT 2000)
          WHERE v IS NOT NULL AND length(v) BETWEEN 1 AND 100
          GROUP BY v ORDER BY count(*) DESC, v LIMIT \(valuesMax)
          """
        ) { (row) throws(SQLiteError) in CellCoding.decode(row[0], as: located.type) }
      }
    }
  }
}
