internal import SQLiteKit
package import SyncCore

/// What the store keeps of a row for taking actions on several rows back.
package struct RowUndoRecords: Sendable, Hashable {
  /// The decisions that changed it.
  package var decisions: [Int64]
  /// The imports that wrote it.
  package var imports: [Int64]
}

extension SyncContext {
  /// Which decisions and imports changed a row, as far as they are kept.
  package func traces(of id: String, in table: String) async throws -> RowUndoRecords {
    try await database.read { connection in
      let numbers = { (sql: String) in
        try connection.query(sql, [.text(table), .text(id)]) { (row) throws(SQLiteError) in
          try row.decode(at: 0, as: Int64.self)
        }
      }
      return RowUndoRecords(
        decisions: try numbers(
          """
          SELECT d.id FROM syncline_decisions d WHERE EXISTS (SELECT 1 FROM syncline_decided r
            WHERE r.decisionId = d.id AND r."table" = ?1 AND r.itemId = ?2)
          """),
        imports: try numbers(
          """
          SELECT i.id FROM syncline_imports i WHERE i."table" = ?1 AND EXISTS (
            SELECT 1 FROM syncline_imported r WHERE r.importId = i.id AND r.itemId = ?2)
          """))
    }
  }
}
