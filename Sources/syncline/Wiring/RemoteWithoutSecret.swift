import JSONKit
import SyncCore

/// Stands in for a server that can't be asked because a secret is missing.
///
/// The store's rows and its queue are there as with the server; whatever needs the server says what is
/// missing, and nothing is sent.
struct RemoteWithoutSecret: ForwardingRemote {
  /// The same server without anybody signed in: knows what it can do, and is never asked.
  let target: any Remote
  let problem: String

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
