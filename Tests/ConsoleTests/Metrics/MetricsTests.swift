import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

@Suite struct MetricsTests {
  /// The value of a line, by everything that stands before it.
  private func value(_ name: String, in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  @Test func aStoreIsShownInNumbers() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    try await store.fill(["dean", "ivan"])
    _ = try await store.run("pull")
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("sync")
    try await store.items.update("dean", ["text": "changed"])
    try await store.items.delete("ivan")
    let response = await store.get("/metrics")
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let text = response.page
    for (name, expected) in [
      ("syncline_info{version=\"1.2.3\"}", "1"), ("syncline_store_up{store=\"todo\"}", "1"),
      ("syncline_store_online{store=\"todo\"}", "1"),
      ("syncline_operations{store=\"todo\",state=\"pending\"}", "2"),
      ("syncline_operations{store=\"todo\",state=\"conflict\"}", "0"),
      ("syncline_rows{store=\"todo\",state=\"live\"}", "1"),
      ("syncline_rows{store=\"todo\",state=\"deleted\"}", "1"),
      ("syncline_runs_total{store=\"todo\",kind=\"pull\",state=\"succeeded\"}", "1"),
      ("syncline_runs_total{store=\"todo\",kind=\"sync\",state=\"failed\"}", "1"),
      ("syncline_runs_running{store=\"todo\"}", "0"),
      ("syncline_schedule_paused{store=\"todo\"}", "0"),
      ("syncline_schedule_failures{store=\"todo\"}", "1"),
    ] {
      #expect(value(name, in: text) == expected, "\(name)")
    }
    for name in [
      "syncline_last_run_duration_seconds{store=\"todo\",kind=\"pull\"}",
      "syncline_oldest_pending_age_seconds{store=\"todo\"}",
    ] {
      #expect(value(name, in: text).flatMap { Double($0) } != nil, "\(name)")
    }
  }

  @Test func theTimeThatPassesIsSeen() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("prometheus", role: .viewer, by: "test")
    console.time.advance(milliseconds: 90_250)
    let text = await console.send(.get, "/metrics", ["Authorization": "Bearer \(secret)"]).page
    #expect(value("syncline_uptime_seconds", in: text) == "90.250")
  }

  @Test func requestsAreCountedByTheClassOfTheirAnswer() async throws {
    let console = try await TestConsole()
    let secret = try await console.data.addToken("prometheus", role: .viewer, by: "test")
    let fields = ["Authorization": "Bearer \(secret)"]
    func count(_ status: String) async -> Int? {
      let text = await console.send(.get, "/metrics", fields).page
      return value("syncline_http_requests_total{status=\"\(status)\"}", in: text)
        .flatMap { Int($0) }
    }
    #expect(await count("2xx") == 0)
    #expect(await count("2xx") == 1)
    #expect(await count("4xx") == 0)
    _ = await console.send(.get, "/nowhere", fields)
    #expect(await count("4xx") == 1)
  }

  @Test func nobodySeesThemWithoutSigningIn() async throws {
    let console = try await TestConsole()
    // A program that followed a redirection would take the sign-in page for the figures.
    for path in ["/metrics", "/s/todo/t/TodoItem.csv"] {
      #expect(await console.send(.get, path, ["Accept": "*/*"]).status == 401)
      #expect(await console.send(.get, path).status == 303)
    }
    let wrong = await console.send(
      .get, "/metrics", ["Authorization": "Bearer wrong", "Accept": "*/*"])
    #expect(wrong.status == 401 && !wrong.page.contains("syncline_"))
    var browser = try await console.signIn("vera", .viewer)
    #expect(await browser.get("/metrics").status == 200)
  }

  @Test func whatANameHoldsStaysInsideOfItsQuotes() {
    var text = MetricsText()
    text.add(
      "a", .gauge, "one\\two\nlines",
      [.init([("store", "a\"} 1\nb\\")], 2), .init(milliseconds: -1_005)])
    text.add("none", .counter, "has no samples", [])
    #expect(
      text.text == """
        # HELP a one\\\\two\\nlines
        # TYPE a gauge
        a{store="a\\"} 1\\nb\\\\"} 2
        a -1.005

        """)
  }

  @Test func aStoreThatCannotBeUsedHidesNoOther() async throws {
    let console = try await TestConsole(registry: OneBadStore())
    let secret = try await console.data.addToken("operator", role: .admin, by: "test")
    let bearer = ["Authorization": "Bearer \(secret)"]
    let text = await console.send(.get, "/metrics", bearer).page
    #expect(value("syncline_store_up{store=\"bad\"}", in: text) == "0")
    #expect(value("syncline_store_up{store=\"good\"}", in: text) == "1")
    #expect(value("syncline_rows{store=\"good\",state=\"live\"}", in: text) == "5")
    #expect(value("syncline_rows{store=\"bad\",state=\"live\"}", in: text) == nil)

    let list = await console.send(.get, "/.json", bearer)
    #expect(list.status == 200)
    let stores = list.json["stores"]?.array ?? []
    #expect(stores.map { $0["name"]?.string } == ["bad", "good"])
    #expect(stores.first?["counts"] == .null && stores.first?["online"] == .null)
    #expect(stores.first?["trouble"]?["code"] == "file_damaged")
    #expect(stores.first?["trouble"]?["file"] == "/data/stores/bad.sqlite")
    #expect(stores.last?["counts"]?["live"] == 5)
    let page = await console.send(.get, "/", bearer)
    #expect(page.status == 200)
    #expect(page.page.contains("/data/stores/bad.sqlite is damaged."))
    #expect(page.page.contains("Unavailable"))

    for path in ["/s/bad.json", "/s/bad/queue.json", "/s/bad/t/Note.json"] {
      let answer = await console.send(.get, path, bearer)
      #expect(answer.status == 503, "\(path)")
      #expect(answer.json["error"]?["code"] == "file_damaged", "\(path)")
      #expect(answer.headers["Retry-After"] == "5")
    }
    let shown = await console.send(.get, "/s/bad", bearer)
    #expect(shown.status == 503 && shown.page.contains("The store bad cannot be used"))
    #expect(await console.send(.get, "/readyz.json").json["degraded"] == true)
    #expect(await console.send(.get, "/readyz").status == 200)
    #expect(
      await console.send(.get, "/jump.json?q=good", bearer).json["notSearched"] == ["bad", "good"])
  }
}

/// Two stores, of which one cannot be used.
private struct OneBadStore: StoreRegistry {
  private static let trouble = StorageProblem(.damaged, file: "/data/stores/bad.sqlite")

  var stores: [StoreInfo] {
    ["bad", "good"].map { name in
      StoreInfo(
        name: name, environment: "", remoteKind: "azure", remoteURL: "https://example.net",
        trouble: name == "bad" ? Self.trouble : nil)
    }
  }

  func summary(of store: String) async throws -> StoreSummary {
    if store == "bad" { throw Self.trouble }
    return StoreSummary(counts: StoreCounts(live: 5))
  }

  func context(of store: String) async throws -> SyncContext? {
    if store == "bad" { throw Self.trouble }
    return nil
  }
}
