package import JSONKit
package import Support

/// A table store that a local store is synchronised with.
///
/// An adapter knows one wire protocol and nothing of the local store. Its answers are facts about the
/// server; what they mean for row, queue and errors is decided by the sync core.
package protocol Remote: Sendable {
  /// "azure", "parse" or "cloudkit", as in the configuration.
  var kind: String { get }
  /// Where it is, without user names, passwords and query strings.
  var displayURL: String { get }
  var capabilities: RemoteCapabilities { get }

  /// Sends one change and says what the server answered.
  ///
  /// Never throws: every failure is an outcome. A cancelled task answers `.unreachable` when surely
  /// nothing was sent, else `.unknown`.
  func send(_ change: Change) async -> SendResult

  /// How many changes one request can carry; 1 where the remote has no batch endpoint.
  ///
  /// Asked again for every request, so a remote may learn it on the way, or that it has none after
  /// all.
  var batchSize: Int { get }

  /// Maximum number of batches in flight at a time, within the window of the push; no limit by
  /// default.
  var batchesInFlightMax: Int { get }

  /// Sends changes of different rows in one request and says what the server answered to each.
  ///
  /// - Parameter changes: At most ``batchSize``, no row twice.
  /// - Returns: One result for each change, in the same order. As with ``send(_:)`` a failure is an
  ///   outcome: an answer that is lost makes every change of the request `.unknown`; a request that
  ///   was turned down as a whole, before any of it was done, makes every change `.notTaken`.
  func send(batch changes: [Change]) async -> [SendResult]

  /// The request that ``send(_:)`` would make, for people; secrets are masked.
  func describe(_ change: Change) -> RequestDescription

  /// The server's present copy of one row; nil when the server has none.
  ///
  /// A soft-deleted row comes with `deleted` set where the remote shows it, else as nil.
  func read(_ table: String, id: String) async throws(RemoteError) -> Record?

  /// The next page of a pull.
  ///
  /// Rows come back in any order, the same row perhaps more than once; none that the query covers
  /// and that changed since the token is left out by the time `next` is nil.
  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage

  /// The next page of the ids that the server has, in any order, each once.
  ///
  /// - Parameter cursor: Nil to begin, else the `next` of the page before.
  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  )
    async throws(RemoteError) -> IdentityPage

  /// The server's present copies of some rows, in any order; one that it does not have is left out.
  func read(_ table: String, ids: [String]) async throws(RemoteError) -> [Record]

  /// Asks for something cheap, to learn whether the server can be reached and accepts the sign-in.
  func probe() async throws(RemoteError)

  /// Tells what the store's columns hold, for remotes whose own values do not say it all.
  func learn(_ columns: [RemoteColumn], of table: String)

  /// Tells what ``batchSize`` was when the store was open last.
  func learn(batchSize: Int)

  /// Columns, of whatever table, that the server takes and never gives back, such as a password.
  ///
  /// A value is kept apart from its row until it is sent, and gone then.
  var writeOnlyColumns: UTF8Set { get }

  /// Why a table takes no changes, as whole sentences; nil where it takes them.
  ///
  /// - Parameter table: Nil for a table that the settings don't list.
  func readOnlyReason(_ table: String?) -> String?

  /// True for a version that a row may have again after it was removed and inserted anew.
  ///
  /// A write that names such a version may meet another row than its author saw, so the row is read
  /// first, and has to be created at the same moment.
  func mayRepeat(version: String) -> Bool

  /// The values of `change` as the server's row shows them: a file, say, without what only its
  /// upload told.
  func shownValues(of change: Change) -> JSONObject

  /// The value as another kind of server understands it: a reference, say, as the id that it holds.
  func portable(_ value: JSONValue) -> JSONValue

  /// The id that a new row gets when nobody names one.
  ///
  /// - Parameter uuid: Of this row alone.
  func newID(for table: String, uuid: String) -> String
}

extension Remote {
  package var batchSize: Int { 1 }

  package var batchesInFlightMax: Int { Int.max }

  package var writeOnlyColumns: UTF8Set { [] }

  package func readOnlyReason(_ table: String?) -> String? { nil }

  package func learn(_ columns: [RemoteColumn], of table: String) {}

  package func learn(batchSize: Int) {}

  package func mayRepeat(version: String) -> Bool { false }

  package func shownValues(of change: Change) -> JSONObject { change.values }

  package func portable(_ value: JSONValue) -> JSONValue { value }

  package func newID(for table: String, uuid: String) -> String { uuid }

  package func read(_ table: String, ids: [String]) async throws(RemoteError) -> [Record] {
    var records: [Record] = []
    for id in ids {
      if let record = try await read(table, id: id) { records.append(record) }
    }
    return records
  }

  package func send(batch changes: [Change]) async -> [SendResult] {
    var results: [SendResult] = []
    for change in changes { results.append(await send(change)) }
    return results
  }
}

/// One write to the server.
package struct Change: Sendable, Hashable {
  package var kind: OperationKind
  package var table: String
  package var id: String
  /// Every column for an insert, the changed columns for an update, empty otherwise.
  package var values: JSONObject
  /// All values the row will have, for remotes that can only replace whole rows.
  package var allValues: JSONObject
  /// The version that this change was made on; nil writes without a check.
  package var version: String?
  /// What goes out beside ``values`` of columns that the server never gives back; a remote gets it
  /// as part of them.
  var secrets = JSONObject()
  /// ``values`` as the server's row shows them; nil where it shows them as they are.
  private var shown: JSONObject?

  /// What the server's row holds once it has the change.
  var expectedValues: JSONObject { shown ?? values }

  /// The change with what `remote` makes of its values.
  func expected(by remote: any Remote) -> Change {
    var change = self
    let shown = remote.shownValues(of: self)
    change.shown = shown == values ? nil : shown
    return change
  }

  /// The change as it is sent.
  package var complete: Change {
    var complete = self
    complete.secrets = JSONObject()
    for (name, value) in secrets {
      complete.values[name] = value
      complete.allValues[name] = value
    }
    return complete
  }

  package init(
    _ kind: OperationKind, table: String, id: String, values: JSONObject = JSONObject(),
    allValues: JSONObject = JSONObject(), version: String? = nil
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.values = values
    self.allValues = allValues
    self.version = version
  }
}

/// Kinds 0 to 2 as in the Azure Mobile Apps SDKs, 3 is ours.
public enum OperationKind: Int, Sendable, Hashable, CaseIterable {
  /// Adds the row.
  case insert = 0
  /// Sets the changed columns of the row.
  case update = 1
  /// Deletes the row, as its table deletes rows.
  case delete = 2
  /// Brings the deleted row back.
  case undelete = 3

  /// `insert`, `update`, `delete` or `undelete`.
  package var name: String { "\(self)" }
}

/// What the server answered to one change.
package struct SendResult: Sendable, Hashable {
  package var outcome: SendOutcome
  /// The raw answer for the attempt's record; nil when there was none.
  package var answer: ServerAnswer?
  /// True when the server surely does nothing more with the request.
  ///
  /// A server that asks to wait has then done nothing at all.
  package var isFinished: Bool

  package init(_ outcome: SendOutcome, answer: ServerAnswer? = nil, isFinished: Bool = false) {
    self.outcome = outcome
    self.answer = answer
    self.isFinished = isFinished
  }

  /// The result of a write that was never sent, because the read that it needed first failed.
  package static func unsent(after error: RemoteError) -> SendResult {
    let answer = error.answer.map { ServerAnswer(status: $0.status, message: $0.detail) }
    return switch error {
    case .unauthorized: SendResult(.unauthorized)
    case .throttled(let seconds): SendResult(.throttled(retryAfterSeconds: seconds))
    case .redirected(_, let detail): SendResult(.elsewhere(detail), answer: answer)
    case .notFound, .tooLarge, .rejected: SendResult(.refused, answer: answer)
    case .serverFailed, .unreachable, .malformed, .unsupported, .cancelled:
      SendResult(.unreachable("the row could not be read before: \(error)"))
    }
  }
}

package enum SendOutcome: Sendable, Hashable {
  /// Done; the row as the server has it now, where it says so.
  case accepted(Record?)
  /// The server has no such row, or has it only as a tombstone.
  case missing
  /// An insert whose id the server has already; its row where it says so.
  case exists(Record?)
  /// The server's row has another version; its row where it says so.
  case conflict(Record?)
  /// Refused for good: the same request will not succeed.
  case refused
  /// The server fails on its own account; nothing says whether it wrote the change.
  case failed
  /// Wait before the next request to this remote; nil when the server does not say how long. What
  /// counts of it is ``RetryAfter/seconds(_:)``.
  case throttled(retryAfterSeconds: Double?)
  case unauthorized
  /// Surely nothing was sent.
  case unreachable(String)
  /// The server answered that requests go to another address; it surely did nothing.
  case elsewhere(String)
  /// The request may have arrived, and its answer was lost.
  case unknown(String)
  /// A batch was turned down before any of it was done: its changes go again, in smaller ones or
  /// alone. Never the outcome of a change that was sent alone.
  case notTaken(String)
}

/// An answer as the server gave it, cut to what a person can read.
package struct ServerAnswer: Sendable, Hashable {
  /// Of a longer body so many bytes are kept, from its beginning.
  package static let bodyMax = 16 << 10

  /// The HTTP status; 0 where the message explains why nothing was sent.
  package var status: Int
  package var headers: [[String]]
  /// At most ``bodyMax``, as text.
  package var body: String
  /// The server's own sentence, where the body holds one.
  package var message: String?

  /// The status; nil where 0 says that there was no answer.
  var knownStatus: Int? { status == 0 ? nil : status }

  package init(status: Int, headers: [[String]] = [], body: String = "", message: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.message = message
  }
}

package struct RequestDescription: Sendable, Hashable {
  package var method: String
  package var url: String
  package var headers: [[String]]
  package var body: String?

  package init(method: String, url: String, headers: [[String]] = [], body: String? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
