import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// What "delete" and "undelete" do under each setting of a table.
@Suite struct SoftDeleteTests {
  static let flag = SoftDelete.flag(column: "complete")
  static let date = SoftDelete.date(column: "deletedOn")

  private func fixture(_ softDelete: SoftDelete) throws -> StoreFixture {
    try StoreFixture(
      StoreSettings(tables: [TableSettings(name: "todo", softDelete: softDelete)]))
  }

  @Test(arguments: [flag, date])
  func markingColumnTakesARowOutAndBringsItBack(_ softDelete: SoftDelete) async throws {
    let fixture = try fixture(softDelete)
    let context = try await fixture.open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    let table = context.table("todo")
    try await table.delete("a", by: "mira")
    #expect(try await table.read().rows.isEmpty)
    #expect(try await table.read(RowQuery(view: .deleted)).rows.map(\.id) == ["a"])
    #expect(try await context.counts().deleted == 1)
    let trash = try await context.deletedRows(TrashQuery()).rows
    #expect(trash.map(\.by) == ["mira"] && trash.map(\.deletedAt) == [fixture.time.now])
    let operation = try #require(try await context.operations(of: "todo", "a").first)
    #expect(operation.kind == .update)
    let mark: JSONValue = softDelete == Self.flag ? true : .string(fixture.time.now.description)
    let column = try #require(softDelete.column)
    let detail = try #require(try await context.operation(operation.id))
    #expect(detail.changed == [column: mark])
    #expect(
      try await storeRefusal { try await table.delete("a") }
        == .rowIsDeleted(table: "todo", id: "a"))
    #expect(
      try await storeRefusal { try await table.update("a", ["n": 2]) }
        == .rowIsDeleted(table: "todo", id: "a"))

    try await context.setLast("todo", "a", to: .unknown)
    try await table.undelete("a", by: "mira")
    #expect(try await table.read().rows.map(\.id) == ["a"])
    #expect(try await context.deletedRows(TrashQuery()).count == 0)
    #expect(
      try await context.operations(of: "todo", "a").map(\.kind) == [.update, .update])
    #expect(try await storeRefusal { try await table.undelete("a") } != nil)
  }

  @Test func takingTheMarkBackLeavesNothingToSend() async throws {
    let context = try await fixture(Self.date).open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    try await context.table("todo").delete("a")
    try await context.table("todo").undelete("a")
    #expect(try await context.counts() == StoreCounts(live: 1))
  }

  @Test func tableWithoutDeletedRowsDeletesForGood() async throws {
    let context = try await fixture(.none).open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    try await context.table("todo").delete("a")
    #expect(try await context.table("todo").read(id: "a") == nil)
    let operation = try #require(try await context.operations(of: "todo", "a").first)
    #expect(operation.kind == .delete)
    #expect(operation.item?.values["n"] == 1)
    let detail = try #require(try await context.row("todo", "a"))
    #expect(detail.deleted && detail.record.values["n"] == 1 && detail.state == .pending)
  }

  @Test func newMeaningOfDeleteFindsDeletedRowsAnew() async throws {
    let fixture = try StoreFixture()
    var context = try await fixture.open()
    try await context.seed(
      "todo",
      [
        Record(id: "a", version: "1", values: ["complete": true]),
        Record(id: "b", version: "1", deleted: true, values: ["complete": false]),
        Record(id: "c", version: "1", values: ["complete": nil]),
      ])
    #expect(try await context.counts() == StoreCounts(live: 2, deleted: 1))
    let flagged = StoreSettings(tables: [TableSettings(name: "todo", softDelete: Self.flag)])
    context = try await fixture.open(settings: flagged)
    #expect(try await context.counts() == StoreCounts(live: 1, deleted: 2))
    #expect(try await context.table("todo").read().rows.map(\.id) == ["c"])
    context = try await fixture.open()
    #expect(try await context.counts() == StoreCounts(live: 2, deleted: 1))
  }

  @Test func takingADeleteBackBringsANewerServerCopy() async throws {
    let fixture = try StoreFixture()
    let context = try await fixture.open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    try await context.table("todo").delete("a")
    let now = fixture.time.now
    try await context.database.write { connection in
      try ServerCopyStore.put(
        Record(id: "a", version: "2", deleted: true, values: ["n": 7]), table: "todo", at: now,
        on: connection)
    }
    try await context.table("todo").undelete("a")
    // Deleted on the server meanwhile: bringing it back is a change to be sent.
    #expect(try await context.operations(of: "todo", "a").map(\.kind) == [.undelete])
    let row = try #require(try await context.table("todo").read(id: "a"))
    #expect(row.version == "2" && row.values["n"] == 7 && !row.deleted)
  }
}
