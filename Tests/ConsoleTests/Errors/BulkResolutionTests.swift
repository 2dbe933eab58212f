import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A decision on many is about those that a person or a program saw, and counts each of them once.
@Suite struct BulkResolutionTests {
  private func refuse(_ ids: [String], in store: SyncConsole) async throws {
    for id in ids {
      store.remote.script(id, [.refused])
      try await store.items.insert(["id": .string(id), "text": "too long"])
    }
    _ = try await store.sync.push()
  }

  private func refused(_ ids: [String]) async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await refuse(ids, in: store)
    return store
  }

  private func errors(_ store: SyncConsole) async throws -> [String: OperationError] {
    Dictionary(try await store.sync.errors().map { ($0.itemID, $0) }) { first, _ in first }
  }

  private func waiting(_ state: OperationState, _ store: SyncConsole) async throws -> Set<String> {
    Set(try await store.queue().filter { $0.state == state }.map(\.itemID))
  }

  /// The values of a form's hidden fields.
  private func fields(_ names: [String], of form: Substring) -> [(String, String)] {
    names.compactMap { name in
      String(form).value(of: name).map { (name, $0.replacing("&amp;", with: "&")) }
    }
  }

  // MARK: - As seen

  @Test(arguments: ["errors", "queue"])
  func oneThatWasSettledSinceItWasSeenHoldsAllBack(_ list: String) async throws {
    let store = try await refused(["a", "b"])
    let (a, b) = try await (
      #require(errors(store)["a"]), #require(errors(store)["b"])
    )
    let names =
      list == "errors" ? [a.id, b.id] : [a, b].map { "\($0.operationID)" }
    var seen = JSONObject()
    for name in names { seen[name] = await store.get("/s/todo/\(list)/\(name).json").json["seen"] }
    let discard: JSONValue = ["choice": "discard"]
    #expect(await store.post("/s/todo/errors/\(a.id)/resolve", discard).status == 200)
    let body: JSONValue =
      list == "errors"
      ? ["choice": "discard", "ids": .array(names.map { .string($0) }), "seen": .object(seen)]
      : [
        "action": "cancel", "ids": [.integer(a.operationID), .integer(b.operationID)],
        "seen": .object(seen),
      ]
    let answer = await store.post("/s/todo/\(list)/bulk", body)
    #expect(answer.status == 409 && answer.json["error"]?["code"] == "stale_decision")
    #expect(answer.page.contains("was sent or resolved since you saw it"))
    #expect(try await waiting(.failed, store) == ["b"])
    seen[names[0]] = nil
    var rest = try #require(body.object)
    rest["seen"] = .object(seen)
    #expect(await store.post("/s/todo/\(list)/bulk", .object(rest)).json["changed"] == 1)
  }

  // MARK: - Once each

  @Test func whatIsNamedTwiceCountsOnce() async throws {
    let store = try await refused(["a", "b"])
    let a = try #require(try await errors(store)["a"])
    let ids: JSONValue = [.string(a.id), .string(a.id)]
    let retried = await store.post("/s/todo/errors/bulk", ["choice": "retry", "ids": ids])
    #expect(retried.json["changed"] == 1)
    let number = JSONValue.integer(a.operationID)
    let cancelled = await store.post(
      "/s/todo/queue/bulk", ["action": "cancel", "ids": [number, number, number]])
    #expect(cancelled.json["changed"] == 1 && cancelled.json["problems"] == [])
    let entry = try #require(cancelled.json["entry"]?.integer)
    let report = await store.get("/s/todo/reports/\(entry).json").json
    #expect(report["asked"] == 1 && report["changed"] == 1)
  }

  @Test func aRowThatIsNamedTwiceCountsOnce() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let deleted = await store.post(
      "/s/todo/t/TodoItem/bulk", ["action": "delete", "ids": ["dean", "dean"]])
    #expect(deleted.json["changed"] == 1)
    let row: JSONValue = ["table": "TodoItem", "id": "dean"]
    let back = await store.post("/s/todo/trash/undelete", ["rows": [row, row]])
    #expect(back.json["changed"] == 1)
    let entry = try #require(back.json["entry"]?.integer)
    #expect(await store.get("/s/todo/reports/\(entry).json").json["asked"] == 1)
  }

  // MARK: - Later ones

  @Test func aRemedyOfACauseLeavesWhatFailedAfterItsPage() async throws {
    let path = "/s/todo/errors"
    let store = try await refused(["a", "b", "c", "d"])
    // It waited when the page was shown, and failed afterwards.
    try await store.items.insert(["id": "early", "text": "too long"])
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get(path).page
    #expect(
      page.contains("form=\"cause-0\" name=\"choice\" value=\"retry-and-push\">Retry and push 4<"))
    let start = try #require(page.firstRange(of: "<form id=\"cause-0\""))
    let shown = fields(["query", "expect", "until", "back"], of: page[start.lowerBound...])
    store.time.advance(milliseconds: 1)
    let a = try #require(try await errors(store)["a"])
    try await store.sync.cancel(a.operationID, by: "ivan")
    store.remote.script("early", [.refused])
    try await refuse(["late"], in: store)
    #expect(try await waiting(.failed, store) == ["b", "c", "d", "early", "late"])
    let token = try await browser.csrfToken
    let done = await browser.submit(
      "/s/todo/errors/bulk", shown + [("choice", "retry")], token: token)
    #expect(done.status == 303)
    #expect(try await waiting(.failed, store) == ["early", "late"])
    let after = await browser.get(path).page
    #expect(after.contains("3 changes queued for retry."))
    #expect(after.contains("2 more appeared after the page loaded and were not changed."))
  }

  @Test func aRemedyWhoseErrorsAreAllSettledSaysWhatThereIs() async throws {
    let store = try await refused(["a", "b"])
    var browser = try await store.console.signIn("mira", .operate)
    let until = try #require(await browser.get("/s/todo/errors").page.value(of: "until"))
    for error in try await store.sync.errors() {
      try await store.sync.cancel(error.operationID, by: "ivan")
    }
    store.time.advance(milliseconds: 1)
    try await refuse(["late", "later"], in: store)
    let token = try await browser.csrfToken
    _ = await browser.submit(
      "/s/todo/errors/bulk",
      [("choice", "retry"), ("query", "kind=failed"), ("expect", "2"), ("until", until)],
      token: token)
    #expect(try await waiting(.failed, store) == ["late", "later"])
    #expect(
      await browser.get("/s/todo/errors").page.contains(
        "Nothing was changed: 2 changes match now, but not the ones you saw."))
  }

  @Test func allThatMatchAreThoseOfThePage() async throws {
    let store = try await refused(["a", "b", "c"])
    var browser = try await store.console.signIn("mira", .operate)
    let queue = await browser.get("/s/todo/queue?_pick=all&state=failed").page
    let bar = try #require(queue.firstRange(of: "aria-label=\"Change selected operations\""))
    let shown = fields(["query", "upTo", "expect"], of: queue[bar.upperBound...])
    #expect(shown.map(\.0) == ["query", "upTo", "expect"])
    store.time.advance(milliseconds: 1)
    try await refuse(["late"], in: store)
    let token = try await browser.csrfToken
    let asked = await browser.submit(
      "/s/todo/queue/bulk", shown + [("action", "cancel")], token: token)
    #expect(asked.page.contains("Cancel 3 changes"))
    #expect(asked.page.contains("1 more appeared after the page loaded and was not changed."))
    let answer = fields(["query", "upTo", "expect", "asked"], of: asked.page[...])
    _ = await browser.submit(
      "/s/todo/queue/bulk", answer + [("action", "cancel"), ("confirmed", "1")], token: token)
    #expect(try await waiting(.failed, store) == ["late"])
  }

  @Test func allErrorsThatMatchAreThoseOfThePage() async throws {
    let store = try await refused(["a", "b", "c"])
    var browser = try await store.console.signIn("mira", .operate)
    let list = await browser.get("/s/todo/errors?_pick=all&kind=failed&text=too").page
    let bar = try #require(list.firstRange(of: "aria-label=\"Resolve selected errors\""))
    let shown = fields(["query", "until", "expect"], of: list[bar.upperBound...])
    #expect(shown.map(\.0) == ["query", "until", "expect"])
    store.time.advance(milliseconds: 1)
    try await refuse(["late"], in: store)
    let token = try await browser.csrfToken
    _ = await browser.submit("/s/todo/errors/bulk", shown + [("choice", "retry")], token: token)
    #expect(try await waiting(.failed, store) == ["late"])
  }

  @Test func aProgramLeavesLaterOnesByTheTimeOfTheirCause() async throws {
    let store = try await refused(["a", "b"])
    let family = await store.get("/s/todo/errors.json").json["families"]?.array?.first
    store.time.advance(milliseconds: 1)
    try await refuse(["late"], in: store)
    let body: JSONValue = [
      "choice": "discard", "query": family?["query"] ?? "", "expect": family?["count"] ?? 0,
      "until": family?["lastAt"] ?? "",
    ]
    let answer = await store.post("/s/todo/errors/bulk", body).json
    #expect(answer["changed"] == 2 && answer["newer"] == 1)
    let wrong: JSONValue = ["choice": "retry", "query": "", "until": "yesterday"]
    #expect(await store.post("/s/todo/errors/bulk", wrong).status == 422)
  }

  // MARK: - Those that are left

  @Test func aSettledErrorIsNamedByItsRow() async throws {
    let store = try await refused(["a", "b"])
    let (a, b) = try await (#require(errors(store)["a"]), #require(errors(store)["b"]))
    _ = try await store.sync.decide([(a.operationID, .resolve(.discard))], by: "ivan")
    let ids: JSONValue = [.string(a.id), .string(b.id)]
    let answer = await store.post("/s/todo/errors/bulk", ["choice": "retry", "ids": ids]).json
    #expect(answer["problems"]?.array?.map { $0["id"] } == [.string(a.id)])
    let entry = try #require(answer["entry"]?.integer)
    let problem = await store.get("/s/todo/reports/\(entry).json").json["problems"]?.array?.first
    #expect(problem?["table"] == "TodoItem" && problem?["id"] == "a")
    let page = await store.page("/s/todo/reports/\(entry)").page
    #expect(page.contains("href=\"/s/todo/t/TodoItem/r/a\"") && !page.contains(a.id))
  }

  @Test func aQuestionIsAboutTheErrorsThatAreThere() async throws {
    let store = try await refused(["a", "b", "c"])
    let known = try await errors(store)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("choice", "discard")] + known.values.map { ("id", $0.id) }
    let asked = await browser.submit("/s/todo/errors/bulk", order, token: token).page
    #expect(asked.contains("Discard 3 changes"))
    let a = try #require(known["a"])
    _ = try await store.sync.decide([(a.operationID, .resolve(.discard))], by: "ivan")
    let mark = [("confirmed", "1"), ("asked", try #require(asked.value(of: "asked")))]
    let again = await browser.submit("/s/todo/errors/bulk", order + mark, token: token).page
    #expect(again.contains("2 changes match now; you confirmed 3."))
    #expect(again.contains("1 of the selected is already resolved."))
    #expect(!again.contains(a.id))
    let left = again.matches(of: #/name="id" value="([^"]+)"/#).map { ("id", String($0.1)) }
    _ = await browser.submit(
      "/s/todo/errors/bulk",
      left + [
        ("choice", "discard"), ("confirmed", "1"),
        ("asked", try #require(again.value(of: "asked"))),
      ], token: token)
    #expect(await browser.get("/s/todo/errors").page.contains("2 changes discarded."))
  }

  // MARK: - Choices of a side

  /// A conflict of `ivan` and a rejected change of `ralph`.
  private func mixed() async throws -> (store: SyncConsole, ids: [(String, String)]) {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    _ = try await store.failure()
    return (store, try await store.sync.errors().map { ("id", $0.id) })
  }

  @Test func aSideIsOfferedForThoseThatHaveOne() async throws {
    let (store, _) = try await mixed()
    let page = await store.page("/s/todo/errors?_pick=page").page
    #expect(page.contains("data-lines=\"tr[data-sides]\""))
    #expect(page.contains(">Keep mine for 1 change…<"))
    #expect(page.contains(">Take server’s for 1 change…<"))
    #expect(page.contains(">Retry and push 2 changes<"))
    #expect(page.matches(of: #/data-sides="both"/#).count == 1)
    let rejected = await store.page("/s/todo/errors?kind=failed&_pick=page").page
    #expect(!rejected.contains("Keep mine") && !rejected.contains("Take server’s"))
    let all = await store.page("/s/todo/errors?size=1&_pick=all").page
    #expect(all.contains(">Keep mine for 1 change…<") && all.contains(">Discard 2 changes…<"))
  }

  @Test(arguments: ["keep-local", "take-server"])
  func aSideSkipsThoseThatHaveNone(_ choice: String) async throws {
    let (store, ids) = try await mixed()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("choice", choice)] + ids
    let asked = await browser.submit("/s/todo/errors/bulk", order, token: token).page
    #expect(asked.contains("for 1 change of TodoItem in store todo?"))
    #expect(
      asked.contains(
        "1 of the selected is skipped: the server has no conflicting version of it."))
    let mark = [("confirmed", "1"), ("asked", try #require(asked.value(of: "asked")))]
    let done = await browser.submit("/s/todo/errors/bulk", order + mark, token: token)
    let report = try #require(done.headers["Location"])
    let page = await browser.get(report).page
    #expect(page.contains("1 of 2 changes resolved with"))
    #expect(page.contains("1 was not changed."))
    #expect(page.contains("Skipped: the server has no conflicting version."))
    #expect(try await store.sync.errors().map(\.itemID) == ["ralph"])
  }

  @Test func aSideOfNoneIsAnsweredWithTheReason() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/bulk", [("choice", "take-server"), ("id", error.id)],
      token: try await browser.csrfToken)
    #expect(answer.headers["Location"] == "/s/todo/errors")
    let page = await browser.get("/s/todo/errors").page
    #expect(page.contains("Nothing was changed."))
    #expect(page.contains("1 of the selected is skipped"))
    #expect(try await store.sync.errors().count == 1)
  }
}
