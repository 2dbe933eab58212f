import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// The list of runs, and what the report of one offers.
@Suite struct RunListTests {
  @Test func listsRunsByKindAndResultPageByPage() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ralph"])
    for _ in 0..<3 { _ = try await store.run("pull") }
    try await store.items.update("dean", ["text": "too long"])
    store.remote.script("dean", [.refused])
    let push = try #require(try await store.run("push")["run"]?.integer)

    let first = await store.get("/s/todo/runs.json?size=2").json
    #expect(first["count"] == 4 && first["runs"]?.array?.count == 2)
    let next = try #require(first["next"]?.integer)
    let second = await store.get("/s/todo/runs.json?size=2&before=\(next)").json
    #expect(second["runs"]?.array?.count == 2 && second["next"] == .null)

    let problems = await store.get("/s/todo/runs.json?result=problems").json
    #expect(problems["runs"]?.array?.compactMap { $0["run"]?.integer } == [push])
    let page = await store.page("/s/todo/runs?kind=push").page
    #expect(page.contains("Push \(push)</a>") && page.contains("1 rejected"))
    #expect(!page.contains(">Pull 1</a>"))
    #expect(await store.page("/s/todo/runs?text=nobody").page.contains("No runs match."))
    #expect(await store.get("/s/todo/runs.json?kind=none").status == 400)
    #expect(await store.get("/s/todo/runs.json?before=x").status == 400)
  }

  @Test func listsTheRunsAfterAnotherOneThatDidSomethingWithRows() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    for pulled in [2, 0, 3] {
      let run = try await store.console.data.startRun(.pull, store: "todo", who: "mira")
      var outcome = RunOutcome()
      outcome.pulled = pulled
      try await store.console.data.finishRun(run, .succeeded, outcome)
    }
    func runs(_ query: String) async throws -> [Int64]? {
      await store.get("/s/todo/runs.json?\(query)").json["runs"]?.array?
        .compactMap { $0["run"]?.integer }
    }
    #expect(try await runs("moved=pulled") == [3, 1])
    #expect(try await runs("moved=pulled&since=1") == [3])
    #expect(try await runs("moved=deleted") == [])
    let page = await store.page("/s/todo/runs?moved=pulled&since=1").page
    #expect(page.contains("<span>After run 1</span>"))
    #expect(await store.get("/s/todo/runs.json?moved=away").status == 400)
  }

  @Test(arguments: [
    ("pull", [3, 1]), ("Pull 3", [3]), ("pul", [3, 1]), ("push 2", [2]), ("push 3", []),
    ("2", [2]),
  ])
  func runsAreFoundByTheirTitle(text: String, expected: [Int64]) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    for kind in [Run.Kind.pull, .push, .pull] {
      let run = try await store.console.data.startRun(kind, store: "todo", who: "mira")
      try await store.console.data.finishRun(run, .succeeded, RunOutcome())
    }
    var query = QueryItems()
    query.add("text", text)
    let answer = await store.get("/s/todo/runs.json?\(query.encoded)")
    #expect(answer.json["runs"]?.array?.compactMap { $0["run"]?.integer } == expected)
  }

  @Test func runsAreFoundByTheirTitleInTheLanguageOfThePage() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    for kind in [Run.Kind.pull, .push] {
      let run = try await store.console.data.startRun(kind, store: "todo", who: "mira")
      try await store.console.data.finishRun(run, .succeeded, RunOutcome())
    }
    var browser = try await store.console.signIn("ann", .viewer)
    var query = QueryItems()
    query.add("text", "プル 1")
    let page = await browser.get("/s/todo/runs?\(query.encoded)", ["Accept-Language": "ja"]).page
    #expect(page.contains("/s/todo/runs/1\"") && !page.contains("/s/todo/runs/2\""))
  }

  @Test func aScheduleThatStartedARunIsNamedInTheLanguageOfThePage() async throws {
    let store = try await SyncConsole()
    let run = try await store.console.data.startRun(.sync, store: "todo", who: Scheduler.name)
    try await store.console.data.finishRun(run, .succeeded, RunOutcome())
    var browser = try await store.console.signIn("ann", .viewer)
    let page = await browser.get("/s/todo/runs", ["Accept-Language": "de"]).page
    #expect(page.contains(">Zeitplan</td>"))
    #expect(await store.get("/s/todo/runs.json").json["runs"]?.array?.first?["by"] == "schedule")
  }

  @Test func theListOffersASyncToThoseWhoMayStartOne() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "new"])
    let newest = try await store.sync.highestOperation()
    let page = await store.page("/s/todo/runs").page
    #expect(page.contains("action=\"/s/todo/sync\""))
    #expect(page.contains("name=\"upTo\" value=\"\(newest)\""))
    #expect(page.contains("Sync now</button>"))
    #expect(!(await store.page("/s/todo/runs", as: .viewer).page.contains("Sync now")))
  }

  @Test func runsAndTheirRowsAreInTheFrameOfAList() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    let run = try #require(try await store.run("pull")["run"]?.integer)
    for path in ["/runs", "/runs/\(run)/rows"] {
      let page = await store.page("/s/todo\(path)").page
      let list = page.split(separator: "<div class=\"work\" id=\"list\">").dropFirst().first ?? ""
      #expect(list.contains("<div class=\"list\">"), "\(path)")
      #expect(list.contains("<div class=\"pager\">"), "\(path)")
    }
  }

  @Test func aReportRetriesAndPushesWhatWasRejectedAndNotConflicts() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "too long"])
    try await store.items.update("ivan", ["text": "here"])
    store.remote.script("dean", [.refused])
    store.server.put("TodoItem", "ivan", ["text": "there"])
    let run = try #require(try await store.run("push")["run"]?.integer)
    let address = "/s/todo/runs/\(run)"
    let errors = try await store.sync.errors()
    let rejected = try #require(errors.first { $0.itemID == "dean" }?.id)
    let conflict = try #require(errors.first { $0.itemID == "ivan" }?.id)

    let page = await store.page(address).page
    #expect(page.contains("Retry and push 1</button>"))
    #expect(page.contains("name=\"id\" value=\"\(rejected)\""))
    #expect(!page.contains("name=\"id\" value=\"\(conflict)\""))
    #expect(!(await store.page(address, as: .viewer).page.contains("Retry and push")))

    try await store.sync.setOffline(true)
    #expect(!(await store.page(address).page.contains("Retry and push")))
  }

  @Test func aReportSaysEachCountOnceAndHasOneActionBesideTheExport() async throws {
    let store = try await SyncConsole()
    try await store.fill(["anna", "dean", "ivan"])
    for id in ["anna", "dean", "ivan"] { try await store.items.update(id, ["text": "here"]) }
    for id in ["anna", "dean"] { store.remote.script(id, [.refused]) }
    store.server.put("TodoItem", "ivan", ["text": "there"])
    let run = try #require(try await store.run("push")["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(run)").page
    let main = try #require(page.firstRange(of: "<h1")).lowerBound
    let problems = try #require(page.firstRange(of: "id=\"h-prob\"")).lowerBound
    let head = page[main..<problems]
    #expect(head.contains("Done, 3 problems</span></h1>"))
    #expect(head.ranges(of: ">rejected<").count == 1 && !head.contains("2 rejected"))
    #expect(!head.contains("class=\"say\"") && head.contains(">Retry and push 2</button>"))
    #expect(!head.contains("Resolve 3 problems"))
    #expect(page[problems...].contains(">Resolve 3 problems</a>"))
  }

  @Test func aReportOfARepeatedRejectionOffersToResolveItFirst() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "too long"])
    store.remote.script("dean", [.refused, .refused, .refused])
    func push() async throws -> (page: String, error: String) {
      store.time.advance(milliseconds: 1_000)
      let run = try #require(try await store.run("push")["run"]?.integer)
      let error = try #require(try await store.sync.errors().first?.id)
      return (await store.page("/s/todo/runs/\(run)").page, error)
    }
    let first = try await push()
    #expect(first.page.contains("<button class=\"btn primary\">Retry and push 1</button>"))
    _ = await store.post("/s/todo/errors/\(first.error)/resolve", ["choice": "retry"])
    let second = try await push()
    #expect(second.page.contains("<button class=\"btn\">Retry and push 1</button>"))
    #expect(second.page.contains(/<a class="btn primary" href="[^"]*">Resolve 1 problem</))
    // A change of the row makes another try worth it.
    try await store.items.update("dean", ["text": "shorter"])
    let third = try await push()
    #expect(third.page.contains("<button class=\"btn primary\">Retry and push 1</button>"))
  }

  @Test func theRowsOfARunAreExportedWhole() async throws {
    let store = try await SyncConsole()
    try await store.fill((0..<60).map { "row\($0)" })
    for index in 0..<60 { try await store.items.update("row\(index)", ["text": "=new"]) }
    store.remote.script("row7", [.refused])
    let run = try #require(try await store.run("push")["run"]?.integer)
    let file = await store.get("/s/todo/runs/\(run)/rows.csv")
    #expect(file.status == 200)
    let lines = try await file.whole().split(separator: "\r\n")
    #expect(lines.first == "table,id,result,kind,at,changed,status,message,operation,error,entry")
    #expect(lines.count == 61)
    #expect(lines.count { $0.hasPrefix("TodoItem,row7,rejected,") } == 1)
    let pushed = try await store.get("/s/todo/runs/\(run)/rows.ndjson?result=pushed").whole()
    #expect(pushed.split(separator: "\n").count == 59)
    #expect(await store.page("/s/todo/runs/\(run)").page.contains("/runs/\(run)/rows.csv\""))
  }

  @Test func aRunWhoseReportWasRemovedStillTellsItsNumbers() async throws {
    let store = try await SyncConsole()
    var outcome = RunOutcome()
    (outcome.pushed, outcome.pulled) = (3, 1)
    let data = store.console.data
    let run = try await data.startRun(.sync, store: "todo", who: "mira")
    try await data.finishRun(run, .succeeded, outcome)
    let page = await store.page("/s/todo/runs/\(run)").page
    #expect(page.contains(/"v">3<.span><span class="l">pushed/))
    #expect(page.contains(/"v">1<.span><span class="l">pulled/))
    #expect(page.contains("Its report was removed: reports are kept for the last 1,000 runs"))
    #expect(await store.get("/s/todo/runs/\(run).json").json["report"] == .null)
  }
}
