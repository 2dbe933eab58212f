import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Which rows a run pushed, pulled, deleted and left with a problem.
@Suite struct RunRowsTests {
  /// A sync that pushes two rows, has a conflict and a rejection, pulls two rows, one of them new, and
  /// deletes one.
  private func syncedStore() async throws -> (store: SyncConsole, rows: String) {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky", "ralph", "ivan", "walt", "hugo"])
    try await store.items.update("dean", ["text": "here", "estimate": 2])
    try await store.items.delete("ricky")
    try await store.items.update("ralph", ["text": "too long"])
    try await store.items.update("ivan", ["text": "here"])
    store.remote.script("ralph", [.refused])
    store.server.put("TodoItem", "ivan", ["text": "there"])
    store.server.put("TodoItem", "walt", ["text": "there", "estimate": 1])
    store.server.put("TodoItem", "hugo", [:], deleted: true)
    store.server.put("TodoItem", "new", ["text": "there"])
    let run = try #require(try await store.run("sync")["run"]?.integer)
    return (store, "/s/todo/runs/\(run)/rows")
  }

  private func ids(_ json: JSONValue) -> [String] {
    (json["rows"]?.array ?? []).compactMap { $0["id"]?.string }
  }

  @Test func listsProblemsFirstThenWhatWasPushedAndPulled() async throws {
    let (store, path) = try await syncedStore()
    let list = await store.get(path + ".json").json
    let rows = list["rows"]?.array ?? []
    #expect(Set(ids(list)) == ["dean", "ricky", "ralph", "ivan", "walt", "hugo", "new"])
    #expect(Set(ids(list).prefix(2)) == ["ralph", "ivan"])
    #expect(
      list["counts"] == [
        "pushed": 2, "pulled": 2, "deleted": 1, "rejected": 1, "conflict": 1, "unknown": 0,
      ])
    let dean = rows.first { $0["id"] == "dean" }
    #expect(dean?["result"] == "pushed" && dean?["kind"] == "update")
    let walt = rows.first { $0["id"] == "walt" }
    #expect(walt?["result"] == "pulled" && walt?["changed"] == ["text"])
    let ivan = rows.first { $0["id"] == "ivan" }
    #expect(ivan?["result"] == "conflict" && ivan?["changed"] == ["text"])
    let new = rows.first { $0["id"] == "new" }
    #expect(new?["result"] == "pulled" && new?["kind"] == "new" && new?["changed"] == .null)
    #expect(list["unlisted"] == [])
    #expect(list["recorded"] == true && list["trimmed"] == false && list["next"] == .null)
  }

  @Test func aLineSaysWhichColumnsChangedWhateverWasDone() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "hugo"])
    try await store.items.delete("hugo")
    _ = try await store.run("push")
    try await store.items.undelete("hugo")
    try await store.items.insert(["id": "new", "text": "here"])
    try await store.items.insert(["id": "bad", "text": "here"])
    try await store.items.update("dean", ["text": "here"])
    store.remote.script("bad", [.refused])
    let run = try #require(try await store.run("push")["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(run)/rows").page
    func line(_ id: String) -> [String] {
      let row = page.split(separator: "<tr").first { $0.contains("/r/\(id)") } ?? ""
      return row.matches(of: #/<td(?: data-l="Changed"| class="grow mut")>([^<]*)/#)
        .map { String($0.1) }
    }
    #expect(line("new") == ["all columns", "New row"])
    #expect(page.ranges(of: ">all columns</td>").count == 2)
    #expect(line("hugo") == ["no columns", "Undeleted"])
    #expect(line("dean") == ["text", "Updated"])
  }

  @Test func aNewRowsHistoryBeginsWithThePullThatBroughtIt() async throws {
    let (store, _) = try await syncedStore()
    let page = await store.page("/s/todo/t/TodoItem/r/new?tab=history").page
    #expect(page.contains("<b>Sync</b> pulled the row for the first time"))
    let json = await store.get("/s/todo/t/TodoItem/r/new.json?tab=history").json
    #expect(json["history"]?.array?.map { $0["kind"] } == ["new"])
    let hugo = await store.get("/s/todo/t/TodoItem/r/hugo.json?tab=history").json
    #expect(hugo["history"]?.array?.map { $0["kind"] } == ["delete", "insert"])
  }

  @Test func aFullPullListsTheRowsThatAreNewHere() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    store.server.put("TodoItem", "new", ["text": "there"])
    let run = try #require(try await store.run("pull", ["full": true])["run"]?.integer)
    let json = await store.get("/s/todo/runs/\(run)/rows.json").json
    #expect(ids(json) == ["new"] && json["unlisted"] == [])
  }

  @Test func aFirstPullListsNoRowsAndLeadsToItsTable() async throws {
    let store = try await SyncConsole()
    for id in ["dean", "walt"] { store.server.put("TodoItem", id, ["text": "there"]) }
    let run = try #require(try await store.run("pull")["run"]?.integer)
    let path = "/s/todo/runs/\(run)"
    let json = await store.get(path + "/rows.json").json
    #expect(json["unlisted"] == [["table": "TodoItem", "count": 2]] && ids(json).isEmpty)
    #expect(await store.page(path).page.contains("2 new rows are not listed:"))
    for query in ["", "?result=pulled"] {
      let page = await store.page(path + "/rows" + query).page
      #expect(page.contains("Rows of a first pull are not listed"))
      #expect(page.contains("<h1>Rows</h1>"))
      #expect(page.contains("TodoItem (2)</a>") && !page.contains("No rows match"))
    }
    let pulled = await store.page(path + "/rows?result=pulled").page
    #expect(pulled.contains("Pulled <span class=\"n\">0</span>"))
    #expect(await store.page(path + "/rows?table=Other").page.contains("No rows match"))
  }

  @Test func aTombstoneOfARowThatHadLeftTheStoreIsADeletionEverywhere() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "too long"])
    store.remote.script("dean", [.refused])
    _ = try await store.run("push")
    let error = try #require(try await store.sync.errors().first)
    try await store.sync.resolve(error.id, .removeRow, by: "mira")
    store.server.put("TodoItem", "dean", ["text": "there"], deleted: true)
    let run = try await store.run("pull")
    #expect(run["pulled"] == 0 && run["deleted"] == 1)
    let path = "/s/todo/runs/\(try #require(run["run"]?.integer))"
    let rows = await store.get(path + "/rows.json").json
    #expect(rows["counts"]?["pulled"] == 0 && rows["counts"]?["deleted"] == 1)
    #expect(rows["rows"]?.array?.map { $0["result"] } == ["deleted"])
    #expect(ids(await store.get(path + "/rows.json?result=deleted").json) == ["dean"])
    #expect(ids(await store.get(path + "/rows.json?result=pulled").json).isEmpty)
    let page = await store.page(path).page
    #expect(page.contains(/result=deleted"><span class="v">1</))
    #expect(!page.contains("0 rows were pulled"))
    #expect(page.contains("Deleted on the server") && !page.contains("Pulled again"))
    #expect(await store.page("/s/todo").page.contains("0 pulled, 1 deletion"))
  }

  @Test func aRunsProblemsHaveTheSameWordsOnEveryPage() async throws {
    let (store, path) = try await syncedStore()
    let page = await store.page(path.replacing("/rows", with: "")).page
    #expect(page.contains("Done, 2 problems</span></h1>") && !page.contains("4 operations:"))
    #expect(page.contains("1 rejected, 1 conflict</span>"), "the step is not only done")
    #expect(page.contains("rows received"))
    // Of the rejected row; the word "conflict" says it of the other.
    let kept = page.ranges(of: "kept here, the server has different values</td>")
    #expect(kept.count == 1, "said once")
    for list in ["/s/todo/sync", "/s/todo/runs"] {
      let page = await store.page(list).page
      #expect(page.contains("1 rejected, 1 conflict") && !page.contains(" refused"), "\(list)")
    }
  }

  @Test func filtersByResultTableAndTextOfTheID() async throws {
    let (store, path) = try await syncedStore()
    func found(_ query: String) async -> [String] {
      ids(await store.get(path + ".json" + query).json)
    }
    #expect(await found("?result=deleted") == ["hugo"])
    #expect(await found("?result=rejected") == ["ralph"])
    #expect(Set(await found("?result=pulled")) == ["walt", "new"])
    #expect(await found("?text=DE") == ["dean"])
    #expect(await found("?table=Other").isEmpty)
    #expect(await store.get(path + ".json?result=lost").status == 400)
    #expect(await store.get(path + ".json?after=x").status == 400)
  }

  @Test func pagesGoThroughEveryRowOnce() async throws {
    let (store, path) = try await syncedStore()
    for size in 1...4 {
      var seen: [String] = []
      var query = "?size=\(size)"
      while true {
        let list = await store.get(path + ".json" + query).json
        seen += ids(list)
        guard let next = list["next"]?.string, seen.count < 20 else { break }
        query = "?size=\(size)&after=\(next)"
      }
      #expect(seen.sorted() == ["dean", "hugo", "ivan", "new", "ralph", "ricky", "walt"])
    }
  }

  @Test func changesMadeHereAndOtherRunsAreNotOfTheRun() async throws {
    let (store, path) = try await syncedStore()
    try await store.items.update("walt", ["text": "later"])
    _ = try await store.run("push")
    #expect(ids(await store.get(path + ".json").json).count == 7)
  }

  @Test func theReportShowsThemWithNamesAndProblemsByCause() async throws {
    let (store, path) = try await syncedStore()
    let report = await store.page(String(path.dropLast("/rows".count))).page
    #expect(report.contains("1 row rejected") && report.contains("changed here and on the server"))
    #expect(
      report.contains(">New row</td>") && report.contains(">all columns</td>")
        && !report.contains("not listed"))
    #expect(report.contains(">Deletion pulled<") && report.contains("History<"))
    let page = await store.page(path + "?result=pushed").page
    #expect(page.contains("Deleted on the server") && page.contains("2 rows"))
  }

  @Test func saysThatAnOlderRunHasNoList() async throws {
    let store = try await SyncConsole()
    let data = store.console.data
    let id = try await data.startRun(.push, store: "todo", who: "mira")
    var outcome = RunOutcome()
    outcome.pushed = 3
    outcome.report = ["push": ["sent": 3, "succeeded": 3]]
    try await data.finishRun(id, .succeeded, outcome)
    #expect(await store.get("/s/todo/runs/\(id)/rows.json").json["recorded"] == false)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("The rows of this run were not recorded."))
  }

  @Test func saysThatHistoryWasTrimmed() async throws {
    var settings = StoreSettings(tables: [TableSettings(name: SyncConsole.table)])
    settings.history = HistorySettings(days: 1)
    let store = try await SyncConsole(settings)
    try await store.fill(["dean", "walt"])
    try await store.items.update("dean", ["text": "here"])
    let run = try #require(try await store.run("push")["run"]?.integer)
    store.time.advance(milliseconds: 3 * 86_400_000)
    try await store.items.update("walt", ["text": "here"])
    _ = try await store.run("push")
    let page = await store.page("/s/todo/runs/\(run)/rows").page
    #expect(page.contains("Some rows are no longer listed: history is kept for 1 day"))
  }
}
