import JSONKit
import RemoteParse
import Support
import SyncCore
import TestSupport
import Testing

@Suite struct DeletionTests {
  @Test func wrongMasterKeyConcludesNothing() async throws {
    try await withParse(
      .with {
        $0.masterKey = "wrong"
        $0.restKey = "rec-rest"
      }
    ) { fixture in
      try await fixture.plant([["n": 1], ["n": 2, "ACL": [:]]])
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(!report.isComplete)
      #expect(report.failure?.contains("master key") == true)
      await #expect(throws: RemoteError.self) { try await fixture.remote.probe() }
    }
  }

  @Test func withoutAMasterKeyIDsAreNotCompared() async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
      }
    ) { fixture in
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(!report.isComplete)
    }
  }

  /// PostgreSQL counts a whole class by its planner's estimate.
  @Test(arguments: [3, 7, 10])
  func anEstimateOfTheNumberOfRowsIsNotBelieved(estimate: Int) async throws {
    try await withParse(.with { $0.server = ["estimate": .integer(Int64(estimate))] }) { fixture in
      let ids = try await fixture.plant(Array(repeating: ["n": 1], count: 7))
      _ = try await fixture.store.pull()
      try await fixture.drop([ids[0]])
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(report.missingOnServer.count == 1)
    }
  }

  /// A row that may be read and not changed answers a delete as if it were not there.
  @Test(arguments: [false, true])
  func aDeleteThatTheServerRefusesIsNotDone(isInBatch: Bool) async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
        $0.batchSize = isInBatch ? 50 : 1
      }
    ) { fixture in
      let readable: JSONValue = ["*": ["read": true]]
      let ids = try await fixture.plant([
        ["n": 1, "ACL": readable], ["n": 2, "ACL": readable], ["n": 3], ["n": 4],
      ])
      _ = try await fixture.store.pull()
      for id in ids { try await fixture.table.delete(id) }
      let report = try await fixture.store.push()
      #expect(report.succeeded == 2 && report.failed == 2)
      #expect(Set(try await fixture.serverRows().keys) == Set(ids.prefix(2)))
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.message.contains("allowed to read the row"))
      for error in try await fixture.store.errors() {
        try await fixture.store.resolve(error.id, .discard, by: nil)
      }
      #expect(try await fixture.live().count == 2)
    }
  }

  /// The server takes a wrong master key beside a client key for none, and hides rows.
  @Test func aWrongMasterKeyBesideAClientKeyStopsThePullAndThePush() async throws {
    try await withParse(
      .with {
        $0.masterKey = "wrong"
        $0.restKey = "rec-rest"
      }
    ) { fixture in
      let ids = try await fixture.plant([["n": 1, "ACL": [:]]])
      guard case .unauthorized? = try await fixture.store.pull().stopped else {
        Issue.record("The pull took the rows that anybody may see for all.")
        return
      }
      #expect(try await fixture.live().isEmpty)
      #expect(try await fixture.serverRows().keys.contains(ids[0]))
    }
  }

  @Test func listThatBreaksOffConcludesNothing() async throws {
    try await withParse(.with { $0.pageSize = 10 }) { fixture in
      try await fixture.plant((0..<50).map { ["n": .integer(Int64($0))] })
      _ = try await fixture.store.pull()
      try await fixture.faults(
        ["none", "none", "truncatedAnswer"], methods: ["GET"], path: "order=objectId")
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(!report.isComplete)
      await #expect(throws: ReconcileError.self) {
        try await fixture.store.apply(
          report, ReconcileChoices(missingOnServer: .removeHere), by: nil)
      }
      #expect(try await fixture.live().count == 50)
    }
  }

  @Test func rowThatVanishedUnderAPendingEditIsLeftToAPerson() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["n": 1], ["n": 2], ["n": 3]])
      _ = try await fixture.store.pull()
      try await fixture.table.update(ids[0], ["n": 10])
      try await fixture.drop([ids[0]])
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(report.isComplete)
      _ = try await fixture.store.apply(
        report, ReconcileChoices(missingOnServer: .removeHere), by: nil)
      #expect(try await fixture.live()[ids[0]]?["n"] == 10)
      #expect(try await fixture.store.push().failed == 1)
      #expect(try await fixture.store.errors().first?.isMissingOnServer == true)
      #expect(try await fixture.live()[ids[0]]?["n"] == 10)
    }
  }

  @Test func classThatIsNotThereConcludesNothing() async throws {
    try await withParse { fixture in
      try await fixture.plant([["n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.drop(nil)
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(!report.isComplete)
      #expect(report.failure?.contains("no class") == true)
    }
  }

  @Test(arguments: [SoftDelete.flag(column: "gone"), .date(column: "deletedAt")])
  func softDeleteByColumnIsSeenByOthersAndUndone(softDelete: SoftDelete) async throws {
    try await withParse(
      .with {
        $0.softDelete = softDelete
        $0.dates = ["Note": ["deletedAt"]]
      }
    ) { fixture in
      let ids = try await fixture.plant([["n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.table.delete(ids[0])
      #expect(try await fixture.live().isEmpty)
      #expect(try await fixture.store.push().succeeded == 1)
      let mark = try #require(try await fixture.serverRows()[ids[0]]?[softDelete.column ?? ""])
      #expect(mark == true || mark["__type"] == "Date")
      _ = try await fixture.store.pull()
      #expect(try await fixture.live().isEmpty)
      try await fixture.table.undelete(ids[0])
      _ = try await fixture.store.push()
      let cleared = try await fixture.serverRows()[ids[0]]?[softDelete.column ?? ""]
      #expect(cleared == nil || cleared == false)
      #expect(try await fixture.live().count == 1)
      try await fixture.plant([
        [
          "objectId": .string(ids[0]), "gone": true,
          "deletedAt": ["__type": "Date", "iso": "2026-01-02T03:04:05.678Z"],
        ]
      ])
      #expect(try await fixture.store.pull().tables[0].deleted == 1, "by another console")
    }
  }

  @Test func rowThatWasNeverPushedSurvivesAndADroppedOneIsNeverSent() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["n": 1]])
      _ = try await fixture.store.pull()
      try await fixture.table.insert(["n": 2])
      let dropped = try await fixture.table.insert(["n": 3])
      try await fixture.table.delete(dropped)
      try await fixture.drop(ids)
      let report = try await fixture.store.reconcile(ParseFixture.table)
      #expect(report.missingOnServer.ids == ids)
      var choices = ReconcileChoices(missingOnServer: .removeHere)
      choices.confirm = report.confirmationNeeded
      _ = try await fixture.store.apply(report, choices, by: nil)
      #expect(try await fixture.live().values.map { $0["n"] } == [2])
      #expect(try await fixture.log("POST").isEmpty)
    }
  }
}
