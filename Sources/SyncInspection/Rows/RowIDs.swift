package import JSONKit
internal import SQLiteKit
package import Support
package import SyncCore

extension SyncContext {
  /// Rows of every table whose ids begin with `text`, found by the index on the ids.
  package func rowIDs(
    beginningWith text: String, perTable limit: Int
  ) async throws -> [(table: String, id: String)] {
    guard !text.isEmpty else { return [] }
    return try await database.read { connection in
      var found: [(table: String, id: String)] = []
      for name in try Catalogue.names(on: connection) {
        guard let schema = try Catalogue.table(name, on: connection) else { continue }
        let ids = try connection.query(
          "SELECT id FROM \(schema.quoted) WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
          [.text(text), .text(text + "\u{10FFFF}"), .integer(Int64(limit))]
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
        found += ids.map { (name, $0) }
      }
      return found
    }
  }

  /// The columns of `table` that name rows of other tables, each with that table.
  package func references(of table: String) async throws -> UTF8Dictionary<String> {
    let settings = settings
    return try await database.read {
      try ReferenceMap.of(settings, on: $0).outgoing(of: table)
    }
  }
}

extension SyncTable {
  /// Those of `ids` that the table has, with their rows, deleted ones too.
  package func existing(_ ids: [String]) async throws -> UTF8Dictionary<Record> {
    let (table, cover) = (name, context.cover)
    return try await context.database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [:] }
      var found: UTF8Dictionary<Record> = [:]
      for id in ids {
        let record = try RowStore.fetch(id, in: schema, on: connection)
        found[id] = cover?.record(record, table) ?? record
      }
      return found
    }
  }

  /// The live rows that have one of `values` in `column`; none for a column that the table does not
  /// have.
  ///
  /// Reads the table once, however many values there are.
  package func rows(
    with values: [JSONValue], in column: String
  ) async throws -> [Record] {
    guard !values.isEmpty else { return [] }
    let (table, cover) = (name, context.cover)
    return try await context.database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection),
        let sql = schema.located(column)?.sql
      else { return [] }
      let list = SQLiteValue.text(JSONValue.array(values).serializedText)
      let rows = try connection.query(
        "SELECT \(schema.columnList) FROM \(schema.quoted) "
          + "WHERE \(sql) IN (SELECT value FROM json_each(?))", [list]
      ) { (row) throws(SQLiteError) in try schema.decode(row) }
      let live = rows.filter { !schema.isDeleted($0) }
      guard let cover else { return live }
      return live.map { cover.record($0, table) }
    }
  }

  /// The first and the last id of the live rows that have one of `values` in `column`, by value;
  /// none for a column that the table does not have, and where `time` was over before all were found.
  ///
  /// Reads the table once, however many values there are.
  package func ids(
    with values: [String], in column: String, within time: Duration? = nil
  ) async throws -> UTF8Dictionary<(first: String, last: String)> {
    let table = name
    return try await context.database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection),
        let sql = schema.located(column)?.sql
      else { return [:] }
      let live = try RowSelection(RowQuery(), in: schema)
      let list = JSONValue.array(values.map { .string($0) }).serializedText
      var found: UTF8Dictionary<(first: String, last: String)> = [:]
      let isWhole = try RowReader.within(time, on: connection) {
        let rows = try connection.query(
          """
          SELECT t.\(sql), min(t.id), max(t.id) FROM \(schema.quoted) t
          \(live.whereClause(and: ["t.\(sql) IN (SELECT value FROM json_each(?))"])) GROUP BY 1
          """, live.values + [.text(list)]
        ) { (row) throws(SQLiteError) in
          (
            try row.decode(at: 0, as: String.self),
            (
              first: try row.decode(at: 1, as: String.self),
              last: try row.decode(at: 2, as: String.self)
            )
          )
        }
        found = UTF8Dictionary(rows) { $1 }
      }
      return isWhole ? found : [:]
    }
  }

  /// The ids of rows that `filter` matches, deleted ones too; nil where `time` was over before all
  /// were found.
  package func ids(
    matching filter: RowFilter, limit: Int, within time: Duration?
  ) async throws -> [String]? {
    let table = name
    return try await context.database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [] }
      let selection = try RowSelection(RowQuery(view: .all, filters: [filter]), in: schema)
      var ids: [String] = []
      let isWhole = try RowReader.within(time, on: connection) {
        ids = try connection.query(
          "SELECT t.id FROM \(schema.quoted) t\(selection.whereClause()) LIMIT ?",
          selection.values + [.integer(Int64(limit))]
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
      }
      return isWhole ? ids : nil
    }
  }
}
