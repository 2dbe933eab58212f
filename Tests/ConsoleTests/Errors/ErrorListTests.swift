import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

@Suite struct ErrorListTests {
  @Test func aConflictIsListedWithAllThreeCopies() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let answer = await store.get("/s/todo/errors.json").json
    let errors = try #require(answer["errors"]?.array)
    let listed = try #require(errors.first)
    #expect(
      listed.object?.names == [
        "id", "operationId", "table", "itemId", "kind", "code", "status", "message", "base",
        "local", "server", "at", "since", "state", "seen", "assignee", "notes",
      ])
    #expect(listed["id"] == .string(error.id))
    #expect(listed["base"]?["text"] == "ivan")
    #expect(listed["local"]?["text"] == "of the store")
    #expect(listed["server"]?["text"] == "of the server")
    #expect(await store.get("/s/todo/errors/\(error.id).json").json == listed)
    #expect(await store.get("/s/todo/errors/nobody.json").status == 404)
    let page = await store.page("/s/todo/errors").page
    #expect(page.contains("Changed here and on the server") && page.contains("Review"))
  }

  @Test func errorsSinceATimeAreThoseThatFailedFirstAfterIt() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure("ralph")
    store.time.advance(milliseconds: 60_000)
    let since = store.time.now
    store.time.advance(milliseconds: 60_000)
    _ = try await store.failure("ivan")
    let path = "/s/todo/errors"
    #expect(await store.get("\(path).json").json["errors"]?.array?.count == 2)
    let newer = await store.get("\(path).json?kind=failed&since=\(since)").json["errors"]?.array
    #expect(newer?.map { $0["itemId"] } == ["ivan"])
    #expect(await store.get("\(path).json?since=noon").status == 400)
  }

  @Test func theListByAgeHasEveryErrorWithItsReasonAndNoCauses() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict("ivan")
    _ = try await store.failure("ralph")
    let grouped = await store.page("/s/todo/errors?table=TodoItem").page
    #expect(grouped.contains("aria-current=\"true\">By cause</a>"))
    #expect(grouped.contains("<tr class=\"egroup\">"))
    let link = "/s/todo/errors?table=TodoItem&causes=none"
    #expect(grouped.contains("href=\"\(link.replacing("&", with: "&amp;"))\">List</a>"))
    let list = await store.page(link).page
    #expect(list.contains("aria-current=\"true\">List</a>") && !list.contains("egroup"))
    let reasons = ["The title is too long.", "Changed here and on the server"].map {
      list.firstRange(of: $0)?.lowerBound
    }
    #expect(try #require(reasons[0]) < #require(reasons[1]), "the newest change first")
    // The tabs and the pager stay in the list.
    #expect(list.contains("kind=conflict&amp;causes=none"))
  }

  @Test func aRuleIsAddedFromTheConflictsByWhoMay() async throws {
    let store = try await SyncConsole(administration: FakeAdministration())
    _ = try await store.conflict("ivan")
    var admin = try await store.console.signIn("root", .admin)
    let link = "href=\"/s/todo/t/TodoItem/rules#new\">Add rule<"
    #expect(await admin.get("/s/todo/errors").page.contains(link))
    var mira = try await store.console.signIn("mira", .operate)
    #expect(!(await mira.get("/s/todo/errors").page.contains("Add rule")))
  }

  /// Sync may fail all the same.
  @Test func aListWithoutErrorsSaysNoMoreThanThat() async throws {
    let store = try await SyncConsole()
    for query in ["", "?text=x", "?assignee=none"] {
      let page = await store.page("/s/todo/errors\(query)").page
      #expect(page.contains("<b>No errors.</b>") && !page.contains("Nothing needs attention"))
    }
    _ = try await store.failure()
    let filtered = await store.page("/s/todo/errors?text=x&kind=conflict").page
    #expect(filtered.contains("No errors match this filter."))
    #expect(filtered.contains("<a href=\"/s/todo/errors\">Show all errors</a>"))
    #expect(filtered.contains(">0 of 1 change needs attention<"))
    var browser = try await store.console.signIn("mira", .operate)
    let own = await browser.get("/s/todo/errors?assignee=\(Assignments.me)").page
    #expect(own.contains("No errors are assigned to you."))
  }

  @Test func theQuestionBeforeADiscardSaysOnceThatNothingIsSent() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let page = await store.page("/s/todo/errors/\(error.id)?confirm=discard").page
    #expect(page.matches(of: #/Nothing is sent\./#).count == 1)
  }

  @Test func errorsAreItemsOnPhones() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    let page = await store.page("/s/todo/errors").page
    #expect(page.contains("<div class=\"grid wide items\" id=\"lines\""))
  }

  @Test func theConflictPageChoosesWhatOnlyOneSideChanged() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("1 column needs your decision."))
    #expect(page.contains(">Save result (1 open)</button>"))
    #expect(
      page.matches(of: #/<span class="chip conflict undecided">Open: choose a side</#).count == 1)
    #expect(page.contains("name=\"f-estimate\" value=\"local\" checked"))
    #expect(page.contains("name=\"f-note\" value=\"server\" checked"))
    #expect(!page.contains("name=\"f-text\" value=\"local\" checked"))
    #expect(!page.contains("name=\"f-text\" value=\"server\" checked"))
    let viewed = await store.page("/s/todo/errors/\(error.id)", as: .viewer).page
    #expect(!viewed.contains(">Save result") && viewed.contains(">Not decided<"))
  }

  @Test(arguments: ["keep-local", "take-server", "merge", "discard", "remove-row", "retry"])
  func everyChoiceWorksAsJSON(_ choice: String) async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var body: JSONObject = ["choice": .string(choice)]
    if choice == "merge" { body["values"] = ["text": "of both"] }
    let refused = await store.post(
      "/s/todo/errors/\(error.id)/resolve", .object(body), as: .viewer)
    #expect(refused.status == 403)
    let answer = await store.post("/s/todo/errors/\(error.id)/resolve", .object(body))
    #expect(answer.status == 200)
    #expect(answer.json["choice"] == .string(choice))
    #expect(try await store.sync.errors().isEmpty)
    let row = try await store.items.read(id: "ivan")
    switch choice {
    case "keep-local", "retry":
      #expect(row?.values["text"] == "of the store")
      #expect(try await store.queue().map(\.state) == [.pending])
    case "take-server", "discard":
      #expect(row?.values["text"] == "of the server")
      #expect(try await store.queue().isEmpty)
    case "merge":
      #expect(row?.values["text"] == "of both")
      #expect(row?.values["note"] == "there")
      #expect(try await store.queue().map(\.kind) == [.update])
    default:
      #expect(row == nil)
      #expect(try await store.queue().isEmpty)
    }
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    #expect(
      entries.contains { $0.record.action == "conflict.resolve" && $0.record.result == .done })
  }

  @Test(arguments: ["keep-local", "take-server", "retry"])
  func choicesWorkAsForms(_ choice: String) async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", choice)],
      token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == "/s/todo/errors")
    #expect(try await store.sync.errors().isEmpty)
    #expect(await browser.get("/s/todo/errors").page.contains("data-flash"))
  }

  @Test(arguments: ["discard", "remove-row"])
  func losingSomethingAsksFirst(_ choice: String) async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let path = "/s/todo/errors/\(error.id)"
    let asked = await browser.submit("\(path)/resolve", [("choice", choice)], token: token)
    #expect(asked.headers["Location"] == "\(path)?confirm=\(choice)")
    #expect(try await store.sync.errors().count == 1)
    let question = await browser.get("\(path)?confirm=\(choice)").page
    #expect(question.contains("name=\"confirmed\" value=\"1\""))
    #expect(question.contains("todo?"))
    let done = await browser.submit(
      "\(path)/resolve", [("choice", choice), ("confirmed", "1")], token: token)
    #expect(done.headers["Location"] == "/s/todo/errors")
    #expect(try await store.sync.errors().isEmpty)
  }

  @Test func theFormMergesPickedSidesAndTypedValues() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let path = "/s/todo/errors/\(error.id)/resolve"
    // Nobody chose a side for the text, and the estimate is no number.
    let refused = await browser.submit(
      path,
      [
        ("choice", "merge"), ("p-text", ""), ("v-text", ""), ("f-estimate", "local"),
        ("p-estimate", "3"), ("v-estimate", "3 h"), ("f-note", "server"), ("p-note", "there"),
        ("v-note", "there"),
      ], token: token)
    #expect(refused.status == 422)
    #expect(refused.page.contains("text: choose a side or type a value"))
    #expect(refused.page.contains("“3 h” is not a number"))
    #expect(refused.page.contains("value=\"3 h\""))
    #expect(try await store.sync.errors().count == 1)

    let saved = await browser.submit(
      path,
      [
        ("choice", "merge"), ("p-text", ""), ("v-text", "two\r\nlines"), ("f-estimate", "local"),
        ("p-estimate", "3"), ("v-estimate", "3"), ("f-note", "server"), ("p-note", "there"),
        ("v-note", "there"),
      ], token: token)
    #expect(saved.status == 303)
    let row = try #require(try await store.items.read(id: "ivan"))
    #expect(row.values["text"] == "two\nlines")
    #expect(row.values["estimate"] == 3)
    #expect(row.values["note"] == "there")
    _ = try await store.sync.push()
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "two\nlines")
  }

  @Test func aPickedSideThatIsNullStaysNull() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var browser = try await store.console.signIn("mira", .operate)
    // As the page's script sends it: the note of this store, NULL, was filled in as nothing.
    let saved = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve",
      [
        ("choice", "merge"), ("f-text", "local"), ("p-text", ""), ("v-text", "of the store"),
        ("f-estimate", "local"), ("p-estimate", "3"), ("v-estimate", "3"), ("f-note", "local"),
        ("p-note", "there"), ("v-note", ""),
      ], token: try await browser.csrfToken)
    #expect(saved.status == 303)
    let row = try #require(try await store.items.read(id: "ivan"))
    #expect(row.values["note"] ?? .null == .null)
    #expect(row.values["text"] == "of the store")
  }

  @Test func aMergeOfAnOlderCopyIsRefused() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve",
      [("choice", "merge"), (Precondition.field, "an older one"), ("f-text", "local")],
      token: try await browser.csrfToken)
    #expect(answer.status == 409)
    #expect(try await store.sync.errors().count == 1)
  }

  private static let badDecisions: [(body: JSONValue, status: Int)] = [
    (.object([:]), 422), (["choice": "explode"], 422), (["choice": 1], 400),
    (["choice": "merge"], 422), (["choice": "merge", "values": "text"], 400),
    (["choice": "merge", "values": ["version": "x"]], 422),
  ]

  @Test(arguments: badDecisions)
  func badDecisionsChangeNothing(_ body: JSONValue, _ status: Int) async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let before = try await store.items.read(id: "ivan")
    let answer = await store.post("/s/todo/errors/\(error.id)/resolve", body)
    #expect(answer.status == status)
    #expect(try await store.sync.errors().map(\.id) == [error.id])
    #expect(try await store.items.read(id: "ivan") == before)
  }

  @Test func theServersCopyIsFetchedWhereTheAnswerHeldNone() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("The title is too long.") && page.contains("Details"))
    #expect(page.contains("Load server version"))
    let fetched = await store.post("/s/todo/errors/\(error.id)/refresh")
    #expect(fetched.json["server"]?["text"] == "ralph")
    #expect(await store.page("/s/todo/errors/\(error.id)").page.contains("Take server’s"))
    let taken = await store.post(
      "/s/todo/errors/\(error.id)/resolve", ["choice": "take-server"])
    #expect(taken.status == 200)
    #expect(try await store.items.read(id: "ralph")?.values["text"] == "ralph")
  }

  @Test func hostileNamesAreTextAndNothingElse() async throws {
    let store = try await SyncConsole()
    let id = "a\"><script>alert(1)</script>.json"
    let error = try await store.conflict(id)
    let column = "x\" onfocus=\"alert(2)"
    try await store.items.update(id, [column: "<b>bold</b>", "text": .string(id)])
    for path in ["/s/todo/errors", "/s/todo/errors/\(error.id)", "/s/todo/queue"] {
      let page = await store.page(path).page
      #expect(!page.contains("<script>alert") && !page.contains("<b>bold"))
      #expect(!page.contains("\" onfocus"))
      #expect(page.contains("&lt;script&gt;"))
    }
  }
}
