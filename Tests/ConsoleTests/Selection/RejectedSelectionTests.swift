import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A form that cannot be used comes back: with its list, its choices, its number of now.
@Suite struct RejectedSelectionTests {
  private func refused(_ count: Int) async throws -> SyncConsole {
    let store = try await SyncConsole()
    for number in 0..<count {
      store.remote.script("row-\(number)", [.refused])
      try await store.items.insert(["id": .string("row-\(number)"), "text": "too long"])
    }
    _ = try await store.sync.push()
    return store
  }

  @Test(arguments: [("queue", "action", "retry"), ("errors", "choice", "retry")])
  func nothingTickedLeadsBackToTheList(_ list: String, _ name: String, _ value: String) async throws
  {
    let store = try await refused(2)
    var browser = try await store.console.signIn("op", .operate)
    let answer = await browser.submit(
      "/s/todo/\(list)/bulk", [(name, value), ("back", "table=TodoItem")],
      token: try await browser.csrfToken)
    #expect(answer.headers["Location"] == "/s/todo/\(list)?table=TodoItem")
    #expect(await browser.get("/s/todo/\(list)").page.contains(" selected."))
    let program = await store.post("/s/todo/\(list)/bulk", [name: .string(value), "ids": []])
    #expect(program.status == 422)
  }

  @Test(arguments: [("queue", "action", "retry"), ("errors", "choice", "retry")])
  func aNumberThatMovedIsSaidOnTheListWithEverythingSelected(
    _ list: String, _ name: String, _ value: String
  ) async throws {
    let store = try await refused(3)
    var browser = try await store.console.signIn("op", .operate)
    let answer = await browser.submit(
      "/s/todo/\(list)/bulk",
      [(name, value), ("query", "table=TodoItem"), ("expect", "300"), ("back", "table=TodoItem")],
      token: try await browser.csrfToken)
    let place = try #require(answer.headers["Location"])
    #expect(place == "/s/todo/\(list)?table=TodoItem&_pick=all")
    let page = await browser.get(place).page
    #expect(page.contains("Nothing was changed: 3 ") && page.contains("you saw 300."))
    #expect(page.contains("Retry and push 3 "))
  }

  @Test func rowsWhoseNumberMovedAreShownWithTheirFilter() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", (0..<4).map { ("m\($0)", ["title": "Heat"]) })
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let answer = await browser.submit(
      "/s/todo/t/Movie/bulk",
      [
        ("action", "delete"), ("query", "title=Heat"), ("expect", "90"),
        ("back", "title=Heat&after=x"),
      ], token: token)
    let place = try #require(answer.headers["Location"])
    #expect(place == "/s/todo/t/Movie?title=Heat&_count=exact&_pick=all")
    let page = await browser.get(place).page
    #expect(page.contains("Nothing was changed: 4 rows match now, you saw 90."))
    #expect(page.contains(">Delete 4</button>"))
    try await console.sync.table("Movie").delete("m0", by: nil)
    let trash = await browser.submit(
      "/s/todo/trash/undelete",
      [("query", "table=Movie"), ("expect", "9"), ("back", "table=Movie")],
      token: token)
    #expect(trash.headers["Location"] == "/s/todo/trash?table=Movie&_pick=all")
  }

  @Test func sidesThatAreMissingAreAskedForOnTheConflictsOwnPage() async throws {
    let store = try await SyncConsole()
    try await store.fill(["one", "two"])
    for id in ["one", "two"] {
      store.server.put("TodoItem", id, ["text": "there", "estimate": 9])
      try await store.items.update(id, ["text": .string("here \(id)"), "estimate": 3], by: "mira")
    }
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    var browser = try await store.console.signIn("op", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/same",
      [("choice", "same"), ("f-text", "local"), ("v-estimate", "77")],
      token: try await browser.csrfToken)
    #expect(answer.status == 422)
    #expect(answer.page.contains("choose this store or the server"))
    #expect(answer.page.contains("name=\"f-text\" value=\"local\" checked"))
    #expect(answer.page.contains("name=\"v-estimate\" value=\"77\""))
    let program = await store.post(
      "/s/todo/errors/\(error.id)/same", ["sides": ["text": "local"], "preview": true])
    #expect(program.status == 422 && program.json["error"] != nil)
  }

  @Test func aPurgeWithAWrongNumberKeepsTickAndReason() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m", ["title": "Heat"])])
    try await console.sync.table("Movie").update("m", ["title": "Cold"])
    var browser = try await console.browser(.admin)
    let wrong = await browser.submit(
      "/s/todo/t/Movie/purge",
      [("query", ""), ("typed", "9"), ("force", "1"), ("reason", "because")],
      token: try await browser.csrfToken)
    #expect(wrong.status == 422)
    #expect(wrong.page.contains("name=\"force\" value=\"1\" checked"))
    #expect(wrong.page.contains("value=\"because\""))
  }

  @Test func movingAColumnKeepsTheMenuOpen() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m", ["title": "Heat", "rank": 1])])
    let moved = await console.page("/s/todo/t/Movie?cols=title&cols=rank&_up=rank")
    let place = try #require(moved.headers["Location"])
    let page = await console.page(place).page
    #expect(page.contains("<details class=\"menu\" id=\"columns\" open>"))
    #expect(page.contains("name=\"_up\" value=\"rank\" autofocus"))
    let next = try #require(page.link(before: ">Select page</a>"))
    #expect(!next.contains("_moved"))
  }
}
