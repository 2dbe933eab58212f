package import JSONKit
internal import SQLiteKit
package import Support
package import SyncCore

/// What the rows of a table, deleted ones too, have in one column.
package struct ColumnFigures: Sendable, Hashable {
  package struct Counted: Sendable, Hashable {
    package var nulls: Int
    /// Different values, NULL not counted.
    package var distinct: Int
    /// Of numbers and dates; nil where there is no value.
    package var least: JSONValue?
    package var greatest: JSONValue?
    /// Characters of the longest text, bytes of other values that are kept as text.
    package var longest: Int?
    /// Rows whose value is the id of no row; nil for a column that refers to no table, and where the
    /// time was over.
    package var unmatched: Int?
  }

  package var column: Column
  /// True while no server has shown a value of it.
  package var isLocal: Bool
  /// When the store first saw it; nil for system columns, and for columns from before this was kept.
  package var firstSeenAt: Timestamp?
  /// Nil where the time was over, or the values are masked.
  package var counted: Counted?
}

/// The columns and indexes of a table.
package struct TableFigures: Sendable, Hashable {
  package struct Index: Sendable, Hashable {
    package var name: String
    package var columns: [String]
    /// In the file; nil where it was not measured in time.
    package var bytes: Int?
  }

  /// System columns first.
  package var columns: [ColumnFigures]
  package var indexes: [Index]
  /// The rows' size in the file, without indexes; nil where it was not measured in time.
  package var bytes: Int?
}

extension SyncContext {
  /// Counts what the columns of a table hold.
  ///
  /// - Parameter limit: For all columns together; those that it does not reach are not counted. A
  ///   quarter of it is for the sizes.
  /// - Throws: `SyncError.noSuchTable`.
  package func figures(of table: String, within limit: Duration) async throws -> TableFigures {
    let covered = coveredColumns(of: table)
    let references = try await references(of: table)
    return try await database.read { connection in
      let schema = try Self.schema(table, on: connection)
      let local = UTF8Set(schema.own.filter(\.isLocal).map(\.name))
      let firstSeen = try Catalogue.firstSeen(in: table, on: connection)
      var columns = schema.columns.map {
        ColumnFigures(
          column: $0, isLocal: local.contains($0.name), firstSeenAt: firstSeen[$0.name])
      }
      _ = try RowReader.within(limit, on: connection) {
        for index in columns.indices where !covered.contains(columns[index].column.name) {
          columns[index].counted = try count(columns[index].column, in: schema, on: connection)
        }
        for index in columns.indices {
          guard columns[index].counted != nil,
            let target = references[columns[index].column.name],
            let target = try? Self.schema(target, on: connection)
          else { continue }
          let column = columns[index].column
          columns[index].counted?.unmatched = try unmatched(
            column, in: schema, besides: target, on: connection)
        }
      }
      var figures = TableFigures(
        columns: columns, indexes: try indexes(of: schema, on: connection))
      _ = try RowReader.within(limit / 4, on: connection) {
        guard try Self.canMeasure(on: connection) else { return }
        for index in figures.indexes.indices {
          figures.indexes[index].bytes = try Self.bytes(
            of: figures.indexes[index].name, on: connection)
        }
        figures.bytes = try Self.bytes(of: schema.storedName, on: connection)
      }
      return figures
    }
  }

  private func count(
    _ column: Column, in schema: TableSchema, on connection: Connection
  ) throws -> ColumnFigures.Counted? {
    guard let sql = schema.located(column.name)?.sql else { return nil }
    let isOrdered = column.type == .number || column.type == .date
    let ordered = column.type == .number ? "typeof(\(sql)) <> 'blob'" : "1"
    let bounds =
      isOrdered
      ? "min(\(sql)) FILTER (WHERE \(ordered)), max(\(sql)) FILTER (WHERE \(ordered))"
      : "NULL, NULL"
    let longest = isOrdered || column.type == .boolean ? "NULL" : "max(length(\(sql)))"
    return try connection.first(
      """
      SELECT count(*) - count(\(sql)), count(DISTINCT \(sql)), \(bounds), \(longest)
      FROM \(schema.quoted)
      """
    ) { (row) throws(SQLiteError) in
      ColumnFigures.Counted(
        nulls: try row.decode(at: 0), distinct: try row.decode(at: 1),
        least: value(row[2], of: column), greatest: value(row[3], of: column),
        longest: try row.decode(at: 4))
    }
  }

  /// How many rows have a value in the column that is the id of no row of `target`.
  private func unmatched(
    _ column: Column, in schema: TableSchema, besides target: TableSchema, on connection: Connection
  ) throws -> Int? {
    guard let sql = schema.located(column.name)?.sql,
      let id = target.located(SystemColumn.id.rawValue)?.sql
    else { return nil }
    return try connection.first(
      """
      SELECT count(*) FROM \(schema.quoted)
      WHERE \(sql) <> '' AND \(sql) NOT IN (SELECT \(id) FROM \(target.quoted))
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  private func value(_ cell: SQLiteValue, of column: Column) -> JSONValue? {
    // A bare nil would be NULL.
    cell == .null ? JSONValue?.none : CellCoding.decode(cell, as: column.type)
  }

  private func indexes(
    of schema: TableSchema, on connection: Connection
  ) throws -> [TableFigures.Index] {
    let parts = try connection.query(
      """
      SELECT l.name, coalesce(i.name, '(expression)') FROM pragma_index_list(?1) l,
        pragma_index_info(l.name) i
      ORDER BY l.name, i.seqno
      """, [.text(schema.storedName)]
    ) { (row) throws(SQLiteError) in
      (
        index: try row.decode(at: 0, as: String.self),
        column: try row.decode(at: 1, as: String.self)
      )
    }
    return parts.reduce(into: []) { indexes, part in
      if let last = indexes.last, last.name === part.index {
        indexes[indexes.count - 1].columns.append(part.column)
      } else {
        indexes.append(.init(name: part.index, columns: [part.column]))
      }
    }
  }
}
