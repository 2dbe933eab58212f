import CJSON

/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
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
    // simdjson passes over a byte order mark; RFC 8259, section 8.1 lets a parser do so.
    guard let parser = cjson_parser_new() else { throw JSONError(description: "out of memory") }
    defer { cjson_parser_free(parser) }
    var tokens: UnsafePointer<cjson_token>?
    var count = 0
    let code = bytes.withUnsafeBufferPointer {
      cjson_parse(parser, $0.baseAddress, $0.count, depthMax + 1, &tokens, &count)
    }
    guard code == 0, let tokens else {
      throw JSONError(description: String(cString: cjson_error_message(code)))
    }
    var reader = TokenReader(tokens: UnsafeBufferPointer(start: tokens, count: count))
    return reader.value()
  }
}

/// Builds values from a complete, well-formed list of tokens.
private struct TokenReader {
  let tokens: UnsafeBufferPointer<cjson_token>
  var position = 0

  mutating func value() -> JSONValue {
    let token = tokens[position]
    position += 1
    switch UInt32(bitPattern: token.kind) {
    case CJSON_NULL.rawValue: return .null
    case CJSON_FALSE.rawValue: return .bool(false)
    case CJSON_TRUE.rawValue: return .bool(true)
    case CJSON_INTEGER.rawValue: return .integer(token.integer)
    case CJSON_NUMBER.rawValue: return JSONValue(number: text(token))
    case CJSON_STRING.rawValue: return .string(text(token))
    case CJSON_ARRAY.rawValue:
      var items: [JSONValue] = []
      while !isAtEndToken() { items.append(value()) }
      return .array(items)
    default:
      var members = JSONObject()
      while !isAtEndToken() {
        let name = text(tokens[position])
        position += 1
        members[name] = value()
      }
      return .object(members)
    }
  }

  private mutating func isAtEndToken() -> Bool {
    guard tokens[position].kind == Int32(CJSON_END.rawValue) else { return false }
    position += 1
    return true
  }

  private func text(_ token: cjson_token) -> String {
    token.text.withMemoryRebound(to: UInt8.self, capacity: Int(token.length)) {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(token.length)), as: UTF8.self)
    }
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
