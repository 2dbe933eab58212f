import HTTPKit
import JSONKit
import Support
import SyncCore
import Testing

@testable import RemoteAzure

/// The oddities of the Easy Tables server, over sockets.
@Suite struct QuirkyLiveTests {
  private func run(
    _ server: QuirkyServer, _ version: AzureAPIVersion = .v2,
    _ body: (AzureRemote) async throws -> Void
  ) async throws {
    let fixture = try LiveFixture(version) { server.respond($0) }
    do { try await body(fixture.remote) } catch {
      await fixture.stop()
      throw error
    }
    await fixture.stop()
  }

  private func oddServer() -> QuirkyServer {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.topMax = 1_000
    quirks.foldsIDs = true
    let server = QuirkyServer(quirks)
    // Finer than they are printed, and many to the millisecond.
    for number in 0..<200 {
      let stamp = Timestamp(ticks: 16_000_000_000_000_000 + Int64(number / 30) * 10_000)
      server.put("Zeile \(number)", Timestamp(ticks: stamp.ticks + Int64(number % 30) * 311))
    }
    return server
  }

  @Test func pullLosesNothingAndEnds() async throws {
    let server = oddServer()
    try await run(server) { remote in
      var table = PulledTable()
      try await table.pull(remote)
      #expect(table.records.count == 200)
      server.put("late", Timestamp(ticks: 16_000_000_000_000_000 + 60_000), ["n": 1])
      try await table.pull(remote, overlap: 10)
      #expect(table.records.count == 201)
      #expect(!server.targets.contains { $0.contains("skip") })
      #expect(server.targets.allSatisfy { $0.contains("/tables/items") })
    }
  }

  @Test func failedAnswerAfterTheInsertWentThroughIsNoRefusal() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.failsAfterInsert = true
    try await run(QuirkyServer(quirks)) { remote in
      let change = Change(.insert, table: "items", id: "ö", values: ["n": 1])
      #expect(await remote.send(change).outcome == .failed)
      let stored = try await remote.read("items", id: "ö")
      #expect(stored?.values == ["n": 1])
      // The body of the refusal is what was sent, so it is not taken for the server's row.
      #expect(await remote.send(change).outcome == .exists(nil))
    }
  }

  @Test func pageOfTheWebServerIsNoMissingRow() async throws {
    try await run(QuirkyServer()) { remote in
      let result = await remote.send(Change(.delete, table: "unknown", id: "1"))
      #expect(result.outcome == .refused)
      #expect(result.answer?.message == "Cannot DELETE")
      let missing = await remote.send(Change(.delete, table: "items", id: "1"))
      #expect(missing.outcome == .missing)
    }
  }

  @Test func writesAndTombstonesWorkAsOnEasyTables() async throws {
    let server = QuirkyServer()
    server.put("1", .epoch, ["n": 1])
    try await run(server) { remote in
      let first = try #require(try await remote.read("items", id: "1"))
      let stale = await remote.send(
        Change(.update, table: "items", id: "1", values: ["n": 2], version: "b2xk"))
      #expect(stale.outcome == .conflict(first))
      guard
        case .accepted(let tombstone?) = await remote.send(
          Change(.delete, table: "items", id: "1", version: first.version)
        ).outcome
      else {
        Issue.record("the delete was not accepted")
        return
      }
      #expect(tombstone.deleted)
      let hidden = try await remote.read("items", id: "1")
      #expect(hidden == tombstone)
      guard
        case .accepted(let back?) = await remote.send(
          Change(.undelete, table: "items", id: "1", version: tombstone.version)
        ).outcome
      else {
        Issue.record("the undelete was not accepted")
        return
      }
      #expect(!back.deleted && back.values == ["n": 1])
    }
  }

  @Test func unknownColumnInAFilterIsReported() async throws {
    try await run(oddServer()) { remote in
      var table = PulledTable()
      try await table.pull(remote, filter: "finished eq true")
      #expect(table.warnings.contains { $0.contains("“finished”") })
    }
  }
}
