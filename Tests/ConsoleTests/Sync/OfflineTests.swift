import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A store that is switched offline says so wherever somebody would send or fetch.
@Suite struct OfflineTests {
  private func store() async throws -> SyncConsole {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    try await store.sync.setOffline(true)
    return store
  }

  @Test func everyPageOfTheStoreSaysThatItIsOffline() async throws {
    let store = try await store()
    for path in ["", "/queue", "/errors", "/tables", "/t/TodoItem", "/trash"] {
      let page = await store.page("/s/todo\(path)").page
      #expect(page.contains("<b>This store is offline.</b>"), "\(path)")
      #expect(page.contains("action=\"/s/todo/offline\""), "\(path)")
    }
    let seen = await store.page("/s/todo/queue", as: .viewer).page
    #expect(seen.contains("<b>This store is offline.</b>") && !seen.contains(">Go online<"))
    try await store.sync.setOffline(false)
    #expect(await !store.page("/s/todo/queue").page.contains("This store is offline"))
  }

  /// For the script, which disables it once another tab switches the store offline.
  @Test func whatNeedsTheServerIsMarkedWhileTheStoreIsOnline() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    let page = await store.page("/s/todo/sync").page
    #expect(page.contains(" data-server>Preview pull</button>"))
    let list = await store.page("/s/todo/t/TodoItem").page
    #expect(list.contains("<button class=\"btn\" data-server>"))
    try await store.sync.setOffline(true)
    #expect(await !store.page("/s/todo/sync").page.contains("data-server"))
  }

  /// Disabled with the notice as its description, and so with a way out.
  @Test func whatNeedsTheServerIsDisabledAndSaysWhy() async throws {
    let store = try await store()
    try await store.items.insert(["id": "new", "text": "mine"])
    let error = try #require(try await store.sync.errors().first)
    let reason = "aria-describedby=\"offline\" title=\"This store is offline.\">"
    let offered: [(path: String, labels: [String])] = [
      ("", ["Preview push", "Sync now"]),
      ("/queue", ["Preview push", "<span class=\"not-s\">Push 1 change<"]),
      ("/tables", ["Pull all tables", "Pull<"]), ("/t/TodoItem", ["Pull", "Server"]),
      ("/t/TodoItem/r/new", ["Compare with server now"]),
      (
        "/sync",
        ["Sync now", "Push 1 change", "Preview push", "Pull selected tables", "Preview pull"]
      ),
      ("/runs", ["Sync now"]),
      ("/reconcile", ["Compare", "Reconcile all tables"]), ("/drift", ["Check all tables"]),
      ("/errors/\(error.id)", ["Save and push"]),
    ]
    for (path, labels) in offered {
      let page = await store.page("/s/todo\(path)").page
      #expect(page.contains("id=\"offline\""), "\(path)")
      for label in labels {
        let parts = page.split(separator: reason).dropFirst()
        let isDisabled = parts.contains { part in
          let isIcon = part.hasPrefix("<svg")
          let text = isIcon ? part.split(separator: "</svg>").dropFirst().first : part
          return text?.hasPrefix(label) == true
        }
        #expect(isDisabled, "\(path): \(label)")
      }
    }
    try await store.sync.setOffline(false)
    for (path, _) in offered {
      let page = await store.page("/s/todo\(path)").page
      #expect(!page.contains("aria-describedby=\"offline\""), "\(path)")
    }
  }

  @Test func goingOnlineLeadsBackToThePage() async throws {
    let store = try await store()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let page = await browser.get("/s/todo/queue?state=conflict").page
    let back = try #require(page.value(of: "back"))
    let answer = await browser.submit(
      "/s/todo/offline", [("offline", "false"), ("back", back)], token: token)
    #expect(answer.headers["Location"] == "/s/todo/queue?state=conflict")
    #expect(try await !store.sync.isOffline)
  }

  @Test func theNoticeIsTheAnswerToGoingOffline() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    var browser = try await store.console.signIn("mira", .operate)
    _ = await browser.submit(
      "/s/todo/offline", [("offline", "true")], token: try await browser.csrfToken)
    let page = await browser.get("/s/todo/queue").page
    #expect(page.contains("<b>Offline since "))
    #expect(!page.contains("data-flash"))
    #expect(page.contains("<title>Offline – Sync failed – "))
    #expect(!page.contains("Sync failing since"))
  }

  @Test func goingOnlineOffersToPushWhatIsPending() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "new", "text": "mine"])
    try await store.sync.setOffline(true)
    var browser = try await store.console.signIn("mira", .operate)
    _ = await browser.submit(
      "/s/todo/offline", [("offline", "false")], token: try await browser.csrfToken)
    let page = await browser.get("/s/todo/sync").page
    let bars = page.split(separator: "<main").first ?? ""
    #expect(bars.contains("Pending changes can be pushed now."))
    #expect(bars.contains("action=\"/s/todo/push\"") && bars.contains(">Push 1</button>"))
  }

  @Test func nothingIsAskedOfTheServer() async throws {
    let store = try await store()
    let error = try #require(try await store.sync.errors().first)
    store.remote.clearLog()
    for path in ["push/preview", "pull/preview", "push", "pull", "errors/\(error.id)/refresh"] {
      let answer = await store.post("/s/todo/\(path)")
      #expect(answer.status == 409 && answer.json["error"]?["code"] == "offline", "\(path)")
    }
    #expect(store.remote.calls.isEmpty)
  }

  @Test func theRefusalSaysWhyAndLeadsToTheSwitch() async throws {
    let store = try await store()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let refused = await browser.submit("/s/todo/push", [], token: token)
    #expect(refused.status == 409 && refused.page.contains(">This store is offline</h1>"))
    #expect(refused.page.contains("href=\"/s/todo/sync\""))
    #expect(refused.page.contains("Nothing was sent or received. Changes are kept here."))
    #expect(!refused.page.contains("go online to sync"))
    let button = "<button class=\"btn primary\" name=\"offline\" value=\"false\">Go online</button>"
    #expect(refused.page.contains(button))
  }

  /// Of two tabs the second one comes too late.
  @Test func whatIsSettledLeadsToTheListThatItWasOpenedFrom() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let place = "errors/\(error.id)/resolve?list=kind%3Dconflict"
    for status in [303, 404] {
      let answer = await browser.submit(
        "/s/todo/\(place)", [("choice", "keep-local")], token: token)
      #expect(answer.status == status)
      guard status == 404 else { continue }
      #expect(answer.page.contains(">Already resolved</h1>"))
      #expect(answer.page.contains("href=\"/s/todo/errors?kind=conflict\""))
      #expect(answer.page.contains("href=\"/s/todo/queue\""))
    }
  }
}
