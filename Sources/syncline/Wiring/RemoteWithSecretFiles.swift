import JSONKit
import Support
import SyncCore

/// A server whose secrets come from files.
///
/// When the server refuses the sign-in, the files are read again: one that was replaced counts from
/// then on, and the request goes out once more with it. A refused request did nothing.
final class RemoteWithSecretFiles: ForwardingRemote, DigestRemote {
  /// Reads every secret, from wherever it stands.
  private let read: @Sendable () throws -> [String]
  /// Makes the remote with the secrets as they are now.
  private let make: @Sendable () throws -> any Remote
  private let log: @Sendable (String) -> Void
  private let state: Locked<State>

  private struct State: Sendable {
    var remote: any Remote
    var secrets: [String]
    /// Goes up with each remote.
    var number = 0
    var columns: UTF8Dictionary<[RemoteColumn]> = [:]
  }

  /// - Parameter log: Receives what an operator should know, without secrets.
  init(
    read: @escaping @Sendable () throws -> [String],
    make: @escaping @Sendable () throws -> any Remote,
    log: @escaping @Sendable (String) -> Void
  ) throws {
    self.read = read
    self.make = make
    self.log = log
    state = Locked(State(remote: try make(), secrets: try read()))
  }

  var target: any Remote { state.withLock { $0.remote } }

  // MARK: - Secrets

  /// The remote to ask again after a refused sign-in; nil where no secret has changed.
  ///
  /// - Parameter number: That of the remote that was refused.
  private func renewed(after number: Int) -> (any Remote)? {
    state.withLock { state in
      // Another request was refused before this one, and the files were read for it.
      if state.number != number { return state.remote }
      guard let secrets = try? read(), secrets != state.secrets, let remote = try? make() else {
        return nil
      }
      for (table, columns) in state.columns { remote.learn(columns, of: table) }
      remote.learn(batchSize: state.remote.batchSize)
      state.remote = remote
      state.secrets = secrets
      state.number += 1
      log("\(remote.displayURL) refused the sign-in; a secret file has changed and is used now")
      return remote
    }
  }

  private func ask<Output: Sendable>(
    _ body: (any Remote) async throws(RemoteError) -> Output
  ) async throws(RemoteError) -> Output {
    let (remote, number) = state.withLock { ($0.remote, $0.number) }
    do {
      return try await body(remote)
    } catch {
      guard case .unauthorized = error, let next = renewed(after: number) else { throw error }
      return try await body(next)
    }
  }

  // MARK: - Writing

  func send(_ change: Change) async -> SendResult {
    let (remote, number) = state.withLock { ($0.remote, $0.number) }
    let result = await remote.send(change)
    guard case .unauthorized = result.outcome, let next = renewed(after: number) else {
      return result
    }
    return await next.send(change)
  }

  func send(batch changes: [Change]) async -> [SendResult] {
    let (remote, number) = state.withLock { ($0.remote, $0.number) }
    var results = await remote.send(batch: changes)
    let refused = changes.indices.filter { index in
      guard index < results.count, case .unauthorized = results[index].outcome else { return false }
      return true
    }
    guard !refused.isEmpty, let next = renewed(after: number) else { return results }
    let again = await next.send(batch: refused.map { changes[$0] })
    for (index, result) in zip(refused, again) { results[index] = result }
    return results
  }

  func upload(_ file: FileUpload) async throws(RemoteError) -> JSONValue {
    try await ask { (remote) throws(RemoteError) in
      guard let remote = remote as? any FileRemote else { throw Self.hasNo("files") }
      return try await remote.upload(file)
    }
  }

  // MARK: - Reading

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try await ask { (remote) throws(RemoteError) in try await remote.read(table, id: id) }
  }

  func read(_ table: String, ids: [String]) async throws(RemoteError) -> [Record] {
    try await ask { (remote) throws(RemoteError) in try await remote.read(table, ids: ids) }
  }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await ask { (remote) throws(RemoteError) in try await remote.changes(request) }
  }

  func changes(_ request: FeedRequest) async throws(RemoteError) -> FeedPage {
    try await ask { (remote) throws(RemoteError) in
      guard let remote = remote as? any ChangeFeedRemote else { throw Self.hasNo("feed") }
      return try await remote.changes(request)
    }
  }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await ask { (remote) throws(RemoteError) in
      try await remote.identities(table, after: cursor, pageSize: pageSize)
    }
  }

  func digest(_ table: String, buckets: Int) async -> RowDigest? {
    await (target as? any DigestRemote)?.digest(table, buckets: buckets)
  }

  func identities(
    _ table: String, inBuckets buckets: [Int], of count: Int
  ) async -> [RowIdentity]? {
    await (target as? any DigestRemote)?.identities(table, inBuckets: buckets, of: count)
  }

  func probe() async throws(RemoteError) {
    try await ask { (remote) throws(RemoteError) in try await remote.probe() }
  }

  func trace(insert change: Change) async throws(RemoteError) -> InsertTrace {
    try await ask { (remote) throws(RemoteError) in
      guard let remote = remote as? any AssigningRemote else { throw Self.hasNo("ids of its own") }
      return try await remote.trace(insert: change)
    }
  }

  func schema(_ known: [String]) async throws(RemoteError) -> [RemoteTable] {
    try await ask { (remote) throws(RemoteError) in
      try await (remote as? any SchemaRemote)?.schema(known) ?? []
    }
  }

  func download(_ value: JSONValue, limit: Int) async throws(RemoteError) -> FileContent {
    try await ask { (remote) throws(RemoteError) in
      guard let remote = remote as? any FileRemote else { throw Self.hasNo("files") }
      return try await remote.download(value, limit: limit)
    }
  }

  private static func hasNo(_ what: String) -> RemoteError {
    .malformed(detail: "This kind of server has no \(what).")
  }

  // MARK: - What is learned

  func learn(_ columns: [RemoteColumn], of table: String) {
    state.withLock { state in
      state.columns[table] = columns
      state.remote.learn(columns, of: table)
    }
  }
}
