import JSONKit
import Support

/// The outcome of a change without a clear answer, found by comparing it with the server's row.
enum ReconciledOutcome: Sendable, Hashable {
  /// The server has the change.
  case done(Record?)
  /// The change surely was not made, and the server's row is still the one it was made on.
  case sendAgain
  /// The server said that it made the change, and its row is still the one before it.
  case untouched
  /// The server turned the change down, and not for the state of its row: that is the very one
  /// that the change was made on.
  case refused
  /// The server's row is another one; nil when the server hides it.
  case conflict(Record?)
  /// The server has no row to change.
  case missing

  /// - Parameters:
  ///   - base: The server's row that the change was made on; nil when none is known.
  ///   - server: The server's row now; nil when it shows none.
  init(_ change: Change, base: Record?, server: Record?, after reason: LookupReason) {
    if reason == .accepted {
      self = Self.accepted(change, base: base, server: server)
      return
    }
    let isTurnedDown = reason == .turnedDown
    guard let server else {
      switch change.kind {
      case .insert: self = isTurnedDown ? .conflict(nil) : .sendAgain
      case .update: self = .missing
      case .delete: self = .done(nil)
      // A server may hide its tombstones, so a missing row says nothing yet.
      case .undelete: self = isTurnedDown ? .missing : .sendAgain
      }
      return
    }
    if Self.isReached(change, server) {
      self = .done(server)
    } else if isTurnedDown, Self.isSameVersion(change, base, server) {
      self = .refused
    } else if isTurnedDown || change.kind == .insert || !Self.isBase(change, base, server) {
      self = .conflict(server)
    } else {
      self = .sendAgain
    }
  }

  /// What became of a change that was accepted by an answer without a row to show for it.
  ///
  /// Something between may have answered in the server's place, so only the row proves anything.
  private static func accepted(
    _ change: Change, base: Record?, server: Record?
  ) -> ReconciledOutcome {
    guard let server else { return change.kind == .insert ? .untouched : .done(nil) }
    if isReached(change, server) { return .done(server) }
    return isUntouched(change, base, server) ? .untouched : .conflict(server)
  }

  /// True when the server's row is what the change wants.
  private static func isReached(_ change: Change, _ server: Record) -> Bool {
    switch change.kind {
    case .insert: !server.deleted && server.holds(change.expectedValues)
    case .update: !server.deleted && server.holds(change.expectedValues) && isMarked(change, server)
    case .delete: server.deleted
    case .undelete: !server.deleted
    }
  }

  /// True when the change shows on the server's row as a whole: what it sets of write-only columns
  /// never does, so the row has to have another version and something else of the change.
  private static func isMarked(_ change: Change, _ server: Record) -> Bool {
    guard !change.secrets.isEmpty else { return true }
    guard let version = change.version, let now = server.version else { return false }
    return version !== now && !change.values.isEmpty
  }

  /// True when the server's row surely lacks the change: it is the very one before it.
  static func isUntouched(
    _ change: Change, _ base: @autoclosure () -> Record?, _ server: Record
  ) -> Bool {
    guard change.kind != .insert, !isReached(change, server) else { return false }
    let base = base()
    return (base != nil || change.version != nil) && isBase(change, base, server)
  }

  /// True when the server's row shows that the change was not made: a column that it sets is as
  /// it was before, in a row that may have changed otherwise.
  static func lacks(
    _ change: Change, _ base: @autoclosure () -> Record?, _ server: Record
  ) -> Bool {
    guard change.kind == .update, !server.holds(change.expectedValues), let base = base() else {
      return false
    }
    return change.expectedValues.contains { name, value in
      !agree(value, server.values[name]) && agree(base.values[name], server.values[name])
    }
  }

  /// True when both versions are known and alike, so that no condition on them can have failed.
  private static func isSameVersion(_ change: Change, _ base: Record?, _ server: Record) -> Bool {
    change.version != nil && server.version != nil && isBase(change, base, server)
  }

  /// True when the server's row is still the one that the change was made on.
  private static func isBase(_ change: Change, _ base: Record?, _ server: Record) -> Bool {
    guard server.deleted == (change.kind == .undelete) else { return false }
    if let version = change.version, let serverVersion = server.version {
      // Versions may start over with a row that was removed and inserted again.
      return version === serverVersion && isSameStamp(base?.createdAt, server.createdAt)
    }
    return base.map { server.isSameContent(as: $0) } ?? false
  }

  /// As a decision, for a server that showed its row in the answer itself.
  var decision: OutcomeDecision {
    switch self {
    case .done(let record): .done(record)
    case .conflict(let record?): .conflict(record)
    case .conflict(nil), .sendAgain, .untouched, .refused: .look(.turnedDown)
    case .missing: .failed(.missing)
    }
  }
}
