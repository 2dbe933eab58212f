import HTTPKit
import Localization
import SyncCore

/// The `query` that is sent with an action: a row list's query string.
struct RowSelectionText: Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// What it selects; unlike in a list, nothing in it may be ignored.
  func query(for actions: RowActions) async throws -> RowQuery {
    let (table, store) = (actions.table, actions.store)
    var request = try await request(of: table, in: store).resolved(of: table, in: store)
    if request.isStaged {
      request.stagedRows = try await actions.services.stagedRows(
        of: table, in: store, for: actions.context.owner)
    }
    if let unknown = request.ignored.first {
      throw HTTPError(
        400,
        localized(
          "\(table) has no column “\(unknown.filter.column)”, so the query might match other "
            + "rows than intended. Nothing was changed."))
    }
    var query = request.query
    query.after = nil
    return query
  }

  /// The list that it asks for.
  func request(of table: String, in store: StoreHandle) async throws -> RowListRequest {
    guard let items = QueryItems(decoding: text) else {
      throw HTTPError(400, localized("The query is not well-formed percent-encoded UTF-8."))
    }
    guard items[PageZone.parameter] == nil else { throw Self.refusal }
    let request = try await RowListRequest(
      path: Links.rows(store.name, table), items: items, columns: store.columns(of: table))
    if let mistake = request.mistakes.first { throw HTTPError(400, mistake) }
    return request
  }

  /// A query that is sent along has no zone of its own: what it selects must not depend on one.
  private static var refusal: HTTPError {
    HTTPError(
      400,
      localized(
        "“\(PageZone.parameter)” is allowed only in the address, not in a query. Write times with "
          + "Z or an offset. Nothing was changed."))
  }

  /// The ids of all rows that the query selects.
  static func ids(
    _ query: RowQuery, of table: String, in store: StoreHandle
  ) async throws -> [String] {
    var query = query
    query.size = 1_000
    query.wantsCount = false
    var ids: [String] = []
    repeat {
      let page = try await store.sync.rows(table, query)
      ids += page.rows.map(\.id)
      query.after = page.next
    } while query.after != nil
    return ids
  }
}
