/// A number with all of its digits, to be compared with others.
///
/// A `Double` counts as the number that its shortest text says: 0.1 is a tenth.
public struct DecimalNumber: Sendable, Hashable {
  let isNegative: Bool
  /// The digits behind the point of `0.DIGITS × 10^exponent`, without zeros at either end; none for 0.
  let digits: [UInt8]
  let exponent: Int64

  /// Larger exponents say no more than "endless" and "next to nothing".
  private static let exponentMax: Int64 = 1 << 60

  /// - Parameter text: A number as RFC 8259, OData or Swift writes it; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    var digits: [UInt8] = []
    var exponent: Int64 = 0
    var (hasDigit, isFraction) = (false, false)
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if (48...57).contains(byte) {
        hasDigit = true
        if digits.isEmpty, byte == 48 {
          if isFraction { exponent -= 1 }
        } else {
          digits.append(byte)
          if !isFraction { exponent += 1 }
        }
      } else {
        break
      }
      rest.removeFirst()
    }
    guard hasDigit, let power = Self.power(rest) else { return nil }
    while digits.last == 48 { digits.removeLast() }
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent + power
    isNegative = !digits.isEmpty && sign == UInt8(ascii: "-")
  }

  /// - Parameter text: What follows the digits: nothing, or an exponent.
  private static func power(_ text: ArraySlice<UInt8>) -> Int64? {
    guard let mark = text.first else { return 0 }
    guard mark | 0x20 == UInt8(ascii: "e") else { return nil }
    var digits = text.dropFirst()
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let power = Int64(String(decoding: digits, as: UTF8.self)) ?? exponentMax
    return min(power, exponentMax) * (isNegative ? -1 : 1)
  }

  /// Nil for a value that is no number.
  public init?(_ value: JSONValue) {
    switch value {
    case .integer(let integer): self.init(String(integer))
    case .real(let real): self.init(real)
    case .number(let digits): self.init(digits)
    default: return nil
    }
  }

  /// The number that a `Double` prints; nil for one that is not finite.
  public init?(_ real: Double) { self.init(real.description) }

  /// The digits that count, without zeros at either end.
  public var digitCount: Int { digits.count }

  /// The number as an integer; nil for a fraction, and for one that is too large.
  fileprivate var integer: Int64? {
    guard exponent >= digits.count, exponent <= 19 else { return nil }
    let zeros = repeatElement(UInt8(ascii: "0"), count: Int(exponent) - digits.count)
    let text = String(decoding: digits + zeros, as: UTF8.self)
    return Int64(isNegative ? "-" + text : text)
  }

  /// Bytes that are in the order of the numbers, none of them above `0xC0` in the first place.
  public var sortKey: [UInt8] {
    if digits.isEmpty { return [0x80] }
    let power = (0..<8).map { UInt8(truncatingIfNeeded: (exponent + 1 << 62) >> (56 - 8 * $0)) }
    guard isNegative else { return [0xc0] + power + digits }
    // The larger the number without its sign, the smaller it is; what goes on is larger.
    return [0x40] + (power + digits).map { ~$0 } + [0xff]
  }
}

extension DecimalNumber: Comparable {
  public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.sortKey.lexicographicallyPrecedes(right.sortKey)
  }
}

extension JSONValue {
  /// True for two numbers that are one, however they are held.
  public func isSameNumber(as other: JSONValue) -> Bool {
    guard let number = DecimalNumber(self), let other = DecimalNumber(other) else { return false }
    return number == other
  }

  /// Whole numbers from here on are an integer where one holds them: a `Double` skips some.
  private static let doubleWholeMax = 9_007_199_254_740_992.0

  /// A JSON number in the narrowest case that holds it exactly.
  public init(number digits: String) {
    if !digits.utf8.contains(where: { $0 == 46 || $0 | 0x20 == 101 }), let integer = Int64(digits),
      digits != "-0"
    {
      self = .integer(integer)
      return
    }
    let exact = DecimalNumber(digits)
    guard let real = Double(digits), real.isFinite else {
      self = .number(digits)
      return
    }
    if abs(real) >= Self.doubleWholeMax, let integer = exact?.integer {
      self = .integer(integer)
    } else if exact == DecimalNumber(real) {
      self = .real(real)
    } else {
      self = .number(digits)
    }
  }
}
