import Console
import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import Testing

@Suite struct StoresPageTests {
  @Test func theFirstPageShowsEveryStoreWithWhatItNeeds() async throws {
    var browser = try await TestConsole().signIn("mira", .operate)
    let response = await browser.get("/")
    #expect(response.status == 200)
    #expect(response.page.contains("<a href=\"/s/todo\">todo</a>"))
    #expect(
      response.page.contains(
        "<span class=\"chip failed\">3 rejected</span> "
          + "<span class=\"chip conflict\">2 conflicts</span>"))
    #expect(response.page.contains("18,350"))
    #expect(response.page.contains("<title>Stores – Syncline</title>"))
    #expect(browser.console.failures.withLock { $0 } == [])
  }

  @Test func aCardNamesPendingChangesOnlyWhereThereAreSome() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(await store.page("/").page.contains("<span class=\"mut\">1 live row</span>"))
    try await store.items.update("dean", ["text": "new"])
    #expect(
      await store.page("/").page.contains("<span class=\"mut\">1 live row, 1 pending</span>"))
  }

  @Test func theFirstPageAnswersAsJSONToo() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("script", role: .viewer, by: "test")
    for (target, accept) in [("/", "application/json"), ("/.json", "*/*")] {
      let response = await console.send(
        .get, target, ["Authorization": "Bearer \(secret)", "Accept": accept])
      #expect(response.status == 200)
      #expect(response.json["stores"]?.array?.first?["name"] == "todo")
      #expect(response.json["stores"]?.array?.first?["counts"]?["live"] == 18_350)
    }
  }

  @Test func storesAreSearchedByNameEnvironmentAndAddress() async throws {
    var stores = StubStores()
    stores.stores.append(
      StoreInfo(
        name: "shop", environment: "staging", remoteKind: "parse",
        remoteURL: "https://shop.example.net"))
    var browser = try await TestConsole(stores: stores).signIn("mira", .viewer)
    for text in ["SHOP", "stag", "Parse", "shop.example"] {
      let json = await browser.get("/.json?text=\(text)").json
      #expect(json["stores"]?.array?.map { $0["name"] } == ["shop"], "\(text)")
    }
    let page = await browser.get("/?text=SHOP").page
    #expect(page.contains("<a href=\"/s/shop\">shop</a>"))
    #expect(!page.contains("<a href=\"/s/todo\">todo</a>"))
    #expect(page.contains("2 stores on this machine."))
    let none = await browser.get("/?text=zebra").page
    #expect(none.contains("No stores match “zebra”.") && !none.contains("No stores yet."))
    #expect(none.contains("<a href=\"/\">Clear search</a>"))
    // One store needs no search.
    var single = try await TestConsole().signIn("mira", .viewer)
    #expect(!(await single.get("/").page.contains("Search stores")))
  }

  @Test func anOfflineStoreSaysSoBeforeWhatNeedsAttention() async throws {
    var stores = StubStores()
    stores.summary.isOnline = false
    var browser = try await TestConsole(stores: stores).signIn("mira", .operate)
    let page = await browser.get("/").page
    #expect(
      page.contains(
        "<span class=\"chip paused\">Offline</span> "
          + "<span class=\"chip failed\">3 rejected</span> "
          + "<span class=\"chip conflict\">2 conflicts</span>"))
    #expect(page.contains("<span class=\"n\">offline</span>"))
  }

  @Test func aStoreWithoutAnEnvironmentHasNoChipOfOne() async throws {
    var stores = StubStores()
    for (environment, chip) in [("staging", "<span class=\"env\">Staging</span>"), ("", nil)] {
      stores.stores[0].environment = environment
      var browser = try await TestConsole(stores: stores).signIn("mira", .viewer)
      let page = await browser.get("/").page
      #expect(page.contains("class=\"env") == (chip != nil))
      if let chip { #expect(page.contains("todo</a> \(chip)")) }
    }
  }

  @Test func aCauseThatIsCutLeadsToItsRun() async throws {
    let store = try await SyncConsole()
    let long = String(repeating: "x ", count: 99)
    for (message, isCut) in [("The disk is full.", false), (long, true)] {
      var outcome = RunOutcome()
      outcome.message = message
      let run = try await store.console.data.startRun(.pull, store: "todo", who: "mira")
      try await store.console.data.finishRun(run, .failed, outcome)
      let page = await store.page("/").page
      #expect(page.contains(message.prefix(16)))
      #expect(page.contains("<a href=\"/s/todo/runs/\(run)\">View run</a>") == isCut)
    }
  }

  @Test func theNewestActionsInStoresAreBelowThem() async throws {
    let store = try await SyncConsole()
    #expect(!(await store.page("/").page.contains("Recent activity")))
    for number in 1...9 {
      try await store.console.data.record(
        AuditRecord(
          who: "mira", address: "127.0.0.1", action: "sync.run", store: "todo",
          target: "offline", after: ["offline": true], requestID: "r\(number)"))
    }
    try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "127.0.0.1", action: "theme.set", target: "dark", requestID: "r10"))
    let page = await store.page("/", as: .viewer).page
    #expect(page.contains("<h2 id=\"h-recent\">Recent activity</h2><a href=\"/audit\">"))
    #expect(page.components(separatedBy: "<time class=\"at\"").count == 9)
    #expect(page.contains("<b>mira</b> took the store todo offline"))
    #expect(!page.contains("<dd>r1</dd>"))
    #expect(page.contains("<dd>r9</dd>") && !page.contains("<dd>r10</dd>"))
    #expect(!page.contains(">Undo<"))
  }

  @Test func aNameOfAStoreIsShownAsTextWhateverItHolds() async throws {
    var stores = StubStores()
    stores.stores[0].name = "\"><script>alert(1)</script>"
    stores.stores[0].remoteURL = "javascript:alert(1)\" onclick=\"x"
    stores.summary.tables[0].name = "<b>'x'&"
    var browser = try await TestConsole(stores: stores).signIn("mira", .viewer)
    let response = await browser.get("/")
    #expect(response.status == 200)
    #expect(!response.page.contains("<script>alert"))
    #expect(!response.page.contains("\" onclick"))
  }
}
