import JSONKit
import SyncCore
import SyncInspection
import Testing

/// What every remote has to do for a pull and for a comparison, whatever its server is.
@Suite struct PullContractTests {
  @Test(arguments: RemoteKind.allCases)
  func pullBringsEveryRowOnceOverManyPages(kind: RemoteKind) async throws {
    try await withRemote(kind, pageSize: 10) { fixture in
      for number in 0..<25 {
        _ = try await fixture.server.somebodyInserts(["title": "row", "n": .integer(Int64(number))])
      }
      let first = try await fixture.store.pull()
      #expect(first.stopped == nil)
      #expect(first.tables.map(\.inserted) == [25])
      #expect(try await fixture.isInStep())
      let second = try await fixture.store.pull()
      #expect(second.tables.map { $0.inserted + $0.updated + $0.deleted } == [0])
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func pullBringsWhatChangedSince(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "one", "n": 1])
      _ = try await fixture.server.somebodyInserts(["title": "two", "n": 2])
      _ = try await fixture.store.pull()
      try await fixture.server.somebodyUpdates(id, ["n": 3])
      let report = try await fixture.store.pull()
      #expect(report.tables.map(\.updated) == [1])
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func pullKeepsALocalChangeAndTheServersRowBesideIt(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "theirs", "n": 1])
      _ = try await fixture.store.pull()
      try await fixture.table.update(id, ["title": "mine"])
      try await fixture.server.somebodyUpdates(id, ["n": 2])
      _ = try await fixture.store.pull()
      #expect(try await fixture.rows()[id]?["title"] == "mine")
      #expect(try await fixture.store.counts().conflicts == 1)
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func ownWritesComeBackUnchanged(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      try await fixture.table.insert(["title": "one", "n": 1, "gone": false])
      _ = try await fixture.store.push()
      let report = try await fixture.store.pull()
      #expect(report.tables.map { $0.inserted + $0.updated } == [0])
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func listOfIdentitiesHasEachRowOnce(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      var made: Set<String> = []
      for number in 0..<23 {
        made.insert(try await fixture.server.somebodyInserts(["n": .integer(Int64(number))]))
      }
      var listed: [String] = []
      var cursor: String?
      repeat {
        let page = try await fixture.server.remote.identities(
          contractTable, after: cursor, pageSize: 5)
        listed += page.identities.filter { !$0.deleted }.map(\.id)
        cursor = page.next
      } while cursor != nil
      #expect(listed.count == 23)
      #expect(Set(listed) == made)
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func remoteThatCountsRowsCountsThoseThatAreLive(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      for number in 0..<7 {
        _ = try await fixture.server.somebodyInserts(["n": .integer(Int64(number))])
      }
      _ = try await fixture.store.pull()
      try await fixture.table.delete(try #require(try await fixture.rows().keys.min()))
      _ = try await fixture.store.push()
      guard let remote = fixture.server.remote as? any RowCountRemote else {
        return #expect(kind == .cloudkit || kind == .cloudkitSecondZone)
      }
      #expect(try await remote.rowCount(of: contractTable) == 6)
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func rowRemovedBehindEveryonesBackIsFoundAndTakenAway(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      for number in 0..<9 {
        _ = try await fixture.server.somebodyInserts(["n": .integer(Int64(number))])
      }
      _ = try await fixture.store.pull()
      let gone = try #require(try await fixture.rows().keys.min())
      try await fixture.server.somebodyRemoves(gone)
      try await fixture.table.insert(["n": 100])
      let report = try await fixture.store.reconcile(contractTable)
      #expect(report.isComplete)
      #expect(report.missingOnServer.ids == [gone])
      let outcome = try await fixture.store.apply(
        report, ReconcileChoices(missingOnServer: .removeHere), by: nil)
      #expect(outcome.removed == 1)
      #expect(try await fixture.rows().count == 9, "the row that was never pushed stays")
      _ = try await fixture.store.push()
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases, WireFault.allCases)
  func pullThatBreaksOffIsMadeWholeByTheNext(kind: RemoteKind, fault: WireFault) async throws {
    try await withRemote(kind, pageSize: 5) { fixture in
      for number in 0..<12 {
        _ = try await fixture.server.somebodyInserts(["n": .integer(Int64(number))])
      }
      // On the second page, then on the first one of the next pull, then no more.
      try await fixture.server.nextReads([fault], after: 1)
      _ = try await fixture.store.pull()
      try await fixture.server.nextReads([fault], after: 0)
      _ = try await fixture.store.pull()
      let last = try await fixture.store.pull()
      #expect(last.isComplete)
      #expect(try await fixture.rows().count == 12)
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases, WireFault.allCases)
  func comparisonThatBreaksOffConcludesNothing(kind: RemoteKind, fault: WireFault) async throws {
    try await withRemote(kind, pageSize: 5) { fixture in
      for number in 0..<12 {
        _ = try await fixture.server.somebodyInserts(["n": .integer(Int64(number))])
      }
      _ = try await fixture.store.pull()
      for passing in [0, 1] {
        try await fixture.server.nextReads([fault], after: passing)
        let report = try await fixture.store.reconcile(contractTable)
        if report.isComplete {
          #expect(report.missingOnServer.ids.isEmpty)
        } else {
          await #expect(throws: ReconcileError.self) {
            try await fixture.store.apply(
              report, ReconcileChoices(missingOnServer: .removeHere, confirm: 12), by: nil)
          }
        }
        #expect(try await fixture.rows().count == 12)
      }
      let report = try await fixture.store.reconcile(contractTable)
      #expect(report.isComplete && report.missingOnServer.ids.isEmpty)
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func softDeleteByColumnLeavesTheRowToUndelete(kind: RemoteKind) async throws {
    try await withRemote(kind, softDelete: .flag(column: "gone")) { fixture in
      let id = try await fixture.server.somebodyInserts(["title": "one", "gone": false])
      _ = try await fixture.store.pull()
      try await fixture.table.delete(id)
      _ = try await fixture.store.push()
      #expect(try await fixture.server.serverRows()[id]?["gone"] == true)
      try await fixture.table.undelete(id)
      _ = try await fixture.store.push()
      #expect(try await fixture.server.serverRows()[id]?["gone"] == false)
      #expect(try await fixture.isInStep())
    }
  }

  @Test(arguments: RemoteKind.allCases)
  func capabilitiesMatchWhatTheRemoteIs(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let remote = fixture.server.remote
      #expect(remote.capabilities.contains(.files) == (remote is any FileRemote))
      #expect(remote.capabilities.contains(.clientIDs) || remote is any AssigningRemote)
      #expect(remote.batchSize >= 1)
      #expect(remote.capabilities.contains(.versionedWrites))
      let isParse = kind == .parse || kind == .parseWithOwnIDs
      #expect(remote.capabilities.contains(.checkedWrites) == !isParse)
      #expect(
        remote.capabilities.contains(.removals)
          == ([.cloudkit, .cloudkitSecondZone].contains(kind)))
      #expect(remote.capabilities.contains(.tombstones) == (kind == .azure))
      try await remote.probe()
    }
  }
}
