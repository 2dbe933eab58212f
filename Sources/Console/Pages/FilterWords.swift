import SyncCore

extension FilterOperator {
  /// In the order in which the form offers them.
  static let offered: [FilterOperator] = [
    .contains, .equals, .not, .starts, .gt, .gte, .lt, .lte, .in, .null,
  ]

  /// As the form names it.
  var words: String {
    switch self {
    case .contains: "contains"
    case .equals: "is"
    case .not: "is not"
    case .starts: "starts with"
    case .gt: "after or more than"
    case .gte: "from"
    case .lt: "before or less than"
    case .lte: "up to"
    case .in: "is one of"
    case .null: "is NULL"
    }
  }
}

extension RowFilter {
  /// The condition behind the column's name, such as `contains “pump”`.
  var words: String {
    switch op {
    case .null: ["false", "0", "no"].contains(value.lowercased()) ? "is not NULL" : "is NULL"
    case .gt: "> \(value)"
    case .gte: "≥ \(value)"
    case .lt: "< \(value)"
    case .lte: "≤ \(value)"
    default: "\(op.words) “\(value)”"
    }
  }
}
