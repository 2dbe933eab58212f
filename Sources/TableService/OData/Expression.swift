import JSONKit
import Support

/// A parsed `$filter` or `$orderby` expression, before any column was looked up.
indirect enum Expression: Sendable {
  case literal(Literal)
  case column(String)
  case not(Expression)
  case negative(Expression)
  case compare(Comparison, Expression, Expression)
  case arithmetic(Arithmetic, Expression, Expression)
  /// Of any number of operands, so that a long chain stays flat.
  case all([Expression])
  case any([Expression])
  case oneOf(Expression, [Expression])
  case call(Function, [Expression])
  case cast(Expression, CastType)
}

enum Literal: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// A number that a `Double` would round, as its digits were written.
  case decimal(String)
  case text(String)
  case guid(String)
  case bytes([UInt8])
  /// A date, or a date and time.
  case moment(Timestamp)
  /// Ticks since midnight.
  case timeOfDay(Int64)
}

extension Literal {
  /// The number that it is; nil for any other value.
  var exactNumber: DecimalNumber? {
    switch self {
    case .integer(let integer): DecimalNumber(String(integer))
    case .real(let real): DecimalNumber(real)
    case .decimal(let digits): DecimalNumber(digits)
    default: nil
    }
  }
}

enum Comparison: String, Sendable {
  case eq, ne, gt, ge, lt, le
}

enum Arithmetic: String, Sendable {
  case add, sub, mul, div, mod
}

enum CastType: Sendable {
  case text, guid, moment, timeOfDay, integer, number, decimal
}

enum Function: String, Sendable, CaseIterable {
  case substringof, contains, startswith, endswith, concat, indexof, replace, substring
  case length, tolower, toupper, trim
  case year, month, day, hour, minute, second, date, time
  case floor, ceiling, round

  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .substringof, .contains, .startswith, .endswith, .concat, .indexof: 2...2
    case .replace: 3...3
    case .substring: 2...3
    default: 1...1
    }
  }

  /// "2", or "2 or 3".
  var argumentCountText: String {
    let counts = argumentCounts
    return counts.count == 1
      ? "\(counts.lowerBound)" : "\(counts.lowerBound) or \(counts.upperBound)"
  }
}

/// One key of `$orderby`.
struct OrderTerm: Sendable {
  var expression: Expression
  var isDescending = false
}
