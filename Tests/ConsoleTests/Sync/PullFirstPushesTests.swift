import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A pull of a table with unsent changes pushes them first, and says so before.
@Suite struct PullFirstPushesTests {
  @Test func thePreviewAndTheSyncPageSayIt() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("ivan", ["text": "mine"])
    store.server.put("TodoItem", "ivan", ["text": "theirs"])
    let json = await store.post("/s/todo/pull/preview").json
    #expect(json["pushedFirst"]?["TodoItem"] == 1)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let taken = await browser.submit("/s/todo/pull/preview", [], token: token)
    let page = await browser.get(try #require(taken.headers["Location"])).page
    #expect(page.contains("The pull first pushes the 1 unsent change of TodoItem"))
    #expect(page.contains(">Push 1 change, then pull</button>") && !page.contains("Pull now"))
    #expect(page.contains("has an unsent change here, pushed first"))
    #expect(await store.page("/s/todo/sync").page.contains("1 pending, pushed first"))
  }

  @Test func aStoreThatPullsAloneSaysNothing() async throws {
    var settings = StoreSettings(tables: [TableSettings(name: "TodoItem")])
    settings.pushesBeforePull = false
    let store = try await SyncConsole(settings)
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "mine"])
    #expect(
      await store.post("/s/todo/pull/preview").json["pushedFirst"] == .object(JSONObject()))
    #expect(!(await store.page("/s/todo/sync").page.contains("pushed first")))
  }
}
