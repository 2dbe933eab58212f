/// Rows that a copy left as they are.
package struct SkippedRows: Sendable, Hashable {
  /// Rows that are named at most for each reason.
  package static let namedMax = 20

  package struct Row: Sendable, Hashable {
    package var id: String
    package var reason: SkipReason

    package init(id: String, reason: SkipReason) {
      self.id = id
      self.reason = reason
    }
  }

  package private(set) var count = 0
  /// The first rows of each reason.
  package private(set) var rows: [Row] = []

  package init() {}

  /// - Parameter count: At least that of `rows`.
  package init(count: Int, rows: [Row]) {
    self.count = count
    self.rows = rows
  }

  mutating func add(_ id: String, _ reason: SkipReason) {
    count += 1
    name(Row(id: id, reason: reason))
  }

  static func += (skipped: inout Self, more: Self) {
    skipped.count += more.count
    for row in more.rows { skipped.name(row) }
  }

  private mutating func name(_ row: Row) {
    guard rows.count(where: { $0.reason.code == row.reason.code }) < Self.namedMax else { return }
    rows.append(row)
  }
}

/// Why a row, or its pending change, is not copied.
package enum SkipReason: Sendable, Hashable {
  /// The row here is not what an earlier copy wrote, and differs.
  case changedHere
  case deletedHere
  /// The row is missing here, so the change has nothing to change.
  case missingHere
  /// A change of the row was rejected, or is in conflict, here.
  case unresolvedHere
  /// The row is deleted in the other store; here its insert has to be pushed first.
  case insertNotPushed
  /// The pending change is in conflict in the other store, or its server's row changed since.
  case conflictInSource
  /// The values or the id are not allowed here.
  case invalid(String)

  /// - Parameters:
  ///   - code: Of ``code``; another one stands for ``invalid(_:)``.
  ///   - detail: Why it is invalid.
  package init(code: String, detail: String) {
    let plain: [Self] = [
      .changedHere, .deletedHere, .missingHere, .unresolvedHere, .insertNotPushed,
      .conflictInSource,
    ]
    self = plain.first { $0.code == code } ?? .invalid(detail)
  }

  package var code: String {
    switch self {
    case .changedHere: "changedHere"
    case .deletedHere: "deletedHere"
    case .missingHere: "missingHere"
    case .unresolvedHere: "unresolvedHere"
    case .insertNotPushed: "insertNotPushed"
    case .conflictInSource: "conflictInSource"
    case .invalid: "invalid"
    }
  }
}
