import JSONKit
import Localization
import Support
import SyncCore

extension FilterOperator {
  /// In the order in which the form offers them.
  static let offered: [FilterOperator] = [
    .contains, .equals, .not, .starts, .gt, .gte, .lt, .lte, .in, .null,
  ]

  /// What a filter of such a column asks for most.
  static func usual(for type: ColumnType) -> FilterOperator {
    switch type {
    case .boolean, .number: .equals
    case .date: .gte
    case .text, .json, .file: .contains
    }
  }

  /// The same comparison, which nobody chose, where it makes sense for the column's type.
  ///
  /// The form offers every comparison for every column, and begins with `contains`: what is meant
  /// for true and false, or for a whole number, is that value.
  func fitting(_ type: ColumnType, _ value: String) -> FilterOperator {
    guard self == .contains || self == .starts else { return self }
    switch type {
    case .boolean: return .equals
    case .number: return (try? JSONValue(parsing: value.trimmed))?.double == nil ? self : .equals
    case .text, .date, .json, .file: return self
    }
  }

  /// As the form names it.
  var words: String {
    switch self {
    case .contains: localized("contains")
    case .equals: localized("is")
    case .not: localized("is not")
    case .starts: localized("starts with")
    case .gt: localized("after or more than")
    case .gte: localized("from")
    case .lt: localized("before or less than")
    case .lte: localized("up to")
    case .in: localized("is one of")
    case .null: localized("is NULL")
    }
  }
}

extension RowFilter {
  /// The condition, such as `name contains “pump”`; of any text, the text in quotes.
  var sentence: String { isAnyText ? "“\(value)”" : "\(column) \(words)" }

  /// The condition behind the column's name, such as `contains “pump”`.
  var words: String {
    switch op {
    case .null:
      ["false", "0", "no"].contains(value.lowercased())
        ? localized("is not NULL") : localized("is NULL")
    case .gt: "> \(value)"
    case .gte: "≥ \(value)"
    case .lt: "< \(value)"
    case .lte: "≤ \(value)"
    case .contains: localized("contains “\(value)”")
    case .equals: localized("is “\(value)”")
    case .not: localized("is not “\(value)”")
    case .starts: localized("starts with “\(value)”")
    case .in: localized("is one of “\(value)”")
    }
  }
}
