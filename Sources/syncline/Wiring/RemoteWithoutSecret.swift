import JSONKit
import Support
import SyncCore

/// Stands in for a server that can't be asked because a secret is missing.
///
/// The store's rows and its queue are there as with the server; whatever needs the server says what is
/// missing, and nothing is sent.
struct RemoteWithoutSecret: AssigningRemote, FeedRemote, FileRemote, SchemaRemote {
  /// The same server without anybody signed in: knows what it can do, and is never asked.
  let shape: any Remote
  let problem: String

  var kind: String { shape.kind }
  var displayURL: String { shape.displayURL }
  var capabilities: RemoteCapabilities { shape.capabilities }
  var batchSize: Int { shape.batchSize }
  var writeOnlyColumns: UTF8Set { shape.writeOnlyColumns }
  var feed: String? { (shape as? any FeedRemote)?.feed }

  func learn(batchSize: Int) { shape.learn(batchSize: batchSize) }

  func describe(_ change: Change) -> RequestDescription { shape.describe(change) }

  func newID(for table: String, uuid: String) -> String { shape.newID(for: table, uuid: uuid) }

  func mapReferences(
    in values: JSONObject, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONObject {
    guard let shape = shape as? any AssigningRemote else { return values }
    return try shape.mapReferences(in: values, newID)
  }

  var markColumn: String? { (shape as? any AssigningRemote)?.markColumn }

  func localID(of record: Record) -> String? {
    (shape as? any AssigningRemote)?.localID(of: record)
  }

  // MARK: What needs the server

  private var failure: RemoteError {
    .unauthorized(host: displayURL, detail: "it was not asked: \(problem)")
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

  func download(_ value: JSONValue, limit: Int) async throws(RemoteError) -> FileContent {
    throw failure
  }
}
