import Support
import SyncCore

/// What the form of a filter was opened with, so that a comparison that somebody chose is told from
/// one that stood there for another column.
///
/// Without script only: with it the form shows the comparison that fits before it is sent.
struct FilterPreset: Equatable {
  static let parameter = "_preset"

  var op: FilterOperator
  var column: String

  init(_ op: FilterOperator, _ column: String) {
    self.op = op
    self.column = column
  }

  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let op = FilterOperator(rawValue: String(parts[0])) else { return nil }
    self.init(op, String(parts[1]))
  }

  var text: String { "\(op.rawValue) \(column)" }

  /// True where the column was changed and the comparison left as it stood there.
  func isLeft(_ sent: FilterOperator, for column: String) -> Bool {
    sent == op && column !== self.column
  }
}
