import Support
import SyncCore

/// Asks for lists of one table's rows.
struct Lists: Sendable {
  let table: String
  let requests: AzureRequests
  let outcomes: Outcomes
  let transport: any AzureTransport
  let learned: Locked<Learned>

  var dialect: QueryDialect { QueryDialect(requests.configuration.apiVersion) }

  /// Says what is asked for, in messages.
  var purpose: String { "table \(table)" }

  /// One page; a page size that the server refuses is left to the server from then on.
  func page(
    _ query: ListQuery, _ features: [AzureRequests.Feature]
  ) async throws(RemoteError) -> ListPage {
    var query = query
    if learned.withLock({ $0.tablesWithoutTop.contains(table) }) { query.top = nil }
    let response = try await answer(query, features)
    // Easy Tables refuses a `$top` above the table's own maximum instead of cutting it.
    if response.status == 400, query.top ?? 0 > 1 {
      var open = query
      open.top = nil
      let second = try await answer(open, features)
      if second.isSuccess {
        learned.withLock { _ = $0.tablesWithoutTop.insert(table) }
        return try outcomes.list(second, purpose, top: nil)
      }
    }
    return try outcomes.list(response, purpose, top: query.top)
  }

  /// Any one row of the table; nil when it has none.
  func anyRow() async throws(RemoteError) -> Record? {
    try await page(ListQuery(top: 1), [.tableQuery]).rows.first?.record
  }

  private func answer(
    _ query: ListQuery, _ features: [AzureRequests.Feature]
  ) async throws(RemoteError) -> AzureResponse {
    do { return try await transport.send(requests.list(table, query, features)) } catch {
      throw outcomes.error(error)
    }
  }
}

/// What a remote has found out about its server.
struct Learned: Sendable {
  /// The server knows no PATCH.
  var replacesRows = false
  /// Tables that refuse the page size asked for.
  var tablesWithoutTop: Set<String> = []
  var lastTable: String?
}
