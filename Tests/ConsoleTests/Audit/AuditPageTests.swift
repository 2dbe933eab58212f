import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@Suite struct AuditPageTests {
  private func record(
    _ who: String, _ action: String, _ target: String, store: String? = "todo",
    result: AuditRecord.Result = .done, reason: String? = nil
  ) -> AuditRecord {
    AuditRecord(
      who: who, address: "192.0.2.7", action: action, store: store, target: target,
      result: result, reason: reason, requestID: "A1B2C3D4")
  }

  private func filled(_ count: Int = 0) async throws -> TestConsole {
    let console = try await TestConsole()
    for record in [
      record("mira", "rows.edit", "TodoItem dean"), record("jo", "rows.delete", "TodoItem ralph"),
      record("jo", "rows.edit", "Movie up", store: "films"),
      record("eve", "view.share", "/users", store: nil, result: .denied, reason: "viewer"),
    ] { try await console.data.record(record) }
    for number in 0..<count {
      try await console.data.record(record("bot", "sync.run", "\(number)"))
    }
    return console
  }

  private func targets(_ console: TestConsole, _ query: String) async throws -> [String] {
    let secret = try await console.data.addToken(
      "t\(UInt32.random(in: 0 ... .max))", role: .viewer, by: "test")
    let answer = await console.send(
      .get, "/audit.json?\(query)", ["Authorization": "Bearer \(secret)"])
    #expect(answer.status == 200)
    return answer.json["entries"]?.array?.compactMap { $0["target"]?.string } ?? []
  }

  @Test(arguments: [
    ("user=jo", ["Movie up", "TodoItem ralph"]),
    ("action=rows.edit", ["Movie up", "TodoItem dean"]),
    ("store=films", ["Movie up"]), ("table=Movie", ["Movie up"]),
    ("table=TodoItem&user=jo", ["TodoItem ralph"]), ("table=Todo", []),
    ("result=denied", ["/users"]), ("q=RALPH", ["TodoItem ralph"]),
    ("q=a1b2&user=mira", ["TodoItem dean"]), ("q=viewer", ["/users"]),
    ("from=2000-01-01&to=2000-01-02", []), ("user=nobody", []),
  ])
  func theFiltersNarrowItDown(query: String, expected: [String]) async throws {
    #expect(try await targets(try await filled(), query) == expected)
  }

  @Test func sentencesBeginWithACapitalLetterWhateverDidIt() async throws {
    let console = try await TestConsole()
    for who in ["schedule", "live", "command line", ConsoleData.linkUser] {
      try await console.data.record(record(who, "sync.run", "Sync 11"))
    }
    var browser = try await console.signIn("ann", .admin)
    let page = await browser.get("/audit").page
    for actor in [
      "The schedule", "The live connection", "The command line", "Somebody with a one-time link",
    ] { #expect(page.contains("<b>\(actor)</b> started Sync 11"), "\(actor)") }
  }

  @Test func aMomentOfTheFilterIsShownAsThePageShowsTimes() async throws {
    let console = try await filled()
    var browser = try await console.signIn("ann", .viewer)
    let moment = await browser.get("/audit?from=2000-01-02%2008:22:40.087Z").page
    #expect(moment.contains("from 2 Jan 2000 08:22:40<"))
    #expect(await browser.get("/audit?from=2000-01-02").page.contains("from 2000-01-02<"))
  }

  @Test func theFilterListsActionsInWordsAndTheirCodesInTheAddress() async throws {
    let console = try await filled()
    try await console.data.record(record("bot", "sync.run", "1"))
    var browser = try await console.signIn("ann", .viewer)
    let page = await browser.get("/audit").page
    for (code, title) in [
      ("rows.edit", "Edit rows"), ("rows.delete", "Delete rows"), ("sync.run", "Sync"),
    ] {
      #expect(page.contains("action=\(code)\""), "\(code)")
      #expect(page.contains(">\(title)</a></li>"), "\(title)")
      #expect(!page.contains(">\(code)</a></li>"), "\(code)")
    }
    #expect(await browser.get("/audit?action=rows.edit").page.contains("Edit rows"))
  }

  /// The pages of settings and users are for admins, so what changed there is too.
  @Test func whatChangedInSettingsIsShownToAdminsOnly() async throws {
    let console = try await TestConsole()
    var settings = record("mira", "store.edit", "settings")
    settings.before = ["host": "earlierhost"]
    settings.after = ["host": "laterhost"]
    try await console.data.record(settings)
    for (role, sees) in [(Role.viewer, false), (.operate, false), (.admin, true)] {
      var browser = try await console.signIn("u\(role)", role)
      for form in ["/audit.json", "/audit.csv", "/audit.ndjson", "/audit/1", "/audit/1.json"] {
        let answer = await browser.get(form)
        #expect(answer.status == 200)
        let text = try await answer.whole()
        #expect(text.contains("mira"), "\(form)")
        #expect(text.contains("laterhost") == sees, "\(role) \(form)")
      }
      #expect(await browser.get("/audit/1").page.contains("Only admins can see") != sees)
    }
  }

  /// Who may come in is for admins; what somebody did about the own account stays visible to them.
  @Test func accountsAndSessionsOfOthersAreShownToAdminsOnly() async throws {
    let console = try await TestConsole()
    for (who, action) in [
      ("ann", "user.edit"), ("ann", "session.start"), ("jo", "session.start"), ("ann", "rows.edit"),
    ] { try await console.data.record(record(who, action, "\(who) \(action)")) }
    var viewer = try await console.signIn("jo", .viewer)
    var admin = try await console.signIn("ann", .admin)
    for form in ["/audit", "/audit.json", "/audit.csv", "/audit.ndjson"] {
      let seen = try await viewer.get(form).whole()
      let isPage = form == "/audit"
      let signedIn = { (who: String) in
        isPage ? "<b>\(who)</b> signed in" : "\(who) session.start"
      }
      #expect(seen.contains(signedIn("jo")) && seen.contains("ann rows.edit"), "\(form)")
      #expect(!seen.contains("ann user.edit") && !seen.contains(signedIn("ann")), "\(form)")
      #expect(try await admin.get(form).whole().contains("ann user.edit"), "\(form)")
    }
    try await console.data.record(record("zoe", "user.edit", "zoe user.edit"))
    for (name, isOffered) in [
      ("ann", true), ("zoe", false), ("Change users and API tokens", false),
    ] {
      let option = ">\(name)</a></li>"
      #expect(await viewer.get("/audit").page.contains(option) == isOffered, "\(name)")
      #expect(await admin.get("/audit").page.contains(option))
    }
    #expect(await viewer.get("/audit/1").status == 403)
    #expect(await viewer.get("/audit/3").status == 200)
    #expect(await admin.get("/audit/1").status == 200)
  }

  @Test(arguments: [
    "after=x", "after=-1", "after=0", "after=99999999999999999999", "size=0", "size=501", "size=x",
    "size=-50",
    "from=yesterday", "to=2026-13-01", "result=perhaps",
  ])
  func whatCannotBeReadIsRefusedInEveryForm(query: String) async throws {
    let console = try await filled()
    var browser = try await console.signIn("ann", .viewer)
    for form in ["", ".json", ".csv", ".ndjson"] {
      let answer = await browser.get("/audit\(form)?\(query)")
      #expect(answer.status == 400, "\(form)")
    }
    #expect(await browser.get("/audit?\(query)").page.contains("href=\"/audit\""))
  }

  @Test func pagesLeadOnUntilTheOldestEntryAndNoneIsLost() async throws {
    let console = try await filled(60)
    var browser = try await console.signIn("ann", .viewer)
    var seen: [Int64] = []
    var query = "size=25"
    while true {
      let page = await browser.get("/audit.json?\(query)").json
      seen += page["entries"]?.array?.compactMap { $0["id"]?.integer } ?? []
      guard let next = page["next"]?.string else { break }
      query = "size=25&after=\(next)"
    }
    #expect(seen == seen.sorted(by: >) && Set(seen).count == seen.count)
    #expect(seen.last == 1 && seen.count == 65)
  }

  @Test func anExportHoldsAllThatFitsTheFilterNotOnlyAPage() async throws {
    let console = try await filled(1_203)
    var browser = try await console.signIn("ann", .viewer)
    let csv = await browser.get("/audit.csv?user=bot&size=25")
    let lines = try await csv.whole().split(separator: "\r\n")
    #expect(lines.count == 1_204 && lines[0].hasPrefix("id,at,who,address"))
    #expect(csv.headers["Content-Disposition"] == "attachment; filename=\"audit.csv\"")
    let ndjson = try await browser.get("/audit.ndjson?user=bot").whole().split(separator: "\n")
    #expect(ndjson.count == 1_203)
    #expect(ndjson.allSatisfy { (try? JSONValue(parsing: String($0)))?["who"] == "bot" })
  }

  @Test func anEntryTellsWhatItChangedAndIsUndoneFromItsPage() async throws {
    let console = try await SyncConsole()
    try await console.fill(["dean"])
    var browser = try await console.console.signIn("ann", .operate)
    let token = try await browser.csrfToken
    _ = await browser.submit(
      "/s/todo/t/TodoItem/r/dean",
      [
        ("w.text", "\"dean\""), ("v.text", "dean and more"), ("w.estimate", "1"),
        ("v.estimate", "1"),
      ],
      token: token)
    let entry = try #require(
      try await console.console.data.auditEntries(AuditFilter(), limit: 1).first?.id)
    let page = await browser.get("/audit/\(entry)").page
    #expect(page.contains("<ins> and more</ins>"))
    #expect(page.contains("ann") && page.contains("127.0.0.1") && page.contains(">Undo</button>"))
    #expect(await browser.get("/audit").page.contains("text “dean” → “dean and more”"))
    let undone = await browser.submit("/undo/\(entry)", [], token: token)
    #expect(undone.status == 303)
    #expect(try await console.items.read(id: "dean")?.values["text"] == "dean")
    let after = await browser.get("/audit/\(entry)").page
    #expect(after.contains("Already undone") && !after.contains(">Undo</button>"))
  }

  @Test func theListSaysWhatWasNewAndWhatWasDecidedOn() async throws {
    let console = try await filled()
    for (before, after) in [
      (nil, ["id": "a", "version": "1", "text": "Dean", "count": 7, "note": nil]),
      (["operations": [3, 4]], ["report": ["done": "discarded"]]),
    ] as [(JSONValue?, JSONValue?)] {
      try await console.data.record(
        AuditRecord(
          who: "mira", address: "local", action: "rows.edit", store: "todo", target: "T a",
          before: before, after: after, requestID: "r"))
    }
    var browser = try await console.signIn("ann", .admin)
    let list = await browser.get("/audit").page
    #expect(list.contains("added rows of T a: text “Dean”, count 7<"))
    #expect(list.contains("<dt>Operations</dt><dd>3, 4</dd>"))
    let entry = await browser.get("/audit/6").page
    #expect(entry.contains("<dt>Operations</dt><dd><code>3, 4</code></dd>"))
    #expect(!entry.contains("cap-ch"))
  }

  @Test func theListSaysWhoDidWhatToWhichRow() async throws {
    let console = try await SyncConsole()
    try await console.fill(["dean"])
    _ = await console.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "one"]], as: .operate)
    let id = try #require(try await console.queue().first).id
    _ = await console.post("/s/todo/queue/\(id)/cancel", as: .operate)
    _ = await console.post("/s/todo/offline", ["offline": true], as: .operate)
    _ = await console.post("/s/todo/offline", ["offline": false], as: .operate)
    let list = await console.page("/audit").page
    func link(_ name: String) -> String {
      "<a href=\"/s/todo/t/TodoItem/r/dean?tab=history\">“\(name)”</a>"
    }
    #expect(list.contains("edited \(link("dean"))"))
    #expect(list.contains("cancelled an operation of \(link("one"))"))
    #expect(list.contains("took the store todo offline"))
    #expect(list.contains("took the store todo online"))
  }

  @Test func undoIsNotOfferedOnceTheRowChanged() async throws {
    let console = try await SyncConsole()
    try await console.fill(["dean"])
    _ = await console.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "one"]], as: .operate)
    let entry = try #require(
      try await console.console.data.auditEntries(AuditFilter(), limit: 1).first?.id)
    try await console.items.update("dean", ["text": "two"], by: "somebody")
    let page = await console.page("/audit/\(entry)").page
    #expect(page.contains("Row dean of TodoItem changed since."))
    #expect(await console.post("/undo/\(entry)", as: .operate).status == 409)
    #expect(try await console.items.read(id: "dean")?.values["text"] == "two")
  }

  @Test func anEntryOfRowsThatNothingTakesBackSaysWhy() async throws {
    let console = try await SyncConsole()
    try await console.fill(["dean"])
    let done = await console.post(
      "/s/todo/t/TodoItem/bulk", ["action": "delete", "ids": ["nobody"]], as: .operate)
    let entry = try #require(done.json["entry"]?.integer)
    let page = await console.page("/audit/\(entry)").page
    #expect(page.contains("It changed nothing.") && !page.contains(">Undo</button>"))
  }

  @Test func anEntryThatIsNotThereIsA404() async throws {
    var browser = try await TestConsole().signIn("ann", .viewer)
    for id in ["7777", "0", "x", "-1"] {
      #expect(await browser.get("/audit/\(id)").status == 404, "\(id)")
    }
  }
}
