import JSONKit
import SyncCore
import SyncInspection
import Testing

/// What every remote has to do for a push, whatever its server is.
@Suite struct PushContractTests {
  @Test(arguments: RemoteKind.allCases)
  func changesReachTheServer(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let first = try await fixture.table.insert(["title": "one", "n": 1])
      let second = try await fixture.table.insert(["title": "two é中😀 \"q\"", "n": 2, "share": 2.5])
      #expect(try await fixture.store.push().succeeded == 2)
      #expect(try await fixture.isInStep())
      try await fixture.table.update(first, ["n": 10])
      try await fixture.table.delete(second)
      let report = try await fixture.store.push()
      #expect(report.succeeded == 2)
      #expect(report.problems.isEmpty)
      #expect(try await fixture.isInStep())
      #expect(try await fixture.server.serverRows().values.map { $0["n"] } == [10])
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func clearedColumnIsCleared(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.table.insert(["title": "one", "n": 1])
      _ = try await fixture.store.push()
      try await fixture.table.update(id, ["n": nil])
      _ = try await fixture.store.push()
      #expect(try await fixture.isInStep())
      #expect(try await fixture.server.serverRows().values.first?["n"]?.isNull ?? true)
    }
  }

  @Test(arguments: RemoteKind.allCases, WireFault.allCases.filter(\.leavesDoubt))
  func insertIsMadeOnceWhateverIsLost(kind: RemoteKind, fault: WireFault) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.server.nextWrites([fault])
      try await fixture.table.insert(["title": "one", "n": 1])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.server.serverRows().count == 1)
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases, WireFault.allCases.filter(\.leavesDoubt))
  func updateAndDeleteAreMadeWhateverIsLost(kind: RemoteKind, fault: WireFault) async throws {
    try await withRemote(kind) { fixture in
      let kept = try await fixture.table.insert(["title": "kept", "n": 1])
      let dropped = try await fixture.table.insert(["title": "dropped", "n": 2])
      _ = try await fixture.store.push()
      try await fixture.server.nextWrites([fault])
      try await fixture.table.update(kept, ["n": 3])
      _ = try await fixture.store.push()
      try await fixture.server.nextWrites([fault])
      try await fixture.table.delete(dropped)
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.isInStep())
      #expect(try await fixture.server.serverRows().values.map { $0["n"] } == [3])
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func requestToWaitIsFollowedAndNothingIsLost(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.server.nextWrites([.throttled])
      try await fixture.table.insert(["title": "one"])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 1)
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func refusedSignInStopsTheRunAndKeepsEverything(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.server.nextWrites([.expiredToken])
      try await fixture.table.insert(["title": "one"])
      let report = try await fixture.store.push()
      #expect(report.stopped != nil)
      #expect(try await fixture.store.counts().pending == 1)
      #expect(try await fixture.store.errors().isEmpty)
      _ = try await fixture.store.push()
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func changeBySomebodyElseIsAConflictWithTheirRow(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "theirs", "n": 1])
      _ = try await fixture.store.pull()
      try await fixture.server.somebodyUpdates(id, ["n": 2])
      try await fixture.table.update(id, ["title": "mine"])
      let report = try await fixture.store.push()
      #expect(report.conflicts == 1)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.isConflict)
      #expect(error.server?.values["n"] == 2)
      try await fixture.store.resolve(error.id, .merge(["title": "mine", "n": 2]), by: nil)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.isInStep())
      #expect(try await fixture.rows()[id]?["title"] == "mine")
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func deleteOfARowThatChangedMeanwhileIsAConflict(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "theirs", "n": 1])
      _ = try await fixture.store.pull()
      try await fixture.server.somebodyUpdates(id, ["n": 2])
      try await fixture.table.delete(id)
      #expect(try await fixture.store.push().conflicts == 1)
      #expect(try await fixture.server.serverRows().count == 1)
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func deleteOfARowThatIsGoneIsDone(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "theirs"])
      _ = try await fixture.store.pull()
      try await fixture.server.somebodyRemoves(id)
      try await fixture.table.delete(id)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.rows().isEmpty)
      #expect(try await fixture.store.counts().pending == 0)
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func updateOfARowThatIsGoneIsKeptForAPerson(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "theirs"])
      _ = try await fixture.store.pull()
      try await fixture.server.somebodyRemoves(id)
      try await fixture.table.update(id, ["title": "mine"])
      let report = try await fixture.store.push()
      #expect(report.problems.count == 1)
      let error = try #require(try await fixture.store.errors().first)
      try await fixture.store.resolve(error.id, .keepLocal, by: nil)
      _ = try await fixture.store.push()
      #expect(try await fixture.server.serverRows().values.map { $0["title"] } == ["mine"])
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func rowDeletedBeforeItsFirstPushIsNeverSent(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.table.insert(["title": "one"])
      try await fixture.table.delete(id)
      #expect(try await fixture.store.push().sent == 0)
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func batchAnswersEachChangeInItsPlace(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let remote = fixture.server.remote
      guard remote.batchSize > 1 else { return }
      let present = try await fixture.server.somebodyInserts(["title": "there", "n": 0])
      let results = await remote.send(batch: [
        Change(.insert, table: contractTable, id: "a1", values: ["title": "a", "n": 1]),
        Change(.update, table: contractTable, id: present, values: ["n": 5]),
        Change(.delete, table: contractTable, id: "nosuchrow0"),
      ])
      #expect(results.count == 3)
      guard case .accepted = results[0].outcome, case .accepted = results[1].outcome else {
        Issue.record("\(results.map(\.outcome))")
        return
      }
      // Done, where the row was read before.
      #expect([.missing, .accepted(nil)].contains(results[2].outcome))
      #expect(try await fixture.server.serverRows()[present]?["n"] == 5)
    }
  }
}
