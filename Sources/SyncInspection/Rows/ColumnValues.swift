package import JSONKit
internal import SQLiteKit
package import SyncCore

/// The commonest values of one column among the rows of a list.
package struct Facet: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var value: JSONValue
    /// Rows with this value.
    package var count: Int

    package init(_ value: JSONValue, count: Int) {
      self.value = value
      self.count = count
    }
  }

  package var column: String
  /// The commonest first.
  package var entries: [Entry]
  /// True when there are more values than `entries`.
  package var hasMore: Bool
  /// False when the time was over before every row was looked at; then there are no entries.
  package var isWhole: Bool

  package init(_ column: String, entries: [Entry] = [], hasMore: Bool = false, isWhole: Bool = true)
  {
    self.column = column
    self.entries = entries
    self.hasMore = hasMore
    self.isWhole = isWhole
  }
}

extension SyncContext {
  /// Counts the values of each of `columns` among all rows that `query` selects.
  ///
  /// - Parameters:
  ///   - query: Its place in the list does not matter.
  ///   - limit: The time for each column.
  package func facets(
    _ table: String, _ columns: [String], of query: RowQuery, entriesMax: Int = 12,
    within limit: Duration
  ) async throws -> [Facet] {
    try demandOpen(query, of: table)
    for column in columns { try demandOpen(column, of: table) }
    return try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [] }
      let selection = try RowSelection(query, in: schema)
      return try columns.compactMap { name in
        guard let column = schema.located(name) else { return nil }
        let value = "t." + column.sql
        // Numbers that are kept as text are alike by their values.
        let group =
          column.type == .number
          ? "CASE WHEN typeof(\(value)) = 'blob' THEN \(NumberFunctions.key(in: value)) "
            + "ELSE \(value) END"
          : "1"
        let key = "facet \(limit) \(entriesMax) \(table) \(name) \(selection)"
        return try connection.memo(key) {
          var facet = Facet(name)
          facet.isWhole = try RowReader.within(limit, on: connection) {
            facet.entries = try connection.query(
              """
              SELECT \(value), count(*) FROM \(schema.quoted) t\(selection.whereClause())
              GROUP BY \(group) ORDER BY 2 DESC, 1 LIMIT \(entriesMax + 1)
              """, selection.values
            ) { (row) throws(SQLiteError) in
              Facet.Entry(
                CellCoding.decode(row[0], as: column.type), count: try row.decode(at: 1))
            }
          }
          facet.hasMore = facet.entries.count > entriesMax
          facet.entries = Array(facet.entries.prefix(entriesMax))
          return facet
        }
      }
    }
  }

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
