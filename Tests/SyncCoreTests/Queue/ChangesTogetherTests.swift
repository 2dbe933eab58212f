import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

@Suite struct ChangesTogetherTests {
  private func store() async throws -> SyncContext {
    let context = try await StoreFixture().open()
    try await context.seed(
      "todo",
      ["a", "b"].map {
        Record(id: $0, version: "1", values: ["text": .string($0), "rank": 1])
      })
    return context
  }

  private func text(_ id: String, in context: SyncContext) async throws -> JSONValue? {
    try await context.table("todo").read(id: id)?.values["text"]
  }

  @Test func allAreMadeTogether() async throws {
    let context = try await store()
    let outcome = try await context.change(
      [
        RowChange(.update, table: "todo", id: "a", values: ["text": "new", "rank": 1]),
        RowChange(.insert, table: "todo", id: "c", values: ["text": "c"]),
        RowChange(.insert, table: "todo", id: nil, values: ["text": "d"]),
        RowChange(.update, table: "todo", id: "b", values: ["text": "b"]),
      ], by: "ann")
    #expect(outcome.isDone)
    #expect(outcome.applied[0].before == ["text": "a"])
    #expect(outcome.applied[0].record?.values["text"] == "new")
    #expect(outcome.applied[1].before == ["text": .null])
    #expect(!outcome.applied[2].id.isEmpty)
    #expect(outcome.applied[3].isUnchanged)
    #expect(try await context.operations(OperationQuery()).count == 3)
  }

  @Test func newRowsHaveTheIdsThatTheRemoteWants() async throws {
    let directory = try TemporaryDirectory()
    let context = try await SyncContext(
      path: directory.file("store.sqlite"), remote: AssigningFakeRemote(),
      settings: StoreSettings(tables: [TableSettings(name: "T")]))
    let given = RowChange(.insert, table: "T", id: "mine", values: ["n": 1])
    let free = RowChange(.insert, table: "T", id: nil, values: ["n": 2])
    for rehearsing in [true, false] {
      let outcome = try await context.change([free, given], rehearsing: rehearsing)
      #expect(outcome.problems.map(\.position) == [1])
      #expect(outcome.problems.first?.message.contains("gives new rows their ids") == true)
    }
    let number = try await context.beginImport(into: "T", from: "", rows: 2, by: nil)
    #expect(
      try await context.importBatch([free, given], of: number, expecting: nil, by: nil)?.problems
        .map(\.position) == [1])
    #expect(try await context.change([free]).isDone)
    #expect(try await context.counts().live == 1)
    withExtendedLifetime(directory) {}
  }

  @Test func idThatCannotBeUsedIsAProblemOfItsRow() async throws {
    let context = try await store()
    let outcome = try await context.change([
      RowChange(.insert, table: "todo", id: "x", values: ["text": "x"]),
      RowChange(.insert, table: "todo", id: "a/b", values: ["text": "y"]),
      RowChange(.update, table: "todo", id: nil, values: ["text": "z"]),
    ])
    #expect(outcome.problems.map(\.position) == [1, 2])
  }

  @Test func oneThatCannotBeMadeTakesTheOthersAlong() async throws {
    let context = try await store()
    let outcome = try await context.change([
      RowChange(.update, table: "todo", id: "a", values: ["text": "new"]),
      RowChange(.insert, table: "todo", id: "b", values: ["text": "again"]),
      RowChange(.update, table: "todo", id: "zz", values: ["text": "nobody"]),
      RowChange(.update, table: "todo", id: "b", values: ["rank": "high"]),
      RowChange(.update, table: "todo", id: "b", values: ["deleted": true]),
    ])
    #expect(outcome.applied == [])
    #expect(outcome.problems.map(\.position) == [1, 2, 3, 4])
    #expect(try await text("a", in: context) == "a")
    #expect(try await context.operations(OperationQuery()).count == 0)
  }

  @Test func aRowThatChangedMeanwhileIsNamedWithItsValuesOfNow() async throws {
    let context = try await store()
    let seen = RowFingerprint(of: try #require(try await context.table("todo").read(id: "a")))
    try await context.table("todo").update("a", ["text": "theirs"])
    let outcome = try await context.change([
      RowChange(.update, table: "todo", id: "a", values: ["text": "mine"], ifState: seen)
    ])
    #expect(outcome.problems.first?.current?.values["text"] == "theirs")
    #expect(try await text("a", in: context) == "theirs")
  }

  @Test func rowsOfSeveralTablesAreDeletedAndBroughtBackTogetherOrNotAtAll() async throws {
    let context = try await store()
    try await context.seed("note", [Record(id: "n", version: "1", values: ["text": "n"])])
    func states() async throws -> [Bool?] {
      var found: [Bool?] = []
      for (table, id) in [("todo", "a"), ("note", "n")] {
        found.append(try await context.row(table, id)?.deleted)
      }
      return found
    }
    let delete = [
      RowChange(.delete, table: "todo", id: "a"), RowChange(.delete, table: "note", id: "n"),
    ]
    let seen = RowFingerprint(of: try #require(try await context.table("note").read(id: "n")))
    try await context.table("note").update("n", ["text": "theirs"])
    var stale = delete
    stale[1].ifState = seen
    #expect(try await context.change(stale).problems.map(\.position) == [1])
    #expect(try await states() == [false, false])
    #expect(try await context.change(delete).applied.count == 2)
    #expect(try await states() == [true, true])
    let back = [
      RowChange(.undelete, table: "todo", id: "a"), RowChange(.undelete, table: "note", id: "n"),
      RowChange(.undelete, table: "todo", id: "b"),
    ]
    #expect(try await context.change(back).problems.map(\.position) == [2])
    #expect(try await states() == [true, true])
    #expect(try await context.change(Array(back.prefix(2))).isDone)
    #expect(try await states() == [false, false])
  }

  @Test func aStoreThatRefusesWritesIsReadAndNeverChanged() async throws {
    let context = try await store()
    try await context.refuseWrites()
    await #expect(throws: SQLiteError.self) {
      try await context.table("todo").update("a", ["text": "new"])
    }
    await #expect(throws: SQLiteError.self) { try await context.table("todo").delete("b") }
    #expect(try await text("a", in: context) == "a")
    #expect(try await context.operations(OperationQuery()).count == 0)
  }

  @Test func aRehearsalSaysWhatWouldHappenAndLeavesNothing() async throws {
    let context = try await store()
    let changes = [
      RowChange(.update, table: "todo", id: "a", values: ["text": "new"]),
      RowChange(.insert, table: "todo", id: "c", values: ["colour": "red"]),
    ]
    let rehearsed = try await context.change(changes, rehearsing: true)
    #expect(rehearsed.isDone && rehearsed.applied.count == 2)
    #expect(try await text("a", in: context) == "a")
    #expect(try await context.columns(of: "todo").contains { $0.name == "colour" } == false)
    #expect(try await context.operations(OperationQuery()).count == 0)
    #expect(
      try await context.change(changes).applied.map(\.before) == rehearsed.applied.map(\.before))
  }

  @Test func aRowIsTakenAwayOnlyAsItWasSeen() async throws {
    let context = try await store()
    _ = try await context.change([
      RowChange(.insert, table: "todo", id: "c", values: ["text": "c"])
    ])
    let stale = RowFingerprint(rawValue: "old")
    let refused = try await context.change([
      RowChange(.remove, table: "todo", id: "c", ifState: stale)
    ])
    #expect(!refused.isDone)
    let record = try #require(try await context.table("todo").read(id: "c"))
    let done = try await context.change([
      RowChange(.remove, table: "todo", id: "c", ifState: RowFingerprint(of: record))
    ])
    #expect(done.isDone)
    #expect(try await context.operations(OperationQuery()).count == 0)
  }
}
