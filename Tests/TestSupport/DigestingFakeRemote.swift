package import Support
package import SyncCore

/// A ``FakeRemote`` whose server digests its rows, or fails at that in one of several ways.
package final class DigestingFakeRemote: DigestRemote {
  package enum Behaviour: Sendable, CaseIterable {
    case works, knowsNoDigests, answersOddly, losesRows
  }

  package let fake: FakeRemote
  private let behaviour: Behaviour
  private let counts = Locked((digests: 0, listed: 0))

  package init(_ fake: FakeRemote, _ behaviour: Behaviour) {
    self.fake = fake
    self.behaviour = behaviour
  }

  /// Rows that were listed by their buckets.
  package var listed: Int { counts.withLock { $0.listed } }

  package func digest(_ table: String, buckets: Int) async -> RowDigest? {
    counts.withLock { $0.digests += 1 }
    switch behaviour {
    case .knowsNoDigests: return nil
    case .answersOddly: return RowDigest(buckets: 1)
    case .works, .losesRows: return digest(of: rows(table), buckets)
    }
  }

  package func identities(
    _ table: String, inBuckets buckets: [Int], of count: Int
  ) async -> [RowIdentity]? {
    guard behaviour == .works else { return nil }
    let wanted = Set(buckets)
    let found = rows(table).filter { row in
      let digest = digest(of: [row], count)
      return digest.sums.contains { $0 != 0 }
        && wanted.contains(digest.sums.firstIndex { $0 != 0 } ?? -1)
    }
    counts.withLock { $0.listed += found.count }
    return found
  }

  private func rows(_ table: String) -> [RowIdentity] {
    fake.server.rows(table).map {
      RowIdentity(id: $0.id, version: $0.version, updatedAt: $0.updatedAt, deleted: $0.deleted)
    }
  }

  private func digest(of rows: [RowIdentity], _ buckets: Int) -> RowDigest {
    var digest = RowDigest(buckets: buckets)
    for row in rows { row.add(to: &digest) }
    return digest
  }
}

extension DigestingFakeRemote {
  package var kind: String { fake.kind }
  package var displayURL: String { fake.displayURL }
  package var capabilities: RemoteCapabilities { fake.capabilities }
  package func send(_ change: Change) async -> SendResult { await fake.send(change) }
  package func describe(_ change: Change) -> RequestDescription { fake.describe(change) }
  package func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try await fake.read(table, id: id)
  }
  package func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try await fake.changes(request)
  }
  package func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try await fake.identities(table, after: cursor, pageSize: pageSize)
  }
  package func probe() async throws(RemoteError) { try await fake.probe() }
}
