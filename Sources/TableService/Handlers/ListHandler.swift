import HTTPKit
import JSONKit

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
    var query = ListQuery(
      table: call.table, version: call.version, filter: try options.filter(),
      order: try options.order(), columns: try options.columns(), skip: try options.skip(),
      take: take, counts: try options.counts(),
      hidesDeleted: call.keepsDeletedRows && !call.includesDeleted)
    switch call.version {
    case .v2: return try await respondV2(call, query)
    case .v3:
      if take > 0 { query.take += 1 }  // One more tells whether there is a next page.
      return try await respondV3(call, query, take: take, top: top)
    }
  }

  private func respondV2(_ call: TableCall, _ query: ListQuery) async throws -> HTTPResponse {
    var page: ListPage
    do {
      page = try await storage.list(query)
    } catch is UnknownColumn {
      // What no row has brought yet matches no row: the columns come with the rows.
      page = ListPage(count: query.counts ? 0 : nil)
    }
    var json = JSONWriter()
    if let count = page.count {
      json.raw("{\"results\":")
      json.write(page)
      json.raw(",\"count\":")
      json.write(.integer(Int64(count)))
      json.raw("}")
    } else {
      json.write(page)
    }
    var response = HTTPResponse.json(json.bytes)
    response.headers["ETag"] = bodyTag(json.bytes)
    if page.rows.count == query.take {
      // The URL stands bare: the clients take what is before the semicolon as it is.
      let next = nextQuery(call, skip: query.skip + page.rows.count, top: query.take)
      response.headers["Link"] = "\(call.url())?\(next); rel=next"
    }
    return response
  }

  private func respondV3(
    _ call: TableCall, _ query: ListQuery, take: Int, top: Int?
  ) async throws -> HTTPResponse {
    var page = try await storage.list(query)
    let hasMore = page.rows.count > take
    if hasMore { page.rows.removeLast(page.rows.count - take) }
    let rest = top.map { $0 - page.rows.count }
    var json = JSONWriter()
    json.raw("{\"items\":")
    json.write(page)
    json.raw(",\"count\":")
    json.write(page.count.map { .integer(Int64($0)) } ?? .null)
    json.raw(",\"nextLink\":")
    if hasMore, rest.map({ $0 > 0 }) ?? true {
      let next = nextQuery(call, skip: query.skip + page.rows.count, top: rest)
      json.write(.string(wantsPath(call) ? "\(call.request.rawPath)?\(next)" : next))
    } else {
      json.write(.null)
    }
    json.raw("}")
    return .json(json.bytes)
  }

  /// Without this, the link is the query alone, as the toolkit's clients expect.
  private func wantsPath(_ call: TableCall) -> Bool {
    call.request.headers["X-ZUMO-Options"]?.lowercased().filter { $0 != " " } == "nextlink=path"
  }

  /// The request's own options with the place moved on, unknown ones included.
  private func nextQuery(_ call: TableCall, skip: Int, top: Int?) -> String {
    var query = call.query
    if let top { query["$top"] = String(top) }
    query["$skip"] = String(skip)
    return query.encoded
  }

  /// Says whether two lists are alike and nothing about any row; FNV-1a, 64 bits.
  private func bodyTag(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "W/\"\(String(body.count, radix: 16))-\(String(hash, radix: 16))\""
  }
}

extension JSONWriter {
  /// Appends the rows as an array of objects.
  fileprivate mutating func write(_ page: ListPage) {
    let names = page.columns.map { name in
      var writer = JSONWriter()
      writer.write(name)
      writer.raw(":")
      return writer.bytes
    }
    raw("[")
    for (position, row) in page.rows.enumerated() {
      if position > 0 { raw(",") }
      raw("{")
      for index in row.indices {
        if index > 0 { raw(",") }
        raw(names[index])
        write(row[index])
      }
      raw("}")
    }
    raw("]")
  }
}
