import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Pointers between rows that the server has not given their ids yet.
@Suite struct ReferenceTests {
  @Test func pointersToNewRowsCarryTheServersIDs() async throws {
    try await withParse(.with { $0.tables = ["Note", "Task"] }) { fixture in
      let note = try await fixture.table.insert(["title": "parent"])
      let pointer: JSONValue = [
        "__type": "Pointer", "className": "Note", "objectId": .string(note),
      ]
      try await fixture.store.table("Task").insert(["note": pointer, "all": [pointer]])
      #expect(try await fixture.store.push().succeeded == 2)
      let id = try #require(try await fixture.serverRows().keys.first)
      let task = try #require(try await fixture.serverRows("Task").values.first)
      #expect(task["note"]?["objectId"]?.string == id)
      #expect(task["all"]?.array?.first?["objectId"]?.string == id)
    }
  }

  @Test func changeThatNamesAnUnsentRowIsBlockedUntilThatRowIsThere() async throws {
    try await withParse(.with { $0.tables = ["Note", "Task"] }) { fixture in
      let note = try await fixture.table.insert(["title": "parent"])
      let pointer: JSONValue = [
        "__type": "Pointer", "className": "Note", "objectId": .string(note),
      ]
      let task = try await fixture.store.table("Task").insert(["deep": ["all": [pointer]]])
      let alone = try await fixture.store.table("Task").insert(["title": "names no other row"])
      var blocked = OperationQuery()
      blocked.states = [.blocked]
      #expect(try await fixture.store.operations(blocked).operations.map(\.itemID) == [task])
      var pending = OperationQuery()
      pending.states = [.pending]
      #expect(
        try await fixture.store.operations(pending).operations.map(\.itemID) == [note, alone])
      #expect(
        try await fixture.store.operations(OperationQuery()).operations.map(\.state)
          == [.pending, .blocked, .pending])
      #expect(try await fixture.store.queueFigures()[.blocked]?.count == 1)
      #expect(try await fixture.store.counts().sendable == 3, "one push sends them all")
      let detail = try #require(try await fixture.store.row("Task", task))
      let insert = try #require(try await fixture.store.operations(pending).operations.first)
      #expect(detail.operations.first?.blockedBy == [insert.id])
      #expect(detail.why.contains { $0.evidence.contains("Inserts: \(insert.id)") })
      let previews = try await fixture.store.pushPreview()
      #expect(
        previews.map(\.blocked) == [nil, .unsentRow(RowReference(table: "Note", id: note)), nil])
      #expect(try await fixture.store.push().succeeded == 3)
      #expect(try await fixture.store.queueFigures()[.blocked] == nil)
    }
  }

  private func pointer(_ table: String, _ id: String) -> JSONValue {
    ["__type": "Pointer", "className": .string(table), "objectId": .string(id)]
  }

  @Test func newRowsThatReferToEachOtherAreAnErrorUntilOneReferenceIsCleared() async throws {
    try await withParse(.with { $0.tables = ["Note", "Task"] }) { fixture in
      let note = try await fixture.table.insert(["title": "a"])
      let task = try await fixture.store.table("Task").insert(["note": pointer("Note", note)])
      try await fixture.table.update(note, ["task": pointer("Task", task)])
      let report = try await fixture.store.push()
      #expect(report.failed == 1 && report.succeeded == 0)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.itemID == note && error.message.contains("refer to each other"))
      let counts = try await fixture.store.counts()
      #expect(counts.pending == 1 && counts.heldBack == 1 && counts.sendable == 0)
      #expect(try await fixture.serverRows().isEmpty)
      try await fixture.table.update(note, ["task": .null])
      #expect(try await fixture.store.push().isClean)
      let id = try #require(try await fixture.serverRows().keys.first)
      let sent = try #require(try await fixture.serverRows("Task").values.first)
      #expect(sent["note"]?["objectId"]?.string == id)
    }
  }

  @Test func newRowThatRefersToItselfIsNotSent() async throws {
    try await withParse { fixture in
      let note = try await fixture.table.insert(["title": "a"])
      try await fixture.table.update(note, ["parent": pointer("Note", note)])
      #expect(try await fixture.store.push().failed == 1)
      #expect(try await fixture.serverRows().isEmpty)
      #expect(
        try #require(try await fixture.store.errors().first).message.contains("refers to itself"))
    }
  }

  @Test func referenceToARowThatWasDeletedBeforeItWasSentIsNotSent() async throws {
    try await withParse(.with { $0.tables = ["Note", "Task"] }) { fixture in
      let note = try await fixture.table.insert(["title": "a"])
      let task = try await fixture.store.table("Task").insert(["note": pointer("Note", note)])
      try await fixture.table.delete(note)
      #expect(try await fixture.store.push().failed == 1)
      #expect(try await fixture.serverRows("Task").isEmpty)
      let error = try #require(try await fixture.store.errors().first)
      #expect(error.itemID == task && error.message.contains("deleted here before it was sent"))
      // A row that only the server has is no such row.
      try await fixture.store.table("Task").update(task, ["note": pointer("Note", "serverRow0")])
      #expect(try await fixture.store.push().isClean)
    }
  }
}
