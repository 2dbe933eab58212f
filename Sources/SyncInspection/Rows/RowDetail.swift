package import SyncCore

/// Everything known about one row.
package struct RowDetail: Sendable, Hashable {
  package var table: String
  package var record: Record
  package var state: RowState
  package var deleted: Bool
  /// True for a row that is not here: `record` has its last values.
  ///
  /// Its delete is still in the queue, or nothing but its history is left.
  package var isRemoved = false
  /// True where nothing but its history is left.
  package var isGone: Bool { isRemoved && operations.isEmpty }
  package var columns: [Column]
  /// The last server copy that this store synced; nil when nothing is pending.
  package var base: Record?
  /// A newer server copy that a pull or an answer brought while something was pending.
  package var server: Record?
  /// Oldest first.
  package var operations: [OperationDetail]
  package var errors: [OperationError]
  /// Newest first, at most 200.
  package var history: [HistoryEntry]
  /// Newest first; not in the history, as this store never had them as its row.
  package var serverVersions: [ServerVersion] = []
  /// How many there are; only the open one is among ``serverVersions`` where they were not asked for.
  package var serverVersionCount = 0
  package var fingerprint: RowFingerprint
  /// What forms are bound to: a push changes the row's version, and no value that stood in them.
  package var contentFingerprint: RowFingerprint { RowFingerprint(content: record) }
  package var why: [DiagnosisCheck]

  package init(
    table: String, record: Record, state: RowState, deleted: Bool, columns: [Column],
    base: Record? = nil, server: Record? = nil, operations: [OperationDetail] = [],
    errors: [OperationError] = [], history: [HistoryEntry] = [], fingerprint: RowFingerprint,
    why: [DiagnosisCheck] = []
  ) {
    self.table = table
    self.record = record
    self.state = state
    self.deleted = deleted
    self.columns = columns
    self.base = base
    self.server = server
    self.operations = operations
    self.errors = errors
    self.history = history
    self.fingerprint = fingerprint
    self.why = why
  }
}
