package import SQLiteKit
internal import Support

/// Error entries with the three copies of their rows.
package enum ErrorReader {
  static func all(_ table: String?, on connection: Connection) throws -> [OperationError] {
    var schemas: UTF8Dictionary<TableSchema> = [:]
    return try ErrorStore.all(table, on: connection).map {
      try make($0, &schemas, on: connection)
    }
  }

  /// In the order of `ids`; those that are gone are left out.
  package static func some(_ ids: [String], on connection: Connection) throws -> [OperationError] {
    var schemas: UTF8Dictionary<TableSchema> = [:]
    return try ids.compactMap { id in
      try ErrorStore.fetch(id, on: connection).map { try make($0, &schemas, on: connection) }
    }
  }

  package static func one(_ id: String, on connection: Connection) throws -> OperationError? {
    try ErrorStore.fetch(id, on: connection).map { try make($0, on: connection) }
  }

  package static func of(_ operationID: Int64, on connection: Connection) throws -> [OperationError]
  {
    try ErrorStore.of(operationID, on: connection).map { try make($0, on: connection) }
  }

  static func make(
    _ entry: ErrorStore.Entry, on connection: Connection
  ) throws -> OperationError {
    var schemas: UTF8Dictionary<TableSchema> = [:]
    return try make(entry, &schemas, on: connection)
  }

  /// - Parameter schemas: What the catalogue said for entries before.
  private static func make(
    _ entry: ErrorStore.Entry, _ schemas: inout UTF8Dictionary<TableSchema>,
    on connection: Connection
  ) throws -> OperationError {
    let operation = try OperationStore.fetch(entry.operationID, on: connection)
    // The row's identity as the queue has it; the entry's own text is for other programs.
    let table = operation?.table ?? entry.table
    let id = operation?.itemID ?? entry.itemID
    var local = entry.item
    if schemas[table] == nil { schemas[table] = try Catalogue.table(table, on: connection) }
    if let schema = schemas[table],
      let row = try RowStore.fetch(id, in: schema, on: connection)
    {
      local = row
    }
    return OperationError(
      id: entry.id, operationID: entry.operationID, table: table, itemID: id,
      kind: operation?.kind ?? entry.kind, code: entry.code, status: entry.status,
      message: entry.message, base: try BaseStore.fetch(table, id, on: connection),
      local: local ?? operation?.item,
      server: try ServerCopyStore.fetch(table, id, on: connection) ?? entry.server,
      at: entry.at, since: operation?.failedSince, isConflict: operation?.state == .conflict,
      isOutcomeUnknown: operation?.state == .unknown, wasMissingThere: entry.isMissingThere)
  }
}
