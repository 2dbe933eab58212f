internal import SQLiteKit
package import Support
package import SyncCore

extension SyncContext {
  /// The size of each table's rows in the file, without indexes.
  ///
  /// - Parameters:
  ///   - tables: In the order in which they are measured.
  ///   - limit: For all of them together; a table that it does not reach has no size, nor has any table
  ///     with an SQLite that cannot measure.
  package func sizes(
    of tables: [String], within limit: Duration
  ) async throws -> UTF8Dictionary<Int> {
    try await database.read { connection in
      var sizes: UTF8Dictionary<Int> = [:]
      _ = try RowReader.within(limit, on: connection) {
        guard try Self.canMeasure(on: connection) else { return }
        for table in tables {
          guard let schema = try? Self.schema(table, on: connection) else { continue }
          sizes[table] = try Self.bytes(of: schema.storedName, on: connection)
        }
      }
      return sizes
    }
  }

  /// False for an SQLite that was built without its table of pages.
  static func canMeasure(on connection: Connection) throws -> Bool {
    try connection.first("SELECT sqlite_compileoption_used('ENABLE_DBSTAT_VTAB')") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
    } == 1
  }

  /// The size of a table's or an index's pages, which are read one by one, so that time can run out.
  static func bytes(of name: String, on connection: Connection) throws -> Int? {
    try connection.first("SELECT sum(pgsize) FROM dbstat WHERE name = ?", [.text(name)]) {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int?.self)
    } ?? nil
  }
}
