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
  /// Those that the choice does not apply to.
  private(set) var skipped: [ActionReport.Problem] = []
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

  /// Skips the errors that `resolution` does not apply to.
  ///
  /// A conflict whose server version is not loaded stays: its own problem says how to load it.
  mutating func skip(notFor resolution: Resolution, _ store: StoreHandle) async throws {
    guard resolution == .keepLocal || resolution == .takeServer else { return }
    var found: [OperationError] = []
    for kind in [ErrorKind.failed, .unknown] {
      var query = ErrorQuery(kind: kind, operations: .only(operations), size: 1_000)
      repeat {
        let page = try await store.sync.errorPage(query)
        found += page.errors.filter { !$0.allows(resolution) }
        query.after = page.next
      } while query.after != nil
    }
    let others = Set(found.map(\.operationID))
    operations.removeAll(where: others.contains)
    let message = inEnglish { localized("Skipped: the server has no conflicting version.") }
    skipped = found.map {
      .init(table: $0.table, id: $0.itemID, operation: $0.operationID, message: message)
    }
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

extension OperationError {
  /// False for a choice between two versions of a row of which the server has none.
  func allows(_ resolution: Resolution) -> Bool {
    let hasSides = isConflict || server != nil && !isOutcomeUnknown
    switch resolution {
    case .takeServer: return hasSides
    case .keepLocal: return hasSides || isGone
    case .merge, .discard, .removeRow, .retry: return true
    }
  }

  /// True when there is no row on the server any more that the change could be sent to.
  var isGone: Bool {
    isMissingOnServer && !isOutcomeUnknown && (kind == .update || kind == .undelete)
  }
}
