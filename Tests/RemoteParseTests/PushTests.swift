import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@Suite struct PushTests {
  @Test func updateSendsItsChangedColumnsAndNoID() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["title": "old", "n": 1, "other": "x"]])
      _ = try await fixture.store.pull()
      try await fixture.table.update(ids[0], ["n": 2])
      _ = try await fixture.store.push()
      let put = try #require(try await fixture.log("PUT").last)
      #expect(put["body"] == #"{"n":2}"#)
      let row = try #require(try await fixture.store.row(ParseFixture.table, ids[0]))
      #expect(row.record.values["other"] == "x")
      #expect(row.record.createdAt != nil)
      #expect(
        row.record.updatedAt == (try await fixture.serverRows())[ids[0]]?["updatedAt"]?.string)
    }
  }

  @Test func wrongApplicationStopsTheRunAndKeepsTheQueue() async throws {
    try await withParse(.with { $0.application = "other" }) { fixture in
      try await fixture.table.insert(["n": 1])
      let report = try await fixture.store.push()
      guard case .unauthorized? = report.stopped else {
        Issue.record("\(String(describing: report.stopped))")
        return
      }
      #expect(try await fixture.store.counts().pending == 1)
      #expect(try await fixture.store.errors().isEmpty)
    }
  }

  @Test func expiredSessionStopsTheRunAndANewOneGoesOn() async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
        $0.sessionToken = "r:of-the-test"
      }
    ) { fixture in
      try await fixture.table.insert(["n": 1])
      #expect(try await fixture.store.push().stopped != nil)
      try await fixture.emulator.control(
        "session", ["token": "r:of-the-test", "user": "someone000"])
      #expect(try await fixture.store.push().succeeded == 1)
    }
  }

  /// Between the look at a row and its writing somebody changes it.
  @Test(arguments: [true, false])
  func cloudCodeThatChecksClosesTheGapBetweenReadingAndWriting(isInBatch: Bool) async throws {
    let guardian = ParseGuard(column: "baseUpdatedAt", code: 9_001)
    try await withParse(
      .with {
        $0.guardian = guardian
        $0.server = ["guard": ["column": "baseUpdatedAt", "code": 9_001]]
        $0.batchSize = isInBatch ? 50 : 1
      }
    ) { fixture in
      #expect(fixture.remote.capabilities.contains(.checkedWrites))
      let ids = try await fixture.plant([["n": 1, "title": "a"], ["n": 2, "title": "b"]])
      _ = try await fixture.store.pull()
      for id in ids { try await fixture.table.update(id, ["title": "mine"]) }
      try await fixture.emulator.control(
        "faults",
        [
          "faults": ["changedMeanwhile"], "methods": ["PUT", "POST"],
          "row": ["objectId": .string(ids[0]), "n": 100], "class": "Note",
        ])
      let report = try await fixture.store.push()
      #expect(report.conflicts == 1 && report.succeeded == 1)
      let rows = try await fixture.serverRows()
      #expect(rows[ids[0]]?["n"] == 100 && rows[ids[0]]?["title"] == "a")
      #expect(rows[ids[1]]?["title"] == "mine")
      #expect(rows.values.allSatisfy { $0["baseUpdatedAt"] == nil })
      #expect(try await fixture.live()[ids[1]]?["baseUpdatedAt"] == nil)
      #expect(try await fixture.store.errors().first?.server?.values["n"] == 100)
    }
  }

  @Test func idsFromTheStoreFallBackToTheServers() async throws {
    try await withParse(.with { $0.newIDs = .auto }) { fixture in
      try await fixture.table.insert(["n": 1])
      try await fixture.table.insert(["n": 2])
      #expect(try await fixture.store.push().succeeded == 2)
      let rows = try await fixture.serverRows()
      #expect(rows.keys.allSatisfy { $0.utf8.count == 10 })
      #expect(Set(try await fixture.live().keys) == Set(rows.keys))
      #expect(fixture.sayings.withLock { $0.count } == 1)
    }
  }

  @Test func ownIDThatIsTakenIsAConflictUnlessTheRowsAreEqual() async throws {
    try await withParse(
      .with {
        $0.newIDs = .client
        $0.server = ["customIds": true]
      }
    ) { fixture in
      try await fixture.plant([["objectId": "abc", "n": 1], ["objectId": "def", "n": 1]])
      try await fixture.table.insert(["id": "abc", "n": 1])
      try await fixture.table.insert(["id": "def", "n": 2])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 1)
      #expect(report.conflicts == 1)
      #expect(try await fixture.store.errors().map(\.itemID) == ["def"])
    }
  }

  @Test func requestIDThatWasSeenIsSettledByAsking() async throws {
    try await withParse(
      .with {
        $0.batchSize = 1
        $0.server = ["idempotent": ["classes/.*"]]
      }
    ) { fixture in
      try await fixture.faults(["lostAnswer"], methods: ["POST"])
      try await fixture.faults(["lostAnswer"], methods: ["GET"])
      try await fixture.table.insert(["n": 1])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows().count == 1)
      #expect(try await fixture.waiting() == 0)
    }
  }

  @Test func requestIDOfARefusedInsertDoesNotHideWhatIsWrongNow() async throws {
    try await withParse(
      .with {
        $0.batchSize = 1
        $0.server = ["idempotent": ["classes/.*"]]
      }
    ) { fixture in
      try await fixture.plant([["n": 1]])
      try await fixture.table.insert(["n": "text"])
      _ = try await fixture.store.push()
      let error = try #require(try await fixture.store.errors().first)
      try await fixture.store.retry(error.operationID, by: nil)
      _ = try await fixture.store.push()
      let again = try #require(try await fixture.store.errors().first)
      #expect(again.message.contains("111"))
      #expect(try await fixture.serverRows().count == 1)
    }
  }

  @Test func uniqueKeyColumnMakesALateRequestHarmless() async throws {
    try await withParse(.with { $0.batchSize = 1 }) { fixture in
      let id = try await fixture.table.insert(["n": 1])
      try await fixture.emulator.control(
        "unique", ["class": "Note", "column": "synclineKey"])
      // The first request arrives only after the store had looked for its row.
      try await fixture.plant([["n": 1, "synclineKey": .string(id)]])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.serverRows().count == 1)
      #expect(try await fixture.live().count == 1)
    }
  }

  @Test func insertWithoutAKeyColumnIsLeftToAPersonWhenItsAnswerIsLost() async throws {
    try await withParse(.with { $0.keyColumn = nil }) { fixture in
      try await fixture.faults(["lostAnswer"])
      try await fixture.table.insert(["n": 1])
      #expect(try await fixture.store.push().failed == 1)
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows().count == 1)
      #expect(try await fixture.store.errors().first?.message.contains("Look for the row") == true)
    }
  }

  @Test func refusedRowIsParkedAndTheQueueGoesOn() async throws {
    try await withParse { fixture in
      try await fixture.plant([["n": 1]])
      try await fixture.table.insert(["n": "text"])
      try await fixture.table.insert(["a-b": 1])
      try await fixture.table.insert(["title": "good", "o": ["$x": 1]])
      try await fixture.table.insert(["title": "good"])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 1)
      #expect(report.failed == 3)
      let messages = try await fixture.store.errors().map(\.message)
      #expect(messages.contains { $0.contains("111") })
      #expect(messages.contains { $0.contains("105") })
      #expect(messages.contains { $0.contains("121") })
    }
  }

  @Test func bodyThatIsTooLargeIsRefusedWithASentence() async throws {
    try await withParse(.with { $0.server = ["maxUpload": 2_000] }) { fixture in
      try await fixture.table.insert(["title": .string(String(repeating: "x", count: 5_000))])
      try await fixture.table.insert(["title": "small"])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 1)
      #expect(report.failed == 1)
      #expect(try await fixture.store.errors().first?.status == 413)
    }
  }

  @Test func triggerThatFailsAfterADeleteIsNoRefusal() async throws {
    try await withParse(.with { $0.batchSize = 1 }) { fixture in
      let ids = try await fixture.plant([["n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.table.delete(ids[0])
      try await fixture.faults(["triggerFailed"], methods: ["DELETE"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.waiting() == 0)
    }
  }

  /// A class that lets nobody add columns refuses the column by which a lost insert is found again.
  @Test(arguments: [false, true])
  func refusedKeyColumnIsNamedAsTheCause(isInBatch: Bool) async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
        $0.batchSize = isInBatch ? 50 : 1
      }
    ) { fixture in
      try await fixture.plant([["title": "there"]])
      try await fixture.emulator.control("permissions", ["class": "Note", "addField": [:]])
      for _ in 0..<3 { try await fixture.table.insert(["title": "new"]) }
      #expect(try await fixture.store.push().failed == 3)
      let message = try #require(try await fixture.store.errors().first).message
      #expect(message.contains("synclineKey") && message.contains("keyColumn"))
    }
  }

  @Test func deletedRowComesBackUnderItsIDWhereTheServerAllowsIt() async throws {
    try await withParse(
      .with {
        $0.newIDs = .client
        $0.server = ["customIds": true]
      }
    ) { fixture in
      try await fixture.plant([["objectId": "abc", "n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.table.delete("abc")
      _ = try await fixture.store.push()
      try await fixture.table.insert(["id": "abc", "n": 1])
      _ = try await fixture.store.push()
      #expect(Array(try await fixture.serverRows().keys) == ["abc"])
    }
  }
}
