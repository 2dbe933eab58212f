import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct DeltaTokensTests {
  @Test func tokensAreListedAsTheContractSays() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let tokens = await store.get("/s/todo/tokens.json").json["tokens"]?.array
    let token = try #require(tokens?.first)
    #expect(token["table"] == "TodoItem" && token["queryId"] == "all")
    #expect(token["filter"] == .null && token["value"]?.string?.isEmpty == false)
    let page = await store.page("/s/todo/tokens").page
    #expect(page.contains("Reset…"))
    #expect(
      page.contains("Rows in last pull")
        && page.contains("<td class=\"num\" data-l=\"Rows\">4</td>"))
    #expect(!(await store.page("/s/todo/tokens", as: .operate).page.contains("Reset…")))
  }

  @Test func tokensOfOneTableAreAmongTheTabsOfThatTable() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    _ = try await store.sync.table("Other").insert(["title": "not pulled"])
    let tokens = await store.get("/s/todo/tokens.json?table=TodoItem").json["tokens"]?.array
    #expect(tokens?.map { $0["table"] } == ["TodoItem"])
    #expect(await store.get("/s/todo/tokens.json?table=Other").json["tokens"] == [])
    let page = await store.page("/s/todo/tokens?table=TodoItem").page
    #expect(page.contains("<h1>TodoItem</h1>"))
    #expect(page.contains("table=TodoItem\" aria-current=\"page\">Delta tokens"))
    #expect(page.link(containing: "/t/TodoItem/schema") != nil)
    #expect(page.link(containing: "/s/todo/drift?table=TodoItem") != nil)
    #expect(await store.page("/s/todo/tokens?table=Nothing").status == 404)
    #expect(!(await store.page("/s/todo/tokens").page.contains("<h1>TodoItem</h1>")))
  }

  @Test func tokensAreSearchedByTableQueryAndFilter() async throws {
    let open = PullQuery(queryID: "openItems", filter: "complete eq false")
    let store = try await SyncConsole(
      StoreSettings(
        tables: [TableSettings(name: "TodoItem", pulls: [open]), TableSettings(name: "Movie")]))
    func found(_ text: String) async -> Int {
      let json = await store.get("/s/todo/tokens.json?text=\(text)").json
      return (json["tokens"]?.array?.count ?? 0) + (json["withoutToken"]?.array?.count ?? 0)
    }
    #expect(await found("MOVIE") == 1)
    #expect(await found("openitems") == 1)
    #expect(await found("complete%20eq") == 1)
    #expect(await found("zebra") == 0)
    let page = await store.page("/s/todo/tokens?text=movie").page
    #expect(page.contains("1 of 2 queries") && page.contains(">Clear filters</a>"))
    #expect(!page.contains("openItems"))
    let none = await store.page("/s/todo/tokens?text=zebra").page
    #expect(none.contains("No delta tokens match “zebra”.") && none.contains(">Clear search</a>"))
    #expect(!none.contains("No delta tokens yet."))
    #expect(await store.page("/s/todo/tokens").page.contains("2 queries"))
    let table = await store.page("/s/todo/tokens?table=Movie").page
    #expect(!table.contains("Search tables and queries"))
    let long = String(repeating: "a", count: 201)
    #expect(await store.get("/s/todo/tokens.json?text=\(long)").status == 400)
  }

  @Test func deletionsWithoutATableHaveASearch() async throws {
    let store = try await SyncConsole()
    #expect(await store.get("/s/todo/removals.json?text=zebra").json["removals"] == [])
    let page = await store.page("/s/todo/removals?text=zebra").page
    #expect(page.contains("No deletions match “zebra”."))
    #expect(page.contains("<a href=\"/s/todo/removals\">Clear search</a>"))
    #expect(!(await store.page("/s/todo/removals").page.contains("Search deletions")))
  }

  @Test func forgettingAsksAndThenReadsAllAgain() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let fields = [("table", "TodoItem"), ("queryId", "all")]
    var browser = try await store.console.signIn("root", .admin)
    let token = try await browser.csrfToken
    let question = await browser.get("/s/todo/tokens?confirm=forget&table=TodoItem&queryId=all")
    #expect(question.page.contains("The next pull reads all rows of TodoItem again."))
    let asked = await browser.submit("/s/todo/tokens/forget", fields, token: token)
    #expect(asked.headers["Location"] == "/s/todo/tokens")
    #expect(try await store.sync.deltaTokens().count == 1)
    let done = await browser.submit(
      "/s/todo/tokens/forget", fields + [("confirmed", "1")], token: token)
    #expect(done.status == 303)
    #expect(try await store.sync.deltaTokens().isEmpty)
    let page = await store.page("/s/todo/tokens").page
    #expect(page.contains("none: the next pull is full") && page.contains("TodoItem"))
    let json = await store.get("/s/todo/tokens.json").json
    #expect(json["tokens"] == [])
    #expect(json["withoutToken"]?.array?.map { $0["table"] } == ["TodoItem"])
    _ = try await store.sync.pull()
    #expect(await store.get("/s/todo/tokens.json").json["withoutToken"] == [])
    #expect(
      await store.post("/s/todo/tokens/forget", ["table": "X", "queryId": "y"]).status == 404)
  }

  @Test func anActionOnATablesOwnTokensLeadsBackToThem() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    var browser = try await store.console.signIn("root", .admin)
    let token = try await browser.csrfToken
    let own = "/s/todo/tokens?table=TodoItem"
    let link = try #require(await browser.get(own).page.link(containing: "confirm=forget"))
    let question = await browser.get(link).page
    #expect(question.contains("href=\"\(own)\""))
    #expect(question.contains("name=\"from\" value=\"TodoItem\""))
    let done = await browser.submit(
      "/s/todo/tokens/forget",
      [("table", "TodoItem"), ("queryId", "all"), ("from", "TodoItem"), ("confirmed", "1")],
      token: token)
    #expect(done.headers["Location"]?.hasPrefix(own) == true)
  }

  @Test func rewindingTakesAnEarlierMomentOnly() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    func body(_ to: String) -> JSONValue {
      ["table": "TodoItem", "queryId": "all", "to": .string(to)]
    }
    let path = "/s/todo/tokens/rewind"
    #expect(await store.post(path, body("2020-01-01"), as: .operate).status == 403)
    #expect(await store.post(path, body("soon")).status == 422)
    let before = try await store.sync.deltaTokens().map(\.value)
    #expect(await store.post(path, body("2999-01-01")).status == 422)
    #expect(try await store.sync.deltaTokens().map(\.value) == before)
    #expect(await store.post(path, body("2020-01-01")).status == 200)
    #expect(try await store.sync.deltaTokens().map(\.value) != before)
  }

  @Test(arguments: ["2020-05-06T07:08", "2020-05-06T07:08:00", "2020-05-06T07:08:00Z"])
  func aMomentMayComeAsBrowsersWriteIt(text: String) async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let question = await store.page("/s/todo/tokens?confirm=rewind&table=TodoItem&queryId=all")
    #expect(question.page.contains("type=\"datetime-local\" step=\"1\""))
    let answer = await store.post(
      "/s/todo/tokens/rewind", ["table": "TodoItem", "queryId": "all", "to": .string(text)])
    #expect(answer.status == 200)
    #expect(
      try await store.sync.deltaTokens().first?.value.hasPrefix("2020-05-06T07:08:00") == true)
  }

  @Test func aFirstPullThatBrokeOffHasNoTokenAndSaysHowItGoesOn() async throws {
    var settings = StoreSettings(tables: [TableSettings(name: "TodoItem")])
    settings.pageSize = 2
    let store = try await SyncConsole(settings)
    #expect(
      await store.page("/s/todo/tokens").page.contains(
        "not pulled yet: the next pull is full"))
    store.server.change { $0.readsTablesByID = true }
    for number in 0..<9 { store.server.put("TodoItem", "row\(number)", ["text": "x"]) }
    store.remote.scriptReads([nil, nil, .unreachable])
    _ = try await store.run("pull")
    let page = await store.page("/s/todo/tokens").page
    #expect(page.contains("no token yet: the next pull resumes where the last one stopped"))
    let json = await store.get("/s/todo/tokens.json").json
    #expect(json["withoutToken"]?.array?.first?["goesOn"] == true)
  }
}
