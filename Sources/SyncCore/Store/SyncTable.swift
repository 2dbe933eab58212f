public import JSONKit

/// One table of a store: every call works on the local store only.
///
/// A change is in the row and in the queue when the call returns, and survives power loss.
public struct SyncTable: Sendable {
  let context: SyncContext
  public let name: String

  @discardableResult
  public func insert(_ values: JSONObject, by: String? = nil) async throws -> String {
    throw SyncError.badCursor
  }
  public func update(
    _ id: String, _ values: JSONObject, ifState: RowFingerprint? = nil, by: String? = nil
  ) async throws { throw SyncError.badCursor }
  public func delete(_ id: String, by: String? = nil) async throws { throw SyncError.badCursor }
  public func undelete(_ id: String, by: String? = nil) async throws { throw SyncError.badCursor }
  public func hardDelete(_ id: String, by: String? = nil) async throws { throw SyncError.badCursor }
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
