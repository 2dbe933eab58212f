import CCurl
import Glibc

/// An IP address that a connection leads to.
enum NetworkAddress: Equatable, CustomStringConvertible {
  case v4(UInt32)
  /// The two halves, the first 64 bits first.
  case v6(UInt64, UInt64)

  /// Nil for another family, such as a Unix socket.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        .v4(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      self = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        Self.v6($0.pointee.sin6_addr)
      }
    default: return nil
    }
  }

  /// Reads an address as libcurl prints it; nil for anything else.
  init?(_ text: String) {
    var (v4, v6) = (in_addr(), in6_addr())
    // The zone of a link-local address stands behind a percent sign.
    let plain = String(text.prefix { $0 != "%" })
    if inet_pton(AF_INET, plain, &v4) == 1 {
      self = .v4(UInt32(bigEndian: v4.s_addr))
    } else if inet_pton(AF_INET6, plain, &v6) == 1 {
      self = Self.v6(v6)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .v4(let address):
      return (0..<4).map { "\(address >> (24 - 8 * $0) & 0xff)" }.joined(separator: ".")
    case .v6(let high, let low):
      let groups = [high, low].flatMap { half in
        (0..<4).map { String(half >> (48 - 16 * $0) & 0xffff, radix: 16) }
      }
      return groups.joined(separator: ":")
    }
  }

  private static func v6(_ address: in6_addr) -> NetworkAddress {
    withUnsafeBytes(of: address) { bytes in
      let half = { (bytes: Slice<UnsafeRawBufferPointer>) in
        bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      return .v6(half(bytes[0..<8]), half(bytes[8..<16]))
    }
  }

  /// True for addresses of the internet; false for loopback, link-local, private, multicast and
  /// every other block with a purpose of its own.
  ///
  /// Source: the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890).
  var isPublic: Bool {
    switch self {
    case .v4(let address): return !Self.specialV4.contains { $0.contains(address) }
    case .v6(let high, let low):
      let embedded = NetworkAddress.v4(UInt32(truncatingIfNeeded: low))
      // ::ffff:a.b.c.d and 64:ff9b::a.b.c.d are another way to write an IPv4 address.
      if high == 0, low >> 32 == 0xffff { return embedded.isPublic }
      if high == 0x0064_ff9b_0000_0000, low >> 32 == 0 { return embedded.isPublic }
      // 2002:a.b.c.d::/48 is a tunnel to an IPv4 address.
      if high >> 48 == 0x2002 {
        return NetworkAddress.v4(UInt32(truncatingIfNeeded: high >> 16)).isPublic
      }
      // 2000::/3 is what is given out; 2001::/23 and 2001:db8::/32 are special blocks of it.
      return high >> 61 == 1 && high >> 41 != 0x2001_0000 >> 9 && high >> 32 != 0x2001_0db8
    }
  }

  private struct Block {
    let start: UInt32
    let bits: UInt32

    init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ bits: UInt32) {
      start = a << 24 | b << 16 | c << 8
      self.bits = bits
    }

    func contains(_ address: UInt32) -> Bool { address >> (32 - bits) == start >> (32 - bits) }
  }

  private static let specialV4 = [
    Block(0, 0, 0, 8), Block(10, 0, 0, 8), Block(100, 64, 0, 10), Block(127, 0, 0, 8),
    Block(169, 254, 0, 16), Block(172, 16, 0, 12), Block(192, 0, 0, 24), Block(192, 0, 2, 24),
    Block(192, 88, 99, 24), Block(192, 168, 0, 16), Block(198, 18, 0, 15), Block(198, 51, 100, 24),
    Block(203, 0, 113, 24), Block(224, 0, 0, 4), Block(240, 0, 0, 4),
  ]
}
