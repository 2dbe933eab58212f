import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// The trash by table, time and person, and bringing back all that matches.
@Suite struct TrashPageTests {
  /// Rows of two tables, deleted by two people.
  private func trash(_ count: Int = 6) async throws -> SyncConsole {
    let store = try await SyncConsole(
      StoreSettings(
        tables: [TableSettings(name: "TodoItem"), TableSettings(name: "Movie")]))
    for number in 0..<count {
      store.server.put("TodoItem", "t\(number)", ["text": .string("Item \(number)")])
      store.server.put("Movie", "m\(number)", ["title": .string("Movie \(number)")])
    }
    _ = try await store.sync.pull()
    for (table, who) in [("TodoItem", "mira"), ("Movie", "ivan")] {
      let ids = (0..<count).map { "\(table == "Movie" ? "m" : "t")\($0)" }
      _ = try await store.sync.table(table).bulk(.delete, ids: ids, by: who)
    }
    return store
  }

  @Test(
    arguments: [
      ("", 12), ("table=Movie", 6), ("by=mira", 6), ("by=~elsewhere", 0),
      ("by=mira&table=Movie", 0), ("from=2000-01-01", 12), ("to=2000-01-01T10:00", 0),
      ("text=MOVIE%203", 1), ("text=m2", 1), ("text=item&by=mira", 6), ("text=item&by=ivan", 0),
      ("text=zebra", 0),
    ])
  func filtersAreInTheAddress(_ query: String, _ count: Int) async throws {
    let store = try await trash()
    let answer = await store.get("/s/todo/trash.json?\(query)").json
    #expect(answer["count"] == .integer(Int64(count)))
    #expect(answer["rows"]?.array?.count == count)
    let page = await store.page("/s/todo/trash?\(query)")
    #expect(page.status == 200)
  }

  @Test(arguments: [
    ("text=zebra", "No deleted rows match “zebra”.", "Clear search"),
    ("text=item&by=ivan", "No deleted rows match the filters.", "Clear filters"),
    ("by=mira&table=Movie", "No deleted rows match the filters.", "Clear filters"),
  ])
  func aListWithoutMatchesTellsHowToClearIt(
    _ query: String, _ headline: String, _ clear: String
  ) async throws {
    let page = try await trash().page("/s/todo/trash?\(query)").page
    #expect(page.contains("<p><b>\(headline)</b></p>"))
    #expect(page.contains("<p><a href=\"/s/todo/trash\">\(clear)</a></p>"))
  }

  @Test func anEmptyTrashTellsWhatItIs() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let page = await store.page("/s/todo/trash").page
    #expect(page.contains("The trash is empty") && page.contains("can be undeleted until"))
  }

  @Test func theChoicesCountWhatTheRestOfTheFilterMatches() async throws {
    let store = try await trash()
    let all = await store.page("/s/todo/trash").page
    for label in ["TodoItem (6)", "Movie (6)", "mira (6)", "ivan (6)"] {
      #expect(all.contains(label))
    }
    let mira = await store.page("/s/todo/trash?by=mira").page
    #expect(mira.contains("TodoItem (6)") && mira.contains("Movie (0)"))
    #expect(mira.contains("mira (6)") && mira.contains("ivan (6)"))
    let movies = await store.page("/s/todo/trash?table=Movie").page
    #expect(movies.contains("ivan (6)") && !movies.contains("mira (6)"))
    let before = await store.page("/s/todo/trash?to=2000-01-01").page
    #expect(before.contains("Movie (0)") && !before.contains("ivan ("))
  }

  @Test func purgingIsOfferedForWhatItTakes() async throws {
    let store = try await trash()
    let whole = await store.page("/s/todo/trash?table=Movie").page
    #expect(whole.contains(">Purge…</a>"))
    for filter in ["by=mira", "by=ivan", "from=2000-01-01", "to=2000-01-01"] {
      let page = await store.page("/s/todo/trash?table=Movie&\(filter)").page
      #expect(page.contains(">Purge all 6 deleted rows of Movie…</a>"), "\(filter)")
    }
    #expect(!(await store.page("/s/todo/trash?by=ivan").page.contains("Purge all")))
    let all = await store.page("/s/todo/trash").page
    #expect(all.contains(">Purge all 6 deleted rows of Movie…</a>"))
    #expect(all.contains(">Purge all 6 deleted rows of TodoItem…</a>"))
  }

  @Test func selectedRowsOfOneTableArePurged() async throws {
    let store = try await trash()
    _ = try await store.sync.push()
    var browser = try await store.console.signIn("root", .admin)
    let token = try await browser.csrfToken
    let page = await browser.get("/s/todo/trash?_pick=page").page
    #expect(page.contains(">Purge 12 rows…</button>"))
    let asked = await browser.submit(
      "/s/todo/trash/undelete",
      [("do", "purge"), ("row", "Movie/m1"), ("row", "Movie/m2"), ("back", "by=ivan")],
      token: token)
    let question = try #require(asked.headers["Location"])
    #expect(question.hasPrefix("/s/todo/t/Movie/purge?"))
    #expect(await browser.get(question).page.contains("Purge 2 rows of Movie from store todo?"))
    let mixed = await browser.submit(
      "/s/todo/trash/undelete",
      [("do", "purge"), ("row", "Movie/m1"), ("row", "TodoItem/t1")], token: token)
    #expect(mixed.headers["Location"] == "/s/todo/trash")
    #expect(
      await browser.get("/s/todo/trash").page.contains("Rows of Movie, TodoItem are selected."))
    var operating = try await store.console.signIn("mira", .operate)
    let refused = await operating.submit(
      "/s/todo/trash/undelete", [("do", "purge"), ("row", "Movie/m1")],
      token: try await operating.csrfToken)
    #expect(refused.status == 403)
  }

  @Test func undeleteAndPushStartsAPushOfTheRows() async throws {
    let store = try await trash()
    _ = try await store.sync.push()
    try await store.items.insert(["id": "new", "text": "not part of it"])
    var browser = try await store.console.signIn("mira", .operate)
    #expect(await browser.get("/s/todo/trash").page.contains(">Undelete and push selected<"))
    let done = await browser.submit(
      "/s/todo/trash/undelete",
      [("do", "undelete-and-push"), ("row", "Movie/m1"), ("row", "TodoItem/t1")],
      token: try await browser.csrfToken)
    let place = try #require(done.headers["Location"])
    let id = try #require(Int64(place.dropFirst("/s/todo/runs/".count)))
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.kind == .push && run.outcome.pushed == 2)
    #expect(await browser.get(place).page.contains("2 rows undeleted and pushed."))
    #expect(try await store.queue().map(\.itemID) == ["new"])
    try await store.sync.setOffline(true)
    #expect(!(await browser.get("/s/todo/trash").page.contains("Undelete and push")))
  }

  @Test(arguments: ["from=yesterday", "to=x", "size=0", "from=2026-01-02&to=2026-01-01"])
  func badFiltersAreNamed(_ query: String) async throws {
    let store = try await trash(1)
    #expect(await store.get("/s/todo/trash.json?\(query)").status == 400)
  }

  @Test func allThatMatchComeBackTogetherAndGoAgainTogether() async throws {
    let store = try await trash()
    let page = await store.page("/s/todo/trash?size=5&_pick=all").page
    #expect(page.contains("All 12 rows selected"))
    #expect(page.contains("Undelete 12 rows"))
    let done = await store.post("/s/todo/trash/undelete", ["query": "", "expect": 12])
    #expect(done.json["changed"] == 12)
    #expect(try await store.sync.counts().deleted == 0)
    let entry = try #require(done.json["entry"]?.integer)
    #expect(await store.post("/undo/\(entry)").json["changed"] == 12)
    #expect(try await store.sync.counts().deleted == 12)
    let wrong = await store.post("/s/todo/trash/undelete", ["query": "", "expect": 200])
    #expect(wrong.status == 409)
    for body in [
      ["query": "colour=red"], ["query": "from=x"], ["query": 1],
      ["query": "", "rows": []], ["rows": 1],
    ] as [JSONValue] {
      #expect((400..<500).contains(await store.post("/s/todo/trash/undelete", body).status))
    }
    #expect(try await store.sync.counts().deleted == 12)
  }

  @Test func theAuditNamesEachTableAndRowsOfThem() async throws {
    let store = try await trash()
    let done = await store.post("/s/todo/trash/undelete", ["query": "", "expect": 12])
    let entry = try #require(done.json["entry"]?.integer)
    let list = await store.page("/audit").page
    let tables = #/12 rows of (Movie \(6\), TodoItem|TodoItem \(6\), Movie) \(6\)/#
    #expect(list.contains(tables) && list.contains(", and 9 more"))
    let page = await store.page("/audit/\(entry)").page
    #expect(page.contains(tables) && !page.contains("id=\"cap-ch\""))
    _ = await store.post("/undo/\(entry)")
    let undone = await store.page("/audit").page
    #expect(undone.contains("undid the undelete of 12 rows of ") && undone.contains(tables))
  }

  @Test func thoseThatChangedStayAndTheOthersGoAgain() async throws {
    let store = try await trash(2)
    let done = await store.post("/s/todo/trash/undelete", ["query": "table=TodoItem"])
    let entry = try #require(done.json["entry"]?.integer)
    try await store.items.update("t1", ["text": "new"])
    let undone = await store.post("/undo/\(entry)")
    #expect(undone.json["changed"] == 1)
    #expect(undone.json["left"] == [["table": "TodoItem", "id": "t1"]])
    #expect(try await store.items.read(id: "t1")?.deleted == false)
    #expect(try await store.items.read(id: "t0")?.deleted == true)
  }

  @Test func whatIsDeletedAgainKeepsWhenAndByWhom() async throws {
    let store = try await trash(2)
    let path = "/s/todo/trash.json?table=TodoItem"
    let before = await store.get(path).json["rows"]
    store.time.advance(milliseconds: 3_600_000)
    let done = await store.post("/s/todo/trash/undelete", ["query": "table=TodoItem"])
    let entry = try #require(done.json["entry"]?.integer)
    #expect(await store.get(path).json["rows"] == [])
    #expect(await store.post("/undo/\(entry)").json["changed"] == 2)
    #expect(await store.get(path).json["rows"] == before)
    #expect(before?.array?.allSatisfy { $0["by"] == "mira" } == true)
  }

  @Test func manyRowsAreAskedAboutFirst() async throws {
    let store = try await trash(60)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("query", ""), ("expect", "120")]
    let asked = await browser.submit("/s/todo/trash/undelete", order, token: token)
    #expect(asked.status == 200 && asked.page.contains("Undelete 120 rows?"))
    #expect(asked.page.contains("<dt>Movie</dt><dd>60 rows</dd>"))
    #expect(asked.page.contains("autofocus"))
    #expect(try await store.sync.counts().deleted == 120)
    let done = await browser.submit(
      "/s/todo/trash/undelete", order + [("confirmed", "1")], token: token)
    let report = await browser.get(done.headers["Location"] ?? "").page
    #expect(report.contains("120 rows undeleted.") && report.contains("/undo/"))
    #expect(try await store.sync.counts().deleted == 0)
  }

  @Test func theQuestionSaysWhenAndByWhomTheRowsWereDeleted() async throws {
    let store = try await trash(110)
    let (movies, ids) = (store.sync.table("Movie"), (0..<110).map { "m\($0)" })
    _ = try await movies.bulk(.undelete, ids: ids, by: "mira")
    store.time.advance(milliseconds: 3 * 3_600_000)
    _ = try await movies.bulk(.delete, ids: ids, by: "ivan")
    var browser = try await store.console.signIn("op", .operate)
    let asked = await browser.submit(
      "/s/todo/trash/undelete", [("query", "by=ivan"), ("expect", "110")],
      token: try await browser.csrfToken
    ).page
    #expect(asked.contains(">deleted <time"))
    #expect(asked.contains(" by ivan</span>") && !asked.contains(" by mira</span>"))
    #expect(!asked.contains(">changed <time"))
    let row = try #require(await store.get("/s/todo/trash.json?by=ivan").json["rows"]?.array?.first)
    let moment = try #require(row["deletedAt"]?.string)
    #expect(asked.contains("<time class=\"when\" datetime=\"\(moment.prefix(19))"))
  }

  @Test func theQuestionIsConfirmedForTheRowsThatItNamedOnly() async throws {
    let store = try await trash(60)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("query", ""), ("expect", "120")]
    let path = "/s/todo/trash/undelete"
    let asked = await browser.submit(path, order, token: token)
    let mark = try #require(asked.page.value(of: "asked"))
    try await store.items.undelete("t0", by: nil)
    let refused = await browser.submit(
      path, order + [("confirmed", "1"), ("asked", mark)], token: token)
    #expect(refused.status == 200 && refused.page.contains("Undelete 119 rows?"))
    #expect(refused.page.contains("119 rows match now; you confirmed 120."))
    #expect(try await store.sync.counts().deleted == 119)
  }

  @Test func theReportNamesWhatDidNotComeBack() async throws {
    let store = try await trash(2)
    try await store.items.undelete("t0", by: nil)
    let rows: JSONValue = [
      ["table": "TodoItem", "id": "t0"], ["table": "TodoItem", "id": "t1"],
      ["table": "Movie", "id": "nobody"],
    ]
    let done = await store.post("/s/todo/trash/undelete", ["rows": rows])
    #expect(done.json["changed"] == 1 && done.json["problems"]?.array?.count == 2)
    let entry = try #require(done.json["entry"]?.integer)
    let page = await store.page("/s/todo/reports/\(entry)").page
    #expect(page.contains("1 of 3 rows undeleted.") && page.contains(">nobody</a>"))
    // Of the other nothing is amiss: it was back before.
    #expect(!page.contains("is not deleted"))
    #expect(await store.get("/s/todo/reports/999.json").status == 404)
  }

  @Test func theHistogramComesWithItsNumbers() async throws {
    let store = try await SyncConsole()
    try await store.fill((0..<9).map { "r\($0)" })
    store.server.change { $0.stampStep = 3_600_000 }
    for number in 0..<9 { store.server.put("TodoItem", "r\(number)", [:], deleted: true) }
    _ = try await store.sync.pull()
    let answer = await store.get("/s/todo/trash.json").json
    let counts = try #require(answer["deletions"]?["rows"]?.array)
    let bins = counts.compactMap { $0.integer }
    #expect(bins.reduce(0, +) == 9)
    let page = await store.page("/s/todo/trash").page
    #expect(page.contains("role=\"group\" aria-label=\"") && page.contains("Deletions per"))
    #expect(page.contains("Show as table, choose a time"))
    let narrowed = await store.page("/s/todo/trash?text=r3").page
    #expect(narrowed.contains("<span class=\"cnt\">1 of 9 rows</span>"))
    #expect(narrowed.contains("Deletions per"), "the chart keeps the list in its place")
    #expect(narrowed.contains("1 deleted row between"), "it counts what the list has")
    let none = await store.page("/s/todo/trash?text=zebra").page
    #expect(none.contains("No deletions match the filter."))
  }

  @Test func saysWhichDeletionsTheServerDoesNotKnowYet() async throws {
    let store = try await SyncConsole()
    try await store.fill(["bert", "dean"])
    store.server.put("TodoItem", "bert", [:], deleted: true)
    _ = try await store.sync.pull()
    #expect(!(await store.page("/s/todo/trash").page.contains("Not pushed")))
    try await store.items.delete("dean")
    let page = await store.page("/s/todo/trash").page
    let chips = page.ranges(of: "<span class=\"chip pending\">Not pushed</span>")
    #expect(chips.count == 1)
    #expect(page.contains("<tr class=\"r-pending\">"))
  }

  @Test func saysWhereARowWasDeleted() async throws {
    let store = try await SyncConsole()
    try await store.fill(["bert", "dean"])
    store.server.put("TodoItem", "bert", [:], deleted: true)
    _ = try await store.sync.pull()
    try await store.items.delete("dean", by: "mira")
    let page = await store.page("/s/todo/trash").page
    #expect(page.contains("<td>a pull</td><td>On the server</td>"))
    #expect(page.contains("<td>mira</td><td>In this store <span class=\"chip pending\">"))
    _ = try await store.sync.push()
    let pushed = await store.page("/s/todo/trash").page
    #expect(pushed.contains("<td>mira</td><td>In this store</td>"))
  }
}
