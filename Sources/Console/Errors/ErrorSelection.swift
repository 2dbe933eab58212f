import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The errors that a bulk resolution is about, looked up when it arrives.
struct ErrorSelection {
  /// Of those that were named; a filter names none.
  private(set) var ids: [String] = []
  private(set) var operations: [Int64] = []
  /// What a program saw of the operations, as far as it says.
  private(set) var seen: [Int64: Revision] = [:]
  /// Those of the named ones that somebody settled.
  private(set) var settled: [ActionReport.Problem] = []
  /// How many match a filter and came later than the list that it was sent from.
  private(set) var newer = 0

  /// All that a filter matches.
  ///
  /// - Parameter until: Later errors are left out; nil for none.
  init(_ query: ErrorQuery, until: Timestamp?, _ store: StoreHandle) async throws {
    let all = try await store.sync.operations(withErrors: query)
    operations = all.filter { error in until.map { error.at <= $0 } ?? true }.map(\.id)
    newer = all.count - operations.count
  }

  /// Those that a form or a program names.
  ///
  /// - Throws: `SyncError.settledSinceSeen` for one that a program saw otherwise, `.noSuchError` when
  ///   none of them is there.
  init(_ body: ActionBody, _ store: StoreHandle) async throws {
    var gone: [String] = []
    for id in body.texts(body.isForm ? "id" : "ids")?.unique ?? [] {
      guard let error = try await store.sync.error(id) else {
        guard body.seen(id) == nil else {
          throw SyncError.settledSinceSeen(what: localized("Error \(id)"))
        }
        gone.append(id)
        continue
      }
      ids.append(id)
      operations.append(error.operationID)
      if let revision = body.seen(id) { seen[error.operationID] = revision }
    }
    operations = operations.unique
    let rows = try await store.sync.rows(ofSettled: gone)
    if operations.isEmpty, let first = gone.first {
      throw rows[first] == nil
        ? SyncError.noSuchError(first)
        : SyncError.settledSinceSeen(what: localized("Error \(first)"))
    }
    settled = gone.map { Self.problem($0, rows[$0]) }
  }

  /// - Parameter row: Whose error it was; nil where that is not known any more.
  private static func problem(
    _ error: String, _ row: (table: String, id: String)?
  ) -> ActionReport.Problem {
    guard let row else {
      return .init(id: error, message: inEnglish { SyncError.noSuchError(error).description })
    }
    return .init(
      table: row.table, id: row.id, error: error,
      message: "Already resolved; see the row’s history.")
  }
}
