import HTTPKit
import JSONKit
import Support

/// A table server with the oddities of the real ones, each of which can be switched on.
///
/// Knows one table, `items`, and only those filters that a pull needs.
final class QuirkyServer: Sendable {
  struct Quirks: Sendable {
    /// The most rows in an answer, whatever is asked for.
    var pageCap = 50
    /// A greater `$top` is a 400, as on Easy Tables.
    var topMax: Int?
    var printsWholeSeconds = false
    var ignoresIDCondition = false
    var ignoresIDOrder = false
    var ignoresStampCondition = false
    /// `desc` is read over.
    var sortsForwardsOnly = false
    /// What `Date` says; nil for a server that sends none.
    var clock: Timestamp?
    /// `{"items", "nextLink"}` instead of a bare array.
    var isV3 = false
    var counts = true
    /// Each answer is cut at another length, between one row and the cap.
    var variesPages = false
    /// An insert is stored and answered with 500.
    var failsAfterInsert = false
    /// `id` is compared without regard to case, as SQL Server does.
    var foldsIDs = false
  }

  struct StoredRow: Sendable {
    var id: String
    /// Nil for a row that another tool wrote without a stamp.
    var updatedAt: Timestamp?
    var changes = 1
    var deleted = false
    var values: JSONObject = [:]
  }

  struct State: Sendable {
    var rows: [String: StoredRow] = [:]
    var quirks = Quirks()
    var listed = 0
    var targets: [String] = []
    var headers: [HTTPHeaders] = []
  }

  let state = Locked(State())
  /// Runs before each list is made, to change rows between two pages.
  let beforeList: @Sendable (QuirkyServer, Int) -> Void

  init(
    _ quirks: Quirks = Quirks(),
    beforeList: @escaping @Sendable (QuirkyServer, Int) -> Void = { _, _ in }
  ) {
    self.beforeList = beforeList
    state.withLock { $0.quirks = quirks }
  }

  func put(_ row: StoredRow) {
    state.withLock { state in
      var row = row
      row.changes = (state.rows[row.id]?.changes ?? 0) + 1
      state.rows[row.id] = row
    }
  }

  func put(_ id: String, _ stamp: Timestamp?, _ values: JSONObject = [:]) {
    put(StoredRow(id: id, updatedAt: stamp, values: values))
  }

  var rows: [String: StoredRow] { state.withLock { $0.rows } }
  var targets: [String] { state.withLock { $0.targets } }

  // MARK: Answering

  func respond(_ request: HTTPRequest) -> HTTPResponse {
    let path = request.rawPath.split(separator: "/").compactMap { PercentEncoding.decode($0) }
    state.withLock { state in
      state.targets.append(request.method.rawValue + " " + request.target)
      state.headers.append(request.headers)
    }
    guard path.first == "tables", path.count > 1, path[1] == "items" else {
      return .html(
        "<html><body><pre>Cannot \(request.method.rawValue)</pre></body></html>", status: 404)
    }
    switch (request.method, path.count) {
    case (.get, 2): return list(request)
    case (.get, 3): return read(path[2])
    case (.post, 2): return insert(request)
    case (.delete, 3): return delete(path[2])
    case (.patch, 3): return update(path[2], request)
    case (.post, 3): return undelete(path[2])
    default: return .html("<pre>Cannot \(request.method.rawValue)</pre>", status: 404)
    }
  }

  private func list(_ request: HTTPRequest) -> HTTPResponse {
    let number = state.withLock { state in
      state.listed += 1
      return state.listed
    }
    beforeList(self, number)
    guard let query = try? request.query() else { return .text("bad query", status: 500) }
    let state = state.withLock { $0 }
    let quirks = state.quirks
    let top = query["$top"].flatMap { Int($0) }
    if let max = quirks.topMax, let top, top > max {
      return json(400, ["error": .string("You must use $top of at most \(max)")])
    }
    let known = Set(state.rows.values.flatMap(\.values.names) + QuirkyFilter.systemColumns)
    guard let filter = QuirkyFilter(query["$filter"] ?? "", quirks) else {
      return json(
        500, ["error": .string("The filter is not understood: \(query["$filter"] ?? "")")])
    }
    var found = state.rows.values.filter(filter.matches)
    if !filter.columns.allSatisfy(known.contains) { found = [] }
    if query["$select"] != nil, !state.rows.values.contains(where: { $0.updatedAt != nil }) {
      found = []
    }
    sort(&found, by: query["$orderby"] ?? "", quirks)
    var cap = min(quirks.pageCap, top ?? .max)
    if quirks.variesPages { cap = max(1, min(cap, 1 + (number * 7_919) % quirks.pageCap)) }
    let page = found.prefix(cap)
    var response = wrapped(page, of: found.count, top: top, query, quirks)
    // As the Node server builds it: no port, no path, no table.
    if let clock = quirks.clock { response.headers["Date"] = clock.httpDate }
    if page.count == top { response.headers["Link"] = "http://localhost/?%24skip=1; rel=next" }
    return response
  }

  private func wrapped(
    _ page: ArraySlice<StoredRow>, of total: Int, top: Int?, _ query: QueryItems, _ quirks: Quirks
  ) -> HTTPResponse {
    let items = JSONValue.array(page.map { printed($0, quirks) })
    if quirks.isV3 {
      let isMore = page.count < total && top.map { page.count < $0 } ?? true
      return json(
        200,
        .object([
          "items": items,
          "count": query["$count"] == nil ? .null : .integer(Int64(total)),
          "nextLink": isMore ? "http://nowhere.invalid/tables/items?$skip=1" : .null,
        ]))
    }
    guard quirks.counts, query["$inlinecount"] == "allpages" else { return json(200, items) }
    return json(200, .object(["results": items, "count": .integer(Int64(total))]))
  }

  private func sort(_ rows: inout [StoredRow], by order: String, _ quirks: Quirks) {
    let isByStamp = order.hasPrefix("updatedAt")
    if !isByStamp, quirks.ignoresIDOrder {
      rows.sort {
        $0.values.count == $1.values.count ? $0.id > $1.id : $0.values.count < $1.values.count
      }
      return
    }
    rows.sort { left, right in
      if isByStamp, left.updatedAt != right.updatedAt {
        return (left.updatedAt?.ticks ?? .min) < (right.updatedAt?.ticks ?? .min)
      }
      return QuirkyFilter.precedes(left.id, right.id, quirks)
    }
    if order.hasSuffix(" desc"), !quirks.sortsForwardsOnly { rows.reverse() }
  }

  private func printed(_ row: StoredRow, _ quirks: Quirks) -> JSONValue {
    let stamp = row.updatedAt.map { stamp in
      quirks.printsWholeSeconds
        ? stamp.wholeSeconds : Timestamp(milliseconds: stamp.milliseconds).description
    }
    var json: JSONObject = [
      "id": .string(row.id), "updatedAt": stamp.map { .string($0) } ?? .null,
      "version": .string(version(row)), "deleted": .bool(row.deleted),
    ]
    for (name, value) in row.values { json[name] = value }
    return .object(json)
  }

  private func version(_ row: StoredRow) -> String { Base64.encode(Array("\(row.changes)".utf8)) }

  private func read(_ id: String) -> HTTPResponse {
    guard let row = rows[id], !row.deleted else {
      return json(404, ["error": "The item does not exist"])
    }
    return single(200, row)
  }

  private func single(_ status: Int, _ row: StoredRow) -> HTTPResponse {
    var response = json(status, printed(row, state.withLock { $0.quirks }))
    response.headers["ETag"] = "\"\(version(row))\""
    return response
  }

  private func insert(_ request: HTTPRequest) -> HTTPResponse {
    guard let body = try? JSONValue(parsing: request.body), case .object(var values) = body,
      let id = values["id"]?.string
    else { return json(400, ["error": "bad body"]) }
    if rows[id] != nil { return json(409, body) }
    values["id"] = nil
    put(StoredRow(id: id, updatedAt: Timestamp(milliseconds: 5_000), values: values))
    if state.withLock({ $0.quirks.failsAfterInsert }) { return HTTPResponse(500) }
    return rows[id].map { single(201, $0) } ?? HTTPResponse(500)
  }

  private func update(_ id: String, _ request: HTTPRequest) -> HTTPResponse {
    guard var row = rows[id], !row.deleted else {
      return json(404, ["error": "The item does not exist"])
    }
    if let tag = request.headers["If-Match"], tag != "\"\(version(row))\"" {
      return single(412, row)
    }
    for (name, value) in (try? JSONValue(parsing: request.body))?.object ?? [:] {
      row.values[name] = value
    }
    put(row)
    return rows[id].map { single(200, $0) } ?? HTTPResponse(500)
  }

  private func delete(_ id: String) -> HTTPResponse {
    guard var row = rows[id], !row.deleted else {
      return json(404, ["error": "The item does not exist"])
    }
    row.deleted = true
    put(row)
    return rows[id].map { single(200, $0) } ?? HTTPResponse(500)
  }

  private func undelete(_ id: String) -> HTTPResponse {
    guard var row = rows[id] else { return json(404, ["error": "The item does not exist"]) }
    row.deleted = false
    put(row)
    return rows[id].map { single(201, $0) } ?? HTTPResponse(500)
  }

  private func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    .json(value.serialized, status: status)
  }
}
