extension SyncTable {
  public func read(_ query: RowQuery = RowQuery()) async throws -> RowPage {
    throw SyncError.badCursor
  }
  public func read(id: String) async throws -> Record? { throw SyncError.badCursor }
  @discardableResult
  public func purge(_ query: RowQuery? = nil) async throws -> Int { throw SyncError.badCursor }
  @discardableResult
  public func forcePurge() async throws -> Int { throw SyncError.badCursor }
  public func bulk(
    _ action: BulkAction, ids: [String], by: String? = nil
  ) async throws -> BulkOutcome { throw SyncError.badCursor }
  public func bulk(
    _ action: BulkAction, matching query: RowQuery, expect: Int?, by: String? = nil
  ) async throws -> BulkOutcome { throw SyncError.badCursor }
}
