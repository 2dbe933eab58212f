internal import Support

/// What a push does by itself with a column that store and server both changed.
///
/// A column that only one side changed takes that side's value. A conflict is resolved when rules
/// decide every column that both sides changed; otherwise it waits in ``SyncContext/errors(table:)``.
public struct ConflictRule: Sendable, Hashable {
  /// Which value the column takes.
  public enum Choice: String, Sendable, CaseIterable {
    /// The value in this store.
    case keepLocal = "keep-local"
    /// The value on the server.
    case takeServer = "take-server"
    /// The value of the side that changed the row last, by the store's clock and the server's.
    case newest
    /// The larger number or the later date.
    case larger
    /// What both sides added to the number that the last sync left.
    case sum
    /// The server's list with what was added here, without what was removed here.
    case union
    /// Neither: the conflict waits for a decision.
    case ask
  }

  /// What `larger`, `sum` and `union` do when one side is NULL.
  public enum NullHandling: String, Sendable, CaseIterable {
    /// The conflict waits for a decision.
    case ask
    /// The column takes the side that is not NULL.
    case takeOther = "other"
  }

  /// Nil for every column without a rule of its own.
  ///
  /// Such a rule decides conflicts of a deletion too, by `keep-local`, `take-server` or `newest`.
  public var column: String? { key?.text }
  /// Which value the column takes.
  public let choice: Choice
  /// What becomes of a conflict in which one side is NULL.
  public let ifNull: NullHandling
  private let key: UTF8Key?

  /// A rule for one column, or for every column without a rule of its own.
  public init(column: String? = nil, _ choice: Choice, ifNull: NullHandling = .ask) {
    key = column?.utf8Key
    self.choice = choice
    self.ifNull = ifNull
  }

  /// What stands for the column in the name of the rule for all other columns.
  package static let othersName = "all other columns"

  /// `due: newest`.
  package var name: String { "\(column ?? Self.othersName): \(choice.rawValue)" }

  /// - Parameter column: Nil asks for the rule for all other columns.
  package func isFor(_ column: String?) -> Bool { key == column?.utf8Key }

  /// Whom the history names for a decision of these rules: `rule due: newest, estimate: larger`.
  static func author(_ rules: [ConflictRule]) -> String {
    "rule \(rules.map(\.name).joined(separator: ", "))"
  }
}
