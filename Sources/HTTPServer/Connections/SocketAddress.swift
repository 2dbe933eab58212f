import CMicroHTTPD
import Glibc

/// An IPv4 or IPv6 address with its port, as the socket functions take it.
enum SocketAddress {
  case v4(sockaddr_in)
  case v6(sockaddr_in6)

  /// - Parameter host: A literal, or `localhost`; names are not looked up.
  init?(host: String, port: UInt16) {
    var v4 = sockaddr_in()
    v4.sin_family = sa_family_t(AF_INET)
    v4.sin_port = port.bigEndian
    if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &v4.sin_addr) == 1 {
      self = .v4(v4)
      return
    }
    var v6 = sockaddr_in6()
    v6.sin6_family = sa_family_t(AF_INET6)
    v6.sin6_port = port.bigEndian
    let literal =
      host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    guard inet_pton(AF_INET6, String(literal), &v6.sin6_addr) == 1 else { return nil }
    self = .v6(v6)
  }

  var isIPv6: Bool {
    if case .v6 = self { true } else { false }
  }

  func withPointer<Output>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Output) -> Output {
    switch self {
    case .v4(let address): Self.withPointer(to: address, body)
    case .v6(let address): Self.withPointer(to: address, body)
    }
  }

  private static func withPointer<Address, Output>(
    to address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Output
  ) -> Output {
    withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { pointers in
        guard let pointer = pointers.baseAddress else {
          preconditionFailure("a socket address has no bytes")
        }
        return body(pointer, socklen_t(bytes.count))
      }
    }
  }

  /// An address as text, without its port; empty for a family other than IPv4 and IPv6.
  static func text(_ address: UnsafePointer<sockaddr>) -> String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      var v4 = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      inet_ntop(AF_INET, &v4, &buffer, socklen_t(buffer.count))
    case AF_INET6:
      var v6 = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      inet_ntop(AF_INET6, &v6, &buffer, socklen_t(buffer.count))
    default: return ""
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
