import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import syncline

/// A server that takes one key.
private struct KeyedRemote: Remote {
  let key: String
  let good: Locked<String>
  let asked: Locked<[String]>

  var kind: String { "azure" }
  var displayURL: String { "https://example.org" }
  var capabilities: RemoteCapabilities { [.clientIDs, .versionedWrites] }

  private func demandGoodKey() throws(RemoteError) {
    asked.withLock { $0.append(key) }
    guard key == good.withLock({ $0 }) else {
      throw .unauthorized(host: "example.org", detail: "no")
    }
  }

  func send(_ change: Change) async -> SendResult {
    do { try demandGoodKey() } catch { return SendResult(.unauthorized) }
    return SendResult(.accepted(nil))
  }

  func describe(_ change: Change) -> RequestDescription {
    RequestDescription(method: "GET", url: displayURL)
  }

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? {
    try demandGoodKey()
    return nil
  }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage {
    try demandGoodKey()
    return PullPage(records: [])
  }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage {
    try demandGoodKey()
    return IdentityPage(identities: [])
  }

  func probe() async throws(RemoteError) { try demandGoodKey() }

  func mayRepeat(version: String) -> Bool { version == "MQ==" }

  func newID(for table: String, uuid: String) -> String { "\(table)|\(uuid)" }

  var writeOnlyColumns: UTF8Set { ["password"] }
}

@Suite struct SecretFileTests {
  private let file = Locked("old")
  private let good = Locked("old")
  private let asked = Locked<[String]>([])
  private let lines = Locked<[String]>([])

  private func remote() throws -> RemoteWithSecretFiles {
    let (file, good, asked, lines) = (file, good, asked, lines)
    return try RemoteWithSecretFiles(
      read: { [file.withLock { $0 }] },
      make: { KeyedRemote(key: file.withLock { $0 }, good: good, asked: asked) },
      log: { line in lines.withLock { $0.append(line) } })
  }

  private func rotate() {
    good.withLock { $0 = "new" }
    file.withLock { $0 = "new" }
  }

  private let change = Change(.delete, table: "T", id: "a")

  @Test func replacedFileIsReadAtTheNextRefusal() async throws {
    let remote = try remote()
    try await remote.probe()
    rotate()
    _ = try await remote.changes(PullRequest(table: "T", pageSize: 1))
    #expect(asked.withLock { $0 } == ["old", "old", "new"])
    #expect(lines.withLock { $0.count } == 1 && !lines.withLock { $0[0] }.contains("new\""))
  }

  @Test func writesGoOutOnceMoreWithTheNewSecret() async throws {
    let remote = try remote()
    rotate()
    #expect(await remote.send(change).outcome == .accepted(nil))
    file.withLock { $0 = "newer" }
    good.withLock { $0 = "newer" }
    let outcomes = await remote.send(batch: [change, change]).map(\.outcome)
    #expect(outcomes == [.accepted(nil), .accepted(nil)])
  }

  @Test func refusalStaysOneWhereTheFileIsAsItWas() async throws {
    let remote = try remote()
    good.withLock { $0 = "new" }
    #expect(await remote.send(change).outcome == .unauthorized)
    await #expect(throws: RemoteError.self) { try await remote.probe() }
    #expect(asked.withLock { $0 } == ["old", "old"])
  }

  @Test func whatNeedsNoServerIsAsTheRemoteSays() throws {
    let missing = RemoteWithoutSecret(
      target: KeyedRemote(key: "", good: good, asked: asked), problem: "no key")
    let remotes: [any Remote] = [try remote(), missing]
    for remote in remotes {
      #expect(remote.mayRepeat(version: "MQ==") && !remote.mayRepeat(version: "1"))
      #expect(remote.newID(for: "T", uuid: "u") == "T|u")
      #expect(remote.writeOnlyColumns == ["password"])
      #expect((remote as? any ChangeFeedRemote)?.feed == nil)
    }
  }

  @Test func whatTheStoreToldIsToldToTheNextOne() async throws {
    let remote = try remote()
    #expect(remote.feed == nil && remote.capabilities.contains(.clientIDs))
    remote.learn([RemoteColumn("at", .date)], of: "T")
    rotate()
    try await remote.probe()
    #expect(try await remote.schema([]).isEmpty)
  }
}
