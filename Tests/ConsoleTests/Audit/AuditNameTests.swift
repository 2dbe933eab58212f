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
