import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct FeedTests {
  @Test func everyRecordComesInPagesAndThenOnlyWhatChanged() async throws {
    try await withCloudKit(pageSize: 10) { fixture in
      for number in 0..<25 {
        try await fixture.somebody(
          "create", number % 2 == 0 ? "Note" : "Task", "r\(number)", ["n": .integer(Int64(number))])
      }
      let first = try await fixture.store.pull()
      #expect(first.isComplete)
      #expect(first.inserted == 25)
      #expect(try await fixture.requests("changes/zone").count == 3)
      try await fixture.somebody("forceUpdate", "Note", "r0", ["n": 100])
      let second = try await fixture.store.pull()
      #expect(second.updated == 1)
      #expect(second.received == 1)
      #expect(try await fixture.store.table("Note").read(id: "r0")?.values["n"] == 100)
      #expect(try await fixture.store.deltaTokens().count == 1)
    }
  }

  @Test func aPullThatBreaksOffGoesOnFromItsLastPage() async throws {
    try await withCloudKit(pageSize: 10) { fixture in
      for number in 0..<25 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      let pass: JSONObject = ["operation": "changes/zone", "kind": "none"]
      // Twice: the client itself asks once more when a kept connection ends without an answer.
      let lost: JSONObject = ["operation": "changes/zone", "kind": "lostAnswer"]
      try await fixture.fault(pass, pass, lost, lost)
      _ = try await fixture.store.pull()
      let report = try await fixture.store.pull()
      #expect(report.isComplete)
      #expect(report.received == 5)
      #expect(try await fixture.store.counts().live == 25)
    }
  }

  @Test(arguments: ["absent", "null", "string"])
  func aDeletionReachesItsTableInWhateverForm(tombstone: String) async throws {
    try await withCloudKit { fixture in
      try await fixture.options(["tombstoneType": .string(tombstone)])
      try await fixture.somebody("create", "Task", "a", ["title": "x"])
      _ = try await fixture.store.pull()
      try await fixture.somebody("forceDelete", ["recordName": "a"])
      #expect(try await fixture.store.pull().deleted == 1)
      let row = try await fixture.store.table("Task").read(id: "a")
      #expect(row?.deleted == true)
      #expect(row?.values["title"] == "x")
    }
  }

  @Test func deletionsOfRecordsThatNeverCameAreListedAndStopNothing() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "first", ["title": "x"])
      _ = try await fixture.store.pull()
      for name in ["Note|~|1", "plain", "Recipe|~|2"] {
        try await fixture.somebody("create", "Note", name, ["title": "x"])
        try await fixture.somebody("forceDelete", ["recordName": .string(name)])
      }
      let before = try await fixture.store.deltaTokens().first?.value
      let report = try await fixture.store.pull()
      #expect(report.isComplete)
      #expect(try await fixture.store.deltaTokens().first?.value != before)
      let listed = try await fixture.store.removals()
      #expect(listed.first { $0.id == "Note|~|1" }?.table == "Note")
      #expect(
        Set(try await fixture.store.removals(withoutTable: true).map(\.id)) == [
          "plain", "Recipe|~|2",
        ])
      #expect(report.tables.map(\.warnings).joined().contains { $0.contains("plain") })
    }
  }

  @Test func theStoreIsBelievedWhereANameTellsAnotherTable() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Task", "Note|~|1", ["title": "x"])
      _ = try await fixture.store.pull()
      try await fixture.somebody("forceDelete", ["recordName": "Note|~|1"])
      let report = try await fixture.store.pull()
      #expect(try await fixture.store.table("Task").read(id: "Note|~|1")?.deleted == true)
      #expect(report.tables.map(\.warnings).joined().contains { $0.contains("Note|~|1") })
    }
  }

  @Test func aDeletedParentTakesItsChildrenAlong() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "parent", ["title": "x"])
      try await fixture.somebody(
        "create",
        [
          "recordName": "child", "recordType": "Task",
          "fields": [
            "note": [
              "value": ["recordName": "parent", "action": "DELETE_SELF"], "type": "REFERENCE",
            ]
          ],
        ])
      _ = try await fixture.store.pull()
      let child = try await fixture.store.table("Task").read(id: "child")
      #expect(child?.values["note"]?["recordName"] == "parent")
      try await fixture.somebody("forceDelete", ["recordName": "parent"])
      #expect(try await fixture.store.pull().deleted == 2)
    }
  }

  @Test func aTokenThatExpiredLeadsToAFullPassThatFindsWhatWent() async throws {
    try await withCloudKit { fixture in
      for number in 0..<12 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      _ = try await fixture.store.pull()
      try await fixture.store.table("Note").insert(["id": "mine"])
      try await fixture.somebody("forceDelete", ["recordName": "r3"])
      try await fixture.emulator.control("zones", ["zone": "Notes", "action": "expire"])
      let report = try await fixture.store.pull()
      #expect(report.isComplete)
      #expect(report.deleted == 1)
      #expect(try await fixture.store.table("Note").read(id: "r3")?.deleted == true)
      #expect(try await fixture.store.table("Note").read(id: "mine")?.deleted == false)
      #expect(report.tables.map(\.warnings).joined().contains { $0.contains("pulled again") })
      // The record that is gone was asked for by name before its row went.
      let asked = try await fixture.requests("records/lookup")
        .map { $0["records"]?.array ?? [] }.joined().compactMap { $0["recordName"]?.string }
      #expect(asked == ["r3"])
    }
  }

  @Test func anErrorOfTheZoneKeepsTheToken() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "a", ["n": 1])
      _ = try await fixture.store.pull()
      let token = try await fixture.store.deltaTokens().first?.value
      try await fixture.fault([
        "operation": "changes/zone", "kind": "zoneError", "code": "SERVER_INTERNAL_ERROR",
      ])
      #expect(try await fixture.store.pull().isComplete)
      #expect(try await fixture.store.deltaTokens().first?.value == token)
    }
  }

  @Test func aZoneThatIsGoneTakesNoRowAway() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "a", ["n": 1])
      _ = try await fixture.store.pull()
      try await fixture.emulator.control("zones", ["zone": "Notes", "action": "remove"])
      for full in [false, true] {
        let report = try await fixture.store.pull(full: full)
        #expect(report.tables.compactMap(\.failure).first?.contains("ZONE_NOT_FOUND") == true)
        #expect(try await fixture.store.counts().live == 1)
        #expect(try await fixture.store.counts().pending == 0)
      }
    }
  }

  @Test func aFeedThatStandsStillIsGivenUp() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "a", ["n": 1])
      _ = try await fixture.store.pull()
      let still: JSONObject = ["operation": "changes/zone", "kind": "standstill"]
      try await fixture.fault(still, still, still, still, still)
      let report = try await fixture.store.pull()
      #expect(report.tables.compactMap(\.failure).first?.contains("does not move on") == true)
    }
  }

  @Test func theFeedFromItsBeginningListsTheRowsForAComparison() async throws {
    try await withCloudKit(pageSize: 5) { fixture in
      for number in 0..<12 { try await fixture.somebody("create", "Note", "r\(number)", ["n": 1]) }
      try await fixture.somebody("create", "Task", "other", ["n": 1])
      _ = try await fixture.store.pull()
      try await fixture.somebody("forceDelete", ["recordName": "r1"])
      let report = try await fixture.store.reconcile("Note")
      #expect(report.isComplete)
      #expect(report.serverRows == 11)
      #expect(report.missingOnServer.ids == ["r1"])
    }
  }

  @Test func pendingChangesStayAndADeletionBecomesAConflict() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "a", ["title": "theirs"])
      _ = try await fixture.store.pull()
      try await fixture.store.table("Note").update("a", ["title": "mine"])
      try await fixture.somebody("forceDelete", ["recordName": "a"])
      let push = try await fixture.store.push()
      #expect(push.failed == 1)
      let report = try await fixture.store.pull()
      #expect(report.keptBeside == 1)
      #expect(try await fixture.store.table("Note").read(id: "a")?.values["title"] == "mine")
    }
  }
}
