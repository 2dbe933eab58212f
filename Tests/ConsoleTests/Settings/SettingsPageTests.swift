import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import Testing

/// What most people never change is folded away, unless there is something to see.
@Suite struct SettingsPageTests {
  private static let path = "/s/todo/settings"

  private func store(_ push: JSONObject) async throws -> SyncConsole {
    let administration = FakeAdministration()
    administration.settings.withLock {
      $0["todo"] = [
        "name": "todo", "remote": ["kind": "azure", "url": "https://a.example"],
        "push": .object(push),
      ]
    }
    return try await SyncConsole(administration: administration)
  }

  private func closed(_ words: String) -> String {
    "<details class=\"more\"><summary>\(words)<span class=\"vh\">: Push</span></summary>"
  }

  private func open(_ words: String) -> String {
    closed(words).replacing("\"more\"", with: "\"more\" open")
  }

  @Test func advancedSettingsAreClosedWhileAllAreAtTheirDefaults() async throws {
    let page = try await store([
      "window": 4, "insertResendSeconds": 60, "batch": true,
    ]).page(Self.path).page
    #expect(page.contains(closed("Advanced")))
    // What is not advanced stands before them, and a section without any has no such part.
    let parts = page.split(separator: "<details class=\"more\"")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("name=\"push.window\" value=\"4\"") == true)
    #expect(parts.last?.contains("name=\"push.insertResendSeconds\" value=\"60\"") == true)
    #expect(parts.last?.contains("<select id=\"f-push-batch\"") == true)
  }

  @Test func advancedSettingsThatDifferAreCountedAndOpen() async throws {
    let one = try await store(["insertResendSeconds": 5]).page(Self.path).page
    #expect(one.contains(open("Advanced (1 changed)")))
    let two = try await store(["insertResendSeconds": 5, "batch": false]).page(Self.path).page
    #expect(two.contains(open("Advanced (2 changed)")))
  }

  @Test func aRefusedFormShowsTheWrongSetting() async throws {
    let store = try await store(["window": 4])
    var browser = try await store.console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let refused = await browser.submit(
      Self.path, [("push.insertResendSeconds", "soon")], token: token)
    #expect(refused.status == 422)
    #expect(refused.page.contains(open("Advanced (1 changed)")))
    #expect(refused.page.contains("value=\"soon\" inputmode=\"numeric\""))
    #expect(refused.page.contains("Write a number.</span>"))
    #expect(
      refused.page.contains(
        "<a href=\"#f-push-insertResendSeconds\">Resend delay: Write a number.</a>"))
  }

  @Test func whatChangedMeanwhileIsShownByLabelsAndWords() async throws {
    let store = try await store(["window": 4, "batch": true])
    var browser = try await store.console.signIn("ann", .admin)
    let typed = [("ifState", "old"), ("push.window", ""), ("push.batch", "false")]
    let page = try await browser.submit(Self.path, typed, token: browser.csrfToken)
    #expect(page.status == 409)
    func expectLine(_ label: String, _ theirs: String, _ ours: String) {
      let cells = "<td class=\"wrap\">\(theirs)</td><td class=\"wrap\">\(ours)</td>"
      #expect(page.page.contains("<th scope=\"row\" class=\"key\">\(label)</th>\(cells)"))
    }
    expectLine("Window", "4", "not set")
    expectLine("Batches", "Yes", "No")
  }

  @Test func savingWithoutAChangeRecordsNothing() async throws {
    let store = try await store(["window": 4])
    func recorded() async throws -> Int {
      var filter = AuditFilter()
      filter.action = "store.edit"
      return try await store.console.data.auditEntries(filter, limit: 9).count
    }
    var browser = try await store.console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let same = [("remote.url", "https://a.example"), ("push.window", "4")]
    let answer = await browser.submit(Self.path, same, token: token)
    #expect(answer.status == 303 && answer.headers["Location"] == Self.path)
    let page = await browser.get(Self.path).page
    #expect(page.contains("No changes.") && !page.contains("Settings of todo saved."))
    let settings = await store.get("\(Self.path).json", as: .admin).json["store"]
    let program = await store.post(Self.path, ["store": settings ?? .null])
    #expect(program.status == 200 && program.json["undo"] == .null)
    #expect(program.json["store"] == settings)
    #expect(try await recorded() == 0)
    _ = await browser.submit(Self.path, [("push.window", "5")], token: token)
    #expect(await browser.get(Self.path).page.contains("Settings of todo saved."))
    #expect(try await recorded() == 1)
  }

  @Test func anotherAddressCountsWhatIsPushedThereAndWhatNeedsAttention() async throws {
    let store = try await store(["window": 4])
    _ = try await store.conflict()
    try await store.items.insert(["id": "new", "text": "mine"])
    var browser = try await store.console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let typed = [("remote.url", "https://b.example"), ("push.window", "7")]
    let asked = await browser.submit(Self.path, typed, token: token)
    #expect(asked.status == 409 && !asked.page.contains("one question is open"))
    #expect(
      asked.page.contains(
        "<li>1 pending change is pushed to the new address.</li><li>1 change needs attention.</li>"
      ))
    let form = typed + [("askedAddress", "https://b.example")]
    let unanswered = await browser.submit(Self.path, form, token: token)
    #expect(unanswered.status == 409)
    #expect(unanswered.page.contains("<b>Nothing was saved: one question is open.</b>"))
    #expect(
      unanswered.page.contains("<a href=\"#f-serverChange\">Is this the same server?</a>"))
    #expect(unanswered.page.contains("<p class=\"err\" id=\"e-f-serverChange\">Choose one"))
    #expect(unanswered.page.contains("name=\"push.window\" value=\"7\""))
    let answered = await browser.submit(
      Self.path, form + [("serverChange", "same")], token: token)
    #expect(answered.status == 303)
  }

  @Test func removingTheSettingsOfATableSaysWhatIsKept() async throws {
    let administration = FakeAdministration()
    let tables: JSONValue = [["name": "TodoItem"], ["name": "Other"]]
    administration.settings.withLock {
      $0["todo"] = ["name": "todo", "remote": ["kind": "azure"], "tables": tables]
    }
    let settings = StoreSettings(
      tables: [TableSettings(name: "TodoItem"), TableSettings(name: "Other")])
    let store = try await SyncConsole(settings, administration: administration)
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "new"])
    var browser = try await store.console.signIn("ann", .admin)
    let page = await browser.get(Self.path).page
    let kept = "Kept here: 1 row, 1 unsent change."
    #expect(page.contains("\(kept) The table is synced with default settings until it is purged."))
    #expect(page.contains("It has no rows here. Nothing is deleted on the server."))
    let removal = [
      ("tables.0.name", "TodoItem"), ("tables.0.was", "TodoItem"), ("tables.0.remove", "1"),
      ("tables.1.name", "Other"), ("tables.1.was", "Other"),
    ]
    let answer = await browser.submit(Self.path, removal, token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(await browser.get(Self.path).page.contains("Settings of TodoItem removed. \(kept)"))
  }

  @Test func theConnectionIsNotTestedWhileTheStoreIsOffline() async throws {
    let store = try await store(["window": 4])
    let button = "<button class=\"btn\" name=\"do\" value=\"probe\""
    let online = await store.page(Self.path).page
    #expect(online.contains("\(button) data-server>Test connection</button>"))
    try await store.sync.setOffline(true)
    let page = await store.page(Self.path).page
    #expect(
      page.contains(
        "\(button) disabled aria-describedby=\"offline\" title=\"This store is offline.\">Test"))
  }

  @Test func aTableLeadsToItsSettings() async throws {
    let administration = FakeAdministration()
    administration.settings.withLock {
      $0["todo"] = [
        "name": "todo", "remote": ["kind": "azure"],
        "tables": [["name": "Other"], ["name": "TodoItem"]],
      ]
    }
    let store = try await SyncConsole(administration: administration)
    try await store.fill(["dean"])
    let link = "/s/todo/settings?table=TodoItem#table"
    let rows = await store.page("/s/todo/t/TodoItem").page
    #expect(rows.contains("<a href=\"\(link)\"><svg"))
    #expect(rows.contains("href=\"/s/todo/tokens?table=TodoItem\"><svg"))
    #expect(await store.page("/s/todo/t/TodoItem/schema").page.contains("\"\(link)\">Settings</a>"))
    let others = await store.page("/s/todo/t/TodoItem", as: .operate).page
    #expect(!others.contains("settings?table="))
    let block = "<details class=\"panel\" id=\"table\" open><summary>"
    let page = await store.page("/s/todo/settings?table=TodoItem").page
    #expect(page.contains("\(block)TodoItem "))
    #expect(!page.contains("<details class=\"panel\" open><summary>Other"))
    let unknown = await store.page("/s/todo/settings?table=New").page
    #expect(unknown.contains("\(block)Add table <span class=\"mut\">New has the default settings."))
  }

  /// The steps of a new store fold them away together.
  @Test func aNewStoreHasOnePartForThem() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    let page = await store.page("/stores/new?kind=azure").page
    #expect(page.contains("<details class=\"panel\"><summary>Advanced: environment,"))
    var browser = try await store.console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let back = await browser.submit(
      "/stores", [("remote.kind", "azure"), ("push.window", "4"), ("do", "connection")],
      token: token)
    #expect(back.page.contains("<details class=\"panel\" open><summary>Advanced: environment,"))
    #expect(back.page.contains("row history (1 changed)</summary>"))
  }
}
