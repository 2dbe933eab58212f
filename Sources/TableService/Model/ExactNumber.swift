/// A decimal number of any length, in a form that compares by value.
///
/// A `Double` has about 16 digits; this type has all that were written.
struct ExactNumber: Sendable, Equatable {
  static let digitsMax = 1_000

  private var isNegative = false
  /// From 0 to 9, without zeros at either end; empty for 0.
  private var digits: [UInt8] = []
  /// The number is 0.DIGITS times ten to the power of this.
  private var exponent = 0

  /// - Parameter text: A number as JSON, OData or Swift writes it; nil for anything else.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    var sawDigit = false
    var sawPoint = false
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else if (48...57).contains(byte) {
        sawDigit = true
        if !digits.isEmpty || byte != 48 {
          digits.append(byte - 48)
          if !sawPoint { exponent += 1 }
        } else if sawPoint {
          exponent -= 1
        }
      } else {
        break
      }
      rest.removeFirst()
    }
    guard sawDigit else { return nil }
    if let mark = rest.first {
      guard mark | 0x20 == UInt8(ascii: "e"),
        let power = Int32(String(decoding: rest.dropFirst(), as: UTF8.self))
      else { return nil }
      exponent += Int(power)
    }
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
    isNegative = sign == UInt8(ascii: "-") && !digits.isEmpty
  }

  init(_ integer: Int64) {
    isNegative = integer < 0
    digits = String(integer.magnitude).utf8.map { $0 - 48 }
    exponent = digits.count
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  /// The number as a `Double` prints; nil for one that is not finite.
  init?(_ real: Double) {
    guard real.isFinite else { return nil }
    self.init(real.description)
  }

  var digitCount: Int { digits.count }

  var isWhole: Bool { digits.count <= exponent }

  /// Bytes that compare as the numbers do.
  ///
  /// A byte for the sign, four for the exponent, one for each digit. Those of a negative number are
  /// inverted, with an end that makes the longer of two the smaller.
  var sortKey: [UInt8] {
    guard !digits.isEmpty else { return [0x80] }
    let power = UInt32(bitPattern: Int32(clamping: exponent)) ^ 0x8000_0000
    var bytes: [UInt8] = [0xC0]
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: power >> shift))
    }
    bytes += digits
    return isNegative ? bytes.map { ~$0 } + [0xFF] : bytes
  }
}

extension ExactNumber: Comparable {
  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    left.sortKey.lexicographicallyPrecedes(right.sortKey)
  }
}
