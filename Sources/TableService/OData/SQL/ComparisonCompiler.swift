import SQLiteKit
import Support

extension ExpressionCompiler {
  func compare(_ comparison: Comparison, _ left: Fragment, _ right: Fragment) throws -> Fragment {
    if left.isNull || right.isNull {
      return compareWithNull(comparison, left.isNull ? right : left)
    }
    if let fragment = try compareStamp(comparison, left, right) { return fragment }
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
    if types.allSatisfy(\.isNumeric) || left.type == right.type { return (left, right, "") }
    if types.contains(.guid), types.contains(.text) { return (left, right, " COLLATE NOCASE") }
    if types.contains(.moment) || types.contains(.printedMoment), let left = moment(left),
      let right = moment(right)
    {
      return (left, right, "")
    }
    if types.contains(.timeOfDay), let left = timeOfDay(left), let right = timeOfDay(right) {
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
    case .printedMoment: return ticks(fragment)
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
    case .text:
      var time = Fragment("syncline_time_of_day($)", fragment, type: .timeOfDay)
      time.isNullable = true
      return time
    default: return nil
    }
  }
}

// MARK: - The service's own stamps

extension ExpressionCompiler {
  /// Compares `createdAt` or `updatedAt` with a constant as text, so that the index serves a pull.
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

  private func stamp(
    _ column: Fragment, _ comparison: Comparison, _ moment: Timestamp
  ) -> Fragment {
    let below = Timestamp(milliseconds: moment.milliseconds)
    let printed = Fragment(sql: "?", [.text(below.description)], type: .printedMoment)
    guard below != moment else { return plain(comparison, column, printed) }
    return switch comparison {
    case .eq: Fragment(sql: "0", type: .boolean)
    case .ne: Fragment(sql: "1", type: .boolean)
    case .gt, .ge: plain(.gt, column, printed)
    case .lt, .le: plain(.le, column, printed)
    }
  }
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
