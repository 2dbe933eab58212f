import Glibc

/// Where random bytes come from, so that tests repeat.
public struct RandomSource: Sendable {
  private let fill: @Sendable (Int) -> [UInt8]

  /// - Parameter fill: Returns as many bytes as asked for.
  public init(_ fill: @escaping @Sendable (Int) -> [UInt8]) { self.fill = fill }

  /// The system's cryptographic generator.
  public static let system = RandomSource { count in
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // As many at once as one call may ask the kernel for.
      while filled < count {
        let part = min(count - filled, 256)
        precondition(
          getentropy(buffer.baseAddress.map { $0 + filled }, part) == 0,
          "the system gives no random bytes")
        filled += part
      }
    }
  }

  public func bytes(_ count: Int) -> [UInt8] { fill(count) }

  /// A version 4 UUID in lower case, such as `aa4da0b5-308c-4877-a5d2-03f274632636`.
  ///
  /// Source: RFC 9562, section 5.4.
  public func uuid() -> String {
    var bytes = fill(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let hex = hexadecimal(bytes)
    return [
      hex.prefix(8), hex.dropFirst(8).prefix(4), hex.dropFirst(12).prefix(4),
      hex.dropFirst(16).prefix(4), hex.dropFirst(20),
    ].map(String.init).joined(separator: "-")
  }
}

/// Two lower-case digits per byte.
public func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var output: [UInt8] = []
  output.reserveCapacity(bytes.count * 2)
  for byte in bytes {
    output.append(digits[Int(byte >> 4)])
    output.append(digits[Int(byte & 15)])
  }
  return String(decoding: output, as: UTF8.self)
}
