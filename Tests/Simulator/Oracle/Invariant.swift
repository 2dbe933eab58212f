/// What must hold in every history.
package enum Invariant: String, Sendable, CaseIterable {
  /// An acknowledged write is in the queue, in the errors list, or in the service's log.
  case acknowledged = "I-ACK"
  /// Row and queue change together, in one transaction or not at all.
  case atomic = "I-ATOM"
  /// A write takes effect on the service at most once.
  case once = "I-ONCE"
  /// The writes of one client to one row take effect in the order in which they were made.
  case order = "I-ORDER"
  /// A row that was deleted before its insert was confirmed does not stay on the service.
  case collapse = "I-COLLAPSE"
  /// A pull leaves a row with a pending change as its author wrote it.
  case noClobber = "I-NOCLOBBER"
  /// No value is overwritten that the author of the write had not seen.
  case lostUpdate = "I-LOSTUPD"
  /// After faults stop, every store has the rows of the service.
  case convergence = "I-CONV"
  /// A row that was deleted on the service does not come back.
  case noResurrection = "I-NORES"
  /// Every row of the service up to the delta token is in the store.
  case complete = "I-COMPLETE"
  /// A delta token moves back only when it is reset.
  case token = "I-TOKEN"
  /// A reconcile removes only rows that the service does not have.
  case reconcile = "I-RECON"
  /// After faults stop, the queue empties, and no run is endless.
  case live = "I-LIVE"
  /// No request is sent before the time in `Retry-After`.
  case backOff = "I-BACKOFF"
  /// A conflict that rules decided is listed with both copies, became what the rules say, and can be
  /// undone while its row stays as it is.
  case rule = "I-RULE"
  /// A preview changes neither the store nor the service.
  case preview = "I-PREVIEW"
  /// An import goes batch by batch, and its undo gives every row back that did not change since.
  case imported = "I-IMPORT"
  /// The service's stamps increase in the order of its commits, and its versions differ.
  case monotonic = "I-MONO"
  /// The store file passes SQLite's integrity check.
  case integrity = "INTEGRITY"
  /// The same seed gives the same trace.
  case deterministic = "I-DET"
}

/// A broken invariant, which ends the history.
package struct InvariantViolation: Error, Sendable, CustomStringConvertible {
  package var invariant: Invariant
  package var detail: String

  init(_ invariant: Invariant, _ detail: String) {
    self.invariant = invariant
    self.detail = detail
  }

  package var description: String { "\(invariant.rawValue): \(detail)" }
}
