package import JSONKit
internal import SQLiteKit
package import Support
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
  /// How many different values there are; nil where they were not counted.
  package var valueCount: Int?
  /// The newest rows of the list to which the counts are limited; nil when all rows were counted.
  package var sampledRows: Int?

  package init(_ column: String, entries: [Entry] = [], hasMore: Bool = false, isWhole: Bool = true)
  {
    self.column = column
    self.entries = entries
    self.hasMore = hasMore
    self.isWhole = isWhole
  }
}

/// Which values of a column are counted.
package struct FacetRequest: Sendable, Hashable {
  package var column: String
  package var entriesMax: Int
  /// Only values with this text in them.
  package var text: String?
  /// Selects the rows to count instead of those of the list; nil for the list's.
  package var query: RowQuery?

  package init(
    _ column: String, entriesMax: Int = 12, text: String? = nil, of query: RowQuery? = nil
  ) {
    self.column = column
    self.entriesMax = entriesMax
    self.text = text
    self.query = query
  }
}

extension SyncContext {
  /// The rows that are counted where counting all of them takes too long.
  package static let facetSampleRows = 10_000

  /// Counts the values of each of `columns` among all rows that `query` selects.
  ///
  /// - Parameters:
  ///   - query: Its place in the list does not matter.
  ///   - limit: The time for each column.
  package func facets(
    _ table: String, _ columns: [String], of query: RowQuery, entriesMax: Int = 12,
    within limit: Duration
  ) async throws -> [Facet] {
    let requests = columns.map { FacetRequest($0, entriesMax: entriesMax) }
    return try await read(table, requests, query) { reader in
      try requests.compactMap { try reader.facet($0, within: limit) }
    }
  }

  /// The same with the number of different values, in bounded time.
  ///
  /// From the first column on that takes longer than `limit`, only a sample of the newest rows is
  /// counted.
  ///
  /// - Parameter sampleLimit: The time for the sample of each column.
  package func sampledFacets(
    _ table: String, _ requests: [FacetRequest], of query: RowQuery, within limit: Duration,
    sampleLimit: Duration = .milliseconds(100)
  ) async throws -> [Facet] {
    try await read(table, requests, query) { reader in
      var isSlow = false
      return try requests.compactMap { request in
        if !isSlow {
          let facet = try reader.facet(request, within: limit, countsValues: true)
          if facet?.isWhole != false { return facet }
          isSlow = true
        }
        return try reader.facet(
          request, within: sampleLimit, countsValues: true, sample: Self.facetSampleRows)
      }
    }
  }

  private func read(
    _ table: String, _ requests: [FacetRequest], _ query: RowQuery,
    _ count: @escaping @Sendable (FacetReader) throws -> [Facet]
  ) async throws -> [Facet] {
    try demandOpen(query, of: table)
    for request in requests {
      try demandOpen(request.column, of: table)
      if let query = request.query { try demandOpen(query, of: table) }
    }
    return try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [] }
      return try count(
        FacetReader(
          connection: connection, schema: schema, selection: try RowSelection(query, in: schema)))
    }
  }

  /// The columns of a table with few values in its newest rows, so that counting them tells
  /// something: references, flags, states.
  package func columnsWithFewValues(
    _ table: String, references: UTF8Set, valuesMax: Int = 100
  ) async throws -> [String] {
    let covered = coveredColumns(of: table)
    return try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [] }
      let columns = schema.own.filter { $0.type != .file && !covered.contains($0.name) }
      guard !columns.isEmpty else { return [] }
      return try connection.memo("few values \(table) \(covered.sorted())") {
        let figures = columns.map {
          "count(\($0.quoted)), count(DISTINCT \($0.quoted)), max(length(\($0.quoted)))"
        }
        let names = columns.map(\.quoted).joined(separator: ", ")
        let few = try connection.first(
          """
          SELECT \(figures.joined(separator: ", "))
          FROM (SELECT \(names) FROM \(schema.quoted) ORDER BY rowid DESC LIMIT 2000)
          """
        ) { (row) throws(SQLiteError) in
          var few: [String] = []
          for (index, column) in columns.enumerated() {
            let count = try row.decode(at: 3 * index, as: Int.self)
            let different = try row.decode(at: 3 * index + 1, as: Int.self)
            let longest = try row.decode(at: 3 * index + 2, as: Int?.self) ?? 0
            let isRepeated = different <= valuesMax && different * 2 <= count
            let isUsual = column.type == .boolean || references.contains(column.name)
            if count > 0, longest <= 200, isUsual || isRepeated { few.append(column.name) }
          }
          return few
        }
        return few ?? []
      }
    }
  }
}

/// Counts the values of columns among the rows of one list.
private struct FacetReader {
  let connection: Connection
  let schema: TableSchema
  let selection: RowSelection

  /// - Parameter sample: How many of the newest rows are counted; nil for all.
  func facet(
    _ request: FacetRequest, within limit: Duration, countsValues: Bool = false,
    sample: Int? = nil
  ) throws -> Facet? {
    guard let column = schema.located(request.column) else { return nil }
    let selection = try request.query.map { try RowSelection($0, in: schema) } ?? selection
    let key =
      "facet \(limit) \(request) \(countsValues) \(sample ?? 0) \(schema.name) \(selection)"
    return try connection.memo(key) {
      var facet = Facet(request.column)
      var values = selection.values
      var further: [String] = []
      if let text = request.text {
        let sought = CaseInsensitiveSearch(text)
        let own = "t." + column.sql
        let shown =
          column.type == .number ? NumberFunctions.digits(in: own) : "CAST(\(own) AS TEXT)"
        further.append("\(sought.position(in: shown)) > 0")
        values.append(sought.value)
      }
      let rows = "\(schema.quoted) t\(selection.whereClause(and: further))"
      let value = sample == nil ? "t." + column.sql : "v"
      let source =
        sample.map {
          "(SELECT t.\(column.sql) v FROM \(rows) ORDER BY t.rowid DESC LIMIT \($0))"
        } ?? rows
      facet.isWhole = try RowReader.within(limit, on: connection) {
        facet.entries = try connection.query(
          """
          SELECT \(value), count(*)\(countsValues ? ", count(*) OVER ()" : "") FROM \(source)
          GROUP BY \(group(value, column.type)) ORDER BY 2 DESC, 1 LIMIT \(request.entriesMax + 1)
          """, values
        ) { (row) throws(SQLiteError) in
          if countsValues { facet.valueCount = try row.decode(at: 2, as: Int.self) }
          return Facet.Entry(
            CellCoding.decode(row[0], as: column.type), count: try row.decode(at: 1))
        }
      }
      guard facet.isWhole else { return Facet(request.column, isWhole: false) }
      facet.hasMore = facet.entries.count > request.entriesMax
      // A sample that has all rows is none.
      let counted = facet.entries.reduce(0) { $0 + $1.count }
      facet.sampledRows = sample.flatMap { facet.hasMore || counted >= $0 ? $0 : nil }
      facet.entries = Array(facet.entries.prefix(request.entriesMax))
      return facet
    }
  }

  /// Numbers that are kept as text are alike by their values.
  private func group(_ value: String, _ type: ColumnType) -> String {
    guard type == .number else { return "1" }
    return "CASE WHEN typeof(\(value)) = 'blob' THEN \(NumberFunctions.key(in: value)) "
      + "ELSE \(value) END"
  }
}
