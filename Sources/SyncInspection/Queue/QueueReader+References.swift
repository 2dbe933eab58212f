internal import JSONKit
internal import SQLiteKit
internal import Support
internal import SyncCore

/// Changes that name a row which the server does not have yet: they go after its insert.
///
/// Only where the server gives new rows their ids: elsewhere a row can be named before it is there.
extension QueueReader {
  /// Inserts of rows that the operation would name to the server.
  func insertsBefore(_ operation: StoredOperation, sending change: Change) throws -> [Int64] {
    guard let remote = remote.assigning, operation.state == .pending,
      operation.kind == .insert || operation.kind == .update
    else { return [] }
    var named: [RowReference] = []
    _ = remote.mapReferences(in: change.values) { reference in
      if !named.contains(reference) { named.append(reference) }
      return nil
    }
    return try named.filter { $0.table !== operation.table || $0.id !== operation.itemID }
      .flatMap { reference in
        try OperationStore.of(reference.table, reference.id, on: connection)
          .filter { $0.kind == .insert }.map(\.id)
      }
  }

  /// True for an operation `s` that waits for the insert of a row that its own row names; nil where
  /// none can wait for that.
  ///
  /// - Parameter states: The states of such an insert; nil for all.
  func namesUnsentRow(states: String? = nil) throws -> String? {
    guard remote.assigning != nil else { return nil }
    let tables = try Catalogue.names(on: connection).compactMap { name in
      try Catalogue.table(name, on: connection)
    }
    let cases = tables.compactMap { table -> String? in
      let columns = table.own.filter { $0.type == .json }.map(\.quoted)
      guard !columns.isEmpty else { return nil }
      let tests = columns.map { Self.namesUnsentRow(table.quoted, $0, states) }
      return "WHEN \(Self.literal(table.name)) THEN \(tests.joined(separator: " OR "))"
    }
    guard !cases.isEmpty else { return nil }
    return """
      (s.state = 0 AND CASE s."table" \(cases.joined(separator: " ")) ELSE 0 END AND EXISTS (
        SELECT 1 FROM MS_TableOperations o WHERE o.id = s.operationId
          AND json_extract(CAST(o.properties AS TEXT), '$.type') IN (0, 1)))
      """
  }

  /// A value is taken apart only when it holds a pointer at all.
  private static func namesUnsentRow(
    _ table: String, _ column: String, _ states: String?
  ) -> String {
    """
    EXISTS (
      SELECT 1 FROM \(table) r
      JOIN json_tree(CASE WHEN instr(r.\(column), '"Pointer"') > 0 AND json_valid(r.\(column))
        THEN r.\(column) END) j ON j.key = 'objectId'
      JOIN syncline_operations e ON e.itemId = j.value
        AND e."table" = json_extract(r.\(column), j.path || '.className')
      JOIN MS_TableOperations i ON i.id = e.operationId
        AND json_extract(CAST(i.properties AS TEXT), '$.type') = 0
      WHERE r.id = s.itemId AND NOT (e."table" = s."table" AND e.itemId = s.itemId)
        \(states.map { "AND e.state IN (\($0))" } ?? ""))
    """
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
