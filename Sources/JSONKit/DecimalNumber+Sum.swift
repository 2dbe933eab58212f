extension DecimalNumber {
  /// The same number with the other sign.
  public var negated: DecimalNumber {
    DecimalNumber("\(isNegative ? "" : "-")\(unsignedText)") ?? self
  }

  /// The exact sum; nil when it takes more than 38 digits.
  public func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let scale = min(lastPlace, other.lastPlace)
    guard let left = units(of: scale), let right = other.units(of: scale) else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : DecimalNumber("\(sum)e\(scale)")
  }

  /// The number as JSON has it.
  public var json: JSONValue { JSONValue(number: (isNegative ? "-" : "") + plainText) }

  /// The power of ten of the last digit that counts.
  private var lastPlace: Int64 { digits.isEmpty ? 0 : exponent - Int64(digits.count) }

  /// How many times 10 to the power of `scale` it is.
  private func units(of scale: Int64) -> Int128? {
    guard !digits.isEmpty else { return 0 }
    let zeros = lastPlace - scale
    guard zeros + Int64(digits.count) <= 38 else { return nil }
    return Int128(
      (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        + String(repeating: "0", count: Int(zeros)))
  }

  private var unsignedText: String {
    "\(String(decoding: digits.isEmpty ? [48] : digits, as: UTF8.self))e\(lastPlace)"
  }

  /// Without an exponent where that is not longer than it has to be.
  private var plainText: String {
    guard !digits.isEmpty else { return "0" }
    let text = String(decoding: digits, as: UTF8.self)
    switch exponent {
    case Int64(digits.count)...38:
      return text + String(repeating: "0", count: Int(exponent) - digits.count)
    case 1..<Int64(digits.count):
      return "\(text.prefix(Int(exponent))).\(text.dropFirst(Int(exponent)))"
    case -20...0: return "0." + String(repeating: "0", count: Int(-exponent)) + text
    default: return unsignedText
    }
  }
}
