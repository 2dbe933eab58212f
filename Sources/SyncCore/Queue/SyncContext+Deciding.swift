extension SyncContext {
  public func cancel(_ operationID: Int64, by: String?) async throws { throw SyncError.badCursor }
  public func retry(_ operationID: Int64, by: String?) async throws { throw SyncError.badCursor }
  public func resolve(_ errorID: String, _ resolution: Resolution, by: String?) async throws {
    throw SyncError.badCursor
  }
  /// Reads the server's present copy of an error's row and keeps it beside the local one.
  @discardableResult
  public func refreshServerCopy(_ errorID: String) async throws -> Record? {
    throw SyncError.badCursor
  }
}
