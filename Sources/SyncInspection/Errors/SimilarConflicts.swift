internal import JSONKit
internal import SQLiteKit
internal import Support
package import SyncCore

/// Conflicts of one table in which the same columns differ between store and server, each changed
/// on the same sides.
package struct SimilarConflicts: Sendable, Hashable {
  /// Those that differ, by name.
  package var columns: [String]
  /// The conflict that was asked about is not among them.
  package var errors: [OperationError]
  /// How many others differ in the same columns, but were changed on other sides.
  package var leftOut = 0
  /// False when the table has more conflicts than were looked at.
  package var isComplete: Bool
  /// What stands to be decided, by operation, that of the conflict that was asked about included;
  /// empty where nobody asked for it.
  package var revisions: [Int64: Revision] = [:]
}

extension SyncContext {
  /// The other conflicts in which exactly the same columns differ, each changed on the same sides.
  ///
  /// - Parameters:
  ///   - limit: How many conflicts of the table to look at: three copies of each are read.
  ///   - toDecide: With what stands to be decided about each, of the same moment.
  /// - Returns: Nil when the error is no conflict between two live rows.
  package func conflicts(
    like errorID: String, limit: Int = RowQuery.sizeMax, toDecide: Bool = false
  ) async throws -> SimilarConflicts? {
    let cover = cover
    return try await database.read { connection in
      guard let error = try ErrorReader.one(errorID, on: connection),
        let differences = error.differences
      else { return nil }
      let columns = differences.map(\.column)
      let page = try ErrorPager(connection: connection).page(
        ErrorQuery(table: error.table, kind: .conflict, size: limit))
      let others = page.errors.filter {
        $0.id != errorID && $0.differences?.map(\.column.utf8Key) == columns.map(\.utf8Key)
      }
      var similar = SimilarConflicts(
        columns: columns, errors: others.filter { $0.differences == differences },
        isComplete: page.next == nil)
      similar.leftOut = others.count - similar.errors.count
      if toDecide {
        similar.revisions = try Revision.all(
          of: [error.operationID] + similar.errors.map(\.operationID), on: connection)
      }
      if let cover { similar.errors = similar.errors.map(cover.error) }
      return similar
    }
  }
}

/// A column in which a row differs from the server's copy, and who changed it.
private struct ColumnDifference: Hashable {
  @UTF8Key var column: String
  var isChangedHere: Bool
  var isChangedThere: Bool
}

extension OperationError {
  /// In what a live row differs from the server's live copy, by column; nil for anything else.
  fileprivate var differences: [ColumnDifference]? {
    guard isConflict, kind != .delete, let local, let server, !server.deleted, !local.deleted
    else { return nil }
    let here = base.map { local.changes(from: $0) }
    let there = base.map { server.changes(from: $0) }
    // Without a base either side is as good as changed.
    return local.changes(from: server).names.sortedByBytes().map { column in
      ColumnDifference(
        column: column, isChangedHere: here.map { $0[column] != nil } ?? true,
        isChangedThere: there.map { $0[column] != nil } ?? true)
    }
  }
}
