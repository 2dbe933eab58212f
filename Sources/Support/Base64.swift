/// Base64 in its two alphabets.
///
/// Source: RFC 4648, sections 4 and 5.
public enum Base64 {
  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let forURL = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// With padding, as in JSON and headers.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var output = digits(of: Array(bytes), standard)
    while output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Without padding and safe in URLs and file names.
  public static func encodeForURL(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: digits(of: Array(bytes), forURL), as: UTF8.self)
  }

  private static func digits(of bytes: [UInt8], _ alphabet: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        output.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { output.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return output
  }

  /// Reads either alphabet, padded or not; nil when a character or the length is wrong.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes = Array(text.utf8)
    while bytes.last == UInt8(ascii: "="), bytes.count % 4 == 0 || bytes.count % 4 == 3 {
      bytes.removeLast()
    }
    guard bytes.count % 4 != 1 else { return nil }
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return output
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
