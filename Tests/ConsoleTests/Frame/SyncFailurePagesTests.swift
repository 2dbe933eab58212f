import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// While a store's server cannot be reached, every page of the store says so.
@Suite struct SyncFailurePagesTests {
  @Test func everyPageOfTheStoreSaysSoUntilARunSucceeds() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    let failed = try await store.run("pull")
    let id = try #require(failed["run"]?.integer)
    for path in ["/s/todo", "/s/todo/queue", "/s/todo/t/TodoItem"] {
      let page = await store.page(path).page
      #expect(page.contains("<title>Sync failed – "), "\(path)")
      #expect(page.contains("<b>Sync failing since "), "\(path)")
      #expect(page.contains("<span class=\"n bad\">sync failed</span>"), "\(path)")
      #expect(page.contains("href=\"/s/todo/runs/\(id)\">Last run"), "\(path)")
      // The overview has it in its list of runs, too.
      let causes = path == "/s/todo" ? 2 : 1
      #expect(page.ranges(of: "connection lost").count == causes, "\(path)")
      let dot = "<span class=\"dot bad\"></span>"
      #expect(page.contains("\(dot)<span class=\"w\">Sync failed</span>"), "\(path)")
      #expect(page.contains(">Try now<"), "\(path)")
    }
    let viewed = await store.page("/s/todo/queue", as: .viewer).page
    #expect(viewed.contains("Sync failing since") && !viewed.contains(">Try now<"))
    #expect(!(await store.page("/").page.contains("Sync failing since")))
    let overview = await store.page("/s/todo").page
    #expect(overview.contains("<h1>Sync has been failing since "))
    let line = overview.split(separator: "<small>").dropFirst().first ?? ""
    #expect(line.contains(" · 1 run failed since ") && !line.contains("changes are kept here"))
    #expect(!line.hasPrefix("1 run failed"), "it starts with the cause")
    #expect(overview.contains("be reached</p><small>"))
    #expect(!overview.contains("<p>Pull \(id) failed"))
    let sync = await store.page("/s/todo/sync").page
    #expect(sync.contains("<span class=\"chip failed\">Sync failed</span>"))
    #expect(!sync.contains("<span class=\"chip synced\">Online</span>"))
    #expect(overview.contains("#alert\"></use></svg><span class=\"vh\">Sync failed</span>"))
    #expect(!overview.contains("<span class=\"vh\">Rejected</span>"))

    let stores = await store.page("/").page
    #expect(stores.contains("<title>Stores (1 failing) – Syncline</title>"))
    #expect(stores.contains("Sync is failing: todo."))

    _ = try await store.run("pull")
    let page = await store.page("/s/todo").page
    #expect(!page.contains("Sync fail") && page.contains("<h1>In sync.</h1>"))
  }

  @Test func theRunsPageGivesTheCauseOnce() async throws {
    let store = try await SyncConsole()
    store.remote.scriptReads([.unreachable])
    let id = try #require(try await store.run("pull")["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.ranges(of: "connection lost").count == 1)
    #expect(page.contains("Nothing was sent or received.") && !page.contains(">Last run<"))
  }

  @Test func theOverviewSaysWhatToDoAndThatChangesAreKept() async throws {
    let store = try await SyncConsole()
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    let before = await store.page("/s/todo").page
    #expect(before.contains(" · check the server and its address</small>"))
    #expect(!before.contains("when the server responds"))
    try await store.items.insert(["id": "a", "text": "waits"])
    let page = await store.page("/s/todo").page
    #expect(page.contains("Changes are kept here. Push again when the server responds."))
  }

  @Test func thePageOfAFailedRunOffersWhatTheOverviewDoes() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    try await store.fill(["a"])
    var failed: [String] = []
    for _ in 0..<2 {
      store.remote.scriptReads([.unreachable])
      failed.append("/s/todo/runs/\(try #require(try await store.run("pull")["run"]?.integer))")
    }
    let test =
      "<button class=\"btn s\" name=\"do\" value=\"probe\" data-server>Test connection</button>"
    let overview = await store.page("/s/todo").page
    #expect(overview.contains(test) && overview.contains("2 runs failed since "))
    for path in failed {
      let page = await store.page(path).page
      #expect(page.contains(test) && page.contains("<p>2 runs failed since "), "\(path)")
      #expect(page.contains(">Pull again</button>"), "\(path)")
      #expect(!(await store.page(path, as: .viewer).page.contains(test)), "\(path)")
    }
    try await store.sync.setOffline(true)
    let offline = await store.page(failed[1]).page
    #expect(offline.contains("<p>2 runs failed since ") && !offline.contains(test))
    #expect(offline.contains("aria-describedby=\"offline\" title=\"This store is offline.\">Test"))
    try await store.sync.setOffline(false)
    _ = try await store.run("pull")
    for path in failed {
      let page = await store.page(path).page
      #expect(!page.contains("Test connection") && !page.contains("failed since"), "\(path)")
    }
  }

  @Test func theConnectionIsTestedAsItIsSet() async throws {
    let administration = FakeAdministration()
    administration.settings.withLock {
      $0["todo"] = ["name": "todo", "remote": ["kind": "azure", "url": "https://a.example"]]
    }
    let store = try await SyncConsole(administration: administration)
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    var browser = try await store.console.signIn("ann", .admin)
    let overview = await browser.get("/s/todo").page
    #expect(overview.contains("<form method=\"post\" action=\"/s/todo/settings\">"))
    let tested = await browser.submit(
      "/s/todo/settings", [("do", "probe")], token: try await browser.csrfToken)
    #expect(tested.status == 200 && tested.page.contains(">Connection test</h2>"))
    #expect(tested.page.contains("value=\"https://a.example\""))
  }

  @Test func pagesAboveTheStoresSayWhichStoreFailsOrIsOffline() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    try await store.items.insert(["text": "waits"])
    #expect(await store.page("/audit").page.contains("<span class=\"n bad\">sync failed</span>"))
    try await store.sync.setOffline(true)
    let page = await store.page("/audit").page
    #expect(page.contains("<span class=\"n bad\">offline, sync failed</span>"))
    #expect(!page.contains("class=\"vh\"> pending"))
    try await store.sync.setOffline(false)
    _ = try await store.run("pull")
    try await store.sync.setOffline(true)
    #expect(await store.page("/audit").page.contains("<span class=\"n\">offline</span>"))
  }

  @Test func goingOfflineDoesNotHideIt() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    try await store.sync.setOffline(true)
    for path in ["/s/todo", "/s/todo/queue"] {
      let page = await store.page(path).page
      #expect(page.contains("<title>Offline – Sync failed – "), "\(path)")
      #expect(page.contains("<b>This store is offline.</b>"), "\(path)")
      #expect(page.contains("<b>The last sync failed at "), "\(path)")
      #expect(page.contains("<span class=\"n bad\">sync failed</span>"), "\(path)")
      #expect(page.contains(">Offline</span><span class=\"vh\">. Sync failed</span>"), "\(path)")
      #expect(page.contains("title=\"This store is offline.\">Try now<"), "\(path)")
    }
    let overview = await store.page("/s/todo").page
    #expect(overview.contains("<h1>This store is offline. The last sync failed at "))
    #expect(overview.contains(" · 1 run failed since "))
    let sync = await store.page("/s/todo/sync").page
    #expect(sync.contains("<span class=\"chip paused\">Offline</span>"))
    #expect(sync.contains("<span class=\"chip failed\">Sync failed</span>"))
    let stores = await store.page("/").page
    #expect(stores.contains("Sync is failing: todo."))
    #expect(stores.contains("<span class=\"chip paused\">Offline</span>"))
    #expect(stores.contains("<span class=\"chip failed\">Pull failed</span>"))
    try await store.sync.setOffline(false)
    _ = try await store.run("pull")
    try await store.sync.setOffline(true)
    #expect(!(await store.page("/s/todo").page.contains("ync failed")))
  }

  /// The script of an open page asks for the status and loads what tells it once it is another one.
  @Test func theStatusThatPagesFollowIsThatOfThePage() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    func status() async throws -> String {
      let one = try #require(await store.get("/s/todo.json?_live=1").json["status"]?.string)
      let all = try #require(await store.get("/.json?_live=1").json["status"]?.string)
      #expect(one == all, "one store is all of them")
      for path in ["/s/todo", "/s/todo/queue", "/", "/audit"] {
        #expect(await store.page(path).page.contains(" data-status=\"\(one)\""), "\(path)")
      }
      return one
    }
    var seen = [try await status()]
    for _ in 0..<2 {
      store.remote.scriptReads([.unreachable])
      _ = try await store.run("pull")
      seen.append(try await status())
    }
    #expect(seen[0] != seen[1] && seen[1] != seen[2], "another one with each failed run")
    #expect(await store.page("/s/todo/queue").page.contains(" data-words=\"Sync failed\""))
    try await store.sync.setOffline(true)
    #expect(try await !seen.contains(status()))
    try await store.sync.setOffline(false)
    _ = try await store.run("pull")
    #expect(try await status() == seen[0])
    #expect(!(await store.page("/s/todo/queue").page.contains(" data-words=")))
    #expect(await store.get("/s/todo.json").json["status"] == nil)
  }

  @Test func aPageThatIsLoadedByAnOpenOneLeavesTheMessage() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "new", "text": "mine"])
    try await store.sync.setOffline(true)
    var browser = try await store.console.signIn("mira", .operate)
    _ = await browser.submit(
      "/s/todo/offline", [("offline", "false")], token: try await browser.csrfToken)
    let loaded = await browser.get("/s/todo/sync", ["X-Syncline-Background": "1"])
    #expect(!loaded.page.contains("data-flash"))
    #expect(await browser.get("/s/todo/sync").page.contains("data-flash"))
  }

  @Test func aRunThatTheOfflineSwitchRefusesIsNotRecorded() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    try await store.sync.setOffline(true)
    for kind in [Run.Kind.push, .pull, .sync, .reconcile] {
      await #expect(throws: SyncError.offline) {
        _ = try await store.console.runs.start(kind, store: "todo", tables: ["TodoItem"], by: "cli")
      }
    }
    #expect(try await store.console.data.runs(store: "todo", RunQuery(limit: 9)).isEmpty)
    try await store.sync.setOffline(false)
    #expect(!(await store.page("/s/todo").page.contains("Sync fail")))
  }

  @Test func aComparisonDoesNotEndIt() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    #expect(run["state"] == "succeeded")
    #expect(await store.page("/s/todo/queue").page.contains("Sync failing since "))
  }

  @Test func aRunOfTheScheduleIsAsLoudAsOneByHand() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    let (id, _) = try await store.console.runs.start(
      RunRequest(.sync, store: "todo", by: Scheduler.name))
    _ = try await store.console.runs.wait(id, store: "todo")
    let page = await store.page("/s/todo").page
    #expect(page.contains("<title>Sync failed – "))
    #expect(page.contains("<h1>Sync has been failing since "))
    #expect(page.contains("<span class=\"n bad\">sync failed</span>"))
    #expect(page.contains("href=\"/s/todo/runs/\(id)\">View run"))
  }
}
