/// Where a WebSocket server is: `ws://host:port/path`, or `wss://` for an encrypted connection.
public struct WebSocketAddress: Sendable, Equatable {
  public let host: String
  public let port: Int
  public let isEncrypted: Bool
  /// With a slash in front.
  public let path: String

  /// Nil for anything but a `ws` or `wss` URL with a host, without user name and fragment.
  public init?(_ url: String) {
    let parts = url.split(separator: "://", maxSplits: 1)
    guard parts.count == 2, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    switch parts[0].lowercased() {
    case "ws": isEncrypted = false
    case "wss": isEncrypted = true
    default: return nil
    }
    let slash = parts[1].firstIndex { "/?".contains($0) } ?? parts[1].endIndex
    let (authority, rest) = (parts[1][..<slash], parts[1][slash...])
    guard !authority.contains("@"), !rest.contains("#"),
      let (host, port) = Self.hostAndPort(authority)
    else { return nil }
    self.host = host
    self.port = port ?? (isEncrypted ? 443 : 80)
    path = rest.hasPrefix("/") ? String(rest) : "/" + rest
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    var (host, digits) = (authority, Substring())
    let colon = authority.lastIndex(of: ":")
    if let colon, !authority.hasSuffix("]") {
      (host, digits) = (authority[..<colon], authority[authority.index(after: colon)...])
      guard let port = Int(digits), (1...65_535).contains(port) else { return nil }
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return host.isEmpty ? nil : (String(host), Int(digits))
  }
}
