import HTTPKit
import Support

/// All connections, with whom they belong to and since when they are idle, so that the server can
/// choose which to close when there are too many.
///
/// Connections of nobody who is signed in go first, idle ones before those with a request, of the
/// network that has the most, the oldest first.
final class ConnectionTable: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Limits: Sendable {
    /// Idle connections that a client may keep for longer than the grace.
    var idlePerClientMax: Int
    var idleGrace: Duration
    /// Answers of unknown length that a client may read at once.
    var streamsPerClientMax: Int
    /// Addresses that many clients share, such as a proxy's.
    var sharedAddresses: Set<String>
  }

  private struct Entry {
    let record: ConnectionRecord
    let network: ClientNetwork
    let isShared: Bool
    var client: RequestClient
    var isIdle = true
    /// The body that comes is of somebody who was asked for and let in.
    var isAdmitted = false
    /// When it became idle, or its request began.
    var since = Instant.now
    /// It is being closed, and counts no more.
    var isEvicted = false
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var idle: [RequestClient: Int] = [:]
    var streams: [RequestClient: Int] = [:]

    mutating func countIdle(_ entry: Entry, _ change: Int) {
      guard entry.isIdle, !entry.isEvicted else { return }
      let count = (idle[entry.client] ?? 0) + change
      idle[entry.client] = count > 0 ? count : nil
    }

    mutating func change(_ record: ConnectionRecord, _ body: (inout Entry) -> Void) {
      let id = ObjectIdentifier(record)
      guard var entry = entries[id] else { return }
      countIdle(entry, -1)
      body(&entry)
      countIdle(entry, 1)
      entries[id] = entry
    }

    mutating func evict(_ id: ObjectIdentifier) {
      guard let record = entries[id]?.record else { return }
      change(record) { $0.isEvicted = true }
      record.cut()
    }
  }

  private let limits: Limits
  private let state = Locked(State())

  init(_ limits: Limits) { self.limits = limits }

  func isShared(_ address: String) -> Bool { limits.sharedAddresses.contains(address) }

  // MARK: - What connections do

  func insert(_ record: ConnectionRecord) {
    let network = ClientNetwork(record.remoteAddress)
    let entry = Entry(
      record: record, network: network, isShared: isShared(record.remoteAddress),
      client: .network(network))
    state.withLock { state in
      state.entries[ObjectIdentifier(record)] = entry
      state.countIdle(entry, 1)
    }
  }

  func remove(_ record: ConnectionRecord) {
    state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: ObjectIdentifier(record)) else { return }
      state.countIdle(entry, -1)
    }
  }

  /// The head of a request is there.
  func begin(_ record: ConnectionRecord) {
    state.withLock { state in
      state.change(record) { entry in
        entry.isIdle = false
        entry.isAdmitted = false
        entry.since = .now
      }
    }
  }

  /// The request's body may come, as its head says who sends it.
  func admit(_ record: ConnectionRecord) {
    state.withLock { $0.change(record) { $0.isAdmitted = true } }
  }

  /// The request's answer says who asked.
  ///
  /// A proxy's connection has another client with each request, so it stays the proxy's.
  func identify(_ record: ConnectionRecord, _ client: RequestClient?) {
    guard let client else { return }
    state.withLock { state in
      state.change(record) { entry in
        if !entry.isShared { entry.client = client }
      }
    }
  }

  /// The request is over.
  func end(_ record: ConnectionRecord) {
    state.withLock { state in
      state.change(record) { entry in
        entry.isIdle = true
        entry.since = .now
      }
    }
  }

  // MARK: - Streams

  /// Whom the answer on this connection is counted for.
  func client(of record: ConnectionRecord, _ named: RequestClient?) -> RequestClient {
    named ?? .network(ClientNetwork(record.remoteAddress))
  }

  /// False when the client reads as many as it may.
  func beginStream(_ client: RequestClient) -> Bool {
    state.withLock { state in
      let count = state.streams[client] ?? 0
      guard count < limits.streamsPerClientMax else { return false }
      state.streams[client] = count + 1
      return true
    }
  }

  func endStream(_ client: RequestClient) {
    state.withLock { state in
      let count = (state.streams[client] ?? 1) - 1
      state.streams[client] = count > 0 ? count : nil
    }
  }

  // MARK: - Choosing

  /// Closes one connection to make room for another.
  ///
  /// - Parameters:
  ///   - network: Only of this network; nil for any.
  ///   - sparesSignedIn: Closes none of somebody who is signed in, even when it is idle.
  /// - Returns: False when all are in use.
  @discardableResult
  func evictOne(of network: ClientNetwork? = nil, sparesSignedIn: Bool = false) -> Bool {
    state.withLock { state in
      var counts: [ClientNetwork: Int] = [:]
      for entry in state.entries.values { counts[entry.network, default: 0] += 1 }
      let candidates = state.entries.compactMap { id, entry -> (ObjectIdentifier, Worth)? in
        guard network == nil || entry.network == network, !entry.isEvicted,
          let rank = rank(entry), rank < Self.rankOfSignedIn || !sparesSignedIn
        else { return nil }
        // Behind a proxy many clients are one network.
        let count = entry.isShared ? 0 : counts[entry.network] ?? 0
        return (id, Worth(rank: rank, count: count, since: entry.since))
      }
      guard let (id, _) = candidates.min(by: { $0.1 < $1.1 }) else { return false }
      state.evict(id)
      return true
    }
  }

  /// What closing a connection costs; the least goes first.
  private struct Worth: Comparable {
    let rank: Int
    let count: Int
    let since: Instant

    static func < (left: Worth, right: Worth) -> Bool {
      (left.rank, -left.count, left.since) < (right.rank, -right.count, right.since)
    }
  }

  /// How long a client that is not signed in may take an answer in while others wait for a place.
  private static let answerGrace = Duration.seconds(5)

  private static let rankOfSignedIn = 2

  /// Nil for a connection that is in use.
  private func rank(_ entry: Entry) -> Int? {
    let isSignedIn = if case .principal = entry.client { true } else { false }
    if entry.isIdle { return isSignedIn || entry.isShared ? Self.rankOfSignedIn : 0 }
    guard !isSignedIn, !entry.isAdmitted else { return nil }
    switch entry.record.phase {
    case .waiting, .receiving: return 1
    case .answering: return .now - entry.since > Self.answerGrace ? 1 : nil
    case .responding, .streaming: return nil
    }
  }

  /// Closes the oldest idle connections of clients that keep too many.
  ///
  /// Those that were idle for a moment only are spared: the next request is probably on its way.
  func closeSurplus() {
    let until = ContinuousClock.now - limits.idleGrace
    state.withLock { state in
      for (client, count) in state.idle where count > limits.idlePerClientMax {
        let idle = state.entries.filter { entry in
          entry.value.client == client && entry.value.isIdle && !entry.value.isEvicted
            && !entry.value.isShared && entry.value.since <= until
        }
        let oldest = idle.sorted { $0.value.since < $1.value.since }
        for (id, _) in oldest.prefix(count - limits.idlePerClientMax) { state.evict(id) }
      }
    }
  }
}
