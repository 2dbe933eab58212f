/// An address to listen on, as written on the command line: `127.0.0.1:8080`, `[::1]:8080`, `:8080`.
struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  var host: String
  var port: UInt16

  /// Nil unless `text` is a host and a port from 0 to 65535; port 0 picks a free one.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    self.host = host.isEmpty ? "127.0.0.1" : host
    self.port = port
  }

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// True when only this machine can reach the address.
  var isLoopback: Bool { Self.isLoopback(host) }

  /// True for a name or an address of this machine itself; a name such as `127.example.net` is none.
  static func isLoopback(_ host: String) -> Bool {
    guard !["localhost", "::1"].contains(host.lowercased()) else { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
