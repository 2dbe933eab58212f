import HTTPKit
import JSONKit

/// One request of a batch.
///
/// Source: OData JSON Format 4.01, section 19.1.
struct BatchRequest: Sendable {
  let id: String
  /// Requests of one group are done all or none; nil for a request by itself.
  let group: String?
  /// Ids of requests or groups before this one that must have gone well.
  let dependsOn: [String]
  let request: HTTPRequest

  /// - Parameter outer: The request that carries the batch; a part that does not name a protocol
  ///   version speaks the outer one's.
  init(_ json: JSONValue, in outer: HTTPRequest) throws(ServiceError) {
    guard let id = json["id"]?.string, !id.isEmpty else {
      throw .badBody("A request of the batch has no id. Nothing was done.")
    }
    self.id = id
    group = json["atomicityGroup"]?.string
    dependsOn = (json["dependsOn"]?.array ?? []).compactMap(\.string)
    guard let method = json["method"]?.string.flatMap({ HTTPMethod(rawValue: $0.uppercased()) })
    else { throw .badBody("The request \(id) of the batch has no known method. Nothing was done.") }
    guard let url = json["url"]?.string, let target = Self.target(url, in: outer) else {
      throw .badBody("The request \(id) of the batch has no url of this service. Nothing was done.")
    }
    var headers = HTTPHeaders()
    for name in ["ZUMO-API-VERSION", "Host", "X-Forwarded-Proto"] {
      headers[name] = outer.headers[name]
    }
    for (name, value) in json["headers"]?.object ?? [:] { headers[name] = value.string }
    var body: [UInt8] = []
    if let item = json["body"], !item.isNull { body = item.serialized }
    request = HTTPRequest(
      method, target, headers: headers, body: body, remoteAddress: outer.remoteAddress,
      requestID: outer.requestID)
  }

  /// The path and query of a URL that is relative to the service, to its host, or absolute.
  private static func target(_ url: String, in outer: HTTPRequest) -> String? {
    if url.hasPrefix("/") { return url }
    guard let scheme = url.firstRange(of: "://") else {
      // The batch's own path ends in `/$batch`, and relative URLs stand beside it.
      guard let slash = outer.rawPath.lastIndex(of: "/") else { return nil }
      return outer.rawPath[...slash] + url
    }
    let rest = url[scheme.upperBound...]
    guard let slash = rest.firstIndex(of: "/"), let host = outer.headers["Host"],
      rest[..<slash].lowercased() == host.lowercased()
    else { return nil }
    return String(rest[slash...])
  }
}
