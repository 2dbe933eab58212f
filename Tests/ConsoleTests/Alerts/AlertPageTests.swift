import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

/// The page Alerts, and what can be done there.
@Suite struct AlertPageTests {
  private let gateway = FakeGateway()
  private let store: SyncConsole

  init() async throws {
    store = try await SyncConsole(alerts: gateway)
    gateway.space.withLock { $0 = DiskSpace(path: "/data", free: 1, total: 100) }
  }

  private var console: TestConsole { store.console }

  @Test func listsOpenAlertsAndSomebodyTakesCareOfOne() async throws {
    var operate = try await console.signIn("olga", .operate)
    #expect(await operate.get("/alerts").text?.contains("No alert is open.") == true)
    await console.lookForAlerts()
    let page = await operate.get("/alerts")
    #expect(page.text?.contains("The disk is nearly full") == true)
    #expect(page.text?.contains("Changes can no longer be saved once the disk is full.") == true)
    let note = [("note", "<b>On it</b>")]
    let path = "/alerts/1/acknowledge"
    #expect(await operate.submit(path, note, token: page.csrfToken).status == 303)
    let after = await operate.get("/alerts")
    #expect(after.text?.contains("Acknowledged by <b>olga</b>") == true)
    #expect(after.text?.contains("&lt;b&gt;On it&lt;/b&gt;") == true)
    #expect(after.text?.contains("Acknowledge alert") == false)
    #expect(await operate.submit(path, note, token: page.csrfToken).status == 409)
    let entry = try await console.data.auditEntries(AuditFilter(), limit: 1).first
    #expect(entry?.record.action == "alert.acknowledge")
    #expect(entry?.record.target == "alert 1: The disk is nearly full")
    gateway.space.withLock { $0 = DiskSpace(path: "/data", free: 99, total: 100) }
    await console.lookForAlerts()
    #expect(await store.post(path, ["note": "late"]).status == 409)
    let json = await store.get("/alerts.json").json
    #expect(json["open"]?.array?.isEmpty == true)
    #expect(json["ended"]?.array?.first?["acknowledgedBy"] == "olga")
    #expect(gateway.titles.last == "Recovered: The disk is nearly full")
  }

  @Test func alertsAndMessagesAreSearched() async throws {
    gateway.result.withLock { $0 = .rejected("HTTP 404.") }
    await console.lookForAlerts()
    func counts(_ text: String) async -> [Int?] {
      let json = await store.get("/alerts.json?text=\(text)").json
      return ["open", "deadLetters", "ended"].map { json[$0]?.array?.count }
    }
    #expect(await counts("DISK%20is") == [1, 1, 0])
    #expect(await counts("http%20404") == [0, 1, 0])
    let none = await store.page("/alerts?text=zebra").page
    #expect(none.contains("No open alerts match “zebra”."))
    #expect(none.contains("No ended alerts match “zebra”."))
    #expect(none.contains("<a href=\"/alerts\">Clear search</a>"))
    #expect(!none.contains("No alert is open.") && !none.contains("No alert has ended yet."))
    _ = await store.post("/alerts/1/acknowledge", ["note": "ordered two more"])
    gateway.space.withLock { $0 = DiskSpace(path: "/data", free: 99, total: 100) }
    await console.lookForAlerts()
    // By its title, which the database does not have, and by its note.
    #expect(await counts("disk%20is")[2] == 1)
    #expect(await counts("TWO%20more") == [0, 0, 1])
    #expect(await store.page("/alerts?text=two").page.contains("The disk is nearly full"))
  }

  @Test(arguments: [
    ("de", "Weniger als 10 % von 100 B sind unter /data frei."),
    ("ja", "/data の空き容量が 100 B の 10 % 未満です。"),
    ("zh-TW", "/data 的可用空間少於 100 B 的 10 %。"),
  ])
  func whatWasFoundIsToldInTheLanguageOfThePage(_ language: String, _ detail: String) async throws {
    await console.lookForAlerts()
    #expect(
      try await console.data.openAlerts().first?.detail
        == "Less than 10 % of 100 B is free at /data.")
    var browser = try await console.signIn("ann", .viewer)
    let page = await browser.get("/alerts", ["Accept-Language": language]).page
    #expect(page.contains(detail))
  }

  @Test func theNavigationCountsThem() async throws {
    await console.lookForAlerts()
    let page = await store.page("/s/todo", as: .viewer)
    #expect(page.text?.contains("href=\"/alerts\"") == true)
    #expect(try await console.data.openAlerts().count == 1)
  }

  @Test func viewersSeeAlertsAndChangeNothing() async throws {
    await console.lookForAlerts()
    #expect(await store.get("/alerts.json", as: .viewer).status == 200)
    #expect(await store.post("/alerts/1/acknowledge", as: .viewer).status == 403)
    #expect(await store.post("/alerts/channels/ops/test", as: .operate).status == 403)
    #expect(await store.page("/alerts", as: .operate).text?.contains("Send test") == false)
  }

  @Test func aTokenOfOneStoreSeesNone() async throws {
    let secret = try await console.data.addToken(
      "narrow", role: .admin, by: "test", store: "todo")
    let fields = ["Authorization": "Bearer \(secret)", "Accept": "application/json"]
    #expect(await console.send(.get, "/alerts", fields).status == 403)
    let page = await console.send(.get, "/s/todo", fields.merging(["Accept": "text/html"]) { $1 })
    #expect(page.status == 200 && page.text?.contains("href=\"/alerts\"") == false)
  }

  @Test func aTestMessageGoesOutLikeAllOthers() async throws {
    let queued = await store.post("/alerts/channels/ops/test")
    #expect(queued.status == 202)
    await console.alerts?.send()
    await console.alerts?.waitForSending()
    #expect(gateway.titles == ["Test message from Syncline"])
    let last = await store.get("/alerts.json", as: .admin).json["channels"]?.array?.first?["last"]
    #expect(last?["id"] == queued.json["id"] && last?["state"] == "delivered")
    #expect(await store.post("/alerts/channels/nosuch/test").status == 404)
  }

  @Test func aMessageThatWasGivenUpIsSentAgainOrDiscarded() async throws {
    gateway.result.withLock { $0 = .rejected("HTTP 404.") }
    await console.lookForAlerts()
    let page = await store.page("/alerts")
    #expect(page.text?.contains("HTTP 404.") == true)
    #expect(page.text?.contains("Undelivered messages") == true)
    let id = try #require(
      await store.get("/alerts.json").json["deadLetters"]?.array?.first?["id"]?.string)
    #expect(await store.post("/alerts/deliveries/\(id)/retry").status == 202)
    #expect(await store.post("/alerts/deliveries/\(id)/retry").status == 409)
    await console.alerts?.send()
    await console.alerts?.waitForSending()
    #expect(gateway.sent.withLock { $0.map(\.id) } == [id, id])
    #expect(await store.post("/alerts/deliveries/\(id)/discard").status == 200)
    #expect(await store.get("/alerts.json").json["deadLetters"]?.array?.isEmpty == true)
    #expect(await store.post("/alerts/deliveries/nosuch/discard").status == 404)
  }

  @Test func whatFailsIsTriedAgainWithoutBeingToldTwice() async throws {
    gateway.result.withLock { $0 = .failed("HTTP 500.") }
    await console.lookForAlerts()
    gateway.result.withLock { $0 = .delivered }
    await console.alerts?.send()
    await console.alerts?.waitForSending()
    #expect(gateway.sent.withLock { $0.count } == 1)
    console.time.advance(milliseconds: 12_000)
    for _ in 0..<3 {
      await console.alerts?.send()
      await console.alerts?.waitForSending()
    }
    let ids = gateway.sent.withLock { $0.map(\.id) }
    #expect(ids.count == 2 && ids[0] == ids[1])
  }
}
