import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Decisions on many operations: over a filter, with a question, a report and an undo.
@Suite struct QueueDecisionTests {
  /// So many rows that the server refuses with one and the same message.
  private func refused(_ count: Int) async throws -> SyncConsole {
    let store = try await SyncConsole()
    for number in 0..<count {
      let id = "row-\(number)"
      store.remote.script(id, [.refused])
      try await store.items.insert(["id": .string(id), "text": "too long"])
    }
    _ = try await store.sync.push()
    return store
  }

  /// Rows changed on both sides in nothing but their text.
  private func conflicts(_ ids: [String]) async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(ids)
    for id in ids {
      store.server.put("TodoItem", id, ["text": "there", "estimate": 1])
      try await store.items.update(id, ["text": .string("here \(id)")], by: "mira")
    }
    _ = try await store.sync.push()
    return store
  }

  @Test func errorsComeInPages() async throws {
    let store = try await refused(7)
    var seen: Set<String> = []
    var link = "/s/todo/errors.json?size=3"
    while true {
      let answer = await store.get(link).json
      #expect(answer["count"] == 7)
      seen.formUnion(answer["errors"]?.array?.compactMap { $0["id"]?.string } ?? [])
      guard let next = answer["next"]?.string else { break }
      link = "/s/todo/errors.json?size=3&after=\(next)"
    }
    #expect(seen.count == 7)
    for query in ["size=0", "size=x", "kind=odd", "status=x", "after=!"] {
      #expect(await store.get("/s/todo/errors.json?\(query)").status == 400)
    }
    #expect(await store.get("/s/todo/errors.json?kind=conflict").json["count"] == 0)
  }

  @Test func oneCauseIsOneLineWithOneRemedyForAll() async throws {
    let store = try await refused(7)
    let page = await store.page("/s/todo/errors").page
    #expect(page.contains("All <span class=\"n\">7<"))
    #expect(page.contains(">Retry and push 7<"))
    #expect(!(await store.page("/s/todo/errors", as: .viewer).page.contains(">Retry and push 7<")))
    let filtered = await store.page("/s/todo/errors?kind=failed&status=400&_pick=all").page
    #expect(filtered.contains("All 7 errors selected"))
    #expect(filtered.contains("Discard 7 changes…"))
  }

  @Test func aFamilyIsRetriedAndThatIsTakenBack() async throws {
    let store = try await refused(5)
    let body: JSONValue = ["choice": "retry", "query": "kind=failed&table=TodoItem", "expect": 5]
    #expect(await store.post("/s/todo/errors/bulk", body, as: .viewer).status == 403)
    let done = await store.post("/s/todo/errors/bulk", body, as: .operate)
    #expect(done.json["changed"] == 5)
    #expect(try await store.sync.errors().isEmpty)
    let entry = try #require(done.json["entry"]?.integer)
    let report = await store.get("/s/todo/reports/\(entry).json").json
    #expect(report["asked"] == 5 && report["changed"] == 5 && report["undo"] == true)
    #expect(report["code"] == "retry" && report["done"] == "queued for retry")
    #expect(await store.post("/undo/\(entry)", as: .operate).json["changed"] == 5)
    #expect(try await store.sync.errors().count == 5)
    #expect(await store.get("/s/todo/reports/\(entry).json").json["undo"] == false)
    #expect(await store.post("/undo/\(entry)").status == 409)
  }

  @Test(
    arguments: [
      ["choice": "retry"], ["choice": "odd", "query": ""], ["choice": "merge", "query": ""],
      ["choice": "retry", "query": "colour=red"], ["choice": "retry", "query": "kind=odd"],
      ["choice": "retry", "ids": ["x"], "query": ""], ["choice": "retry", "ids": ["nobody"]],
      ["choice": "retry", "query": "", "expect": 100], ["choice": "retry", "query": 1],
      ["choice": "retry", "ids": []],
    ] as [JSONValue])
  func badRequestsChangeNothing(_ body: JSONValue) async throws {
    let store = try await refused(2)
    let answer = await store.post("/s/todo/errors/bulk", body)
    #expect((400..<500).contains(answer.status))
    #expect(try await store.sync.errors().count == 2)
  }

  @Test func anErrorThatIsNotThereIsNamedBesideThoseThatWereDecided() async throws {
    let store = try await refused(1)
    let error = try #require(try await store.sync.errors().first)
    let answer = await store.post(
      "/s/todo/errors/bulk", ["choice": "retry", "ids": [.string(error.id), "nobody"]])
    #expect(answer.json["changed"] == 1)
    #expect(answer.json["problems"]?.array?.map { $0["id"]?.string } == ["nobody"])
    let entry = try #require(answer.json["entry"]?.integer)
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get("/s/todo/reports/\(entry)").page
    #expect(page.contains(#"<th scope="row" class="key">nobody</th>"#))
    #expect(!page.contains("/t//r/"))
  }

  @Test func discardingAsksWithNumberTableAndTitles() async throws {
    let store = try await refused(3)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("choice", "discard"), ("query", "kind=failed"), ("expect", "3")]
    let asked = await browser.submit("/s/todo/errors/bulk", order, token: token)
    #expect(asked.status == 200)
    #expect(asked.page.contains("Discard 3 changes of TodoItem in store todo?"))
    #expect(asked.page.contains("<dt>TodoItem</dt><dd>3 changes</dd>"))
    #expect(asked.page.contains("too long") && asked.page.contains("autofocus"))
    #expect(try await store.sync.errors().count == 3)
    let done = await browser.submit(
      "/s/todo/errors/bulk", order + [("confirmed", "1")], token: token)
    #expect(done.status == 303)
    #expect(try await store.sync.operations(OperationQuery()).count == 0)
    let page = await browser.get("/s/todo/errors").page
    #expect(page.contains("3 changes discarded.") && page.contains("/undo/"))
  }

  @Test func aDecisionIsConfirmedForTheOperationsThatWereAskedAboutOnly() async throws {
    let store = try await refused(12)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("choice", "discard"), ("query", "kind=failed"), ("expect", "12")]
    let asked = await browser.submit("/s/todo/errors/bulk", order, token: token)
    let mark = try #require(asked.page.value(of: "asked"))
    let first = try #require(try await store.sync.errors().first)
    try await store.sync.cancel(first.operationID, by: "ivan")
    let answer = await browser.submit(
      "/s/todo/errors/bulk", order + [("confirmed", "1"), ("asked", mark)], token: token)
    #expect(answer.status == 200)
    #expect(answer.page.contains("11 changes match now; you confirmed 12."))
    #expect(try await store.sync.errors().count == 11)
  }

  @Test func theQueueIsCancelledByItsFilter() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    for id in ["dean", "ricky"] { try await store.items.update(id, ["text": "x"]) }
    let answer = await store.post(
      "/s/todo/queue/bulk", ["action": "cancel", "query": "state=pending", "expect": 2])
    #expect(answer.json["changed"] == 2)
    #expect(try await store.queue().isEmpty)
    let entry = try #require(answer.json["entry"]?.integer)
    #expect(await store.post("/undo/\(entry)").json["changed"] == 2)
    #expect(try await store.queue().count == 2)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "x")
  }

  @Test func oneFailureNeverStopsTheRest() async throws {
    let store = try await refused(2)
    try await store.items.insert(["id": "new", "text": "fine"])
    let answer = await store.post(
      "/s/todo/queue/bulk", ["action": "cancel", "ids": .array([1, 4711, 2].map { .integer($0) })])
    #expect(answer.json["changed"] == 2)
    #expect(answer.json["problems"]?.array?.count == 1)
    let entry = try #require(answer.json["entry"]?.integer)
    let page = await store.page("/s/todo/reports/\(entry)").page
    #expect(page.contains("2 of 3 changes cancelled.") && page.contains("Operation 4711"))
  }

  // MARK: - The same for others

  @Test func theSameIsShownFirstThenSavedInOneStepAndTakenBack() async throws {
    let store = try await conflicts(["a", "b", "c"])
    let errors = try await store.sync.errors()
    let path = "/s/todo/errors/\(errors[0].id)"
    #expect(await store.page(path).page.contains("Apply to 2 more…"))
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let open = await browser.submit("\(path)/same", [("v-text", "typed")], token: token)
    #expect(open.status == 422)
    let fields = [("f-text", "local"), ("p-text", "here"), ("v-text", "typed by me")]
    let typed = await browser.submit("\(path)/same", fields, token: token)
    #expect(typed.status == 422 && typed.page.contains("typed by me"))
    #expect(typed.page.contains("a typed value cannot be applied"))
    let seen = await browser.submit("\(path)/same", [("f-text", "local")], token: token)
    #expect(seen.status == 200 && seen.page.contains("Save 3 results"))
    #expect(seen.page.contains("text from this store") && seen.page.contains("autofocus"))
    #expect(try await store.sync.errors().count == 3)

    // One of them gets a newer copy of the server after the preview.
    store.server.put("TodoItem", "c", ["text": "newer", "estimate": 1])
    _ = try await store.sync.refreshServerCopy(errors[2].id)
    let marks = seen.page.matches(of: #/name="row" value="([^"]+)"/#)
    let rows = marks.map { ("row", String($0.1).replacing("&quot;", with: "\"")) }
    #expect(rows.count == 3)
    let done = await browser.submit(
      "\(path)/same", [("confirmed", "1"), ("f-text", "local")] + rows, token: token)
    #expect(done.status == 303)
    #expect(try await store.sync.errors().map(\.itemID) == ["c"])
    let report = await browser.get(done.headers["Location"] ?? "").page
    #expect(report.contains("2 of 3 changes resolved and queued."))
    #expect(report.contains("It changed or was resolved after the preview."))
    #expect(report.contains("<a href=\"/s/todo/t/TodoItem/r/c\">here c</a>"))
    #expect(report.contains("<a class=\"btn\" href=\"/s/todo/errors\">Errors</a>"))
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 1)
    let entry = try #require(entries.first?.id)
    #expect(await store.post("/undo/\(entry)").json["changed"] == 2)
    #expect(try await store.sync.errors().count == 3)
  }

  @Test func programsSeeAndSaveTheSameToo() async throws {
    let store = try await conflicts(["a", "b"])
    let id = try #require(try await store.sync.errors().first?.id)
    let path = "/s/todo/errors/\(id)/same"
    let preview = await store.post(path, ["sides": ["text": "server"], "preview": true])
    #expect(preview.json["rows"]?.array?.map { $0["results"]?["text"] } == ["there", "there"])
    #expect(preview.json["changed"] == 0)
    #expect(await store.post(path, ["sides": ["text": "server"], "expect": 9]).status == 409)
    #expect(await store.post(path, ["sides": [:]]).status == 422)
    #expect(await store.post(path, ["sides": ["text": "server"]]).json["changed"] == 2)
    #expect(try await store.queue().isEmpty)
    #expect(try await store.items.read(id: "b")?.values["text"] == "there")
  }

  // MARK: - Exactly what was previewed

  @Test func aPushSendsExactlyThePreviewAndSaysWhereItWentOtherwise() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a", "b", "c"])
    for id in ["a", "b", "c"] { try await store.items.update(id, ["text": "x"]) }
    let preview = await store.post("/s/todo/push/preview").json
    let operations = try #require(preview["operations"])
    #expect(operations.array?.count == 3)
    // After the preview: one more change here, one row changed there, one operation added.
    try await store.items.update("a", ["text": "y"])
    store.server.put("TodoItem", "b", ["text": "there"])
    try await store.items.insert(["id": "late", "text": "z"])
    let run = try await store.run("push", ["previewed": operations])
    #expect(run["pushed"] == 1)
    let outcome = try #require(run["report"]?["preview"])
    #expect(outcome["previewed"] == 3 && outcome["differing"] == 2)
    #expect(
      outcome["differences"]?.array?.compactMap { $0["happened"]?.string } == [
        "not sent: changed after the preview", "conflict",
      ])
    #expect(store.server.row("TodoItem", "late") == nil)
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("1 of 3 matched the preview, 2 did not."))
    #expect(await store.post("/s/todo/push", ["previewed": "x"]).status == 400)
    #expect(await store.post("/s/todo/push", ["previewed": ["x"]]).status == 422)
  }

  @Test func whatThePreviewSaidWouldWaitIsNoDifference() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict("ivan")
    _ = try await store.failure("ralph")
    try await store.fill(["a", "b", "lost"])
    // The update waits behind the undelete of its row.
    try await store.items.delete("b")
    _ = try await store.sync.push()
    try await store.items.undelete("b")
    for id in ["a", "b", "lost"] { try await store.items.update(id, ["text": "x"]) }
    let operations = try #require(await store.post("/s/todo/push/preview").json["operations"])
    #expect(operations.array?.count == 6)
    store.remote.script("lost", [.lostAnswer])
    store.remote.scriptReads([.refused])
    let run = try await store.run("push", ["previewed": operations])
    #expect(run["pushed"] == 2 && run["unknown"] == 1)
    let outcome = try #require(run["report"]?["preview"])
    #expect(outcome["differing"] == 1)
    let difference = try #require(outcome["differences"]?.array?.first)
    #expect(difference["itemId"] == "lost")
    #expect(difference["happened"] == "outcome unknown")
  }

  @Test func whatLeftTheQueueIsNamedAsThePreviewNamedIt() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    try await store.items.update("a", ["text": "x"])
    let operations = try #require(await store.post("/s/todo/push/preview").json["operations"])
    let id = try #require(operations.array?.first?["id"]?.integer)
    #expect(await store.post("/s/todo/queue/\(id)/cancel").status == 200)
    let run = try await store.run("push", ["previewed": operations])
    let difference = run["report"]?["preview"]?["differences"]?.array?.first
    #expect(difference?["table"] == "TodoItem" && difference?["itemId"] == "a")
    #expect(difference?["expected"] == "will update")
    let page = await store.page("/s/todo/runs/\(run["run"]?.integer ?? 0)").page
    #expect(page.contains("a in TodoItem</a>") && page.contains("0 of 1 matched the preview"))
    #expect(page.contains("The result differs from the preview: see below."))
    // A program may keep no more of a preview than it needs.
    let least: JSONValue = [
      "id": .integer(id), "fingerprint": operations.array?.first?["fingerprint"] ?? "",
      "expected": "accepted",
    ]
    let bare = try await store.run("push", ["previewed": [least]])
    let report = await store.page("/s/todo/runs/\(bare["run"]?.integer ?? 0)").page
    #expect(report.contains("Operation \(id)") && !report.contains(" in </a>"))
  }

  @Test func aPushThatFoundNothingReadyDoesNotSayThatAllIsDone() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    let run = try await store.run("push")
    let page = await store.page("/s/todo/runs/\(run["run"]?.integer ?? 0)").page
    #expect(page.contains("Nothing to push.") && page.contains("1 change needs attention."))
    #expect(page.contains("Nothing sent</span></h1>"))
    #expect(!page.contains("Everything ready was pushed."))
    #expect(!page.contains("<ul class=\"probs\">"))
  }

  @Test func aPullSaysWhereItDifferedFromItsPreview() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    store.server.put("TodoItem", "b", ["text": "new"])
    let preview = await store.post("/s/todo/pull/preview").json
    let tables = try #require(preview["tables"])
    let same = try await store.run("pull", ["previewed": tables])
    #expect(same["report"]?["preview"]?["differing"] == 0)
    let other = try await store.run("pull", ["previewed": tables])
    #expect(other["report"]?["preview"]?["differing"] == 1)
    #expect(other["report"]?["preview"]?["differences"]?.array?.first?["expected"] == "1 new")
  }
}
