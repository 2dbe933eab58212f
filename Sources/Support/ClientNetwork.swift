import Glibc

/// What a limit counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since a
/// single machine has all addresses of such a network to choose from.
///
/// Source: RFC 4291, section 2.5.4; RFC 6177.
public struct ClientNetwork: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// - Parameter address: As text, without a port; text that is no address counts as it is.
  public init(_ address: String) {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else {
      description = address
      return
    }
    let octets = withUnsafeBytes(of: bytes) { Array($0) }
    let isMappedIPv4 =
      octets[..<10].allSatisfy { $0 == 0 } && octets[10...11].allSatisfy { $0 == 0xff }
    guard !isMappedIPv4 else {
      description = octets[12...].map(String.init).joined(separator: ".")
      return
    }
    let groups = stride(from: 0, to: 8, by: 2).map { place in
      String(UInt16(octets[place]) << 8 | UInt16(octets[place + 1]), radix: 16)
    }
    description = groups.joined(separator: ":") + "::/64"
  }
}
