import JSONKit
import Support

/// Cuts the text of a query option into tokens, in both versions of the grammar.
struct Lexer {
  /// Far beyond what clients generate, and well within what the database's own limits allow.
  static let tokensMax = 10_000

  private let text: [Unicode.Scalar]
  private var position = 0

  private init(_ text: String) { self.text = Array(text.unicodeScalars) }

  /// The tokens, with ``Token/end`` as the last.
  static func tokens(of text: String) throws(ODataError) -> [PlacedToken] {
    var lexer = Lexer(text)
    var tokens: [PlacedToken] = []
    while let token = try lexer.next() {
      guard tokens.count < tokensMax else {
        throw ODataError("it has more than \(tokensMax) tokens")
      }
      tokens.append(token)
    }
    tokens.append(PlacedToken(token: .end, position: lexer.position + 1))
    return tokens
  }

  private mutating func next() throws(ODataError) -> PlacedToken? {
    while position < text.count, text[position].properties.isWhitespace { position += 1 }
    guard position < text.count else { return nil }
    let start = position
    return PlacedToken(token: try token(), position: start + 1)
  }

  private mutating func token() throws(ODataError) -> Token {
    let first = text[position]
    switch first {
    case "(": return single(.open)
    case ")": return single(.close)
    case ",": return single(.comma)
    case "'": return .literal(.text(try quoted()))
    case "\"": throw ODataError("text must be in single quotes", at: position + 1)
    default: break
    }
    if let guid = guid() { return .literal(.guid(guid)) }
    if isDigit(first) { return .literal(try digits()) }
    if isLetter(first) { return try word() }
    if first == "-" { return single(.minus) }
    throw ODataError("unexpected \(first)", at: position + 1)
  }

  private mutating func single(_ token: Token) -> Token {
    position += 1
    return token
  }

  /// Text in single quotes, where a quote is doubled and nothing else is special.
  private mutating func quoted() throws(ODataError) -> String {
    let start = position
    position += 1
    var value = String.UnicodeScalarView()
    while position < text.count {
      let scalar = text[position]
      position += 1
      if scalar != "'" {
        value.append(scalar)
      } else if position < text.count, text[position] == "'" {
        value.append("'")
        position += 1
      } else {
        return String(value)
      }
    }
    throw ODataError("the closing quote is missing", at: start + 1)
  }

  private mutating func word() throws(ODataError) -> Token {
    let start = position
    while position < text.count, isWordPart(at: position) { position += 1 }
    let word = String(text[start..<position])
    guard position < text.count, text[position] == "'" else { return .word(word) }
    let value = try quoted()
    switch word.lowercased() {
    case "datetime", "datetimeoffset":
      guard let moment = Timestamp(value) else {
        throw ODataError("\(value) is not a date and time", at: start + 1)
      }
      return .literal(.moment(moment))
    case "guid": return .literal(.guid(value))
    case "binary":
      guard let bytes = Base64.decode(value) else {
        throw ODataError("\(value) is not base64", at: start + 1)
      }
      return .literal(.bytes(bytes))
    default: throw ODataError("\(word)'…' is not a kind of value", at: start + 1)
    }
  }

  /// A number, a date, a time of day, or a date and time.
  private mutating func digits() throws(ODataError) -> Literal {
    if hasDigits(4, at: position), isScalar("-", at: position + 4),
      hasDigits(2, at: position + 5)
    {
      return .moment(try dateAndTime())
    }
    if hasDigits(2, at: position), isScalar(":", at: position + 2) {
      let start = position
      let value = take { isDigit($0) || $0 == ":" || $0 == "." }
      guard let ticks = TimeOfDay.ticks(value) else {
        throw ODataError("\(value) is not a time of day", at: start + 1)
      }
      return .timeOfDay(ticks)
    }
    return try number()
  }

  private mutating func dateAndTime() throws(ODataError) -> Timestamp {
    let start = position
    let value = take {
      isDigit($0) || $0 == "-" || $0 == ":" || $0 == "." || $0 == "+" || $0 == "T" || $0 == "t"
        || $0 == "Z" || $0 == "z"
    }
    guard let moment = Timestamp(value) else {
      throw ODataError("\(value) is not a date", at: start + 1)
    }
    return moment
  }

  private mutating func number() throws(ODataError) -> Literal {
    let start = position
    var digits = take(isDigit)
    var isReal = false
    var isRounded = false
    if isScalar(".", at: position), position + 1 < text.count, isDigit(text[position + 1]) {
      position += 1
      digits += "." + take(isDigit)
      isReal = true
    }
    if let exponent = exponent() {
      digits += exponent
      isReal = true
    }
    if position < text.count {
      switch text[position] {
      case "L" where !isReal, "l" where !isReal: position += 1
      case "f", "F", "d", "D":
        position += 1
        isReal = true
        isRounded = true
      case "m", "M":
        position += 1
        isReal = true
      default: break
      }
      if position < text.count, isWordPart(at: position) {
        throw ODataError("a number ends in \(text[position])", at: position + 1)
      }
    }
    if !isReal, let integer = Int64(digits) { return .integer(integer) }
    guard let real = Double(digits), real.isFinite else {
      throw ODataError("\(digits) is too large a number", at: start + 1)
    }
    if !isRounded, let exact = DecimalNumber(digits), exact != DecimalNumber(real) {
      return .decimal(digits)
    }
    return .real(real)
  }

  private mutating func exponent() -> String? {
    guard isScalar("e", at: position) || isScalar("E", at: position) else { return nil }
    let isSigned = isScalar("+", at: position + 1) || isScalar("-", at: position + 1)
    guard hasDigits(1, at: position + (isSigned ? 2 : 1)) else { return nil }
    let mark = String(text[position...position + (isSigned ? 1 : 0)].map(Character.init))
    position += isSigned ? 2 : 1
    return mark + take(isDigit)
  }

  /// A bare GUID: 8, 4, 4, 4 and 12 hexadecimal digits with dashes between them.
  private mutating func guid() -> String? {
    guard position + 36 <= text.count,
      position + 36 == text.count || !isWordPart(at: position + 36)
    else { return nil }
    let candidate = text[position..<position + 36]
    for (offset, scalar) in candidate.enumerated() {
      let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
      guard isDash ? scalar == "-" : scalar.properties.isASCIIHexDigit else { return nil }
    }
    position += 36
    return String(candidate)
  }

  private mutating func take(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while position < text.count, isPart(text[position]) { position += 1 }
    return String(text[start..<position])
  }

  private func isScalar(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    index < text.count && text[index] == scalar
  }

  private func hasDigits(_ count: Int, at index: Int) -> Bool {
    index + count <= text.count && text[index..<index + count].allSatisfy(isDigit)
  }

  /// A dot belongs to a word when another letter follows it, as in `Edm.Date`.
  private func isWordPart(at index: Int) -> Bool {
    let scalar = text[index]
    if scalar == "." { return index + 1 < text.count && isLetter(text[index + 1]) }
    return isLetter(scalar) || isDigit(scalar)
  }
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
  ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self = String(view)
  }
}
