import Support
import SyncCore
import TestSupport

/// Answers sends of row `a` by a script and everything else as the fake server does.
final class ScriptedRemote: Remote {
  /// What reading row `a` back shows.
  enum Shown: Sendable {
    case row(Record?)
    case failure(RemoteError)
    /// The script does not expect a read.
    case unexpected
  }

  private let fake: FakeRemote
  private let time: ManualTime
  private let script: Locked<[SendResult]>
  private let shown: Shown
  /// The answer once the script is used up.
  private let afterwards: Record
  private let log: Locked<[(step: String, at: Timestamp)]> = Locked([])

  init(
    _ fake: FakeRemote, _ time: ManualTime, script: [SendResult], shown: Shown, afterwards: Record
  ) {
    self.fake = fake
    self.time = time
    self.script = Locked(script)
    self.shown = shown
    self.afterwards = afterwards
  }

  var kind: String { "scripted" }
  var displayURL: String { "scripted://" }
  var capabilities: RemoteCapabilities { fake.capabilities }

  /// Requests for row `a`, each with the clock at its start.
  var steps: [(step: String, at: Timestamp)] { log.withLock { $0 } }

  func send(_ change: Change) async -> SendResult {
    guard change.id == "a" else { return await fake.send(change) }
    let now = time.now
    log.withLock { $0.append(("send", now)) }
    return script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      ?? SendResult(.accepted(afterwards), answer: ServerAnswer(status: 200))
  }

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    let now = time.now
    log.withLock { $0.append(("read", now)) }
    switch shown {
    case .row(let record): return record
    case .failure(let error): throw error
    case .unexpected: throw .malformed(detail: "nothing was to be read")
    }
  }

  func describe(_ change: Change) -> RequestDescription { fake.describe(change) }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await fake.changes(request)
  }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await fake.identities(table, after: cursor, pageSize: pageSize)
  }

  func probe() async throws(RemoteError) { try await fake.probe() }
}
