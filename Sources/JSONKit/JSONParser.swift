/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
  /// Where reading ended; nil where the parser can't tell.
  public let place: JSONPlace?
}

extension JSONValue {
  /// Containers inside each other that a document may have.
  public static let depthMax = 100

  /// Parses one document in UTF-8; strict, no comments, no trailing commas.
  public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
    self = try Self.parse(Array(bytes))
  }

  public init(parsing text: String) throws(JSONError) { self = try Self.parse(Array(text.utf8)) }

  private static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let document = try ParsedDocument(of: bytes)
    var reader = TokenReader(tokens: document.tokens)
    return withExtendedLifetime(document) { reader.value() }
  }

  /// The members that stand twice in one object, each as a path such as `stores[0].name`.
  ///
  /// A value has only the last of them.
  public static func repeatedMembers(parsing bytes: [UInt8]) throws(JSONError) -> [String] {
    let document = try ParsedDocument(of: bytes)
    var reader = TokenReader(tokens: document.tokens)
    var found: [String] = []
    withExtendedLifetime(document) { reader.noteRepeatedMembers(at: "", in: &found) }
    return found
  }
}

extension JSONValue {
  /// A JSON number in the narrowest case that holds it exactly.
  init(number digits: String) {
    if !digits.utf8.contains(where: { $0 == 46 || $0 | 0x20 == 101 }), let integer = Int64(digits),
      digits != "-0"
    {
      self = .integer(integer)
    } else if let real = Double(digits), real.isFinite,
      Decimal(digits) == Decimal(real.description)
    {
      self = .real(real)
    } else {
      self = .number(digits)
    }
  }
}

/// A decimal number in a form that compares: significant digits and the power of ten behind them.
private struct Decimal: Equatable {
  var digits: [UInt8] = []
  var exponent = 0

  /// - Parameter text: A number as RFC 8259 or Swift writes it; its sign does not matter here.
  init(_ text: String) {
    var mantissa = Substring(text)
    if let mark = mantissa.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      exponent = Int(mantissa[mantissa.index(after: mark)...]) ?? .max
      mantissa = mantissa[..<mark]
    }
    var isFraction = false
    for byte in mantissa.utf8 {
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard (48...57).contains(byte) else { continue }
      if isFraction { exponent &-= 1 }
      if !(digits.isEmpty && byte == 48) { digits.append(byte) }
    }
    while digits.last == 48 {
      digits.removeLast()
      exponent &+= 1
    }
    if digits.isEmpty { exponent = 0 }
  }
}
