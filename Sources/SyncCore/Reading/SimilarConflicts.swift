internal import JSONKit
internal import SQLiteKit

/// Conflicts of one table in which the same columns differ between store and server.
public struct SimilarConflicts: Sendable, Hashable {
  /// Those that differ, by name.
  public var columns: [String]
  /// The conflict that was asked about is not among them.
  public var errors: [OperationError]
  /// False when the table has more conflicts than were looked at.
  public var isComplete: Bool
  /// What stands to be decided, by operation, that of the conflict that was asked about included;
  /// empty where nobody asked for it.
  public var standings: [Int64: DecisionStanding] = [:]
}

extension SyncContext {
  /// The other conflicts in which exactly the same columns differ.
  ///
  /// - Parameters:
  ///   - limit: How many conflicts of the table to look at: three copies of each are read.
  ///   - toDecide: With what stands to be decided about each, of the same moment.
  /// - Returns: Nil when the error is no conflict between two live rows.
  public func conflicts(
    like errorID: String, limit: Int = RowQuery.sizeMax, toDecide: Bool = false
  ) async throws -> SimilarConflicts? {
    try await database.read { connection in
      guard let error = try ErrorReader.one(errorID, on: connection),
        let columns = error.differingColumns
      else { return nil }
      let page = try ErrorPager(connection: connection).page(
        ErrorQuery(table: error.table, kind: .conflict, size: limit))
      var similar = SimilarConflicts(
        columns: columns,
        errors: page.errors.filter { $0.id != errorID && $0.differingColumns == columns },
        isComplete: page.next == nil)
      if toDecide {
        similar.standings = try DecisionStanding.all(
          of: [error.operationID] + similar.errors.map(\.operationID), on: connection)
      }
      return similar
    }
  }
}

extension OperationError {
  /// Columns in which a live row differs from the server's live copy, by name; nil for anything else.
  public var differingColumns: [String]? {
    guard isConflict, kind != .delete, let local, let server, !server.deleted, !local.deleted
    else { return nil }
    return local.changes(from: server).names.sorted()
  }
}
