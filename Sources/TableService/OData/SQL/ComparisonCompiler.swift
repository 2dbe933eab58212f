import JSONKit
import SQLiteKit
import Support

extension ExpressionCompiler {
  func compare(_ comparison: Comparison, _ left: Fragment, _ right: Fragment) throws -> Fragment {
    if left.isNull || right.isNull {
      return compareWithNull(comparison, left.isNull ? right : left)
    }
    if let fragment = try compareStamp(comparison, left, right) { return fragment }
    if let fragment = try compareEnumeration(comparison, left, right) { return fragment }
    let (left, right, collation) = try aligned(left, right)
    return plain(comparison, left, right, collation: collation)
  }

  private func compareWithNull(_ comparison: Comparison, _ other: Fragment) -> Fragment {
    var fragment =
      switch comparison {
      case .eq: Fragment("($ IS NULL)", other, type: .boolean)
      case .ne: Fragment("($ IS NOT NULL)", other, type: .boolean)
      default: Fragment(sql: version == .v3 ? "0" : "NULL", type: .boolean)
      }
    fragment.isNullable = false
    return fragment
  }

  private func plain(
    _ comparison: Comparison, _ left: Fragment, _ right: Fragment, collation: String = ""
  ) -> Fragment {
    let isTwoValued = version == .v3 && (left.isNullable || right.isNullable)
    let sign =
      switch comparison {
      case .eq: isTwoValued ? "IS" : "="
      case .ne: isTwoValued ? "IS NOT" : "<>"
      case .gt: ">"
      case .ge: ">="
      case .lt: "<"
      case .le: "<="
      }
    let isOrder = comparison != .eq && comparison != .ne
    let template = "($ \(sign) $\(collation))"
    var fragment = Fragment(
      isTwoValued && isOrder ? "ifnull(\(template), 0)" : template, left, right, type: .boolean)
    if isTwoValued { fragment.isNullable = false }
    return fragment
  }

  /// Brings both sides to one type that SQLite compares rightly.
  private func aligned(
    _ left: Fragment, _ right: Fragment
  ) throws -> (left: Fragment, right: Fragment, collation: String) {
    let types = [left.type, right.type]
    if types.contains(.null) { return (left, right, "") }
    if types.contains(.decimal), let left = number(left), let right = number(right) {
      return (exact(left), exact(right), "")
    }
    if types.contains(.guid), types.allSatisfy({ $0 == .guid || $0 == .text }) {
      return (left, right, " COLLATE NOCASE")
    }
    if types.contains(.object) {
      throw ServiceError.badQuery(
        "The filter compares an object, which only null can be compared with.")
    }
    if types.allSatisfy(\.isNumeric) || left.type == right.type { return (left, right, "") }
    if types.contains(where: \.isDate), let left = moment(left), let right = moment(right) {
      return (left, right, "")
    }
    if types.contains(.timeOfDay) || types.contains(.printedTime), let left = timeOfDay(left),
      let right = timeOfDay(right)
    {
      return (left, right, "")
    }
    if types.contains(where: \.isNumeric), let left = number(left), let right = number(right) {
      return (left, right, "")
    }
    // The Azure clients write a boolean as 1 or 0 at times.
    if version == .v2, types.contains(.boolean), types.contains(.integer) {
      return (left, right, "")
    }
    throw ServiceError.badQuery(
      "The filter compares \(left.type.noun) with \(right.type.noun).")
  }

  /// The moment that a piece stands for, in ticks; nil when its type holds none.
  func moment(_ fragment: Fragment) -> Fragment? {
    switch fragment.type {
    case .moment: return fragment
    case .text:
      if case .text(let text) = fragment.literal {
        return Timestamp(text).map { Fragment(.moment($0)) }
      }
      return ticks(fragment)
    case .printedMoment, .printedDate: return ticks(fragment)
    case .null: return Fragment(sql: "NULL", type: .moment, isNullable: true)
    default: return nil
    }
  }

  /// Text that is no date gives null.
  private func ticks(_ fragment: Fragment) -> Fragment {
    var ticks = Fragment("syncline_ticks($)", fragment, type: .moment)
    if fragment.type == .text { ticks.isNullable = true }
    return ticks
  }

  private func timeOfDay(_ fragment: Fragment) -> Fragment? {
    switch fragment.type {
    case .timeOfDay: return fragment
    case .text, .printedTime:
      if case .text(let text) = fragment.literal {
        return TimeOfDay.ticks(text).map { Fragment(.timeOfDay($0)) }
      }
      var time = Fragment("syncline_time_of_day($)", fragment, type: .timeOfDay)
      time.isNullable = true
      return time
    default: return nil
    }
  }
}

// MARK: - The service's own stamps

extension ExpressionCompiler {
  /// Compares a stamp with a constant as text, so that the index of `updatedAt` serves a pull.
  ///
  /// The stamps have milliseconds. A constant with more is brought to the millisecond below it, and
  /// the comparison changed so that it says the same.
  private func compareStamp(
    _ comparison: Comparison, _ left: Fragment, _ right: Fragment
  ) throws -> Fragment? {
    if left.type == .printedMoment, let moment = constant(right) {
      return stamp(left, comparison, moment)
    }
    if right.type == .printedMoment, let moment = constant(left) {
      return stamp(right, comparison.mirrored, moment)
    }
    return nil
  }

  private func constant(_ fragment: Fragment) -> Timestamp? {
    switch fragment.literal {
    case .moment(let moment): moment
    case .text(let text): Timestamp(text)
    default: nil
    }
  }

  /// False, or as null as the column is.
  private func never(_ column: Fragment) -> Fragment {
    let isTwoValued = version == .v3 || !column.isNullable
    return isTwoValued
      ? Fragment(sql: "0", type: .boolean)
      : Fragment("($ IS NULL AND NULL)", column, type: .boolean)
  }

  /// True, or as null as the column is.
  private func always(_ column: Fragment) -> Fragment {
    let isTwoValued = version == .v3 || !column.isNullable
    return isTwoValued
      ? Fragment(sql: "1", type: .boolean)
      : Fragment("($ IS NOT NULL OR NULL)", column, type: .boolean)
  }

  private func stamp(
    _ column: Fragment, _ comparison: Comparison, _ moment: Timestamp
  ) -> Fragment {
    let below = Timestamp(milliseconds: moment.milliseconds)
    let printed = Fragment(sql: "?", [.text(below.description)], type: .printedMoment)
    guard below != moment else { return plain(comparison, column, printed) }
    return switch comparison {
    case .eq: never(column)
    case .ne: always(column)
    case .gt, .ge: plain(.gt, column, printed)
    case .lt, .le: plain(.le, column, printed)
    }
  }
}

// MARK: - Enumerations

extension ExpressionCompiler {
  /// Compares a value of an enumeration with its name, its place, or another one; nil for anything
  /// else.
  ///
  /// `gt` and its like go by the order of the values.
  private func compareEnumeration(
    _ comparison: Comparison, _ left: Fragment, _ right: Fragment
  ) throws -> Fragment? {
    switch (left.type, right.type) {
    case (.enumeration(let members), .enumeration(let others)):
      guard members.elementsEqual(others, by: ===) else {
        throw ServiceError.badQuery("The filter compares values of two enumerations.")
      }
      return plain(comparison, place(left, among: members), place(right, among: members))
    case (.enumeration(let members), _):
      guard let place = try constant(right, among: members) else { return nil }
      guard comparison == .eq || comparison == .ne, members.indices.contains(place) else {
        return plain(
          comparison, self.place(left, among: members), Fragment(.integer(Int64(place))))
      }
      return plain(comparison, left, Fragment(.text(members[place])))
    case (_, .enumeration): return try compareEnumeration(comparison.mirrored, right, left)
    default: return nil
    }
  }

  /// The place of a value in its enumeration; null for a text that is none of the values.
  func place(_ fragment: Fragment, among members: [String]) -> Fragment {
    let cases = members.indices.map { "WHEN ? THEN \($0)" }.joined(separator: " ")
    return Fragment(
      sql: "(CASE \(fragment.sql) \(cases) END)",
      fragment.values + members.map { .text($0) }, type: .integer, isNullable: true)
  }

  private func constant(_ fragment: Fragment, among members: [String]) throws -> Int? {
    switch fragment.literal {
    case .text(let text):
      guard let place = members.firstIndex(where: { $0 === text }) else {
        throw ServiceError.badQuery(
          "\(text) is none of the values \(members.joined(separator: ", ")).")
      }
      return place
    case .integer(let integer): return Int(exactly: integer)
    default: return nil
    }
  }
}

extension ValueType {
  var isDate: Bool { self == .moment || self == .printedMoment || self == .printedDate }
}

extension Comparison {
  /// The same comparison with its sides exchanged.
  fileprivate var mirrored: Comparison {
    switch self {
    case .eq, .ne: self
    case .gt: .lt
    case .ge: .le
    case .lt: .gt
    case .le: .ge
    }
  }
}
