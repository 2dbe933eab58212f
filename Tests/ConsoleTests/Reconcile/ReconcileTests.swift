import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@Suite struct ReconcileTests {
  @Test func aComparisonNamesTheRowsAndChangesNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.remove("TodoItem", "ralph")
    store.server.put("TodoItem", "new", ["text": "there"])
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    #expect(run["state"] == "succeeded")
    #expect(run["report"]?["missingOnServer"] == ["ralph"])
    #expect(run["report"]?["missingHere"] == ["new"])
    #expect(run["report"]?["different"] == [])
    #expect(try await store.items.read(id: "ralph") != nil)
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("1 row missing on the server"))
    #expect(!page.contains("rows with different content"), "no group without rows")
    #expect(page.contains("name=\"missingOnServer\" value=\"remove-here\" checked"))
    #expect(
      !(await store.page("/s/todo/runs/\(id)", as: .operate).page.contains("Apply")))
    let list = await store.page("/s/todo/reconcile").page
    #expect(list.contains("Reconcile \(id)") && list.contains("<div class=\"grid items\""))
    #expect(list.contains("<td class=\"num\" data-l=\"Missing on server\">1</td>"))
    #expect(list.contains("<td class=\"num zero\" data-l=\"Different\">0</td>"))
  }

  @Test func allTablesAreComparedThoughOneFails() async throws {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: "Movie"), TableSettings(name: "TodoItem")]))
    try await store.fill()
    store.server.remove("TodoItem", "ralph")
    store.server.put("Movie", "new", ["text": "there"])
    try await store.items.update("dean", ["text": "mine"])
    let all = try await store.run("reconcile")["report"]
    #expect(all?["comparisons"]?.array?.map { $0["table"] } == ["Movie", "TodoItem"])
    #expect(all?["comparisons"]?.array?.map { $0["missingOnServer"] } == [[], ["ralph"]])
    #expect(all?["sum"]?["missingHere"] == 1 && all?["sum"]?["missingOnServer"] == 1)
    store.remote.scriptReads([.refused])
    let run = try await store.run("reconcile")
    #expect(run["state"] == "failed" && run["steps"]?.array?.count == 2)
    #expect(run["report"]?["sum"]?["failed"] == 1)
    #expect(run["report"]?["sum"]?["missingOnServer"] == 1)
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Comparison of each table"))
    #expect(page.contains("1 row with unsent changes was left out."))
    #expect(page.contains("href=\"/s/todo/reconcile?table=TodoItem\""))
    #expect(await store.page("/s/todo/reconcile").page.contains("Reconcile all tables"))
    let applied = await store.post("/s/todo/reconcile/\(id)/apply", ["missingHere": "pull-again"])
    #expect(applied.status == 409 && applied.json["error"]?["code"] == "all_tables")
  }

  @Test func anUnreachableServerIsNoDifference() async throws {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: "Movie"), TableSettings(name: "TodoItem")]))
    try await store.fill()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 40))
    let run = try await store.run("reconcile")
    let sum = run["report"]?["sum"]
    #expect(sum?["failed"] == 2 && sum?["missingOnServer"] == 0 && sum?["localRows"] == 0)
    let comparisons = run["report"]?["comparisons"]?.array ?? []
    #expect(comparisons.map { $0["missingOnServer"] } == [[], []])
    let page = await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(page.contains("Nothing was compared.") && !page.contains("missing on the server"))
    #expect(
      page.contains(
        #"Total</th><td class="st"></td><td class="num zero" data-l="Rows here">–</td>"#))
  }

  @Test func tablesThatCouldNotBeComparedAreLeftOutOfTheSentence() async throws {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: "Movie"), TableSettings(name: "TodoItem")]))
    try await store.fill()
    store.server.remove("TodoItem", "ralph")
    store.remote.scriptReads([.refused])
    let run = try await store.run("reconcile")
    let page = await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(page.contains("Compared 1 table: 1 row missing on the server."))
    #expect(page.contains("1 table could not be compared."))
  }

  @Test func aTableThatCouldNotBeComparedHasNoGroups() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    #expect(run["report"]?["missingOnServer"] == [])
    let page = await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(page.contains("TodoItem could not be compared."))
    #expect(!page.contains("missing on the server") && !page.contains("matches the server"))
  }

  @Test func whatWasLeftOutForItsUnsentChangesIsALinkAway() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.items.update("dean", ["text": "mine"])
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    let page = await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(
      page.contains(
        "excluded: <a href=\"/s/todo/queue?table=TodoItem\">1 row with pending changes</a>"))
  }

  @Test func applyDoesWhatWasChosenAndNoMore() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.remove("TodoItem", "ralph")
    store.server.put("TodoItem", "new", ["text": "there"])
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    let path = "/s/todo/reconcile/\(try #require(run["run"]?.integer))/apply"
    #expect(await store.post(path, ["missingOnServer": "remove-here"], as: .operate).status == 403)
    #expect(await store.post(path, ["missingOnServer": "explode"]).status == 422)
    #expect(
      await store.post(path, ["missingOnServer": "remove-here", "confirm": "x"]).status == 400)
    #expect(try await store.items.read(id: "ralph") != nil)

    let removed = await store.post(path, ["missingOnServer": "remove-here", "confirm": 1])
    #expect(removed.status == 200 && removed.json["removed"] == 1)
    #expect(try await store.items.read(id: "ralph") == nil)
    #expect(try await store.items.read(id: "new") == nil)
    #expect(try await store.queue().isEmpty)
    let pulled = await store.post(path, ["missingHere": "pull-again"])
    #expect(pulled.json["pulled"] == 1)
    #expect(try await store.items.read(id: "new")?.values["text"] == "there")
  }

  @Test func theGuardAsksForTheNumber() async throws {
    let store = try await SyncConsole()
    let ids = (0..<20).map { "row\($0)" }
    try await store.fill(ids)
    for id in ids.prefix(8) { store.server.remove("TodoItem", id) }
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    let id = try #require(run["run"]?.integer)
    #expect(await store.page("/s/todo/runs/\(id)").page.contains("Type 8"))
    var browser = try await store.console.signIn("root", .admin)
    let token = try await browser.csrfToken
    let path = "/s/todo/reconcile/\(id)/apply"
    let choices = [("missingOnServer", "remove-here"), ("missingHere", "ignore")]
    let refused = await browser.submit(path, choices + [("confirm", "")], token: token)
    #expect(refused.status == 409)
    #expect(try await store.sync.counts().live == 20)
    let done = await browser.submit(path, choices + [("confirm", "8")], token: token)
    #expect(done.status == 303)
    #expect(try await store.sync.counts().live == 12)
    #expect(await browser.get("/s/todo/runs/\(id)").page.contains("8 rows removed here"))
  }

  @Test func onlyAComparisonCanBeApplied() async throws {
    let store = try await SyncConsole()
    let run = try await store.run("pull")
    let id = try #require(run["run"]?.integer)
    let answer = await store.post(
      "/s/todo/reconcile/\(id)/apply", ["missingOnServer": "remove-here"])
    #expect(answer.status == 409)
    #expect(await store.post("/s/todo/reconcile/99/apply").status == 404)
  }
}
