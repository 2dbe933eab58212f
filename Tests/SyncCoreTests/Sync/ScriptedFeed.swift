import Support
import SyncCore

/// A remote with a feed whose pages the test writes down.
final class ScriptedFeed: ChangeFeedRemote {
  private struct State {
    var pages: [Result<FeedPage, RemoteError>] = []
    var requests: [FeedRequest] = []
    var rows: UTF8Dictionary<UTF8Dictionary<Record>> = [:]
    var reads: [String] = []
    var learned: UTF8Dictionary<[RemoteColumn]> = [:]
    var outcomes: [SendOutcome] = []
    var sent: [Change] = []
  }

  private let state = Locked(State())
  let feeds: [ChangeFeed]
  /// By table; those of others by an empty name.
  private let readOnly: UTF8Dictionary<String>

  init(
    feeds: [ChangeFeed] = [ChangeFeed("zone Z")], readOnly: UTF8Dictionary<String> = [:]
  ) {
    self.feeds = feeds
    self.readOnly = readOnly
  }

  func readOnlyReason(_ table: String?) -> String? { readOnly[table ?? ""] }

  var kind: String { "scripted" }
  var displayURL: String { "scripted://" }
  var capabilities: RemoteCapabilities {
    [.versionedWrites, .incrementalPull, .clientIDs, .hardDelete, .removals, .reinsert]
  }

  func script(_ pages: FeedPage...) {
    state.withLock { $0.pages += pages.map(Result.success) }
  }
  func script(_ error: RemoteError) { state.withLock { $0.pages.append(.failure(error)) } }
  func script(_ outcomes: SendOutcome...) { state.withLock { $0.outcomes += outcomes } }
  func has(_ record: Record, in table: String) {
    state.withLock { $0.rows[table, default: [:]][record.id] = record }
  }
  /// The feeds of the requests so far.
  var walked: [String?] { state.withLock { $0.requests.map(\.feed) } }
  /// The tokens of the requests so far.
  var tokens: [String?] { state.withLock { $0.requests.map(\.token) } }
  var reads: [String] { state.withLock { $0.reads } }
  var learned: UTF8Dictionary<[RemoteColumn]> { state.withLock { $0.learned } }
  var sent: [Change] { state.withLock { $0.sent } }

  func changes(_ request: FeedRequest) async throws(RemoteError) -> FeedPage {
    let next = state.withLock { state in
      state.requests.append(request)
      return state.pages.isEmpty
        ? .success(FeedPage(token: request.token)) : state.pages.removeFirst()
    }
    return try next.get()
  }

  func send(_ change: Change) async -> SendResult {
    state.withLock { state in
      state.sent.append(change)
      guard !state.outcomes.isEmpty else { return SendResult(.accepted(nil)) }
      return SendResult(state.outcomes.removeFirst())
    }
  }

  func describe(_ change: Change) -> RequestDescription {
    RequestDescription(method: "POST", url: "scripted://\(change.table)")
  }

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    state.withLock { state in
      state.reads.append(id)
      return state.rows[table]?[id]
    }
  }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    PullPage(records: [])
  }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage { IdentityPage(identities: []) }

  func probe() async throws(RemoteError) {}

  func learn(_ columns: [RemoteColumn], of table: String) {
    state.withLock { $0.learned[table] = columns }
  }

  func newID(for table: String, uuid: String) -> String { "\(table)|~|\(uuid)" }
}
