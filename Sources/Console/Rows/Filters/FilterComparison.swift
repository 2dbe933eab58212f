import Localization
import SyncCore

/// A comparison that the form of a filter offers: an operator, or `is not NULL`.
struct FilterComparison: Equatable {
  static let isNull = FilterComparison(.null)
  static let isNotNull = FilterComparison(name: "notNull", op: .null, value: "false")

  /// As the form sends it.
  let name: String
  let op: FilterOperator
  /// What it compares with by itself; nil where somebody types it.
  let value: String?

  private init(name: String, op: FilterOperator, value: String?) {
    (self.name, self.op, self.value) = (name, op, value)
  }

  init(_ op: FilterOperator) {
    self.init(name: op.rawValue, op: op, value: op == .null ? "true" : nil)
  }

  /// Nil for a name that the form does not send.
  init?(name: String) {
    if name == Self.isNotNull.name {
      self = .isNotNull
    } else if let op = FilterOperator(rawValue: name) {
      self.init(op)
    } else {
      return nil
    }
  }

  /// The comparison of `filter`.
  init(of filter: RowFilter) {
    self = filter.asksForValues ? .isNotNull : FilterComparison(filter.op)
  }

  /// True where a text without letters is a value to compare with.
  var takesEmptyText: Bool { op == .equals || op == .not }
}

/// Types of columns whose values are compared in the same ways.
enum ComparisonGroup: CaseIterable {
  case text, number, date, boolean

  init(_ type: ColumnType) {
    switch type {
    case .text, .json, .file: self = .text
    case .number: self = .number
    case .date: self = .date
    case .boolean: self = .boolean
    }
  }

  /// The type whose name the form shows above the comparisons.
  private var type: ColumnType {
    switch self {
    case .text: .text
    case .number: .number
    case .date: .date
    case .boolean: .boolean
    }
  }

  var title: String { type.title }
  var name: String { type.rawValue }

  /// In the order in which the form offers them.
  var offered: [FilterComparison] {
    operators.map { FilterComparison($0) } + [.isNull, .isNotNull]
  }

  private var operators: [FilterOperator] {
    switch self {
    case .text: [.contains, .equals, .not, .starts, .in]
    case .number: [.equals, .not, .gt, .gte, .lt, .lte, .in]
    case .date: [.gte, .gt, .lt, .lte, .equals, .not]
    case .boolean: [.equals, .not]
    }
  }

  /// As the form names the comparison.
  func words(_ comparison: FilterComparison) -> String {
    switch comparison.op {
    case .contains: localized("contains")
    case .equals: localized("is")
    case .not: localized("is not")
    case .starts: localized("starts with")
    case .gt: self == .number ? localized("more than") : localized("after")
    case .gte: self == .number ? localized("at least") : localized("from")
    case .lt: self == .number ? localized("less than") : localized("before")
    case .lte: self == .number ? localized("at most") : localized("up to")
    case .in: localized("is one of")
    case .null: comparison == .isNull ? localized("is NULL") : localized("is not NULL")
    }
  }
}
