public import Support

/// Everything known about one row.
public struct RowDetail: Sendable, Hashable {
  public var table: String
  public var record: Record
  public var state: RowState
  public var deleted: Bool
  /// True for a row that is not here: `record` has its last values.
  ///
  /// Its delete is still in the queue, or nothing but its history is left.
  public var isRemoved = false
  /// True where nothing but its history is left.
  public var isGone: Bool { isRemoved && operations.isEmpty }
  public var columns: [Column]
  /// The last server copy that this store synced; nil when nothing is pending.
  public var base: Record?
  /// A newer server copy that a pull or an answer brought while something was pending.
  public var server: Record?
  /// Oldest first.
  public var operations: [OperationDetail]
  public var errors: [OperationError]
  /// Newest first, at most 200.
  public var history: [HistoryEntry]
  public var fingerprint: RowFingerprint
  /// What forms are bound to: a push changes the row's version, and no value that stood in them.
  public var contentFingerprint: RowFingerprint { RowFingerprint(content: record) }
  public var why: [DiagnosisCheck]

  public init(
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

/// Changes whenever the local row changes, not when its table gets another column; opaque.
public struct RowFingerprint: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }
}

/// One change of a row.
public struct HistoryEntry: Sendable, Hashable {
  public enum Source: String, Sendable, Hashable, CaseIterable {
    case local, pull, push, resolve
  }

  public var id: Int64
  public var at: Timestamp
  public var source: Source
  /// The kind of a pull's entry for a row that had left the store and came again.
  public static let returned = "return"

  /// The kind of a push's entry for an insert that was sent more than once, and may have made the row
  /// each time.
  public static let createdAgain = "insert-again"

  /// `insert`, `update`, `delete`, `undelete`, ``returned``, ``createdAgain``, or the name of a
  /// resolution.
  public var kind: String
  /// Who did it; nil for the sync itself.
  public var by: String?
  /// The row after the change; its last values when it went.
  public var record: Record?

  public init(
    id: Int64, at: Timestamp, source: Source, kind: String, by: String? = nil,
    record: Record? = nil
  ) {
    self.id = id
    self.at = at
    self.source = source
    self.kind = kind
    self.by = by
    self.record = record
  }
}

/// One step of the answer to "why is this row stuck?".
public struct DiagnosisCheck: Sendable, Hashable {
  public enum Result: String, Sendable, Hashable, CaseIterable {
    case ok
    /// Stopped here.
    case no
    case warn
    /// An earlier step stops it.
    case skipped
    /// Nothing here can tell.
    case unknown
  }

  /// What a person can do about the first step that does not hold.
  public enum Fix: Sendable, Hashable {
    case goOnline
    /// Send this operation.
    case push(Int64)
    /// Send this operation before the end of a pause that the server asked for.
    case pushAnyway(Int64, until: Timestamp)
    /// Send everything that waits, for other tables go first.
    case pushAll
    /// Send this operation again, without waiting.
    case retry(Int64)
    /// Look at this error and choose.
    case decide(String)
    /// Look at this operation, which is in front.
    case look(Int64)
  }

  /// What must hold, as a sentence.
  public var check: String
  public var result: Result
  public var evidence: String
  /// What was found, as a sentence: the check itself where it holds.
  public var finding: String
  /// Nil where nothing can be done about it here.
  public var fix: Fix?

  public init(
    _ check: String, _ result: Result, _ evidence: String, finding: String? = nil,
    fix: Fix? = nil
  ) {
    self.check = check
    self.result = result
    self.evidence = evidence
    self.finding = finding ?? check
    self.fix = fix
  }
}
