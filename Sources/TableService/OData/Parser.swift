/// Reads `$filter` and `$orderby`.
///
/// From loose to tight: `or`, `and`, comparisons and `in`, `add sub`, `mul div mod`, `not` and `-`.
/// In version 2.0.0 keywords are in lower case only.
struct Parser {
  /// Expressions inside each other; deeper ones would exhaust the stack here or in the database.
  static let depthMax = 100
  /// Operators that a chain such as `a add b add c` has beyond its first, all chains together.
  static let chainMax = 100

  private let tokens: [PlacedToken]
  private let version: APIVersion
  private var position = 0
  private var depth = 0
  private var chained = 0

  private init(_ text: String, _ version: APIVersion) throws(ODataError) {
    tokens = try Lexer.tokens(of: text)
    self.version = version
  }

  static func filter(_ text: String, _ version: APIVersion) throws(ODataError) -> Expression {
    var parser = try Parser(text, version)
    let expression = try parser.disjunction()
    try parser.expectEnd()
    return expression
  }

  static func order(_ text: String, _ version: APIVersion) throws(ODataError) -> [OrderTerm] {
    var parser = try Parser(text, version)
    var terms: [OrderTerm] = []
    repeat {
      var term = OrderTerm(expression: try parser.disjunction())
      if parser.takeKeyword("desc") {
        term.isDescending = true
      } else {
        _ = parser.takeKeyword("asc")
      }
      terms.append(term)
    } while parser.take(.comma)
    try parser.expectEnd()
    return terms
  }
}

// MARK: - Operators

extension Parser {
  private mutating func disjunction() throws(ODataError) -> Expression {
    let first = try conjunction()
    guard takeKeyword("or") else { return first }
    var operands = [first]
    repeat { operands.append(try conjunction()) } while takeKeyword("or")
    return .any(operands)
  }

  private mutating func conjunction() throws(ODataError) -> Expression {
    let first = try comparison()
    guard takeKeyword("and") else { return first }
    var operands = [first]
    repeat { operands.append(try comparison()) } while takeKeyword("and")
    return .all(operands)
  }

  private mutating func comparison() throws(ODataError) -> Expression {
    var left = try sum()
    var links = 0
    while true {
      if takeKeyword("in") {
        left = .oneOf(left, try list())
      } else if let comparison = takeComparison() {
        left = .compare(comparison, left, try sum())
      } else {
        return left
      }
      links += 1
      if links > 1 { try countLink() }
    }
  }

  private mutating func sum() throws(ODataError) -> Expression {
    var left = try product()
    var links = 0
    while let operation = takeArithmetic([.add, .sub]) {
      left = .arithmetic(operation, left, try product())
      links += 1
      if links > 1 { try countLink() }
    }
    return left
  }

  private mutating func product() throws(ODataError) -> Expression {
    var left = try unary()
    var links = 0
    while let operation = takeArithmetic([.mul, .div, .mod]) {
      left = .arithmetic(operation, left, try unary())
      links += 1
      if links > 1 { try countLink() }
    }
    return left
  }

  private mutating func unary() throws(ODataError) -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthMax else {
      throw ODataError("it is nested more than \(Self.depthMax) levels deep", at: place)
    }
    if takeKeyword("not") { return .not(try unary()) }
    if take(.minus) {
      switch try unary() {
      case .literal(.integer(let integer)): return .literal(.integer(-integer))
      case .literal(.real(let real)): return .literal(.real(-real))
      case .literal(.decimal(let digits)) where !digits.hasPrefix("-"):
        return .literal(.decimal("-\(digits)"))
      case let operand: return .negative(operand)
      }
    }
    return try primary()
  }

  private mutating func list() throws(ODataError) -> [Expression] {
    guard take(.open) else { throw ODataError("in needs values in parentheses", at: place) }
    var items: [Expression] = []
    if take(.close) { return items }
    repeat { items.append(try sum()) } while take(.comma)
    try expectClose()
    return items
  }

  private mutating func countLink() throws(ODataError) {
    chained += 1
    if chained > Self.chainMax {
      throw ODataError("it chains more than \(Self.chainMax) operators", at: place)
    }
  }
}

// MARK: - Operands

extension Parser {
  private mutating func primary() throws(ODataError) -> Expression {
    let start = place
    switch current {
    case .open:
      position += 1
      let inner = try disjunction()
      try expectClose()
      return inner
    case .literal(let literal):
      position += 1
      return .literal(literal)
    case .word(let word):
      position += 1
      if current == .open { return try call(word, at: start) }
      return try operand(word, at: start)
    default: throw ODataError("a value or a column is missing before \(current.text)", at: start)
    }
  }

  private func operand(_ word: String, at start: Int) throws(ODataError) -> Expression {
    switch word {
    case "null": return .literal(.null)
    case "true": return .literal(.boolean(true))
    case "false": return .literal(.boolean(false))
    default: break
    }
    guard Name.isValid(word) else { throw ODataError("\(word) cannot be a column", at: start) }
    return .column(word)
  }

  private mutating func call(_ word: String, at start: Int) throws(ODataError) -> Expression {
    if word.lowercased() == "cast" { return try cast() }
    guard let function = Function(rawValue: version == .v3 ? word.lowercased() : word) else {
      throw ODataError("there is no function \(word)", at: start)
    }
    let arguments = try arguments()
    guard function.argumentCounts.contains(arguments.count) else {
      throw ODataError(
        "\(word) wants \(function.argumentCountText) arguments, not \(arguments.count)", at: start)
    }
    if function == .replace { try checkReplacement(arguments, at: start) }
    return .call(function, arguments)
  }

  private mutating func arguments() throws(ODataError) -> [Expression] {
    position += 1
    var arguments: [Expression] = []
    if take(.close) { return arguments }
    repeat { arguments.append(try disjunction()) } while take(.comma)
    try expectClose()
    return arguments
  }

  /// Keeps what a filter can make of a row's text from growing without bound.
  private func checkReplacement(
    _ arguments: [Expression], at start: Int
  ) throws(ODataError) {
    guard case .literal(.text(let replacement)) = arguments[2], replacement.utf16.count < 100 else {
      throw ODataError("replace needs a replacement of fewer than 100 characters", at: start)
    }
    if arguments.contains(where: \.containsReplace) {
      throw ODataError("replace cannot be nested", at: start)
    }
  }

  private mutating func cast() throws(ODataError) -> Expression {
    position += 1
    let operand = try disjunction()
    guard take(.comma) else { throw ODataError("cast needs a value and a type", at: place) }
    guard let name = current.name, let type = CastType(edmName: name) else {
      throw ODataError("unknown type in cast: \(current.name ?? current.text)", at: place)
    }
    position += 1
    try expectClose()
    return .cast(operand, type)
  }
}

// MARK: - Tokens

extension Parser {
  private var current: Token { tokens[position].token }

  private var place: Int { tokens[position].position }

  private mutating func take(_ token: Token) -> Bool {
    guard current == token else { return false }
    position += 1
    return true
  }

  private mutating func takeKeyword(_ keyword: String) -> Bool {
    guard let word = currentKeyword, word == keyword else { return false }
    position += 1
    return true
  }

  private mutating func takeComparison() -> Comparison? {
    guard let comparison = currentKeyword.flatMap(Comparison.init(rawValue:)) else { return nil }
    position += 1
    return comparison
  }

  private mutating func takeArithmetic(_ among: [Arithmetic]) -> Arithmetic? {
    guard let operation = currentKeyword.flatMap(Arithmetic.init(rawValue:)),
      among.contains(operation)
    else { return nil }
    position += 1
    return operation
  }

  private var currentKeyword: String? {
    guard case .word(let word) = current else { return nil }
    return version == .v3 ? word.lowercased() : word
  }

  private mutating func expectClose() throws(ODataError) {
    guard take(.close) else {
      throw ODataError("a closing parenthesis is missing before \(current.text)", at: place)
    }
  }

  private func expectEnd() throws(ODataError) {
    guard current == .end else {
      throw ODataError("unexpected \(current.text)", at: place)
    }
  }
}

extension Expression {
  fileprivate var containsReplace: Bool {
    switch self {
    case .literal, .column: false
    case .not(let operand), .negative(let operand), .cast(let operand, _): operand.containsReplace
    case .compare(_, let left, let right), .arithmetic(_, let left, let right):
      left.containsReplace || right.containsReplace
    case .all(let operands), .any(let operands): operands.contains(where: \.containsReplace)
    case .oneOf(let operand, let items):
      operand.containsReplace || items.contains(where: \.containsReplace)
    case .call(let function, let arguments):
      function == .replace || arguments.contains(where: \.containsReplace)
    }
  }
}

extension CastType {
  fileprivate init?(edmName: String) {
    switch edmName {
    case "Edm.String": self = .text
    case "Edm.Guid": self = .guid
    case "Edm.Date", "Edm.DateTimeOffset": self = .moment
    case "Edm.TimeOfDay": self = .timeOfDay
    case "Edm.Byte", "Edm.SByte", "Edm.Int16", "Edm.Int32", "Edm.Int64": self = .integer
    case "Edm.Single", "Edm.Double": self = .number
    case "Edm.Decimal": self = .decimal
    default: return nil
    }
  }
}
