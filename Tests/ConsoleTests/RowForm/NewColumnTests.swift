import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A table that gets another column changes none of its rows.
@Suite struct NewColumnTests {
  private let row = "/s/todo/t/TodoItem/r/dean"

  /// A row of somebody else comes, with a column that the table does not have yet.
  private func pullAnotherColumn(_ store: SyncConsole) async throws {
    store.server.put("TodoItem", "other", ["text": "x", "colour": "red"])
    _ = try await store.sync.pull()
    #expect(try await store.items.read(id: "dean")?.values["colour"] ?? .null == .null)
  }

  private func undo(_ store: SyncConsole) async throws -> HTTPResponse {
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    let newest = entries.first { $0.record.undo != nil && $0.undoneAt == nil }?.id
    return await store.post("/undo/\(try #require(newest))")
  }

  @Test func anEditIsTakenBackStill() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(await store.post(row, ["values": ["text": "new"]]).status == 200)
    try await pullAnotherColumn(store)
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "dean")
  }

  @Test func aDeletionIsTakenBackStill() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(await store.post("\(row)/delete").status == 200)
    try await pullAnotherColumn(store)
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.items.read(id: "dean")?.deleted == false)
  }

  /// Its undo ends with the push that a pull begins with, so a new row brings the column here.
  @Test func aDeletionForGoodIsTakenBackStill() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(await store.post("\(row)/hard-delete").status == 200)
    try await store.items.insert(["id": "other", "colour": "red"])
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.items.read(id: "dean")?.deleted == false)
  }

  @Test func aDecisionIsTakenBackStill() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure("dean")
    let discarded = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "discard"])
    #expect(discarded.status == 200)
    try await pullAnotherColumn(store)
    #expect(try await undo(store).status == 200)
    #expect(try await store.sync.errors().count == 1)
  }

  @Test func aFormIsNotStale() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let state = try #require(await store.get("\(row).json").headers["ETag"])
    try await pullAnotherColumn(store)
    let saved = await store.post(row, ["values": ["text": "new"], "ifState": .string(state)])
    #expect(saved.status == 200)
  }

  @Test func aValueThatIsEmptiedCounts() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let state = try #require(await store.get("\(row).json").headers["ETag"])
    try await store.items.update("dean", ["estimate": nil])
    let refused = await store.post(row, ["values": ["text": "new"], "ifState": .string(state)])
    #expect(refused.status == 409)
  }

  /// Conflicts of which the server's row of the first has a column that the table has not.
  private func conflicts(_ ids: [String]) async throws -> (SyncConsole, [OperationError]) {
    let store = try await SyncConsole()
    try await store.fill(ids)
    for id in ids {
      store.server.put("TodoItem", id, ["text": "there", "estimate": 1])
      try await store.items.update(id, ["text": "here"], by: "mira")
    }
    store.server.put("TodoItem", ids[0], ["text": "there", "estimate": 1, "colour": "red"])
    _ = try await store.sync.push()
    let errors = try await store.sync.errors().sorted { $0.itemID < $1.itemID }
    try #require(errors.map(\.itemID) == ids)
    return (store, errors)
  }

  private func seen(_ store: SyncConsole, _ errors: [OperationError]) async -> JSONObject {
    var seen = JSONObject()
    for error in errors {
      seen[error.id] = await store.get("/s/todo/errors/\(error.id).json").json["seen"]
    }
    return seen
  }

  @Test func whatWasSeenOfTheOtherConflictsStillStands() async throws {
    let (store, errors) = try await conflicts(["a", "b"])
    let seen = await seen(store, errors)
    for error in errors {
      let answer = await store.post(
        "/s/todo/errors/\(error.id)/resolve",
        ["choice": "take-server", "seen": seen[error.id] ?? nil])
      #expect(answer.status == 200, "\(answer.page)")
    }
    #expect(try await store.items.read(id: "a")?.values["colour"] == "red")
    #expect(try await store.sync.errors().isEmpty)
  }

  @Test(arguments: ["take-server", "keep-local", "discard"])
  func manyAreDecidedTogetherThoughTheFirstBringsAColumn(_ choice: String) async throws {
    let (store, errors) = try await conflicts(["a", "b", "c", "d", "e"])
    let seen = await seen(store, errors)
    let answer = await store.post(
      "/s/todo/errors/bulk",
      [
        "choice": .string(choice), "ids": .array(errors.map { .string($0.id) }),
        "seen": .object(seen),
      ])
    #expect(answer.json["changed"] == 5, "\(answer.page)")
    #expect(try await store.sync.errors().isEmpty)
    #expect(try await undo(store).status == 200)
    #expect(try await store.sync.errors().count == 5)
  }
}
