import HTTPKit
import JSONKit
import Support

/// GET /tables/T.
struct ListHandler: Sendable {
  let storage: any TableStorage
  let configuration: TableServiceConfiguration

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let call = try TableCall(request, configuration)
    let options = ListOptions(call: call, configuration: configuration)
    try options.refuseUnknown()
    let pageSize = configuration.pageSize(of: call.table)
    let top = try options.top()
    let take = call.version == .v2 ? top ?? pageSize : min(top ?? pageSize, pageSize)
    var query = StoredQuery(
      table: call.table, version: call.version, filter: try options.filter(),
      order: try options.order(), columns: try options.columns(), skip: try options.skip(),
      take: take, counts: try options.counts(),
      hidesDeleted: call.keepsDeletedRows && !call.includesDeleted, omitsNulls: call.omitsNulls)
    switch call.version {
    case .v2: return try await respondV2(call, query)
    case .v3:
      query.looksBeyond = true
      return try await respondV3(call, query, top: top)
    }
  }

  private func respondV2(_ call: TableCall, _ query: StoredQuery) async throws -> HTTPResponse {
    let page: StoredRowPage
    do {
      page = try await storage.list(query)
    } catch is UnknownColumn {
      // What no row has brought yet matches no row: the columns come with the rows.
      page = StoredRowPage(count: query.counts ? 0 : nil)
    }
    var response = HTTPResponse.json(page.count.map { wrap(page, count: $0) } ?? page.rows)
    if case .bytes(let body) = response.body {
      // Says whether two lists are alike and nothing about any row.
      let hash = String(quickHash(body), radix: 16)
      response.headers["ETag"] = "W/\"\(String(body.count, radix: 16))-\(hash)\""
    }
    if page.rowCount == query.take {
      // The URL stands bare: the clients take what is before the semicolon as it is.
      let next = nextQuery(call, skip: query.skip + page.rowCount, top: query.take)
      response.headers["Link"] = "\(call.url())?\(next); rel=next"
    }
    return response
  }

  private func wrap(_ page: StoredRowPage, count: Int) -> [UInt8] {
    var json = JSONWriter()
    json.raw("{\"results\":")
    json.raw(page.rows)
    json.raw(",\"count\":")
    json.write(Int64(count))
    json.raw("}")
    return json.bytes
  }

  private func respondV3(
    _ call: TableCall, _ query: StoredQuery, top: Int?
  ) async throws -> HTTPResponse {
    let page = try await storage.list(query)
    let rest = top.map { $0 - page.rowCount }
    var json = JSONWriter()
    json.raw("{\"items\":")
    json.raw(page.rows)
    json.raw(",\"count\":")
    json.write(page.count.map { .integer(Int64($0)) } ?? .null)
    json.raw(",\"nextLink\":")
    if page.hasMore, rest.map({ $0 > 0 }) ?? true {
      let next = nextQuery(call, skip: query.skip + page.rowCount, top: rest)
      json.write(.string(nextLink(call, next)))
    } else {
      json.write(.null)
    }
    json.raw("}")
    return .json(json.bytes)
  }

  /// Absolute for clients that name the version (Datasync), or a path where they ask for one; the
  /// query alone for the toolkit's client, which appends it to its own endpoint.
  private func nextLink(_ call: TableCall, _ query: String) -> String {
    if call.hasOption("nextlink=path") { return "\(call.request.rawPath)?\(query)" }
    return call.namesVersion ? "\(call.url())?\(query)" : query
  }

  /// The request's own options with the place moved on, unknown ones included.
  private func nextQuery(_ call: TableCall, skip: Int, top: Int?) -> String {
    var query = call.query
    if let top { query["$top"] = String(top) }
    query["$skip"] = String(skip)
    return query.encoded
  }
}
