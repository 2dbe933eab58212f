internal import JSONKit
public import Support

/// Where an operation stands.
public enum OperationState: String, Sendable, Hashable, CaseIterable {
  /// Waits for the next push.
  case pending
  /// A request is under way.
  case sending
  /// It was sent and the answer was lost: the server is asked before anything is sent again.
  case unknown
  /// The server refused it; a person decides.
  case failed
  /// The server has another version of the row; a person decides.
  case conflict
  /// Waits for another operation; derived, never stored.
  case blocked
}

/// Where a row stands.
package enum RowState: String, Sendable, Hashable, CaseIterable {
  case synced, pending, sending, failed, conflict
}

/// One line of the operation queue.
public struct OperationInfo: Sendable, Hashable {
  /// Its number in the queue; later operations have higher ones.
  public var id: Int64
  /// The table of the row.
  public var table: String
  /// The id of the row.
  public var itemID: String
  /// What the next push asks the server to do.
  public var kind: OperationKind
  /// Whether it waits, is being sent, or needs a decision.
  public var state: OperationState
  /// Requests that were sent for it, whatever came back; one that surely never left is none.
  public var attempts: Int
  /// When its first change was made.
  public var queuedAt: Timestamp
  /// Why the last attempt failed, in a sentence; nil when it did not.
  public var lastError: String?
  /// The server's version that the change was made on.
  package var baseVersion: String?

  package init(
    id: Int64, table: String, itemID: String, kind: OperationKind, state: OperationState,
    attempts: Int = 0, queuedAt: Timestamp, lastError: String? = nil, baseVersion: String? = nil
  ) {
    self.id = id
    self.table = table
    self.itemID = itemID
    self.kind = kind
    self.state = state
    self.attempts = attempts
    self.queuedAt = queuedAt
    self.lastError = lastError
    self.baseVersion = baseVersion
  }
}

/// One time that an operation was sent, or could not be.
package struct AttemptInfo: Sendable, Hashable {
  /// Counted from 1 over the requests that were sent; 0 for one that surely never left.
  package var number: Int
  package var startedAt: Timestamp
  package var durationMilliseconds: Int
  package var method: String?
  /// Nil when there was no answer.
  package var status: Int?
  /// What came of it, such as `accepted`, `conflict` or `unknown`.
  package var outcome: String
  package var headers: [[String]]
  package var body: String?
  package var message: String?

  package init(
    number: Int, startedAt: Timestamp, durationMilliseconds: Int = 0, method: String? = nil,
    status: Int? = nil, outcome: String, headers: [[String]] = [], body: String? = nil,
    message: String? = nil
  ) {
    self.number = number
    self.startedAt = startedAt
    self.durationMilliseconds = durationMilliseconds
    self.method = method
    self.status = status
    self.outcome = outcome
    self.headers = headers
    self.body = body
    self.message = message
  }

  /// True when the answer's body was longer than what is kept of it.
  package var isBodyCut: Bool {
    max(body?.utf8.count ?? 0, (toldBodyBytes ?? 0) - 1) >= ServerAnswer.bodyMax
  }

  /// The length of the answer's body by its headers; nil where they do not tell, or tell that of
  /// another form of it.
  package var toldBodyBytes: Int? {
    func value(_ name: String) -> String? {
      headers.first { $0.count == 2 && $0[0].lowercased() == name }?[1]
    }
    return value("content-encoding") == nil ? value("content-length").flatMap { Int($0) } : nil
  }

  /// False when the request surely never left.
  package var wasSent: Bool { outcome != SendOutcome.unreachableName }
}

/// An operation that needs a decision, or whose outcome nobody knows.
public struct OperationError: Sendable, Hashable, Error {
  /// What the message of an outcome that is not known says of the data; before it stands why.
  package static let keptHere = ". The change is kept here"
  /// What the message of a conflict with a tombstone says, unless the server gave its own.
  package static let deletedSince = "was deleted since"

  /// Codes of the Azure Mobile Apps SDKs.
  package enum Code {
    /// The server gave no message.
    package static let withoutMessage = -1301
    package static let withMessage = -1302
    /// The server has another version of the row.
    package static let conflict = -1303
  }

  /// Identifies the error in ``SyncContext/resolve(_:_:by:)``.
  public var id: String
  /// The id of the operation in the queue.
  public var operationID: Int64
  /// The table of the row.
  public var table: String
  /// The id of the row.
  public var itemID: String
  /// What the server was asked to do.
  public var kind: OperationKind
  package var code: Int
  /// The HTTP status; 0 when there was none.
  public var status: Int
  /// What happened, as a sentence; the server's own words where it gave some.
  public var message: String
  /// The server's copy that the change was made on; nil for an insert.
  public var base: Record?
  /// The row as it is here; nil when it was deleted.
  public var local: Record?
  /// The server's copy now; nil when it has none, or sent none.
  public var server: Record?
  /// When the newest attempt failed.
  public var at: Timestamp
  /// When the change failed first, as it is now; retrying it leaves that as it is.
  package var since: Timestamp
  /// True when server and store both changed the row; false when the server refused the change.
  public var isConflict: Bool
  /// True when the server may have the change and may not: the next push asks it first.
  public var isOutcomeUnknown: Bool
  /// What the push concluded when the change was turned down.
  var wasMissingThere: Bool

  package init(
    id: String, operationID: Int64, table: String, itemID: String, kind: OperationKind, code: Int,
    status: Int, message: String, base: Record? = nil, local: Record? = nil,
    server: Record? = nil, at: Timestamp, since: Timestamp? = nil, isConflict: Bool,
    isOutcomeUnknown: Bool = false, wasMissingThere: Bool = false
  ) {
    self.id = id
    self.operationID = operationID
    self.table = table
    self.itemID = itemID
    self.kind = kind
    self.code = code
    self.status = status
    self.message = message
    self.base = base
    self.local = local
    self.server = server
    self.at = at
    self.since = since ?? at
    self.isConflict = isConflict
    self.isOutcomeUnknown = isOutcomeUnknown
    self.wasMissingThere = wasMissingThere
  }

  /// True when the server said that it does not have the row, and did not show it afterwards.
  package var isMissingOnServer: Bool { wasMissingThere && server == nil }

  /// True when the server knows no such address, which says nothing of the row.
  package var isAddressUnknown: Bool {
    StoredStatus.isMissing(status) && !wasMissingThere && server == nil && !isConflict
      && !isOutcomeUnknown
  }
}
