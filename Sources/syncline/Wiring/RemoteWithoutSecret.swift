import JSONKit
import Support
import SyncCore

/// Stands in for a server that can't be asked because a secret is missing.
///
/// The store's rows and its queue are there as with the server; whatever needs the server says what is
/// missing, and nothing is sent.
struct RemoteWithoutSecret: AssigningRemote, ChangeFeedRemote, FileRemote, SchemaRemote {
  /// The same server without anybody signed in: knows what it can do, and is never asked.
  let target: any Remote
  let problem: String

  private var failure: RemoteError {
    .unauthorized(host: displayURL, detail: "no request was sent: \(problem)")
  }

  func send(_ change: Change) async -> SendResult {
    SendResult(.unauthorized, answer: ServerAnswer(status: 0, message: problem))
  }

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? { throw failure }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage { throw failure }

  func changes(_ request: FeedRequest) async throws(RemoteError) -> FeedPage { throw failure }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage { throw failure }

  func probe() async throws(RemoteError) { throw failure }

  func trace(insert change: Change) async throws(RemoteError) -> InsertTrace { throw failure }

  func schema(_ known: [String]) async throws(RemoteError) -> [RemoteTable] { throw failure }

  func upload(_ file: FileUpload) async throws(RemoteError) -> JSONValue { throw failure }

  func download(
    _ value: JSONValue, of table: String, limit: Int
  ) async throws(RemoteError) -> FileContent { throw failure }
}

/// What needs no request is known as with the server.
extension RemoteWithoutSecret {
  var kind: String { target.kind }
  var displayURL: String { target.displayURL }
  var capabilities: RemoteCapabilities { target.capabilities }
  var batchSize: Int { target.batchSize }
  var batchesInFlightMax: Int { target.batchesInFlightMax }
  var writeOnlyColumns: UTF8Set { target.writeOnlyColumns }
  var feeds: [ChangeFeed] { (target as? any ChangeFeedRemote)?.feeds ?? [] }
  var markColumn: String? { (target as? any AssigningRemote)?.markColumn }

  func readOnlyReason(_ table: String?) -> String? { target.readOnlyReason(table) }

  func portable(_ value: JSONValue) -> JSONValue { target.portable(value) }

  func describe(_ change: Change) -> RequestDescription { target.describe(change) }

  func learn(_ columns: [RemoteColumn], of table: String) { target.learn(columns, of: table) }

  func learn(batchSize: Int) { target.learn(batchSize: batchSize) }

  func mayRepeat(version: String) -> Bool { target.mayRepeat(version: version) }

  func newID(for table: String, uuid: String) -> String { target.newID(for: table, uuid: uuid) }

  func mapReferences(
    in values: JSONObject, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONObject {
    guard let target = target as? any AssigningRemote else { return values }
    return try target.mapReferences(in: values, newID)
  }

  func localID(of record: Record) -> String? {
    (target as? any AssigningRemote)?.localID(of: record)
  }
}
