import JSONKit

/// A condition on rows, as the `where` of a query has it.
struct ParseCondition: Sendable {
  let condition: JSONObject

  func matches(_ row: JSONObject) -> Bool {
    condition.allSatisfy { name, wanted in
      switch name {
      case "$or": return parts(wanted).contains { $0.matches(row) }
      case "$and": return parts(wanted).allSatisfy { $0.matches(row) }
      default: return holds(row[name], wanted)
      }
    }
  }

  private func parts(_ value: JSONValue) -> [ParseCondition] {
    (value.array ?? []).compactMap(\.object).map(ParseCondition.init)
  }

  private func holds(_ value: JSONValue?, _ wanted: JSONValue) -> Bool {
    guard let operators = wanted.object, operators.names.allSatisfy({ $0.hasPrefix("$") }) else {
      return ParseOrder.key(value) == ParseOrder.key(wanted)
    }
    return operators.allSatisfy { name, operand in
      let (left, right) = (ParseOrder.key(value), ParseOrder.key(operand))
      switch name {
      case "$gt": return left.isComparable(to: right) && right < left
      case "$gte": return left.isComparable(to: right) && !(left < right)
      case "$lt": return left.isComparable(to: right) && left < right
      case "$lte": return left.isComparable(to: right) && !(right < left)
      case "$ne": return left != right
      case "$exists": return (value != nil) == (operand.bool ?? true)
      case "$in": return (operand.array ?? []).contains { ParseOrder.key($0) == left }
      case "$nin": return !(operand.array ?? []).contains { ParseOrder.key($0) == left }
      default: return false
      }
    }
  }
}

/// The order of values in a column: none, numbers, texts.
enum ParseOrder: Hashable, Comparable {
  case none
  case number(Double)
  case text(String)

  static func key(_ value: JSONValue?) -> ParseOrder {
    if let moment = value?["iso"]?.string { return .text(moment) }
    if let number = value?.double { return .number(number) }
    return value?.string.map { .text($0) } ?? .none
  }

  func isComparable(to other: ParseOrder) -> Bool {
    switch (self, other) {
    case (.number, .number), (.text, .text): true
    default: false
    }
  }
}
