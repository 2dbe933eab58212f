import HTTPClient
import HTTPKit
import JSONKit

/// A request as the simulated Parse Server reads it.
struct ParseRequest: Sendable {
  var method: HTTPMethod
  /// The parts of the path behind the mount path.
  var parts: [String]
  /// What a query asks for, from the address or the body.
  var query = JSONObject()
  var body = JSONObject()
  var requestID: String?
  var author: String
  var reads: [String: Int] = [:]

  /// Nil for an address outside of the mount path, and for a body that is no object.
  init?(_ request: ClientRequest, _ author: String, _ reads: [String: Int]) {
    let halves = request.url.split(separator: "?", maxSplits: 1)
    guard let parts = Self.parts(of: halves[0].split(separator: "/").dropFirst(2)) else {
      return nil
    }
    (self.method, self.parts, self.author, self.reads) = (request.method, parts, author, reads)
    requestID = request.headers["X-Parse-Request-Id"]
    for item in QueryItems(decoding: halves.count > 1 ? halves[1] : "")?.items ?? [] {
      let isJSON = ["where", "limit", "skip", "count"].contains(item.name)
      query[item.name] =
        isJSON ? try? JSONValue(parsing: item.value) : .string(item.value)
    }
    guard let bytes = request.body, !bytes.isEmpty else { return }
    guard let body = try? JSONValue(parsing: bytes).object else { return nil }
    self.body = body
    // A query that is too long for an address.
    if body["_method"]?.string == "GET" { (method, query) = (.get, body) }
  }

  /// One request of a batch.
  init?(_ item: JSONValue, of batch: ParseRequest) {
    guard let path = item["path"]?.string,
      let parts = Self.parts(of: path.split(separator: "/")[...])
    else { return nil }
    self.parts = parts
    method =
      switch item["method"]?.string {
      case "POST": .post
      case "PUT": .put
      default: .delete
      }
    body = item["body"]?.object ?? JSONObject()
    (author, reads) = (batch.author, batch.reads)
  }

  /// What somebody else writes.
  init(_ body: JSONObject, by author: String) {
    (method, parts) = (.put, [])
    (self.body, self.author) = (body, author)
  }

  private static func parts(of path: ArraySlice<Substring>) -> [String]? {
    guard path.first == "parse" else { return nil }
    return path.dropFirst().compactMap { PercentEncoding.decode($0) }
  }
}

/// An answer of the simulated Parse Server.
struct ParseAnswer: Sendable {
  var status: Int
  var body: JSONValue

  static let missing = ParseAnswer(
    status: 404, body: ["code": 101, "error": "Object not found."])
  static let noSuchAddress = ParseAnswer(status: 404, body: ["error": "Cannot find this"])

  init(status: Int, body: JSONValue) { (self.status, self.body) = (status, body) }

  init(_ status: Int, _ body: JSONObject) { self.init(status: status, body: .object(body)) }

  /// An error with a code of the protocol's.
  init(_ code: Int64, error: String) {
    self.init(status: 400, body: ["code": .integer(code), "error": .string(error)])
  }
}
