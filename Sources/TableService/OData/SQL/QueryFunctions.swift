import JSONKit
import SQLiteKit
import Support

/// What the query language has and SQLite has not, or has for ASCII only.
///
/// Every function answers null to null and to what it is not made for.
enum QueryFunctions {
  static func install(on connection: Connection) throws(SQLiteError) {
    try text("syncline_lower", on: connection) { $0.lowercased() }
    try text("syncline_upper", on: connection) { $0.uppercased() }
    try text("syncline_trim", on: connection, trimmed)
    try connection.createFunction("syncline_ends_with", argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0], case .text(let end) = arguments[1] else {
        return .null
      }
      return .integer(text.utf8.reversed().starts(with: end.utf8.reversed()) ? 1 : 0)
    }
    try real("syncline_floor", on: connection) { $0.rounded(.down) }
    try real("syncline_ceiling", on: connection) { $0.rounded(.up) }
    try real("syncline_round_to_even", on: connection) { $0.rounded(.toNearestOrEven) }
    try real("syncline_round_away", on: connection) { $0.rounded(.toNearestOrAwayFromZero) }
    try connection.createFunction("syncline_mod", argumentCount: 2) { arguments in
      guard let left = number(arguments[0]), let right = number(arguments[1]), right != 0 else {
        return .null
      }
      return .real(left.truncatingRemainder(dividingBy: right))
    }
    try connection.createFunction("syncline_number", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0], let number = Double(text), number.isFinite else {
        return .null
      }
      return .real(number)
    }
    try connection.createFunction("syncline_decimal", argumentCount: 1) { arguments in
      DecimalNumber(stored: arguments[0]).map { .blob($0.sortKey) } ?? .null
    }
    try connection.createFunction("syncline_real", argumentCount: 1) { arguments in
      guard case .blob(let digits) = arguments[0] else { return arguments[0] }
      return Double(String(decoding: digits, as: UTF8.self)).map { .real($0) } ?? .null
    }
    try installDates(on: connection)
  }

  private static func installDates(on connection: Connection) throws(SQLiteError) {
    try connection.createFunction("syncline_ticks", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0], let moment = Timestamp(text) else { return .null }
      return .integer(moment.ticks)
    }
    try connection.createFunction("syncline_clock_ticks", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return (Timestamp(text)?.ticks ?? TimeOfDay.ticks(text)).map(SQLiteValue.integer) ?? .null
    }
    try connection.createFunction("syncline_time_of_day", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return TimeOfDay.ticks(text).map(SQLiteValue.integer) ?? .null
    }
    try moment("syncline_time_part", on: connection) { TimeOfDay.ticks(of: $0) }
    try moment("syncline_midnight", on: connection) { $0.ticks - TimeOfDay.ticks(of: $0) }
    try connection.createFunction("syncline_date_part", argumentCount: 2) { arguments in
      guard case .integer(let ticks) = arguments[0], case .text(let part) = arguments[1] else {
        return .null
      }
      return datePart(part, of: Timestamp(ticks: ticks)).map(SQLiteValue.integer) ?? .null
    }
  }

  private static func text(
    _ name: String, on connection: Connection, _ body: @escaping @Sendable (String) -> String
  ) throws(SQLiteError) {
    try connection.createFunction(name, argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return .text(body(text))
    }
  }

  private static func real(
    _ name: String, on connection: Connection, _ body: @escaping @Sendable (Double) -> Double
  ) throws(SQLiteError) {
    try connection.createFunction(name, argumentCount: 1) { arguments in
      number(arguments[0]).map { .real(body($0)) } ?? .null
    }
  }

  private static func moment(
    _ name: String, on connection: Connection, _ body: @escaping @Sendable (Timestamp) -> Int64
  ) throws(SQLiteError) {
    try connection.createFunction(name, argumentCount: 1) { arguments in
      guard case .integer(let ticks) = arguments[0] else { return .null }
      return .integer(body(Timestamp(ticks: ticks)))
    }
  }

  private static func number(_ value: SQLiteValue) -> Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  /// Read from the printed form, `2017-05-08T07:07:01.595Z`, in UTC.
  private static func datePart(_ part: String, of moment: Timestamp) -> Int64? {
    let printed = Substring(moment.wholeSeconds)
    let numbers = printed.split(whereSeparator: { !$0.isWholeNumber }).compactMap { Int64($0) }
    let parts = ["year", "month", "day", "hour", "minute", "second"]
    guard numbers.count == parts.count else { return nil }
    return parts.firstIndex(of: part).map { numbers[$0] }
  }
}
