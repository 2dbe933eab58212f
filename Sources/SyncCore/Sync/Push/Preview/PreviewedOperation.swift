/// What a push would do with one operation, found out by reading only.
package struct PreviewedOperation: Sendable, Equatable {
  package enum Expectation: String, Sendable, CaseIterable {
    /// The server's row is as the change expects it.
    case accepted
    /// The server rejected the same change last time, and nobody changed it since.
    case rejectedBefore = "rejected-before"
    /// The server has what the change wants already.
    case alreadyDone = "already-done"
    /// The server's row changed since this store synced it.
    case conflict
    /// The server has no row to change.
    case missing
    /// The operation waits for another one, or for a decision.
    case notSent = "not-sent"
    /// The server could not be asked.
    case unknown
  }

  package var operationID: Int64
  package var table: String
  package var itemID: String
  package var kind: OperationKind
  package var request: RequestDescription
  package var expectation: Expectation
  /// Why it would not be sent; nil for other expectations.
  package var blocked: BlockReason?
  /// One sentence that says why; empty where ``blocked`` does.
  package var evidence: String
  /// Stands for what would be sent, for ``PushScope/exactly(_:)``.
  package var fingerprint: String
  /// The row as this store has it, to name it by; nil where it is gone.
  package var local: Record?
  /// The server's row at the time of the preview; nil when it has none or was not asked.
  package var server: Record?
  /// The status with which the server rejected the same change last time; nil when it did not.
  package var lastStatus: Int?

  package init(
    operationID: Int64, table: String, itemID: String, kind: OperationKind,
    request: RequestDescription, expectation: Expectation, blocked: BlockReason? = nil,
    evidence: String, fingerprint: String = "", local: Record? = nil, server: Record? = nil,
    lastStatus: Int? = nil
  ) {
    self.operationID = operationID
    self.table = table
    self.itemID = itemID
    self.kind = kind
    self.request = request
    self.expectation = expectation
    self.blocked = blocked
    self.evidence = evidence
    self.fingerprint = fingerprint
    self.local = local
    self.server = server
    self.lastStatus = lastStatus
  }
}
