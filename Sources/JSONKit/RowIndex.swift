import CJSON
import Glibc
import Support

/// Finds the rows of a list and their columns among a document's tokens.
struct RowIndex {
  struct Member: Sendable {
    var column: Int32
    /// The value's.
    var token: Int32
  }

  let tokens: UnsafeBufferPointer<cjson_token>
  private(set) var members: [Member] = []
  /// Where each row's members begin, and the end of the last one.
  private(set) var starts: [Int] = [0]
  /// By column a token that holds its name.
  private(set) var columns: [Int] = []
  private var known: UTF8Dictionary<Int> = [:]

  init(tokens: UnsafeBufferPointer<cjson_token>) { self.tokens = tokens }

  /// - Parameter list: The token that opens the list.
  /// - Returns: False when the list holds something else than objects.
  mutating func read(_ list: Int) -> Bool {
    var reader = TokenReader(tokens: tokens, position: list + 1)
    while !reader.isAtEndToken() {
      guard tokens[reader.position].kind == Int32(CJSON_OBJECT.rawValue) else { return false }
      reader.position += 1
      var expected = 0
      while !reader.isAtEndToken() {
        let column = column(reader.position, expected: expected)
        expected = column + 1
        members.append(Member(column: Int32(column), token: Int32(reader.position + 1)))
        reader.position += 1
        reader.skip()
      }
      starts.append(members.count)
    }
    return true
  }

  /// Rows of one table mostly have the same members in the same order, so `expected` is tried first.
  private mutating func column(_ name: Int, expected: Int) -> Int {
    if expected < columns.count, isSameText(columns[expected], name) { return expected }
    let text = tokens[name].string
    if let column = known[text] { return column }
    known[text] = columns.count
    columns.append(name)
    return columns.count - 1
  }

  private func isSameText(_ token: Int, _ other: Int) -> Bool {
    let (token, other) = (tokens[token], tokens[other])
    return token.length == other.length && memcmp(token.text, other.text, Int(token.length)) == 0
  }
}

/// The number as a `Double` when it has at most 15 digits and no exponent, which a `Double` always
/// holds so exactly that it prints alike; nil for any other, and for a negative zero.
///
/// Both the digits and the power of ten are exact, so that their quotient is rounded once.
func plainDecimal(_ digits: UnsafeBufferPointer<UInt8>) -> Double? {
  var mantissa: Int64 = 0
  var significant = 0
  var fraction = -1
  let isNegative = digits.first == UInt8(ascii: "-")
  for byte in digits.dropFirst(isNegative ? 1 : 0) {
    switch byte {
    case 48...57:
      if significant > 0 || byte != 48 { significant += 1 }
      guard significant <= 15 else { return nil }
      mantissa = mantissa * 10 + Int64(byte - 48)
      if fraction >= 0 { fraction += 1 }
    case UInt8(ascii: "."): fraction = 0
    default: return nil
    }
  }
  guard fraction < powersOfTen.count, mantissa != 0 || !isNegative else { return nil }
  let real = Double(mantissa) / powersOfTen[max(0, fraction)]
  return isNegative ? -real : real
}

/// Those that a `Double` holds exactly.
private let powersOfTen: [Double] = (0...22).map { power in
  (0..<power).reduce(1.0) { product, _ in product * 10 }
}
