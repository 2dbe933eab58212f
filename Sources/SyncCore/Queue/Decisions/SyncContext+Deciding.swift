internal import SQLiteKit
internal import Support

extension SyncContext {
  /// Takes a pending change back: the row becomes what it was, or the newer copy of the server.
  ///
  /// Later changes of the same row go with it.
  public func cancel(_ operationID: Int64, by: String?) async throws {
    try await decide(operationID, by: by) { try $0.cancel($1, as: "cancel") }
  }

  /// Lets the next push send a failed or conflicting operation again, as it is.
  public func retry(_ operationID: Int64, by: String?) async throws {
    try await decide(operationID, by: by) { try $0.retry($1) }
  }

  /// Carries a decision on an error or a conflict out, on row, queue and errors together.
  public func resolve(_ errorID: String, _ resolution: Resolution, by: String?) async throws {
    let now = time.now
    try await commit { connection in
      guard let error = try ErrorStore.fetch(errorID, on: connection),
        let operation = try OperationStore.fetch(error.operationID, on: connection)
      else { throw SyncError.noSuchError(errorID) }
      try Decision(operation, by: by, at: now, on: connection)
        .resolve(error, operation, by: resolution)
      try LocalColumns.dropUnused(operation.table, on: connection)
    }
  }

  /// Reads the server's present copy of an error's row and keeps it beside the local one.
  ///
  /// - Returns: Nil when the server has no such row.
  @discardableResult
  package func refreshServerCopy(_ errorID: String) async throws -> Record? {
    guard let error = try await error(errorID) else { throw SyncError.noSuchError(errorID) }
    guard try await !isOffline else { throw SyncError.offline }
    guard let copy = try await remote.read(error.table, id: error.itemID) else { return nil }
    let now = time.now
    try await database.write { connection in
      // Decided meanwhile: then a copy beside the row would only be in the way.
      guard try OperationStore.fetch(error.operationID, on: connection) != nil else { return }
      var kept = copy
      kept.id = error.itemID
      try ServerCopyStore.put(kept, table: error.table, at: now, on: connection)
    }
    guard let cover else { return copy }
    return cover.record(copy, error.table) as Record
  }

  /// True when the server's copy beside the row has the one change that waits for it, by the rule
  /// of a push whose answer was lost.
  package func hasArrived(_ operationID: Int64) async throws -> Bool {
    try await database.read { connection in
      guard let operation = try OperationStore.fetch(operationID, on: connection),
        operation.state == .unknown,
        let server = try ServerCopyStore.fetch(
          operation.table, operation.itemID, on: connection),
        try OperationStore.of(operation.table, operation.itemID, on: connection).count == 1,
        let schema = try Catalogue.table(operation.table, on: connection)
      else { return false }
      let (change, _) = try OutgoingChange.make(operation, in: schema, on: connection)
      let base = try BaseStore.fetch(operation.table, operation.itemID, on: connection)
      let settlement = ReconciledOutcome(
        change.expected(by: remote), base: base, server: server, after: .unknown(""))
      return settlement == .done(server)
    }
  }

  private func decide(
    _ operationID: Int64, by: String?,
    _ body: @Sendable (Decision, StoredOperation) throws -> Void
  ) async throws {
    let now = time.now
    try await commit { connection in
      guard let operation = try OperationStore.fetch(operationID, on: connection) else {
        throw SyncError.noSuchOperation(operationID)
      }
      try body(Decision(operation, by: by, at: now, on: connection), operation)
      try LocalColumns.dropUnused(operation.table, on: connection)
    }
  }
}
