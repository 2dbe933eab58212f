internal import SQLiteKit
package import SyncCore

/// The rows beside a row in a list.
package struct RowNeighbours: Sendable, Hashable {
  package var previous: String?
  package var next: String?

  package init(previous: String? = nil, next: String? = nil) {
    self.previous = previous
    self.next = next
  }
}

extension SyncContext {
  /// The rows before and behind row `id` in the order of `query`, whether the list shows it or not.
  ///
  /// - Parameter limit: What takes longer to find is left out.
  package func neighbours(
    _ table: String, of id: String, in query: RowQuery,
    within limit: Duration = .milliseconds(100)
  ) async throws -> RowNeighbours {
    try demandOpen(query, of: table)
    return try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return RowNeighbours() }
      let selection = try RowSelection(query, in: schema)
      var keyset = Keyset(query.sort, in: schema)
      guard let place = try keyset.place(of: id, in: schema, on: connection) else {
        return RowNeighbours()
      }
      var found = RowNeighbours()
      _ = try RowReader.within(limit, on: connection) {
        try keyset.lookForMixedNumbers(in: schema, on: connection)
        found.next = try keyset.first(after: place, selection, in: schema, on: connection)
        found.previous = try keyset.reversed.first(
          after: place, selection, in: schema, on: connection)
      }
      return found
    }
  }
}

extension Keyset {
  /// Where a row stands; nil when it is not in the store.
  fileprivate func place(
    of id: String, in schema: TableSchema, on connection: Connection
  ) throws -> [SQLiteValue]? {
    let count = keys.count
    return try connection.first(
      "SELECT \(keys.map(\.sql).joined(separator: ", ")) FROM \(schema.quoted) t WHERE t.id = ?",
      [.text(id)]
    ) { (row) throws(SQLiteError) in (0..<count).map { row[$0] } }
  }

  fileprivate func first(
    after place: [SQLiteValue], _ selection: RowSelection, in schema: TableSchema,
    on connection: Connection
  ) throws -> String? {
    for phase in phases(after: place) {
      let id = try connection.first(
        """
        SELECT t.id FROM \(schema.quoted) t\(selection.whereClause(and: [phase.condition]))\
        \(phase.orderBy) LIMIT 1
        """, selection.values + phase.values
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
      if let id { return id }
    }
    return nil
  }
}
