import HTTPKit

/// Who may call: the key, and the pages of other origins.
struct AccessRules: Sendable {
  let configuration: TableServiceConfiguration

  /// - Throws: When the request must not go further.
  func check(_ request: HTTPRequest) throws(ServiceError) {
    if let host = request.headers["Host"], !isOwn(host) { throw .hostRefused(host) }
    if let origin = request.headers["Origin"], !request.method.isSafe, !allows(origin, request) {
      throw .originRefused(origin)
    }
    if let key = configuration.apiKey, !hasKey(key, request) { throw .unauthorised }
  }

  /// Whether `host` can't be a foreign name that was pointed at this machine (DNS rebinding).
  ///
  /// An address can't be pointed elsewhere, so any is good.
  private func isOwn(_ host: String) -> Bool {
    let host = host.lowercased()
    let digits = host.utf8.reversed().prefix { (48...57).contains($0) }.count
    let hasPort = digits > 0 && host.utf8.dropLast(digits).last == UInt8(ascii: ":")
    let name = hasPort ? String(host.dropLast(digits + 1)) : host
    if name == "localhost" || name.hasPrefix("[") && name.hasSuffix("]") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
    return configuration.allowedHosts.contains { $0.lowercased() == name }
  }

  /// What a browser asks before it lets a page call.
  func preflight(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(200)
    addHeaders(to: &response, for: request)
    guard response.headers["Access-Control-Allow-Origin"] != nil else { return response }
    response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, PUT, PATCH, DELETE"
    if let asked = request.headers["Access-Control-Request-Headers"] {
      response.headers["Access-Control-Allow-Headers"] = asked
    }
    response.headers["Access-Control-Max-Age"] = "300"
    return response
  }

  /// Lets the page of an allowed origin read the answer.
  func addHeaders(to response: inout HTTPResponse, for request: HTTPRequest) {
    response.headers["Vary"] = "Origin"
    guard let origin = request.headers["Origin"], allows(origin, request) else { return }
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Expose-Headers"] = "Link, ETag"
  }

  private func allows(_ origin: String, _ request: HTTPRequest) -> Bool {
    if configuration.corsOrigins.contains(origin) { return true }
    let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty else {
      return false
    }
    return isLoopback(parts[2]) || request.headers["Host"].map { $0 == parts[2] } ?? false
  }

  private func isLoopback(_ authority: Substring) -> Bool {
    let hosts = ["localhost", "127.0.0.1", "[::1]"]
    return hosts.contains { host in
      guard authority.hasPrefix(host) else { return false }
      let port = authority.dropFirst(host.count)
      return port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isWholeNumber)
    }
  }

  private func hasKey(_ key: String, _ request: HTTPRequest) -> Bool {
    var given = [request.headers["X-ZUMO-APPLICATION"], request.headers["X-API-Key"]]
    if let field = request.headers["Authorization"], field.lowercased().hasPrefix("bearer ") {
      given.append(String(field.dropFirst("bearer ".count)))
    }
    return given.contains { $0.map { isSame($0, key) } ?? false }
  }

  /// Takes the same time wherever the two differ.
  private func isSame(_ given: String, _ key: String) -> Bool {
    let given = Array(given.utf8)
    let key = Array(key.utf8)
    var difference = UInt8(given.count == key.count ? 0 : 1)
    for index in key.indices {
      difference |= key[index] ^ (index < given.count ? given[index] : 0)
    }
    return difference == 0
  }
}
