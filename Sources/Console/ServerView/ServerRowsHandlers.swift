import HTTPKit
import JSONKit
import Support
import SyncCore

/// The rows of a table as the server has them now, page by page; nothing is stored.
struct ServerRowsHandlers: Sendable {
  static let pageSizes = (usual: 50, most: 500)

  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    let asked = try ServerRowsRequest(request)
    // How many rows a filter finds tells what is in the columns that it names.
    if asked.filter != nil {
      try store.demandUncovered(table, back: Links.serverRows(store.name, table))
    }
    let page: ServerRows
    do {
      page = try await store.sync.serverRows(
        table, filter: asked.filter, after: asked.cursor, limit: asked.limit)
    } catch let failure as RemoteError {
      throw ConsoleError.remoteFailed(
        failure, title: "The server’s rows could not be read",
        links: [
          .init("Back to \(table)", Links.rows(store.name, table)),
          .init("Read from the start", Links.serverRows(store.name, table)),
        ])
    }
    if request.wantsJSON { return services.pages.respond(json: page.json) }
    let view = ServerRowsPage(
      page: page, asked: asked, store: store.name, table: table, mayPull: context.may(.syncRun),
      now: context.now)
    return try await services.pages.page(
      ServerRowsPage.template, title: "\(table) on the server", values: view.values, request,
      context, nav: Nav(store: store.name, .table(table)))
  }
}

/// Which page of the server's rows an address asks for.
struct ServerRowsRequest: Sendable, Equatable {
  /// In the remote's own language; nil for all rows.
  var filter: String?
  /// The `next` of the page before; nil for the first.
  var cursor: String?
  var limit = ServerRowsHandlers.pageSizes.usual

  init(filter: String? = nil, cursor: String? = nil, limit: Int) {
    (self.filter, self.cursor, self.limit) = (filter, cursor, limit)
  }

  /// - Throws: `HTTPError` 400 for a limit that is none.
  init(_ request: HTTPRequest) throws {
    let query = try request.query()
    filter = query["filter"]?.trimmed
    if filter?.isEmpty == true { filter = nil }
    cursor = query["after"]
    guard let limit = query["limit"] else { return }
    let most = ServerRowsHandlers.pageSizes.most
    guard let number = Int(limit), (1...most).contains(number) else {
      throw HTTPError(400, "limit is “\(limit)”. Use a number from 1 to \(most).")
    }
    self.limit = number
  }

  /// The address of a page of the same rows.
  func link(_ path: String, after cursor: String?) -> String {
    var items = QueryItems()
    if let filter { items.add("filter", filter) }
    if limit != ServerRowsHandlers.pageSizes.usual { items.add("limit", "\(limit)") }
    if let cursor { items.add("after", cursor) }
    return Links.with(path, items)
  }
}

extension ServerRows {
  var json: JSONValue {
    [
      "table": .string(table), "at": .string(at.description),
      "rows": .array(rows.map(\.json)), "next": JSONValue(next),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
