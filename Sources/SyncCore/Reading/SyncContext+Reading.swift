public import Support

extension SyncContext {
  public func counts() async throws -> StoreCounts { throw SyncError.badCursor }
  public func tables() async throws -> [TableSummary] { throw SyncError.badCursor }
  public func columns(of table: String) async throws -> [Column] { throw SyncError.badCursor }
  public func rows(_ table: String, _ query: RowQuery) async throws -> RowPage {
    throw SyncError.badCursor
  }
  public func row(_ table: String, _ id: String) async throws -> RowDetail? {
    throw SyncError.badCursor
  }
  public func deletedRows(_ query: TrashQuery) async throws -> TrashPage {
    throw SyncError.badCursor
  }
  public func operations(_ query: OperationQuery) async throws -> OperationPage {
    throw SyncError.badCursor
  }
  public func operation(_ id: Int64) async throws -> OperationDetail? { throw SyncError.badCursor }
  public func errors(table: String? = nil) async throws -> [OperationError] {
    throw SyncError.badCursor
  }
  public func error(_ id: String) async throws -> OperationError? { throw SyncError.badCursor }
  public func deltaTokens() async throws -> [DeltaTokenInfo] { throw SyncError.badCursor }
  public func forgetDeltaToken(table: String, queryID: String) async throws {
    throw SyncError.badCursor
  }
  public func rewindDeltaToken(table: String, queryID: String, to moment: Timestamp) async throws {
    throw SyncError.badCursor
  }
}
