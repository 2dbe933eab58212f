import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// What entries call the rows that they are about.
@Suite struct AuditNameTests {
  private func edit(_ id: String, _ text: String, _ store: SyncConsole) async throws {
    let answer = await store.post("/s/todo/t/TodoItem/r/\(id)", ["values": ["text": .string(text)]])
    #expect(answer.status == 200)
  }

  private func names(_ store: SyncConsole) async -> [String?]? {
    await store.get("/audit.json?store=todo").json["entries"]?.array?
      .map { $0["names"]?.array?.first?["name"]?.string }
  }

  @Test func anEntryKeepsTheNameThatTheRowHad() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await edit("dean", "Fit the valve", store)
    try await edit("dean", "Fit the new valve", store)
    #expect(await store.post("/s/todo/t/TodoItem/r/dean/delete").status == 200)
    #expect(await names(store) == ["Fit the new valve", "Fit the valve", "dean"])
    let page = await store.page("/audit").page
    #expect(page.contains("“Fit the valve”</a>") && page.contains("“Fit the new valve”</a>"))
    #expect(try await store.console.data.verifyAudit().fault == nil)
  }

  @Test func anEntryFromBeforeNamesWereKeptHasThePresentName() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "", action: "rows.edit", store: "todo", target: "TodoItem dean",
        row: AuditRecord.Row("TodoItem", "dean"), requestID: "r"))
    try await store.items.update("dean", ["text": "Fit the valve"])
    #expect(await store.page("/audit").page.contains("“Fit the valve”</a>"))
    #expect(await names(store) == [nil])
  }

  @Test func anEntryOfSeveralRowsKeepsTheirNames() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    let answer = await store.post(
      "/s/todo/t/TodoItem/bulk", ["action": "delete", "ids": ["dean", "ricky"]])
    #expect(answer.status == 200)
    let entry = await store.get("/audit.json?store=todo").json["entries"]?.array?.first
    let kept = entry?["names"]?.array?.compactMap { $0["id"]?.string }
    #expect(kept.map(Set.init) == ["dean", "ricky"])
    #expect(await store.page("/audit").page.contains("dean, ricky"))
  }

  /// The names of the newest entry of an action.
  private func names(of action: String, _ store: SyncConsole) async -> [String]? {
    await store.get("/audit.json?store=todo&action=\(action)").json["entries"]?.array?.first?[
      "names"]?.array?.compactMap { $0["name"]?.string }
  }

  @Test func aDecisionOnManyOperationsKeepsTheNamesOfTheirRows() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    try await edit("dean", "Fit the valve", store)
    try await edit("ricky", "Oil the hinge", store)
    let ids = try await store.queue().map { JSONValue.integer($0.id) }
    let answer = await store.post(
      "/s/todo/queue/bulk", ["action": "cancel", "ids": .array(ids), "expect": 2])
    #expect(answer.json["changed"] == 2)
    // The rows have their former names by now.
    let names = try #require(await names(of: "queue.cancel", store))
    #expect(names.sorted() == ["Fit the valve", "Oil the hinge"])
    #expect(await store.page("/audit").page.contains(names.joined(separator: ", ")))
    #expect(try await store.console.data.verifyAudit().fault == nil)
  }

  @Test func aChoiceForManyErrorsKeepsTheNamesOfTheirRows() async throws {
    let store = try await SyncConsole()
    for id in ["dean", "ricky"] { _ = try await store.failure(id) }
    try await store.console.data.addUser("ann", role: .operate, password: "correct horse")
    let ids = try await store.sync.errors().map { JSONValue.string($0.id) }
    let path = "/s/todo/errors/bulk"
    let assigned = await store.post(
      path, ["choice": "assign", "assignee": "ann", "ids": .array(ids)])
    #expect(assigned.json["changed"] == 2)
    #expect(await names(of: "error.assign", store) == ["too long", "too long"])
    let discarded = await store.post(path, ["choice": "discard", "ids": .array(ids)])
    #expect(discarded.json["changed"] == 2)
    #expect(await names(of: "conflict.resolve", store) == ["too long", "too long"])
  }

  @Test func anAssignmentOfAllErrorsOfACauseKeepsTheCause() async throws {
    let store = try await SyncConsole()
    for id in ["dean", "ricky"] { _ = try await store.failure(id) }
    try await store.console.data.addUser("ann", role: .operate, password: "correct horse")
    let family = await store.get("/s/todo/errors.json").json["families"]?.array?.first
    let (cause, query) = (try #require(family?["cause"]), try #require(family?["query"]))
    let assigned = await store.post(
      "/s/todo/errors/bulk", ["choice": "assign", "assignee": "ann", "query": query])
    #expect(assigned.json["changed"] == 2)
    let entry = await store.get("/audit.json?action=error.assign").json["entries"]?.array?.first
    #expect(entry?["after"] == ["assignee": "ann", "cause": cause])
    // Of those that were selected one by one, nobody said what they have in common.
    let ids = try await store.sync.errors().map { JSONValue.string($0.id) }
    _ = await store.post(
      "/s/todo/errors/bulk",
      [
        "choice": "assign", "assignee": "none", "ids": .array(ids), "reassign": true,
      ])
    let last = await store.get("/audit.json?action=error.assign").json["entries"]?.array?.first
    #expect(last?["after"] == ["assignee": nil])
  }

  @Test func aRowWithSeveralOperationsIsNamedOnce() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.delete("dean")
    _ = try await store.sync.push()
    try await store.items.undelete("dean")
    try await store.items.update("dean", ["text": "Fit the valve"])
    let ids = try await store.queue().map { JSONValue.integer($0.id) }
    #expect(ids.count == 2)
    _ = await store.post("/s/todo/queue/bulk", ["action": "cancel", "ids": .array(ids)])
    #expect(await names(of: "queue.cancel", store) == ["Fit the valve"])
  }

  @Test func aMaskedNameIsNotKept() async throws {
    var table = TableSettings(name: SyncConsole.table)
    table.masked = ["text"]
    let store = try await SyncConsole(StoreSettings(tables: [table]))
    try await store.fill(["dean"])
    let answer = await store.post("/s/todo/t/TodoItem/r/dean/delete")
    #expect(answer.status == 200)
    #expect(await names(store) == [nil])
  }
}
