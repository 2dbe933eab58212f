import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

@Suite struct LocalWriteTests {
  @Test func onlyRealChangesAreStoredAndSent() async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "todo", [Record(id: "a", version: "v1", values: ["n": 1, "s": "x", "t": nil])])
    let table = context.table("todo")
    try await table.update("a", ["n": 1, "s": "x", "t": nil, "unknown": nil])
    #expect(try await context.counts().pending == 0)
    try await table.update("a", ["n": 2, "s": "x"])
    let operation = try #require(try await context.operations(of: "todo", "a").first)
    let detail = try #require(try await context.operation(operation.id))
    #expect(detail.changed == ["n": 2])
    #expect(detail.base?.values["n"] == 1 && detail.info.baseVersion == "v1")
    try await table.update("a", ["n": 1])
    #expect(try await context.counts().pending == 0)
    #expect(try await context.kept("todo", "a").base == nil)
  }

  @Test func pendingOperationsAreTheQueueOldestFirst() async throws {
    let settings = StoreSettings(
      tables: [TableSettings(name: "todo"), TableSettings(name: "list")])
    let context = try await StoreFixture(settings).open()
    let first = try await context.table("todo").insert(["n": 1])
    try await context.table("list").insert(["id": "b"])
    try await context.table("todo").insert(["id": "c"])
    let operations = try await context.pendingOperations(of: nil)
    #expect(operations.map(\.itemID) == [first, "b", "c"])
    #expect(operations.allSatisfy { $0.kind == .insert && $0.state == .pending })
    #expect(try await context.pendingOperations(of: "todo").map(\.itemID) == [first, "c"])
    #expect(try await context.pendingOperations(of: "none") == [])
  }

  @Test func eachOperationSendsWhatItsOwnChangeIs() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1, "s": "x"])])
    let table = context.table("todo")
    try await table.update("a", ["n": 2])
    try await context.setLast("todo", "a", to: .sending)
    try await table.update("a", ["s": "y"])
    let operations = try await context.operations(of: "todo", "a")
    let first = try #require(try await context.operation(operations[0].id))
    let second = try #require(try await context.operation(operations[1].id))
    #expect(first.changed == ["n": 2] && second.changed == ["s": "y"])
    #expect(first.local?.values["s"] == "x" && second.local?.values["s"] == "y")
    #expect(second.info.state == .blocked && second.blockedBy == [first.info.id])
    let listed = try await context.operations(OperationQuery(states: [.blocked]))
    #expect(listed.operations.map(\.id) == [second.info.id] && listed.count == 1)
    #expect(try await context.operations(OperationQuery(states: [.pending])).count == 0)
    #expect(try await context.operations(OperationQuery(states: [])).count == 0)
  }

  @Test func staleEditIsRefusedWithTheRowAsItIs() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    let table = context.table("todo")
    let seen = try #require(try await context.row("todo", "a")).fingerprint
    try await table.update("a", ["n": 2], ifState: seen)
    let refused = try await storeRefusal { try await table.update("a", ["n": 3], ifState: seen) }
    let current = try #require(try await table.read(id: "a"))
    #expect(refused == .staleEdit(current: current) && current.values["n"] == 2)
    let now = try #require(try await context.row("todo", "a")).fingerprint
    #expect(now != seen)
  }

  @Test func writesOfOneRowOutliveReopeningTogether() async throws {
    let fixture = try StoreFixture()
    let context = try await fixture.open()
    let id = try await context.table("todo").insert(["n": 1], by: "mira")
    // A change that fails half-way leaves neither row nor operation.
    await #expect(throws: SQLiteError.self) {
      try await context.database.write { connection in
        let change = LocalChange(
          connection: connection, table: "todo", now: fixture.time.now, by: nil)
        try change.insert(Record(id: "half", values: ["n": 2]))
        try connection.execute("SELECT * FROM nowhere")
      }
    }
    let reopened = try await fixture.open()
    #expect(try await reopened.counts().pending == 1)
    #expect(try await reopened.table("todo").read(id: "half") == nil)
    let detail = try #require(try await reopened.row("todo", id))
    #expect(detail.state == .pending && detail.operations.map(\.info.kind) == [.insert])
    #expect(detail.history.map(\.kind) == ["insert"] && detail.history[0].by == "mira")
    #expect(detail.operations[0].request.body == #"{"n":1}"#)
  }

  @Test func queueNumbersAreNeverUsedAgain() async throws {
    let fixture = try StoreFixture()
    var context = try await fixture.open()
    let id = try await context.table("todo").insert(["n": 1])
    try await context.table("todo").delete(id)
    #expect(try await context.counts() == StoreCounts())
    context = try await fixture.open()
    let other = try await context.table("todo").insert(["n": 1])
    #expect(try await context.operations(of: "todo", other).map(\.id) == [2])
  }

  @Test func queueHasTheFormOfTheSDKs() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    try await context.table("todo").hardDelete("a")
    let stored = try await context.database.read { connection in
      try connection.first(
        "SELECT id, itemId, \"table\", tableKind, CAST(properties AS TEXT) FROM MS_TableOperations"
      ) { (row) throws(SQLiteError) in
        try (0..<5).map { (position) throws(SQLiteError) -> String in
          switch row[position] {
          case .integer(let integer): "\(integer)"
          default: try row.decode(at: position)
          }
        }
      }
    }
    #expect(
      stored == [
        "1", "a", "todo", "0", #"{"type":2,"item":{"id":"a","version":"1","deleted":false,"n":1}}"#,
      ])
  }

  @Test func cancellingGoesBackToWhatWasBefore() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    let table = context.table("todo")
    try await table.update("a", ["n": 2])
    try await context.setLast("todo", "a", to: .sending)
    try await table.update("a", ["n": 3])
    let queued = try await context.operations(of: "todo", "a")
    let refused = try await storeRefusal { try await context.cancel(queued[0].id, by: nil) }
    #expect(refused == .operationIsSending(queued[0].id))
    #expect(try await storeRefusal { try await context.retry(queued[0].id, by: nil) } != nil)

    try await context.database.write { connection in
      try OperationStore.setState(queued[0].id, .unknown, on: connection)
    }
    try await context.cancel(queued[1].id, by: "mira")
    #expect(try await table.read(id: "a")?.values["n"] == 2)
    try await context.cancel(queued[0].id, by: "mira")
    #expect(try await table.read(id: "a")?.values["n"] == 1)
    #expect(try await context.counts() == StoreCounts(live: 1))
    let gone = try await storeRefusal { try await context.cancel(queued[0].id, by: nil) }
    #expect(gone == .noSuchOperation(queued[0].id))

    let id = try await table.insert(["n": 5])
    let insert = try #require(try await context.operations(of: "todo", id).first)
    try await context.cancel(insert.id, by: nil)
    #expect(try await table.read(id: id) == nil)
  }

  @Test func cancellingTakesANewerServerCopy() async throws {
    let fixture = try StoreFixture()
    let context = try await fixture.open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    try await context.table("todo").update("a", ["n": 2])
    let now = fixture.time.now
    try await context.database.write { connection in
      try ServerCopyStore.put(
        Record(id: "a", version: "2", values: ["n": 7]), table: "todo", at: now, on: connection)
    }
    try await context.cancel(1, by: nil)
    #expect(try await context.table("todo").read(id: "a")?.version == "2")
    let kept = try await context.kept("todo", "a")
    #expect(kept.base == nil && kept.server == nil)
  }

  @Test func retryLetsAFailedOperationWaitAgain() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    try await context.table("todo").update("a", ["n": 2])
    let error = try await context.fail("todo", "a")
    #expect(try await context.counts().failed == 1)
    #expect(try await context.error(error)?.message == "No.")
    try await context.retry(1, by: nil)
    #expect(try await context.counts().pending == 1)
    #expect(try await context.errors(table: "todo").isEmpty)
  }
}
