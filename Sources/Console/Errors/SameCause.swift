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
    var cause = TemplateDictionary()
    cause.add(
      "OTHER",
      list: others.map {
        ["LINK": Links.error(store, $0.id), "ROW_NAME": $0.rowName(columns)]
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
  func sameCause(
    as error: OperationError, _ columns: [Column], in store: StoreHandle
  ) async throws -> SameCause? {
    guard store.sync.coveredColumns(of: error.table).isEmpty,
      let cause = try await store.sync.errorCauses(
        ErrorQuery(operations: .only([error.operationID]))
      ).first
    else { return nil }
    var query = cause.query
    query.size = SameCause.namedMax + 1
    let page = try await store.sync.errorPage(query)
    guard page.count > 1 else { return nil }
    return SameCause(
      others: Array(page.errors.filter { $0.id !== error.id }.prefix(SameCause.namedMax)),
      count: page.count, request: ErrorRequest(cause), columns: columns)
  }
}
