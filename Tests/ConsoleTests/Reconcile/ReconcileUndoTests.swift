import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// What was applied of a comparison is taken back as a whole, while its rows are unchanged.
@Suite struct ReconcileUndoTests {
  private static let all: JSONValue = [
    "missingOnServer": "remove-here", "missingHere": "pull-again", "different": "pull-again",
  ]

  private func rows(_ store: SyncConsole) async throws -> [Record] {
    try await store.sync.rows(SyncConsole.table, RowQuery(view: .all)).rows.map(\.record)
  }

  @Test(arguments: ["remove-here", "insert-again"])
  func everythingThatWasAppliedGoesBack(_ choice: String) async throws {
    let (store, id) = try await SyncConsole.compared()
    let before = try await rows(store)
    var choices = Self.all.object ?? JSONObject()
    choices["missingOnServer"] = .string(choice)
    #expect(await store.page("/s/todo/runs/\(id)").page.contains("You can undo this, here and in"))
    let applied = await store.post("/s/todo/reconcile/\(id)/apply", .object(choices))
    let entry = try #require(applied.json["undo"]?.integer)
    #expect(try await rows(store) != before)
    #expect(await store.post("/undo/\(entry)", as: .viewer).status == 403)
    let undone = await store.post("/undo/\(entry)")
    #expect(undone.json["changed"] == 3)
    #expect(try await rows(store) == before)
    #expect(try await store.queue().isEmpty)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("token admin undid it"))
    #expect(page.contains("Apply"))
    // The same comparison can be applied anew.
    #expect(await store.post("/s/todo/reconcile/\(id)/apply", .object(choices)).status == 200)
  }

  @Test func aRowThatChangedSinceKeepsAllOfItAsItIs() async throws {
    let (store, id) = try await SyncConsole.compared()
    let applied = await store.post("/s/todo/reconcile/\(id)/apply", Self.all)
    let entry = try #require(applied.json["undo"]?.integer)
    try await store.items.update("new", ["text": "typed since"], by: "mira")
    let before = try await rows(store)
    let refused = await store.post("/undo/\(entry)")
    #expect(refused.status == 409)
    #expect(refused.json["error"]?["message"]?.string?.contains("Row new of TodoItem") == true)
    #expect(try await rows(store) == before)
    #expect(
      await store.page("/audit/\(entry)").page.contains("can no longer be undone"))
  }

  @Test func whatIsTooMuchToBeKeptIsSaidBefore() async throws {
    let limit = ReconcileReport.keptMax
    #expect(ReconcileReportView.undoWords(rows: limit).hasPrefix("You can undo this"))
    #expect(ReconcileReportView.undoWords(rows: limit + 1).contains("cannot be undone"))
    // No group alone is over the limit.
    #expect(ReconcileGroup.rowsMax <= limit)
    var report = ReconcileReport(table: "TodoItem", startedAt: "")
    report.missingOnServer.rows = [ReconcileRow(id: "a"), ReconcileRow(id: "b")]
    report.different.rows = [ReconcileRow(id: "c")]
    var choices = ReconcileChoices(missingOnServer: .removeHere)
    #expect(report.chosen(choices) == 2)
    choices.different = .pullAgain
    #expect(report.chosen(choices) == 3)
    choices.ids = ["a", "c"]
    #expect(report.chosen(choices) == 2)
  }

  @Test func moreThanOneTransactionIsTakenBackTogether() async throws {
    let store = try await SyncConsole()
    let ids = (0..<250).map { "row-\($0)" }
    try await store.fill(ids)
    for id in ids.prefix(205) { store.server.remove("TodoItem", id) }
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    let id = try #require(run["run"]?.integer)
    let applied = await store.post(
      "/s/todo/reconcile/\(id)/apply", ["missingOnServer": "remove-here", "confirm": 205])
    #expect(applied.json["removed"] == 205)
    let entry = try #require(applied.json["undo"]?.integer)
    #expect(await store.post("/undo/\(entry)").json["changed"] == 205)
    #expect(try await store.sync.counts().live == 250)
  }
}
