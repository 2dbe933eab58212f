import Crypto
import Support

/// One-time codes that a phone and this program count alike.
///
/// Source: RFC 6238, with the parameters that every authenticator app takes: SHA-1, 30 seconds, six
/// digits.
enum TOTP {
  static let stepSeconds: Int64 = 30
  static let digits = 6
  static let secretBytes = 20

  static func step(at moment: Timestamp) -> Int64 {
    moment.milliseconds / (stepSeconds * 1_000)
  }

  /// The code of one step.
  ///
  /// Source: RFC 4226, section 5.3.
  static func code(_ secret: [UInt8], step: Int64, digits: Int = digits) -> String {
    let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
    let hash = HMAC.sha1(counter, key: secret)
    let offset = Int((hash.last ?? 0) & 0x0f)
    let number =
      UInt64(hash[offset] & 0x7f) << 24 | UInt64(hash[offset + 1]) << 16
      | UInt64(hash[offset + 2]) << 8 | UInt64(hash[offset + 3])
    let modulus = (0..<digits).reduce(UInt64(1)) { power, _ in power * 10 }
    let text = String(number % modulus)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The step whose code this is, one before or after now included, as clocks differ.
  static func step(of code: String, _ secret: [UInt8], at moment: Timestamp) -> Int64? {
    let now = step(at: moment)
    // All three are looked at, so that the time tells nothing about which it was.
    let matching = [now - 1, now, now + 1].filter {
      isSameSecret(Self.code(secret, step: $0), code)
    }
    return matching.first
  }
}

/// Texts of A to Z and 2 to 7, which people can type.
///
/// Source: RFC 4648, section 6, without padding.
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xffff
      bits += 8
      while bits >= 5 {
        bits -= 5
        output.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { output.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Nil for other characters.
  static func decode(_ text: String) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in text.utf8 {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      buffer = (buffer << 5 | UInt32(value)) & 0xfff
      bits += 5
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return output
  }
}
