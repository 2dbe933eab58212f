internal import JSONKit
internal import Localization
internal import SQLiteKit
internal import Support

/// Several rows of the server that came from one insert of this store, which was carried out twice.
package struct DuplicatedInsert: Sendable, Equatable {
  package var table: String
  /// The column by which a store finds its inserts again; it has the same value in all rows.
  package var column: String
  package var key: String
  /// The live ones, oldest first.
  package var rows: [Record]

  /// What a person should know and do.
  package var sentence: String {
    let ids = rows.map(\.id).joinedAsList()
    return localized(
      "\(rows.count) rows of \(table) came from one insert (\(ids)): they have the same \(column). "
        + "Keep one and delete the others.")
  }
}

extension SyncContext {
  /// Duplicated inserts that are told of one table at most.
  package static let duplicatedInsertsMax = 100

  /// The duplicated inserts of a table; always none where the store gives new rows their ids.
  package func duplicatedInserts(of table: String) async throws -> [DuplicatedInsert] {
    guard let column = remote.assigning?.markColumn else { return [] }
    let cover = cover
    return try await database.read { connection in
      try connection.memo("duplicated inserts of \(table)") {
        try InsertMarks(table: table, column: column, connection: connection).duplicated()
      }
    }.map { insert in
      var insert = insert
      if let cover { insert.rows = insert.rows.map { cover.record($0, table) } }
      return insert
    }
  }

  /// Those of all tables, by table; tables without any are left out.
  package func duplicatedInserts() async throws -> [(table: String, inserts: [DuplicatedInsert])] {
    guard remote.assigning?.markColumn != nil else { return [] }
    var found: [(table: String, inserts: [DuplicatedInsert])] = []
    for table in try await storedTables() {
      let inserts = try await duplicatedInserts(of: table)
      if !inserts.isEmpty { found.append((table, inserts)) }
    }
    return found
  }

  /// Makes duplicated inserts quick to find; only rows that carry a mark are in the index.
  func indexInsertMarks(_ connection: Connection) throws {
    guard let column = remote.assigning?.markColumn else { return }
    for table in try Catalogue.names(on: connection) {
      try InsertMarks(table: table, column: column, connection: connection).index()
    }
  }
}

/// The column of a table that carries the ids which this store gave to new rows.
private struct InsertMarks {
  let table: String
  let column: String
  let connection: Connection

  func index() throws {
    guard let (schema, mark) = try place() else { return }
    try connection.execute(
      """
      CREATE INDEX IF NOT EXISTS \(Connection.quoted("syncline_marks_" + schema.storedName))
      ON \(schema.quoted)(\(mark)) WHERE \(mark) IS NOT NULL
      """)
  }

  func duplicated() throws -> [DuplicatedInsert] {
    guard let (schema, mark) = try place() else { return [] }
    let keys = try connection.query(
      """
      SELECT \(mark) FROM \(schema.quoted) WHERE \(mark) IS NOT NULL
      GROUP BY \(mark) HAVING count(*) > 1 ORDER BY \(mark) LIMIT ?
      """, [.integer(Int64(SyncContext.duplicatedInsertsMax))]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    return try keys.compactMap { key in
      let rows = try connection.query(
        """
        SELECT \(schema.columnList) FROM \(schema.quoted)
        WHERE \(mark) = ? AND \(mark) IS NOT NULL ORDER BY createdAt, id
        """, [.text(key)]
      ) { (row) throws(SQLiteError) in try schema.decode(row) }
      let live = rows.filter { !schema.isDeleted($0) }
      return live.count > 1
        ? DuplicatedInsert(table: table, column: column, key: key, rows: live) : nil
    }
  }

  /// Nil where no row of the table carries a mark.
  private func place() throws -> (schema: TableSchema, mark: String)? {
    guard let schema = try Catalogue.table(table, on: connection), let own = schema.own(column),
      own.type == .text
    else { return nil }
    return (schema, own.quoted)
  }
}
