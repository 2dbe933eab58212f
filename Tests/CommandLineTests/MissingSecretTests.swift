import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import syncline

/// A server that must not be asked.
private struct UnaskedRemote: Remote {
  var kind: String { "azure" }
  var displayURL: String { "https://example.org" }
  var capabilities: RemoteCapabilities { [.clientIDs, .versionedWrites] }

  private var failure: RemoteError {
    Issue.record("it was asked")
    return .cancelled
  }

  func send(_ change: Change) async -> SendResult { .unsent(after: failure) }

  func describe(_ change: Change) -> RequestDescription {
    RequestDescription(method: "GET", url: displayURL)
  }

  func read(_ table: String, id: String) async throws(RemoteError) -> Record? { throw failure }

  func changes(_ request: PullRequest) async throws(RemoteError) -> PullPage { throw failure }

  func identities(
    _ table: String, after cursor: String?, pageSize: Int
  ) async throws(RemoteError) -> IdentityPage { throw failure }

  func probe() async throws(RemoteError) { throw failure }

  func mayRepeat(version: String) -> Bool { version == "MQ==" }

  func newID(for table: String, uuid: String) -> String { "\(table)|\(uuid)" }

  var writeOnlyColumns: UTF8Set { ["password"] }

  func readOnlyReason(_ table: String?) -> String? { table === "Shared" ? "It is shared." : nil }
}

@Suite struct MissingSecretTests {
  @Test func whatNeedsNoServerIsAsTheRemoteSays() async {
    let remote = RemoteWithoutSecret(target: UnaskedRemote(), problem: "no key")
    #expect(remote.mayRepeat(version: "MQ==") && !remote.mayRepeat(version: "1"))
    #expect(remote.newID(for: "T", uuid: "u") == "T|u")
    #expect(remote.writeOnlyColumns == ["password"])
    #expect(remote.feeds.isEmpty)
    #expect(remote.readOnlyReason("Shared") == "It is shared." && remote.readOnlyReason("T") == nil)
    let change = Change(.delete, table: "T", id: "a")
    #expect(await remote.send(change).outcome == .unauthorized)
    await #expect(throws: RemoteError.self) { try await remote.probe() }
  }
}
