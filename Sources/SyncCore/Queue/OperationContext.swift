internal import JSONKit
internal import SQLiteKit

/// An operation with what the store keeps beside its row, read together: a push asks for all of it
/// with every operation.
struct OperationContext: Sendable {
  let operation: StoredOperation
  /// False while an earlier operation of the row waits.
  let isFirst: Bool
  /// True when a later operation of the row waits.
  var hasNext: Bool
  /// The server's row that the operation was made on.
  var base: StoredRecord?
  /// What came for the row since.
  var serverCopy: StoredRecord?

  /// Reads again what is beside the row, which has another id now.
  mutating func move(to id: String, on connection: Connection) throws {
    let table = operation.table
    hasNext = try OperationStore.of(table, id, on: connection).contains { $0.id != operation.id }
    base = try BaseStore.fetch(table, id, on: connection).map { .record($0) }
    serverCopy = try ServerCopyStore.fetch(table, id, on: connection).map { .record($0) }
  }

  /// By id; an operation that is not there any more is left out.
  static func fetch(
    _ ids: [Int64], on connection: Connection
  ) throws -> [Int64: OperationContext] {
    var situations: [Int64: OperationContext] = [:]
    situations.reserveCapacity(ids.count)
    try connection.forEach(sql, [.list(ids)]) { row throws(SQLiteError) in
      let operation = try StoredOperation(row)
      situations[operation.id] = OperationContext(
        operation: operation, isFirst: try !row.flag(at: 15), hasNext: try row.flag(at: 16),
        base: try row.textOrNil(at: 17).map(StoredRecord.text),
        serverCopy: try row.textOrNil(at: 18).map(StoredRecord.text))
    }
    return situations
  }

  private static let sql = """
    SELECT \(StoredOperation.columns),
      EXISTS (SELECT 1 FROM syncline_operations e WHERE e."table" = s."table"
        AND e.itemId = s.itemId AND e.operationId < s.operationId),
      EXISTS (SELECT 1 FROM syncline_operations e WHERE e."table" = s."table"
        AND e.itemId = s.itemId AND e.operationId > s.operationId),
      b.record, c.record
    FROM json_each(?) w CROSS JOIN MS_TableOperations o ON o.id = w.value
    CROSS JOIN syncline_operations s ON s.operationId = o.id
    LEFT JOIN syncline_bases b ON b."table" = s."table" AND b.itemId = s.itemId
    LEFT JOIN syncline_server_copies c ON c."table" = s."table" AND c.itemId = s.itemId
    """
}
