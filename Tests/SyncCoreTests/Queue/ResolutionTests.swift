import JSONKit
import SQLiteKit
import SyncInspection
import Testing

@testable import SyncCore

/// Each resolution on each kind of operation: row, queue and errors end together.
@Suite struct ResolutionTests {
  struct Case: Sendable, CustomStringConvertible {
    var kind: OperationKind
    var resolution: Resolution
    /// The server's copy: nil for none, else whether it is a tombstone.
    var serverDeleted: Bool?
    var queue: [String]
    /// The value of `n` in the row; nil for no row.
    var n: Int64?
    var deleted = false
    /// What the first operation would send.
    var sends: JSONObject = [:]

    var description: String {
      let server = serverDeleted.map { $0 ? "tombstone" : "row" } ?? "nothing"
      return "\(kind) \(resolution.name), server has \(server)"
    }
  }

  static let conflicts: [Case] = [
    // The server's row has n = 7, the base 1, the local row 2.
    Case(
      kind: .insert, resolution: .keepLocal, serverDeleted: false, queue: ["update v7"], n: 2,
      sends: ["n": 2]),
    Case(
      kind: .insert, resolution: .keepLocal, serverDeleted: true,
      queue: ["undelete v7", "update v7"], n: 2),
    Case(kind: .insert, resolution: .takeServer, serverDeleted: false, queue: [], n: 7),
    Case(
      kind: .insert, resolution: .merge(["n": 5]), serverDeleted: false, queue: ["update v7"],
      n: 5, sends: ["n": 5]),
    Case(kind: .insert, resolution: .discard, serverDeleted: false, queue: [], n: 7),
    Case(kind: .insert, resolution: .removeRow, serverDeleted: false, queue: [], n: nil),
    Case(
      kind: .insert, resolution: .retry, serverDeleted: false, queue: ["insert -"], n: 2,
      sends: ["n": 2]),
    Case(
      kind: .update, resolution: .keepLocal, serverDeleted: false, queue: ["update v7"], n: 2,
      sends: ["n": 2]),
    Case(
      kind: .update, resolution: .keepLocal, serverDeleted: true,
      queue: ["undelete v7", "update v7"], n: 2),
    Case(kind: .update, resolution: .takeServer, serverDeleted: false, queue: [], n: 7),
    Case(
      kind: .update, resolution: .takeServer, serverDeleted: true, queue: [], n: 7,
      deleted: true),
    Case(
      kind: .update, resolution: .merge(["n": 5]), serverDeleted: false, queue: ["update v7"],
      n: 5, sends: ["n": 5]),
    Case(kind: .update, resolution: .merge(["n": 7]), serverDeleted: false, queue: [], n: 7),
    Case(
      kind: .update, resolution: .merge(["n": 5]), serverDeleted: true,
      queue: ["undelete v7", "update v7"], n: 5),
    Case(kind: .update, resolution: .discard, serverDeleted: false, queue: [], n: 7),
    Case(kind: .update, resolution: .removeRow, serverDeleted: false, queue: [], n: nil),
    Case(
      kind: .update, resolution: .retry, serverDeleted: false, queue: ["update v1"], n: 2,
      sends: ["n": 2]),
    Case(
      kind: .delete, resolution: .keepLocal, serverDeleted: false, queue: ["delete v7"], n: 7,
      deleted: true),
    Case(
      kind: .delete, resolution: .keepLocal, serverDeleted: true, queue: [], n: 7,
      deleted: true),
    Case(kind: .delete, resolution: .takeServer, serverDeleted: false, queue: [], n: 7),
    Case(
      kind: .delete, resolution: .merge(["n": 5]), serverDeleted: false, queue: ["update v7"],
      n: 5, sends: ["n": 5]),
    Case(kind: .delete, resolution: .discard, serverDeleted: false, queue: [], n: 7),
    Case(kind: .delete, resolution: .removeRow, serverDeleted: false, queue: [], n: nil),
    Case(
      kind: .delete, resolution: .retry, serverDeleted: false, queue: ["delete v1"], n: 1,
      deleted: true),
    // Only that it is back was changed here.
    Case(
      kind: .undelete, resolution: .keepLocal, serverDeleted: true, queue: ["undelete v7"], n: 7),
    Case(kind: .undelete, resolution: .keepLocal, serverDeleted: false, queue: [], n: 7),
    Case(
      kind: .undelete, resolution: .takeServer, serverDeleted: true, queue: [], n: 7,
      deleted: true),
    Case(
      kind: .undelete, resolution: .merge(["n": 7]), serverDeleted: true,
      queue: ["undelete v7"], n: 7),
    Case(
      kind: .undelete, resolution: .discard, serverDeleted: true, queue: [], n: 7,
      deleted: true),
    Case(kind: .undelete, resolution: .removeRow, serverDeleted: true, queue: [], n: nil),
    Case(kind: .undelete, resolution: .retry, serverDeleted: true, queue: ["undelete v1"], n: 1),
  ]

  @Test(arguments: conflicts, [false, true])
  func resolutionSettlesAConflict(_ sample: Case, reopens: Bool) async throws {
    let fixture = try StoreFixture()
    var context = try await fixture.open()
    try await begin(sample.kind, in: context)
    let server = sample.serverDeleted.map {
      Record(id: "a", version: "v7", deleted: $0, values: ["n": 7])
    }
    let error = try await context.fail(
      "todo", "a", status: 412, server: server, isConflict: true)
    #expect(try await context.error(error)?.isConflict == true)
    #expect(try await context.error(error)?.server == server)
    if reopens { context = try await fixture.open() }
    try await context.resolve(error, sample.resolution, by: "mira")
    try await check(sample, in: context)
    let history = try await context.database.read { connection in
      try HistoryStore.fetch("todo", "a", on: connection)
    }
    #expect(history.first?.kind == sample.resolution.name)
    #expect(history.first?.by == "mira")
  }

  @Test(arguments: [
    Case(kind: .insert, resolution: .discard, queue: [], n: nil),
    Case(kind: .insert, resolution: .retry, queue: ["insert -"], n: 2, sends: ["n": 2]),
    Case(kind: .insert, resolution: .keepLocal, queue: ["insert -"], n: 2, sends: ["n": 2]),
    Case(kind: .insert, resolution: .removeRow, queue: [], n: nil),
    Case(kind: .update, resolution: .discard, queue: [], n: 1),
    Case(kind: .update, resolution: .keepLocal, queue: ["update v1"], n: 2, sends: ["n": 2]),
    Case(kind: .delete, resolution: .discard, queue: [], n: 1),
    Case(kind: .undelete, resolution: .discard, queue: [], n: 1, deleted: true),
  ])
  func resolutionSettlesARefusal(_ sample: Case) async throws {
    let context = try await StoreFixture().open()
    try await begin(sample.kind, in: context)
    let error = try await context.fail("todo", "a", status: 400)
    try await context.resolve(error, sample.resolution, by: nil)
    try await check(sample, in: context)
  }

  @Test(arguments: [OperationKind.update, .undelete])
  func keepingARowThatTheServerNoLongerHasInsertsIt(_ kind: OperationKind) async throws {
    let context = try await StoreFixture().open()
    try await begin(kind, in: context)
    let error = try await context.fail("todo", "a", status: 404)
    try await context.resolve(error, .keepLocal, by: nil)
    let n: Int64 = kind == .update ? 2 : 1
    try await check(
      Case(
        kind: kind, resolution: .keepLocal, queue: ["insert -"], n: n, sends: ["n": .integer(n)]),
      in: context)
    #expect(try await context.kept("todo", "a").base == nil)
  }

  @Test func takingTheServersSideOfAMissingRowRemovesIt() async throws {
    let context = try await StoreFixture().open()
    try await begin(.update, in: context)
    let error = try await context.fail("todo", "a", status: 404)
    try await context.resolve(error, .takeServer, by: nil)
    #expect(try await context.table("todo").read(id: "a") == nil)
    #expect(try await context.counts() == StoreCounts())
  }

  @Test func decisionThatNeedsTheServersCopyAsksForIt() async throws {
    let context = try await StoreFixture().open()
    try await begin(.update, in: context)
    let error = try await context.fail("todo", "a", status: 412, isConflict: true)
    for resolution in [Resolution.keepLocal, .takeServer, .merge(["n": 5])] {
      let refused = try await storeRefusal { try await context.resolve(error, resolution, by: nil) }
      #expect(refused == .serverCopyMissing(table: "todo", id: "a"))
    }
    try await context.refreshServerCopy(error)
    try await context.resolve(error, .takeServer, by: nil)
    #expect(try await context.table("todo").read(id: "a")?.version == "read")
    let again = try await storeRefusal { try await context.resolve(error, .retry, by: nil) }
    #expect(again == .noSuchError(error))
  }

  private func begin(_ kind: OperationKind, in context: SyncContext) async throws {
    let table = context.table("todo")
    if kind != .insert {
      try await context.seed(
        "todo", [Record(id: "a", version: "v1", deleted: kind == .undelete, values: ["n": 1])])
    }
    switch kind {
    case .insert: try await table.insert(["id": "a", "n": 2])
    case .update: try await table.update("a", ["n": 2])
    case .delete: try await table.delete("a")
    case .undelete: try await table.undelete("a")
    }
  }

  private func check(_ sample: Case, in context: SyncContext) async throws {
    let operations = try await context.operations(of: "todo", "a")
    #expect(operations.map { "\($0.kind) \($0.baseVersion ?? "-")" } == sample.queue)
    #expect(operations.allSatisfy { $0.state == .pending })
    let row = try await context.table("todo").read(id: "a")
    #expect(row?.values["n"] == sample.n.map(JSONValue.integer))
    #expect((row?.deleted ?? false) == sample.deleted)
    #expect(try await context.errors().isEmpty)
    let kept = try await context.kept("todo", "a")
    if operations.isEmpty { #expect(kept.base == nil && kept.server == nil) }
    if let first = operations.first, !sample.sends.isEmpty {
      #expect(try await context.operation(first.id)?.changed == sample.sends)
    }
    if operations.count == 2, let last = operations.last {
      #expect(try await context.operation(last.id)?.changed == ["n": row?.values["n"] ?? nil])
    }
  }
}
