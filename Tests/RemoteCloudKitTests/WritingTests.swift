import HTTPClient
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import RemoteCloudKit

@Suite struct WritingTests {
  @Test func insertUpdateAndDeleteReachTheServerWithTheirTags() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "milk", "count": 2])
      #expect(id.hasPrefix("Note|~|"))
      #expect(try await fixture.store.push().succeeded == 1)
      let tag = try await notes.read(id: id)?.version
      #expect(tag != nil)
      try await notes.update(id, ["title": "bread"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.value(id, "title") == "bread")
      #expect(try await fixture.value(id, "count") == 2)
      let update = try #require(try await fixture.requests("records/modify").last)
      #expect(update["atomic"] == false)
      let operation = update["operations"]?.array?.first
      #expect(operation?["operationType"] == "update")
      #expect(operation?["record"]?["recordChangeTag"]?.string == tag)
      #expect(operation?["record"]?["fields"]?.object?.names == ["title"])
      try await notes.delete(id)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.records().isEmpty)
      #expect(try await notes.read(id: id)?.deleted == true)
    }
  }

  @Test func aClearedColumnIsCleared() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "milk", "count": 2])
      _ = try await fixture.store.push()
      try await notes.update(id, ["count": .null])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.value(id, "count") == nil)
      #expect(try await fixture.value(id, "title") == "milk")
    }
  }

  @Test func manyChangesGoInRequestsOfTwoHundred() async throws {
    try await withCloudKit { fixture in
      for number in 0..<450 {
        try await fixture.store.table("Note").insert(["n": .integer(Int64(number))])
      }
      #expect(try await fixture.store.push().succeeded == 450)
      let sizes = try await fixture.requests("records/modify")
        .map { $0["operations"]?.array?.count ?? 0 }
      #expect(sizes.allSatisfy { $0 <= 200 })
      #expect(sizes.reduce(0, +) == 450)
      #expect(sizes.count < 100)
      #expect(try await fixture.records().count == 450)
    }
  }

  @Test func answersInAnotherOrderAreGivenToTheirRecords() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      var ids: [String] = []
      for title in ["a", "b", "c"] { ids.append(try await notes.insert(["title": .string(title)])) }
      try await fixture.fault(["operation": "records/modify", "kind": "wrongOrder"])
      #expect(try await fixture.store.push().succeeded == 3)
      let server = try await fixture.records()
      for id in ids {
        let row = try await notes.read(id: id)
        #expect(row?.version == server[id]?["recordChangeTag"]?.string)
        #expect(row?.values["title"] == server[id]?["fields"]?["title"]?["value"])
      }
    }
  }

  @Test func aStaleTagIsAConflictWithTheServersCopy() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "mine", "count": 1])
      _ = try await fixture.store.push()
      try await fixture.somebody("forceUpdate", "Note", id, ["title": "theirs"])
      try await notes.update(id, ["title": "again mine"])
      #expect(try await fixture.store.push().conflicts == 1)
      let conflict = try #require(try await fixture.store.errors().first)
      #expect(conflict.server?.values["title"] == "theirs")
      #expect(conflict.base?.values["title"] == "mine")
      try await fixture.store.resolve(conflict.id, .merge(["title": "both"]), by: nil)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.value(id, "title") == "both")
    }
  }

  @Test func anUpdateOfADeletedRecordIsKeptAndCanMakeItAnew() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "mine"])
      _ = try await fixture.store.push()
      try await fixture.somebody("forceDelete", ["recordName": .string(id)])
      try await notes.update(id, ["title": "changed"])
      #expect(try await fixture.store.push().failed == 1)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.isMissingOnServer)
      try await fixture.store.resolve(error.id, .keepLocal, by: nil)
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.value(id, "title") == "changed")
    }
  }

  @Test func aDeleteOfAChangedRecordIsAConflictAndOfAMissingOneDone() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let (changed, gone) = (
        try await notes.insert(["title": "a"]), try await notes.insert(["title": "b"])
      )
      _ = try await fixture.store.push()
      try await fixture.somebody("forceUpdate", "Note", changed, ["title": "theirs"])
      try await fixture.somebody("forceDelete", ["recordName": .string(gone)])
      try await notes.delete(changed)
      try await notes.delete(gone)
      let report = try await fixture.store.push()
      #expect(report.conflicts == 1)
      #expect(report.succeeded == 1)
    }
  }

  @Test(arguments: ["lostAnswer", "truncated", "lostRequest", "failed"])
  func aChangeWhoseAnswerIsLostIsMadeOnce(fault: String) async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "one"])
      try await fixture.fault(["operation": "records/modify", "kind": .string(fault)])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.store.counts().pending == 0)
      #expect(try await fixture.records().keys.sorted() == [id])
      try await notes.update(id, ["title": "two"])
      try await fixture.fault(["operation": "records/modify", "kind": .string(fault)])
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.value(id, "title") == "two")
      #expect(try await fixture.store.errors().isEmpty)
    }
  }

  @Test func aNameOfAnotherTypeIsRefusedWithItsReason() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Task", "same", ["title": "task"])
      try await fixture.store.table("Note").insert(["id": "same", "title": "note"])
      #expect(try await fixture.store.push().failed == 1)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.message.contains("of the type Task"))
      #expect(try await fixture.value("same", "title") == "task")
    }
  }

  @Test func oneBadRecordTakesNoOtherAlong() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      for name in ["a", "b", "c"] { try await notes.insert(["id": .string(name), "title": "x"]) }
      try await fixture.fault([
        "operation": "records/modify", "kind": "recordError", "recordName": "b",
        "code": "QUOTA_EXCEEDED", "reason": "storage is full",
      ])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 2)
      #expect(report.failed == 1)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.itemID == "b")
      #expect(error.status == 413)
      #expect(error.message.contains("storage is full"))
    }
  }

  @Test(arguments: ["ATOMIC_ERROR", "SOMETHING_NEW", "INTERNAL_ERROR"])
  func aRecordErrorThatMayPassIsTriedAgain(code: String) async throws {
    try await withCloudKit { fixture in
      try await fixture.store.table("Note").insert(["id": "a", "title": "x"])
      try await fixture.fault([
        "operation": "records/modify", "kind": "recordError", "recordName": "a",
        "code": .string(code),
      ])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 1)
      #expect(try await fixture.records().count == 1)
    }
  }

  @Test func aRecordThatIsToWaitWaitsAndNothingIsLost() async throws {
    try await withCloudKit { fixture in
      for name in ["a", "b"] { try await fixture.store.table("Note").insert(["id": .string(name)]) }
      try await fixture.fault(
        [
          "operation": "records/modify", "kind": "recordError", "recordName": "a",
          "code": "THROTTLED", "retryAfter": 0,
        ], ["operation": "records/modify", "kind": "throttled", "retryAfter": 0])
      #expect(try await fixture.store.push().succeeded == 2)
      #expect(try await fixture.records().count == 2)
    }
  }

  @Test func theWaitOfTheAnswersBodyIsTakenOver() async throws {
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      .json(429, ["serverErrorCode": "THROTTLED", "retryAfter": 7])
    }
    let remote = try CloudKitRemote.test(transport)
    let result = await remote.send(Change(.insert, table: "Note", id: "a"))
    #expect(result.outcome == .throttled(retryAfterSeconds: 7))
    await #expect(throws: RemoteError.throttled(retryAfterSeconds: 7)) {
      _ = try await remote.read("Note", id: "a")
    }
  }

  @Test func aWaitForYearsIsADay() async throws {
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      .json(429, ["serverErrorCode": "THROTTLED", "retryAfter": 999_999_999_999])
    }
    let remote = try CloudKitRemote.test(transport)
    let result = await remote.send(Change(.insert, table: "Note", id: "a"))
    #expect(result.outcome == .throttled(retryAfterSeconds: 86_400))
  }

  @Test func recordsGoBeforeThoseThatPointToThem() async throws {
    try await withCloudKit { fixture in
      let reference: JSONValue = ["recordName": "parent", "action": "VALIDATE"]
      let child = Change(
        .insert, table: "Task", id: "child", values: ["note": reference, "title": "c"])
      let parent = Change(.insert, table: "Note", id: "parent", values: ["title": "p"])
      let results = await fixture.remote.send(batch: [child, parent])
      #expect(results.allSatisfy { if case .accepted = $0.outcome { true } else { false } })
      let orphan = Change(
        .insert, table: "Task", id: "orphan",
        values: ["note": ["recordName": "nobody", "action": "VALIDATE"]])
      #expect(await fixture.remote.send(orphan).outcome == .failed)
    }
  }

  @Test func aDeletedRowComesBackUnderItsName() async throws {
    try await withCloudKit { fixture in
      let notes = fixture.store.table("Note")
      let id = try await notes.insert(["title": "milk", "count": 2])
      _ = try await fixture.store.push()
      try await notes.delete(id)
      _ = try await fixture.store.push()
      try await notes.undelete(id)
      try await fixture.fault(["operation": "records/modify", "kind": "lostAnswer"])
      _ = try await fixture.store.push()
      #expect(try await fixture.store.counts().pending == 0)
      #expect(try await fixture.value(id, "title") == "milk")
      #expect(try await fixture.value(id, "count") == 2)
      #expect(try await fixture.store.pull().deleted == 0)
      #expect(try await notes.read(id: id)?.deleted == false)
    }
  }

  @Test func anUpdateWithoutATagAsksForItFirst() async throws {
    try await withCloudKit { fixture in
      try await fixture.somebody("create", "Note", "a", ["title": "x", "count": 1])
      let change = Change(.update, table: "Note", id: "a", values: ["title": "y"])
      guard case .accepted(let record?) = await fixture.remote.send(change).outcome else {
        Issue.record("not accepted")
        return
      }
      #expect(record.values["title"] == "y")
      #expect(record.values["count"] == 1)
      let missing = Change(.update, table: "Note", id: "nobody", values: ["title": "y"])
      #expect(await fixture.remote.send(missing).outcome == .missing)
      #expect(try await fixture.records().count == 1)
    }
  }

  @Test func aMissingZoneIsMadeOnlyWhenToldSo() async throws {
    try await withCloudKit(createsZone: true) { fixture in
      #expect(try await fixture.store.pull().isComplete)
      try await fixture.remote.probe()
      try await fixture.store.table("Note").insert(["title": "x"])
      #expect(try await fixture.store.push().succeeded == 1)
      #expect(try await fixture.records().count == 1)
    }
    try await withCloudKit { fixture in
      try await fixture.emulator.control("zones", ["zone": "Notes", "action": "remove"])
      try await fixture.store.table("Note").insert(["title": "x"])
      #expect(try await fixture.store.push().failed == 1)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.message.contains("ZONE_NOT_FOUND"))
    }
  }
}
