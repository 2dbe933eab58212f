import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The other errors that the server gave the same reason for.
struct SameCause {
  /// Others that are named; the list has the rest.
  static let namedMax = 3

  /// Without the error itself.
  var others: [OperationError]
  /// The error itself included.
  var count: Int
  var request: ErrorRequest
  var columns: [Column]

  func add(to values: inout TemplateDictionary, store: String) {
    let name = RowTitle(columns: columns)
    var cause = TemplateDictionary()
    cause.add(
      "OTHER",
      list: others.map { error in
        let record = error.local ?? error.server ?? error.base
        return [
          "LINK": Links.error(store, error.id),
          "ROW_NAME": record.map { name.title($0) } ?? error.itemID,
        ]
      })
    if count - 1 > others.count {
      cause.add(
        "EVERY",
        [
          "LINK": Links.with(Links.errors(store), request.items()),
          "COUNT": Format.number(count),
        ])
    }
    values.add("SAME_CAUSE", cause)
  }
}

extension ConsoleServices {
  /// Nil where there is no other error with the cause, or where values that the reader must not see
  /// may be part of it.
  func sameCause(as error: OperationError, in store: StoreHandle) async throws -> SameCause? {
    guard store.sync.coveredColumns(of: error.table).isEmpty,
      let cause = try await store.sync.errorCauses(
        ErrorQuery(operations: .only([error.operationID]))
      ).first
    else { return nil }
    let query = ErrorQuery(
      table: cause.table, kind: cause.kind, status: cause.status, cause: cause.cause,
      size: SameCause.namedMax + 1)
    let page = try await store.sync.errorPage(query)
    guard page.count > 1 else { return nil }
    var request = ErrorRequest(cause.kind)
    request.table = cause.table
    request.status = cause.status
    request.cause = cause.cause
    return SameCause(
      others: Array(page.errors.filter { $0.id !== error.id }.prefix(SameCause.namedMax)),
      count: page.count, request: request,
      columns: try await store.columns(of: error.table))
  }
}
