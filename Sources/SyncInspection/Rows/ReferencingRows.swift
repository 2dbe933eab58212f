internal import JSONKit
internal import SQLiteKit
internal import Support
package import SyncCore

/// Rows of one table whose column names rows that somebody is about to change.
package struct ReferencingRows: Sendable, Hashable {
  package var table: String
  package var column: String
  /// Not exact when there are more, or when counting took too long.
  package var count: RowCount
}

extension SyncContext {
  /// How many rows name any of the rows `ids` of `table`, by the columns that are known to refer.
  ///
  /// - Parameter limit: How long the rows of one column may take.
  package func referencingRows(
    on table: String, _ ids: [String], within limit: Duration = .milliseconds(200)
  ) async throws -> [ReferencingRows] {
    let settings = settings
    let list = SQLiteValue.list(ids)
    return try await database.read { connection in
      let map = try ReferenceMap.of(settings, on: connection)
      var found: [ReferencingRows] = []
      for name in try Catalogue.names(on: connection) {
        guard let schema = try Catalogue.table(name, on: connection) else { continue }
        for column in schema.own {
          let isNamed = map.outgoing(of: name)[column.name] === table
          guard isNamed || column.type == .json else { continue }
          let condition =
            isNamed
            ? "\(column.quoted) IN (SELECT value FROM json_each(?1))" : pointer(column.quoted)
          var count = 0
          let isWhole = try RowReader.within(limit, on: connection) {
            _ = try connection.query(
              "SELECT 1 FROM \(schema.quoted) WHERE \(condition) LIMIT \(RowCount.bound + 1)",
              isNamed ? [list] : [list, .text(table)]
            ) { (_) throws(SQLiteError) in count += 1 }
          }
          guard count > 0 || (isNamed && !isWhole) else { continue }
          found.append(
            ReferencingRows(
              table: name, column: column.name,
              count: RowCount(
                min(count, RowCount.bound), exact: isWhole && count <= RowCount.bound)))
        }
      }
      return found
    }
  }

  /// A value that names a row by itself, as ``RowPointer`` reads it.
  private func pointer(_ column: String) -> String {
    """
    json_valid(\(column)) AND json_extract(\(column), '$.className') = ?2
    AND json_extract(\(column), '$.objectId') IN (SELECT value FROM json_each(?1))
    """
  }
}
