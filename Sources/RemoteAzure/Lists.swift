import HTTPClient
import RemoteHTTP
import Support
import SyncCore

/// Asks for lists of one table's rows.
struct Lists: Sendable {
  let table: String
  let remote: AzureRemote

  var client: RemoteClient { remote.client }

  var dialect: QueryDialect { QueryDialect(remote.requests.configuration.apiVersion) }

  private var learned: Locked<DetectedCapabilities> { remote.learned }

  /// Says what is asked for, in messages.
  var purpose: String { "table \(table)" }

  /// One page, with fewer rows than asked for where the server or this client cannot do more.
  func page(
    _ query: ListQuery, _ features: [AzureRequests.Feature]
  ) async throws(RemoteError) -> ListPage {
    var query = query
    query.top = learned.withLock { $0.pageLimits[table] }.map { $0.top(query.top) } ?? query.top
    var refusal: RemoteResponse?
    while true {
      let response: RemoteResponse
      let clock = RequestClock()
      do throws(HTTPClientError) {
        response = try await client.send(remote.requests.list(table, query, features))
      } catch {
        // Rows are long: the same in smaller pages.
        guard case .tooLarge = error, (query.top ?? 8) > 1 else { throw client.error(error) }
        let top = max(1, (query.top ?? 64) / 8)
        learned.withLock { $0.pageLimits[table] = .atMost(top) }
        query.top = top
        continue
      }
      if let refusal, !response.isSuccess { throw client.error(refusal, purpose) }
      // Easy Tables refuses a `$top` above the table's own maximum instead of cutting it.
      if response.status == 400, refusal == nil, query.top ?? 0 > 1 {
        refusal = response
        query.top = nil
        continue
      }
      if refusal != nil { learned.withLock { $0.pageLimits[table] = .ofTheServer } }
      var page = try page(response, top: query.top)
      page.askedAt = clock.sentAt(page.serverTime)
      guard !page.rows.hasNumberedIDs else { throw numberedIDs }
      return page
    }
  }

  /// The server would give new rows other ids than they have here, and compares text ids with
  /// numbers: neither an insert nor a list in the order of ids works.
  private var numberedIDs: RemoteError {
    .unsupported(
      detail:
        "The ids of \(table) are numbers that the server counts (auto-increment). Only tables "
        + "with text ids can be synced, because new rows get their ids here. Nothing was stored. "
        + "Remove the table from the store, or give its rows text ids on the server.")
  }

  /// Any one row of the table; nil when it has none.
  func anyRow() async throws(RemoteError) -> Record? {
    try await page(ListQuery(top: 1), [.tableQuery]).rows.first?.record
  }
}

/// What a remote has found out about its server.
struct DetectedCapabilities: Sendable {
  /// The server knows no PATCH.
  var replacesRows = false
  /// By table.
  var pageLimits: UTF8Dictionary<PageLimit> = [:]
  var lastTable: String?
}

/// The page size that a table needs instead of the one asked for.
enum PageLimit: Sendable {
  /// The server refuses to be told.
  case ofTheServer
  /// More rows would not fit into an answer.
  case atMost(Int)

  func top(_ asked: Int?) -> Int? {
    switch self {
    case .ofTheServer: asked == 1 ? 1 : nil
    case .atMost(let most): min(asked ?? most, most)
    }
  }
}
