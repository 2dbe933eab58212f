import JSONKit
import Localization
import Support
import SyncCore

extension FilterOperator {
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
  /// Without script the form offers the comparisons of all types, and begins with `contains`: what is
  /// meant for true and false, or for a whole number, is that value, and for a date the time from it.
  func fitting(_ type: ColumnType, _ value: String) -> FilterOperator {
    guard self == .contains || self == .starts else {
      let isOffered = ComparisonGroup(type).offered.contains(FilterComparison(self))
      return isOffered ? self : .usual(for: type)
    }
    switch type {
    case .boolean: return .equals
    case .number: return (try? JSONValue(parsing: value.trimmed))?.double == nil ? self : .equals
    case .date: return .usual(for: type)
    case .text, .json, .file: return self
    }
  }
}

extension RowFilter {
  /// True for `is not NULL`.
  var asksForValues: Bool {
    op == .null && ["false", "0", "no"].contains(value.lowercased())
  }

  /// The condition, such as `name contains “pump”`; of any text, the text in quotes.
  var sentence: String { isAnyText ? quoted(value) : "\(column) \(words)" }

  /// Each of several values in quotes, as one can have commas.
  private var listedValues: String {
    FilterList.values(value).map { quoted($0) }.joinedAsList()
  }

  /// The condition behind the column's name, such as `contains “pump”`.
  var words: String {
    switch op {
    case .null: asksForValues ? localized("is not NULL") : localized("is NULL")
    case .gt: "> \(value)"
    case .gte: "≥ \(value)"
    case .lt: "< \(value)"
    case .lte: "≤ \(value)"
    case .contains: localized("contains “\(value)”")
    case .equals: localized("is “\(value)”")
    case .not: localized("is not “\(value)”")
    case .starts: localized("starts with “\(value)”")
    case .in: localized("is one of \(listedValues)")
    }
  }
}
