/// Percent-encoding of URLs.
///
/// Source: RFC 3986, section 2.
public enum PercentEncoding {
  /// Decodes `%XX` once; nil for a broken sequence, a NUL or text that is not UTF-8.
  ///
  /// - Parameter plusIsBlank: True in query strings and forms, where `+` stands for a blank.
  public static func decode(
    _ text: some StringProtocol, plusIsBlank: Bool = false
  ) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          return nil
        }
        let decoded = high << 4 | low
        guard decoded != 0 else { return nil }
        bytes.append(decoded)
      case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
      case 0: return nil
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Encodes everything but letters, digits and `-._~`, so that the result is one path segment.
  ///
  /// The segments `.` and `..` are encoded too: clients and proxies would resolve them.
  public static func encodeSegment(_ text: String) -> String {
    if text == "." { return "%2E" }
    if text == ".." { return "%2E%2E" }
    return encode(text)
  }

  /// Encodes a name or a value of a query string.
  public static func encodeQuery(_ text: String) -> String { encode(text) }

  private static func encode(_ text: String) -> String {
    // Most names and ids need nothing.
    var needsNothing = true
    for byte in text.utf8 where !isUnreserved(byte) {
      needsNothing = false
      break
    }
    if needsNothing { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexadecimalDigit(byte >> 4))
        bytes.append(hexadecimalDigit(byte & 15))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: byte == 0x2d || byte == 0x2e || byte == 0x5f || byte == 0x7e
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + 48 : value + 55
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
    default: nil
    }
  }
}
