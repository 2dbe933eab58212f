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
  /// Of the requests since the store was opened; nil before the first response.
  var responseTime: ResponseTime? { get }

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
  package var responseTime: ResponseTime? { nil }

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
