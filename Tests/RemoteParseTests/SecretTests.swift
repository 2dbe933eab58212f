import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@Suite struct SecretTests {
  @Test func keysAreNeverShown() async throws {
    let secrets = ["rec-master-of-test", "rec-rest-of-test", "r:token-of-test"]
    try await withParse(
      .with {
        $0.masterKey = secrets[0]
        $0.restKey = secrets[1]
        $0.sessionToken = secrets[2]
      }
    ) { fixture in
      try await fixture.table.insert(["n": 1])
      let change = Change(.insert, table: "Note", id: "x", values: ["n": 1])
      var shown = "\(fixture.remote.describe(change)) \(fixture.remote.displayURL)"
      shown += "\(try await fixture.store.push())"
      let operation = try #require(
        try await fixture.store.operations(OperationQuery()).operations.first)
      shown += "\(String(describing: try await fixture.store.operation(operation.id)))"
      shown += "\(try await fixture.store.reconcile("Note"))"
      do { try await fixture.remote.probe() } catch { shown += "\(error)" }
      shown += fixture.sayings.withLock { $0.joined() }
      for secret in secrets { #expect(!shown.contains(secret)) }
      #expect(shown.contains("•••"))
    }
  }

  @Test func sessionTokensOfUsersAreNotKept() async throws {
    try await withParse(.with { $0.tables = ["_User"] }) { fixture in
      try await fixture.plant(
        [["username": "ann", "sessionToken": "r:secret", "authData": ["x": ["token": "y"]]]],
        in: "_User")
      _ = try await fixture.store.pull()
      let values = try #require(try await fixture.live("_User").values.first)
      #expect(values["username"] == "ann")
      #expect(values.names.allSatisfy { !["sessionToken", "authData"].contains($0) })
    }
  }

  @Test func keyWithALineBreakIsRefusedWithoutShowingIt() {
    do {
      _ = try ParseConfiguration(
        url: "http://h?x", applicationID: "", masterKey: "se\ncret", keyColumn: "1")
      Issue.record("it was taken")
    } catch {
      #expect(error.problems.count == 4)
      #expect(!error.description.contains("cret"))
    }
  }

  @Test func serverThatIsStartingIsNotReady() async throws {
    try await withParse(.with { $0.server = ["state": "initialized"] }) { fixture in
      await #expect(throws: RemoteError.self) { try await fixture.remote.probe() }
      try await fixture.emulator.control("options", ["state": "ok"])
      try await fixture.remote.probe()
    }
  }
}
