import HTTPKit
import Support

/// Turns a request that came through a proxy into the one that the browser sent.
///
/// What a proxy says about host and client counts only when the connection comes from an address
/// that was named as a proxy's; anybody else could write the same fields.
struct Forwarding: Sendable {
  private let prefix: String
  private let proxies: UTF8Set
  /// Asked for on the machine itself, past the proxy, so these need no prefix.
  private static let probes: UTF8Set = ["/healthz", "/readyz", "/metrics"]

  init(_ configuration: ConsoleConfiguration) {
    prefix = configuration.prefix
    proxies = configuration.trustedProxies
  }

  /// The request with the browser's host and address, as far as a trusted proxy tells them.
  func unwrapped(_ request: HTTPRequest) -> HTTPRequest {
    guard proxies.contains(request.remoteAddress) else { return request }
    var request = request
    if let client = client(request.headers.values("X-Forwarded-For")) {
      request.remoteAddress = client
    }
    let hosts = request.headers.values("X-Forwarded-Host")
    if hosts.count == 1, let host = hosts.first, !host.contains(",") {
      request.headers["Host"] = host
    }
    return request
  }

  /// The request with its path below the prefix; nil for a path that stands elsewhere.
  func belowPrefix(_ request: HTTPRequest) -> HTTPRequest? {
    guard !prefix.isEmpty, !Self.probes.contains(request.rawPath) else { return request }
    guard request.rawPath == prefix || request.rawPath.hasPrefix("\(prefix)/") else { return nil }
    var request = request
    request.rawPath = String(request.rawPath.dropFirst(prefix.count))
    if request.rawPath.isEmpty { request.rawPath = "/" }
    return request
  }

  /// The last address of the chain that is not a proxy's: what stands before it, a client can make up.
  private func client(_ fields: [String]) -> String? {
    let chain = fields.joined(separator: ",").split(separator: ",").map { part in
      Self.withoutPort(part.drop { $0 == " " }.prefix { $0 != " " })
    }
    guard let client = chain.last(where: { !proxies.contains($0) }) else { return nil }
    let isAddress = client.utf8.allSatisfy { byte in
      (0x30...0x3a).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == 0x2e
    }
    return isAddress && (2...45).contains(client.utf8.count) ? client : nil
  }

  /// The address in `5.5.5.6:40000`, `[2001:db8::1]` and `[2001:db8::1]:443`; anything else as it is.
  ///
  /// A port is another one with every connection, so it tells no clients apart.
  private static func withoutPort(_ part: Substring) -> String {
    let isIPv6 = part.hasPrefix("[")
    guard let end = isIPv6 ? part.lastIndex(of: "]") : part.firstIndex(of: ":") else {
      return String(part)
    }
    let address = isIPv6 ? part[part.index(after: part.startIndex)..<end] : part[..<end]
    let rest = isIPv6 ? part[part.index(after: end)...] : part[end...]
    let port = rest.dropFirst()
    let isPort = rest.first == ":" && !port.isEmpty && port.utf8.allSatisfy(isDigit)
    guard isPort || isIPv6 && rest.isEmpty,
      isIPv6 ? address.contains(":") : address.utf8.allSatisfy({ isDigit($0) || $0 == 0x2e })
    else { return String(part) }
    return String(address)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
