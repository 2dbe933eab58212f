import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// Previews of pushes with many operations.
@Suite struct PushPreviewPageTests {
  private func store(_ count: Int) async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill((0..<count).map { "row \($0)" })
    for number in 0..<count {
      try await store.items.update("row \(number)", ["text": .string("new \(number)")])
    }
    return store
  }

  private func preview(_ browser: inout TestBrowser) async throws -> HTTPResponse {
    let asked = await browser.submit(
      "/s/todo/push/preview", [], token: try await browser.csrfToken)
    return await browser.get(try #require(asked.headers["Location"]))
  }

  @Test func aLongPreviewComesInPagesWithTheProblemsFirst() async throws {
    let store = try await store(450)
    store.server.put("TodoItem", "row 449", ["text": "there"])
    var browser = try await store.console.signIn("mira", .operate)
    let first = try await preview(&browser).page
    #expect(first.contains("450 to send: 450 updates."))
    #expect(first.contains("Expected: 449 accepted, 1 conflict."))
    #expect(first.contains("Expected to be accepted <span class=\"n\">449</span>"))
    #expect(first.contains("Operations 1–100 of 450</span>"))
    #expect(first.contains("Conflict") && first.utf8.count < 200_000)
    let second = await browser.get(try #require(first.link(before: ">Next page</a>"))).page
    #expect(second.contains("Operations 101–200 of 450</span>"))
    #expect(second.contains(">Previous page</a>") && !second.contains("chip conflict"))
    let whole = await browser.get(try #require(first.link(before: ">500</a>"))).page
    #expect(whole.contains("Operations 1–450 of 450</span>") && !whole.contains(">Next page</a>"))
    let link = try #require(first.firstMatch(of: #/href="(/s/todo/push/preview/[^"?]+)\?/#))
    let all = await store.get("\(link.1).json", as: .operate).json
    #expect(all["operations"]?.array?.count == 450)
    #expect(await store.get("\(link.1)", as: .viewer).status == 403)
    #expect(await store.get("/s/todo/push/preview/nothing", as: .operate).status == 410)
  }

  @Test func aTabListsTheOperationsWithOneOutcome() async throws {
    let store = try await store(3)
    store.server.put("TodoItem", "row 2", ["text": "there"])
    var browser = try await store.console.signIn("mira", .operate)
    let all = try await preview(&browser).page
    #expect(all.contains("aria-current=\"page\">All <span class=\"n\">3</span>"))
    let link = try #require(
      all.firstMatch(
        of: #/href="([^"]+\?expected=conflict)">Conflicts <span class="n">1<\/span>/#))
    let conflicts = await browser.get(String(link.1)).page
    #expect(conflicts.contains("aria-current=\"page\">Conflicts"))
    #expect(conflicts.matches(of: #/<th scope="row"/#).count == 1)
    #expect(conflicts.contains("Push 3 changes"))
    let path = link.1.prefix { $0 != "?" }
    #expect(await browser.get("\(path)?expected=maybe").status == 400)
    // An outcome that no operation has.
    let none = await browser.get("\(path)?expected=missing").page
    #expect(none.matches(of: #/<th scope="row"/#).count == 3)
  }

  @Test func operationsAreSearchedWithinTheTabAndAllArePushed() async throws {
    let store = try await store(3)
    store.server.put("TodoItem", "row 2", ["text": "there"])
    var browser = try await store.console.signIn("mira", .operate)
    let all = try await preview(&browser).page
    let link = try #require(
      all.firstMatch(of: #/href="(/s/todo/push/preview/[^"?]+)\?expected=conflict"/#))
    let path = String(link.1)
    let found = await browser.get("\(path)?text=NEW%201").page
    #expect(found.matches(of: #/<th scope="row"/#).count == 1)
    #expect(found.contains("All <span class=\"n\">1</span>") && found.contains("Push 3 changes"))
    #expect(found.contains("href=\"\(path)?expected=conflict&amp;text=NEW%201\""))
    let json = await store.get("\(path).json?text=NEW%201", as: .operate).json
    #expect(json["operations"]?.array?.map { $0["itemId"] } == ["row 1"])
    let conflicts = await store.get("\(path).json?expected=conflict", as: .operate).json
    #expect(conflicts["operations"]?.array?.map { $0["itemId"] } == ["row 2"])
    let none = await browser.get("\(path)?expected=conflict&text=new%201").page
    #expect(none.contains("No operations match “new 1”.") && !none.contains("Nothing to push."))
    #expect(none.contains("<a href=\"\(path)?expected=conflict\">Clear search</a>"))
    #expect(none.contains("type=\"hidden\" name=\"expected\" value=\"conflict\""))
    // Tabs, search and pages keep each other, and the size.
    let paged = await browser.get("\(path)?text=new&size=1").page
    #expect(paged.contains("Operations 1–1 of 3</span>"))
    #expect(paged.contains("href=\"\(path)?expected=conflict&amp;text=new&amp;size=1\""))
    #expect(paged.contains("type=\"hidden\" name=\"size\" value=\"1\""))
    #expect(paged.contains("<a class=\"btn quiet s\" href=\"\(path)?size=1\">Clear filters</a>"))
    let next = await browser.get(try #require(paged.link(before: ">Next page</a>"))).page
    #expect(next.contains("Operations 2–2 of 3</span>") && next.contains("value=\"new\""))
  }

  @Test func blockedOperationsAreGroupedByReason() async throws {
    let store = try await store(4)
    store.server.put("TodoItem", "row 1", ["text": "there"])
    for row in ["row 2", "row 3"] { store.remote.script(row, [.refused]) }
    _ = try await store.run("push")
    try await store.items.update("row 0", ["text": "newer"])
    var browser = try await store.console.signIn("mira", .operate)
    let asked = await browser.submit(
      "/s/todo/push/preview", [], token: try await browser.csrfToken)
    let path = try #require(asked.headers["Location"])
    let page = await browser.get(path).page
    #expect(page.contains("3 not sent, listed last.") && !page.contains("Blocked"))
    let first = try #require(try await store.queue().first)
    #expect(page.contains(">Update \(first.id)</a>"))
    #expect(page.contains("until retried or discarded."))
    #expect(page.contains("<p>2 operations rejected by the server</p>"))
    #expect(page.contains("href=\"/s/todo/errors?kind=failed\">Open errors<"))
    #expect(page.contains("<p>1 operation in conflict with the server’s rows</p>"))
    #expect(page.contains("href=\"/s/todo/errors?kind=conflict\">Resolve conflicts<"))
    #expect(page.contains("Rejected last time (400). It is not sent until you retry"))
    let link = "\(path)?expected=not-sent&reason=open-error"
    #expect(page.contains(link.replacing("&", with: "&amp;")))
    let rejected = await browser.get(link).page
    #expect(rejected.matches(of: #/<th scope="row"/#).count == 2)
    #expect(rejected.contains("2 operations rejected by the server</caption>"))
    #expect(await browser.get("\(path)?reason=maybe").status == 400)
    // A reason that no operation has.
    let none = await browser.get("\(path)?reason=in-flight").page
    #expect(none.matches(of: #/<th scope="row"/#).count == 4)

    let json = await store.get("\(path).json", as: .operate).json
    #expect(json["blocked"] == ["open-error": 2, "open-conflict": 1])
    let reasons = json["operations"]?.array?.map { $0["reason"]?.string }
    #expect(reasons == [nil, "open-error", "open-error", "open-conflict"])
    let taken = await store.post("/s/todo/push/preview").json
    #expect(taken["blocked"] == json["blocked"])

    // Groups, search and pages keep each other.
    let found = await browser.get("\(path)?text=until%20you%20retry&size=1").page
    #expect(found.contains("<p>2 operations rejected by the server</p>"))
    #expect(found.contains("Not sent <span class=\"n\">2</span>"))
    #expect(!found.contains("in conflict with the server’s rows"))
    let narrow = "\(link)&text=until%20you%20retry&size=1"
    #expect(found.contains("href=\"\(narrow.replacing("&", with: "&amp;"))\""))
    let one = await browser.get(narrow).page
    #expect(one.contains("Operations 1–1 of 2</span>"))
    #expect(one.contains("type=\"hidden\" name=\"reason\" value=\"open-error\""))
    let next = try #require(one.link(before: ">Next page</a>"))
    #expect(next.hasPrefix(narrow))
    #expect(await browser.get(next).page.contains("Operations 2–2 of 2</span>"))
  }

  @Test func whatIsNotSentIsListedLastOnlyBehindOthers() async throws {
    let store = try await store(1)
    store.remote.script("row 0", [.refused])
    _ = try await store.run("push")
    var browser = try await store.console.signIn("mira", .operate)
    let page = try await preview(&browser).page
    #expect(page.contains("Nothing to send. 1 not sent.") && !page.contains("listed last"))
  }

  @Test func aServerThatIsAwayWasNotChecked() async throws {
    let store = try await store(2)
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    var browser = try await store.console.signIn("mira", .operate)
    let page = try await preview(&browser).page
    #expect(page.contains("Not checked against the server.") && page.contains("2 updates."))
    #expect(page.contains("Expected results are unknown. Nothing was sent or changed."))
    #expect(!page.contains("Checked against") && !page.contains("Expected: "))
    #expect(!page.contains("Push 2") && page.contains("Check again</button>"))
  }

  @Test func aServerThatHadNothingToBeAskedWasNotChecked() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    var browser = try await store.console.signIn("mira", .operate)
    let page = try await preview(&browser).page
    #expect(page.contains("No request was sent to the server. Nothing to send."))
    #expect(!page.contains("hecked against"))
  }

  @Test func withoutQueuedChangesThereIsNoPreview() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var browser = try await store.console.signIn("mira", .operate)
    for path in ["", "/queue", "/sync"] {
      #expect(!(await browser.get("/s/todo\(path)").page.contains("Preview push")), "\(path)")
    }
    let page = try await preview(&browser).page
    #expect(page.contains("<p>Nothing to push. <a href=\"/s/todo/sync\">Back to Sync</a></p>"))
    #expect(!page.contains("<table>") && !page.contains("class=\"pager\""))
    #expect(!page.contains("No request was sent") && !page.contains("Check again"))
    _ = try await store.failure()
    for path in ["", "/sync"] {
      #expect(await browser.get("/s/todo\(path)").page.contains("Preview push"), "\(path)")
    }
  }

  @Test func checkAgainTakesAPreviewOfTheSameOperations() async throws {
    let store = try await store(3)
    let operation = try #require(try await store.queue().first).id
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let asked = await browser.submit(
      "/s/todo/push/preview", [("operation", "\(operation)")], token: token)
    let page = await browser.get(try #require(asked.headers["Location"])).page
    #expect(page.contains("Check again</button>"))
    #expect(page.contains("name=\"operation\" value=\"\(operation)\""))
    #expect(!page.contains("aria-label=\"Expected result\""))
  }

  @Test func theFormSendsExactlyTheListHoweverLong() async throws {
    let store = try await store(450)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let page = try await preview(&browser).page
    #expect(page.contains("Push 450 changes"))
    let key = try #require(page.firstMatch(of: #/name="preview" value="([^"]+)"/#)?.1)
    try await store.items.update("row 7", ["text": "newer"])
    try await store.items.insert(["id": "late", "text": "z"])
    let started = await browser.submit("/s/todo/push", [("preview", String(key))], token: token)
    let id = try #require(
      started.headers["Location"]?.split(separator: "/").last.flatMap { Int64($0) })
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.outcome.pushed == 449)
    #expect(store.server.row("TodoItem", "row 7")?.values["text"] == "row 7")
    #expect(store.server.row("TodoItem", "late") == nil)
    let report = await store.page("/s/todo/runs/\(id)").page
    #expect(report.contains("<td>will update</td>"))
  }

  @Test func aPreviewThatWasUsedOffersAnotherOneAndSendsNothing() async throws {
    let store = try await store(2)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let page = try await preview(&browser).page
    let key = String(try #require(page.firstMatch(of: #/name="preview" value="([^"]+)"/#)?.1))
    let started = await browser.submit("/s/todo/push", [("preview", key)], token: token)
    let link = try #require(started.headers["Location"])
    let id = try #require(link.split(separator: "/").last.flatMap { Int64($0) })
    _ = try await store.console.runs.wait(id, store: "todo")

    let used = await browser.get("/s/todo/push/preview/\(key)").page
    #expect(used.contains("This preview was used by <a href=\"\(link)\">run \(id)</a>."))
    #expect(used.contains("Preview again") && !used.contains("Push exactly these"))
    // The page from before, which the browser kept.
    let again = await browser.submit("/s/todo/push", [("preview", key)], token: token)
    #expect(again.headers["Location"] == link)
    #expect(await browser.get(link).page.contains("This preview was already used by this run."))
    #expect(await store.get("/s/todo/sync.json").json["runs"]?.array?.count == 1)
  }

  @Test func aPushThatFoundNothingOfItsPreviewReadySaysThatNothingWasSent() async throws {
    let store = try await store(2)
    let operations = try #require(await store.post("/s/todo/push/preview").json["operations"])
    for operation in try await store.queue() {
      #expect(await store.post("/s/todo/queue/\(operation.id)/cancel").status == 200)
    }
    let run = try await store.run("push", ["previewed": operations])
    let page = await store.page("/s/todo/runs/\(run["run"]?.integer ?? 0)").page
    #expect(page.contains("<span class=\"chip skipped\">Nothing sent</span>"))
    #expect(page.contains("Nothing was pushed.") && !page.contains("chip done\">Done</span></h1>"))
    #expect(await store.page("/s/todo/sync").page.contains("Nothing sent</span>"))
  }

  @Test func aPreviewThatIsNotKeptAnyMoreSendsNothing() async throws {
    let store = try await store(2)
    let key = try #require(await store.post("/s/todo/push/preview").json["preview"])
    let both: JSONValue = ["preview": key, "tables": ["TodoItem"]]
    #expect(await store.post("/s/todo/push", both).status == 422)
    store.console.time.advance(milliseconds: 3_700_000)
    let answer = await store.post("/s/todo/push", ["preview": key])
    #expect(answer.status == 410 && answer.json["error"]?["code"] == "preview_gone")
    #expect(try await store.queue().count == 2)
  }
}
