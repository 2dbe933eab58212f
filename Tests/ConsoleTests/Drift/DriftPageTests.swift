import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

@Suite struct DriftPageTests {
  @Test func aStoreWithoutChecksSaysSo() async throws {
    let store = try await SyncConsole()
    let page = await store.page("/s/todo/drift").page
    #expect(page.contains("No schedule.") && page.contains("No checks yet."))
    let json = await store.get("/s/todo/drift.json").json
    #expect(json["remaining"] == 0 && json["schedule"] == .null && json["tables"] == [])
  }

  @Test func rowsThatDifferAreCountedByTableUntilTheyAreRepaired() async throws {
    let (store, run) = try await SyncConsole.compared()
    var json = await store.get("/s/todo/drift.json").json
    let table = try #require(json["tables"]?.array?.first)
    #expect(table["table"] == "TodoItem" && table["remaining"] == 3)
    #expect(table["run"] == .integer(run))
    for group in ["missingOnServer", "missingHere", "different"] { #expect(table[group] == 1) }
    #expect(await store.page("/s/todo/drift").page.contains("3 rows differ"))
    let overview = await store.page("/s/todo").page
    #expect(overview.contains("3 rows of TodoItem differ from the server"))
    #expect(overview.contains("1 missing on the server · 1 missing here · 1 different"))
    #expect(overview.contains("3 rows differ from the server.") && !overview.contains("In sync."))
    let parts = "1 missing on the server · 1 missing here · 1 different"
    let found = "TodoItem: 3 rows differ · \(parts)"
    let sync = await store.page("/s/todo/sync").page
    #expect(sync.contains("Drift <span class=\"n\">3</span>") && sync.contains(found))

    let applied = await store.post(
      "/s/todo/reconcile/\(run)/apply",
      ["missingOnServer": "remove-here", "missingHere": "pull-again", "different": "pull-again"])
    json = await store.get("/s/todo/drift.json").json
    #expect(json["remaining"] == 0)
    #expect(await store.page("/s/todo/drift").page.contains("Repaired"))
    let settled = await store.page("/s/todo/runs").page
    #expect(!settled.contains("rows differ") && settled.contains("3 repaired since"))
    #expect(!(await store.page("/s/todo").page.contains("differ from the server")))

    let entry = try #require(applied.json["undo"]?.integer)
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(await store.get("/s/todo/drift.json").json["remaining"] == 3)
  }

  @Test func checksAreSearchedByTable() async throws {
    let (store, _) = try await SyncConsole.compared()
    let found = await store.get("/s/todo/drift.json?text=TODO").json
    #expect(found["tables"]?.array?.map { $0["table"] } == ["TodoItem"])
    let none = await store.get("/s/todo/drift.json?text=zebra").json
    #expect(none["tables"] == [] && none["remaining"] == 3)
    let page = await store.page("/s/todo/drift?text=zebra").page
    #expect(page.contains("No tables match “zebra”.") && !page.contains("No checks yet."))
    #expect(page.contains("<a href=\"/s/todo/drift\">Clear search</a>"))
  }

  @Test func theDriftOfATableKeepsItsTabsAndLeadsToItsComparison() async throws {
    let (store, _) = try await SyncConsole.compared()
    let page = await store.page("/s/todo/drift?table=TodoItem").page
    #expect(page.contains("<h1>TodoItem</h1>") && page.contains("3 rows differ"))
    let here = "<a href=\"/s/todo/drift?table=TodoItem\" aria-current=\"page\">"
    #expect(page.ranges(of: here).count == 2)
    #expect(page.link(containing: "/s/todo/t/TodoItem/schema") != nil)
    #expect(page.contains("href=\"/s/todo/reconcile?table=TodoItem\">Reconcile</a>"))
    #expect(page.contains("<input type=\"hidden\" name=\"table\" value=\"TodoItem\">"))
    #expect(!page.contains("Check all tables"))
    let comparison = await store.page("/s/todo/reconcile?table=TodoItem").page
    #expect(comparison.contains("<option value=\"TodoItem\" selected>"))
    #expect(await store.get("/s/todo/drift.json?table=Nothing").status == 404)
  }

  @Test func theLastChecksOfATableHaveTheirFigures() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    _ = try await store.run("reconcile")
    #expect(await store.page("/s/todo/drift").page.contains(">first check</small>"))
    _ = try await store.run("reconcile")
    var page = await store.page("/s/todo/drift").page
    #expect(page.contains(">none in 2 checks</small>") && !page.contains("class=\"spark\""))
    store.server.remove("TodoItem", "dean")
    _ = try await store.run("reconcile")
    page = await store.page("/s/todo/drift").page
    #expect(page.contains(">up to 1 in 3 checks</small>") && page.contains("class=\"spark\""))
  }

  @Test func aCheckOfAllTablesIsABarOfTheChart() async throws {
    let store = try await SyncConsole(drift: DriftSchedule(everyHours: 24, minuteOfDay: 360))
    try await store.fill()
    let first = try await store.run("reconcile")
    store.server.remove("TodoItem", "dean")
    _ = try await store.run("reconcile")
    let page = await store.page("/s/todo/drift").page
    #expect(page.contains("daily at 06:00 UTC") && page.contains("Rows that differ"))
    #expect(page.contains(#/<div class="xs" aria-hidden="true"><span>\d\d:\d\d<\/span>/#))
    #expect(page.contains("/s/todo/runs/\(try #require(first["run"]?.integer))"))
    let overview = await store.page("/s/todo").page
    #expect(overview.contains("Rows that differed by check"))
    #expect(!overview.contains("Check duration"))
    let json = await store.get("/s/todo/drift.json").json
    #expect(json["checks"]?.array?.map { $0["found"] } == [1, 0])
    #expect(json["schedule"]?["everyHours"] == 24)
  }

  @Test func theChecksOfATableAreDrawnInItsLine() async throws {
    let (store, run) = try await SyncConsole.compared()
    #expect(!(await store.page("/s/todo/drift").page.contains("class=\"spark\"")))
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    _ = try await store.run("reconcile")
    var page = await store.page("/s/todo/drift").page
    #expect(page.contains("last 2 checks of TodoItem, oldest first: 3, failed"))
    #expect(page.contains(">up to 3 in 1 check, 1 check failed</small>"))
    let table = await store.get("/s/todo/drift.json").json["tables"]?.array?.first
    let checks = table?["checks"]?.array
    #expect(checks?.map { $0["found"] } == [0, 3] && checks?.last?["run"] == .integer(run))
    #expect(checks?.map { $0["failed"] } == [true, false])

    let unchecked = try await SyncConsole()
    for _ in 1...2 {
      unchecked.remote.scriptReads(.init(repeating: .unreachable, count: 20))
      _ = try await unchecked.run("reconcile")
    }
    page = await unchecked.page("/s/todo/drift").page
    #expect(page.contains(">2 checks failed</small>"))
  }

  @Test func rowsOutsideThePullFilterAreNoDrift() async throws {
    let pull = PullQuery(queryID: "open", filter: "complete eq false")
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: SyncConsole.table, pulls: [pull])]))
    store.server.put(SyncConsole.table, "done", ["complete": true])
    let run = try await store.run("reconcile")
    #expect(run["report"]?["sum"]?["missingHere"] == 1)
    let json = await store.get("/s/todo/drift.json").json
    #expect(json["remaining"] == 0 && json["tables"]?.array?.first?["missingHere"] == 1)
    let page = await store.page("/s/todo/drift").page
    #expect(page.contains("No differences") && page.contains("rows missing here don’t count"))
    let id = try #require(run["run"]?.integer)
    let report = await store.page("/s/todo/runs/\(id)").page
    #expect(report.contains("1 table matches the server."))
    #expect(report.contains("rows missing here don’t count") && report.contains(">Matches</span>"))
    let runs = await store.page("/s/todo/runs").page
    #expect(runs.contains("TodoItem matches the server") && !runs.contains("row differs"))
  }

  @Test func aPulledRowOutsideThePullFilterRepairsNoOther() async throws {
    let pull = PullQuery(queryID: "open", filter: "complete eq false")
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: SyncConsole.table, pulls: [pull])]))
    store.server.change {
      $0.filters["complete eq false"] = { $0.values["complete"] == false }
    }
    for id in ["dean", "ivan"] { store.server.put(SyncConsole.table, id, ["complete": false]) }
    _ = try await store.run("pull")
    store.server.remove(SyncConsole.table, "dean")
    store.server.put(SyncConsole.table, "done", ["complete": true])
    let run = try await store.run("reconcile", ["table": .string(SyncConsole.table)])
    let id = try #require(run["run"]?.integer)
    func drift() async -> JSONValue { await store.get("/s/todo/drift.json").json }
    #expect(await drift()["remaining"] == 1)
    let pulled = await store.post("/s/todo/reconcile/\(id)/apply", ["missingHere": "pull-again"])
    #expect(pulled.json["pulled"] == 1)
    #expect(await drift()["remaining"] == 1)
    #expect(await store.page("/s/todo/runs").page.contains("1 row differs"))
    let removed = await store.post(
      "/s/todo/reconcile/\(id)/apply", ["missingOnServer": "remove-here"])
    #expect(removed.json["removed"] == 1)
    #expect(await drift()["remaining"] == 0)
    let entry = try #require(pulled.json["undo"]?.integer)
    #expect(await store.post("/undo/\(entry)").json["changed"] == 1)
    #expect(await drift()["remaining"] == 0)
  }

  @Test func aFailedCheckIsSaidWithItsReasonAndKeepsWhatWasKnown() async throws {
    let (store, _) = try await SyncConsole.compared()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    _ = try await store.run("reconcile")
    let page = await store.page("/s/todo/drift").page
    #expect(page.contains("Check failed") && page.contains("3 rows differ by the last complete"))
    #expect(await store.get("/s/todo/drift.json").json["remaining"] == 3)
    let overview = await store.page("/s/todo").page
    #expect(overview.contains("The last comparison of TodoItem with the server failed"))
  }

  @Test func aFailedCheckFindsNoDifferencesAndSaysThatItFailed() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    _ = try await store.run("reconcile")
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    _ = try await store.run("reconcile")
    for page in [await store.page("/s/todo/drift").page, await store.page("/s/todo").page] {
      #expect(page.contains("The last check failed. Earlier checks found no differences."))
      #expect(page.contains("last check failed"))
    }
    let json = await store.get("/s/todo/drift.json").json
    #expect(json["checks"]?.array?.map { $0["found"] } == [0, 0])
    #expect(json["tables"]?.array?.first?["missingOnServer"] == 0)
    let metrics = await store.get("/metrics").page
    #expect(metrics.contains(#"syncline_drift_rows{store="todo",table="TodoItem"} 0"#))
  }

  @Test func checksWithoutDifferencesAreCounted() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    for _ in 0..<2 { _ = try await store.run("reconcile") }
    let page = await store.page("/s/todo/drift").page
    #expect(page.contains("The last 2 complete checks found no differences."))
  }

  @Test func onlyOperatorsStartAComparison() async throws {
    let (store, _) = try await SyncConsole.compared()
    let viewers = await store.page("/s/todo/drift", as: .viewer).page
    #expect(viewers.contains("3 rows differ") && !viewers.contains("Check all tables"))
    #expect(!viewers.contains("Compare<span"))
  }

  @Test func theMetricsHaveTheRowsThatDiffer() async throws {
    let (store, _) = try await SyncConsole.compared()
    let metrics = await store.get("/metrics").page
    #expect(metrics.contains(#"syncline_drift_rows{store="todo",table="TodoItem"} 3"#))
  }
}
