import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// The headline of the overview.
@Suite struct OverviewSentenceTests {
  @Test func neverClaimsToBeInSyncBeforeAWholePull() async throws {
    let store = try await SyncConsole()
    let page = await store.page("/s/todo").page
    #expect(page.contains("Not pulled yet: TodoItem."))
    #expect(!page.contains("In sync."))
    try await store.fill(["a"])
    #expect(await store.page("/s/todo").page.contains("In sync."))
  }

  @Test func saysThatARunIsUnderWay() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    let page = await store.page("/s/todo").page
    #expect(page.contains("Pull \(id) is running. No pending changes."))
    #expect(page.contains("View progress") && !page.contains("In sync."))
    try await store.items.insert(["text": "mine"])
    let waiting = await store.page("/s/todo").page
    #expect(waiting.contains("1 change pending") && waiting.contains("Pull \(id) is running."))
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
  }

  @Test func aFailedPullIsNamedByItsTableAndTheAnswer() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.refused])
    let run = try await store.run("pull")
    #expect(run["message"]?.string?.hasSuffix("bad request") == true)
    let page = await store.page("/s/todo").page
    #expect(
      page.contains("<p>TodoItem: The server answered 400</p><small>bad request · 1 run failed "))
  }

  @Test func saysThatSyncWorksAndWhenItLastDid() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    _ = try await store.run("pull")
    #expect(await store.page("/s/todo").page.contains("Last sync "))
    _ = try await store.failure()
    _ = try await store.run("push")
    let page = await store.page("/s/todo").page
    #expect(page.contains("<h1>Sync is working. 1 change needs attention.</h1>"))
  }

  @Test func saysSinceWhenTheStoreIsOfflineAndWhatWaits() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["text": "one"])
    try await store.items.insert(["text": "two"])
    _ = await store.post("/s/todo/offline", ["offline": true])
    let page = await store.page("/s/todo").page
    #expect(page.contains("<h1>Offline since ") && page.contains(". 2 changes are waiting.</h1>"))
    #expect(page.contains("Switched off by token admin."))
    // Nobody is on record of what a program did to the file itself.
    _ = await store.post("/s/todo/offline", ["offline": false])
    try await store.sync.setOffline(true)
    #expect(
      await store.page("/s/todo").page.contains(
        "<h1>This store is offline. 2 changes are waiting.</h1>"))
  }

  @Test func countsOfflineWhatGoingOnlineSends() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    try await store.items.insert(["text": "one"])
    try await store.items.insert(["text": "two"])
    try await store.sync.setOffline(true)
    let page = await store.page("/s/todo").page
    #expect(page.contains("<h1>This store is offline. 2 changes are waiting.</h1>"))
    #expect(page.contains("1 change needs attention. 1 conflict. All 3 changes are stored here."))
  }

  @Test func saysBothOfTwoChanges() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    try await store.items.insert(["text": "one"])
    try await store.sync.setOffline(true)
    let page = await store.page("/s/todo").page
    #expect(page.contains("1 conflict. Both changes are stored here."))
  }

  @Test func showsNoCounterThatIsZero() async throws {
    let store = try await SyncConsole()
    #expect(!(await store.page("/s/todo").page.contains("class=\"stats\"")))
    try await store.fill(["a"])
    let page = await store.page("/s/todo").page
    #expect(page.contains("<span class=\"l\">live row in 1 table</span>"))
    #expect(page.matches(of: #/<span class="l">/#).count == 1)
  }

  @Test func itsPreviewButtonTakesThePreview() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "a", "text": "new"])
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get("/s/todo").page
    #expect(page.contains("action=\"/s/todo/push/preview\""))
  }

  @Test func saysThatTheLastRunFailedAndWhy() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    let page = await store.page("/s/todo").page
    #expect(page.contains("<h1>Sync has been failing since "))
    #expect(page.contains("be reached") && page.contains("View run"))
    #expect(!page.contains("In sync."))
    _ = try await store.run("pull")
    #expect(await store.page("/s/todo").page.contains("In sync."))
  }
}
