import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore

/// Builds requests; knows addresses and headers, sends nothing.
struct ParseRequests: Sendable {
  let configuration: ParseConfiguration

  /// Beyond this a query travels in the body of a POST: servers refuse very long addresses.
  static let addressMax = 4_000

  func get(_ path: String, _ query: [(String, String)] = []) -> ClientRequest {
    let text = query.map { "\($0.0)=\(PercentEncoding.encodeQuery($0.1))" }.joined(separator: "&")
    let url = configuration.url + path + (text.isEmpty ? "" : "?" + text)
    return ClientRequest(.get, url, headers: headers())
  }

  /// Rows of a class; `where` and the like in the address, or in a body where they are long.
  func find(_ table: String, _ query: ParseQuery) -> ClientRequest {
    let request = get(path(table), query.items)
    guard request.url.utf8.count > Self.addressMax else { return request }
    var body = query.body
    body["_method"] = "GET"
    var long = write(.post, path(table), body)
    long.isReading = true
    return long
  }

  func write(
    _ method: HTTPMethod, _ path: String, _ body: JSONObject?, requestID: String? = nil
  ) -> ClientRequest {
    var headers = headers()
    if body != nil { headers["Content-Type"] = "application/json" }
    if let requestID { headers["X-Parse-Request-Id"] = requestID }
    return ClientRequest(
      method, configuration.url + path, headers: headers,
      body: body.map { JSONValue.object($0).serialized })
  }

  func path(_ table: String, id: String? = nil) -> String {
    let path = "/classes/" + PercentEncoding.encodeSegment(table)
    return id.map { path + "/" + PercentEncoding.encodeSegment($0) } ?? path
  }

  func upload(_ name: String, _ file: FileUpload) -> ClientRequest {
    var headers = headers()
    headers["Content-Type"] = file.contentType
    return ClientRequest(
      .post, configuration.url + "/files/" + PercentEncoding.encodeSegment(name),
      headers: headers, body: file.bytes)
  }

  /// Files are public to whoever knows their name, so no keys travel along.
  func download(_ name: String) -> ClientRequest {
    ClientRequest(.get, fileURL(name), headers: HTTPHeaders())
  }

  private func fileURL(_ name: String) -> String {
    let id = PercentEncoding.encodeSegment(configuration.applicationID)
    return "\(configuration.url)/files/\(id)/\(PercentEncoding.encodeSegment(name))"
  }

  /// `value` with the address of every File in it, which the server does not keep.
  ///
  /// Without it, Parse Server 9.10 ends when LiveQuery tells of the row.
  func withFileURLs(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let items): return .array(items.map(withFileURLs))
    case .object(var object):
      guard object["__type"] != "File" else {
        if object["url"] == nil, let name = object["name"]?.string {
          object["url"] = .string(fileURL(name))
        }
        return .object(object)
      }
      for (name, member) in object { object[name] = withFileURLs(member) }
      return .object(object)
    default: return value
    }
  }

  func headers() -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "Accept": "application/json", "X-Parse-Application-Id": configuration.applicationID,
    ]
    if let key = configuration.restKey { headers["X-Parse-REST-API-Key"] = key }
    if let key = configuration.masterKey { headers["X-Parse-Master-Key"] = key }
    if let token = configuration.sessionToken { headers["X-Parse-Session-Token"] = token }
    return headers
  }

  /// Names of the fields that carry secrets.
  static let secretHeaders: UTF8Set = [
    "x-parse-rest-api-key", "x-parse-master-key", "x-parse-session-token",
  ]
}

/// What to ask a class for.
struct ParseQuery: Sendable {
  var conditions: [JSONValue] = []
  var order: String?
  var limit: Int
  var skip = 0
  var keys: String?
  var counts = false

  init(_ conditions: [JSONValue] = [], order: String? = nil, limit: Int) {
    self.conditions = conditions
    self.order = order
    self.limit = limit
  }

  private var condition: JSONValue? {
    conditions.count > 1 ? ["$and": .array(conditions)] : conditions.first
  }

  var items: [(String, String)] {
    var items: [(String, String)] = []
    if let condition { items.append(("where", condition.serializedText)) }
    if let order { items.append(("order", order)) }
    items.append(("limit", String(limit)))
    if skip > 0 { items.append(("skip", String(skip))) }
    if let keys { items.append(("keys", keys)) }
    if counts { items.append(("count", "1")) }
    return items
  }

  var body: JSONObject {
    var body = JSONObject()
    body["where"] = condition
    body["order"] = order.map(JSONValue.string)
    body["limit"] = .integer(Int64(limit))
    if skip > 0 { body["skip"] = .integer(Int64(skip)) }
    body["keys"] = keys.map(JSONValue.string)
    if counts { body["count"] = 1 }
    return body
  }
}
