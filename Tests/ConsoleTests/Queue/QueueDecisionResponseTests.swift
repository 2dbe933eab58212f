import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// What decisions on operations answer, and what the audit keeps of them.
@Suite struct QueueDecisionResponseTests {
  private func entries(_ store: SyncConsole) async throws -> [AuditRecord] {
    try await store.console.data.auditEntries(AuditFilter(), limit: 50).map(\.record)
  }

  @Test func aRetryOfWhatWaitsAnywayChangesNothingAndSaysSo() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "x"])
    let id = try #require(try await store.queue().first?.id)
    let before = try await entries(store).count
    let answer = await store.post("/s/todo/queue/\(id)/retry")
    #expect(answer.status == 200 && answer.json["state"] == "pending")
    #expect(answer.json["entry"] == .null)
    #expect(try await entries(store).count == before)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    _ = await browser.submit("/s/todo/queue/\(id)/retry", [], token: token)
    #expect(await browser.get("/s/todo/queue/\(id)").page.contains("is already queued."))
  }

  @Test func aProgramCancelsWithOrWithoutABody() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "x"])
    let id = try #require(try await store.queue().first?.id)
    let secret = try #require(store.secrets[.operate])
    let answer = await store.console.send(
      .post, "/s/todo/queue/\(id)/cancel",
      ["Authorization": "Bearer \(secret)", "Accept": "application/json"])
    #expect(answer.status == 200 && answer.json["cancelled"] == true)
    #expect(try await store.queue().isEmpty)
    // What it answered leads back.
    let entry = try #require(answer.json["entry"]?.integer)
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(try await store.queue().count == 1)
  }

  @Test func aDecisionOnOneErrorNamesItsEntry() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let answer = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "discard"])
    #expect(answer.json["entry"]?.integer != nil)
  }

  @Test func aReportFromBeforeCodesIsReadByItsWords() throws {
    let known: [(String, ActionReport.Code?)] = [("undeleted", .undelete), ("renamed", nil)]
    for (done, code) in known {
      let report = try #require(
        ActionReport([
          "report": ["thing": "rows", "done": .string(done), "asked": 2, "changed": 2]
        ]))
      #expect(report.code == code && report.sentence == "2 rows \(done).")
    }
  }

  @Test func causesAreInTheJSONWithTheFilterThatDecidesOnThem() async throws {
    let store = try await SyncConsole()
    try await store.fill(["a", "b", "c"])
    for id in ["a", "b", "c"] {
      try await store.items.update(id, ["text": "too long"])
      store.remote.script(id, [.refused])
    }
    _ = try await store.sync.push()
    let list = await store.get("/s/todo/errors.json").json
    let families = try #require(list["families"]?.array)
    #expect(families.count == 1 && list["moreFamilies"] == 0)
    #expect(families[0]["count"] == 3 && families[0]["kind"] == "failed")
    let cause = try #require(families[0]["cause"]?.string)
    #expect(!cause.isEmpty)
    let query = try #require(families[0]["query"])
    let done = await store.post("/s/todo/errors/bulk", ["choice": "retry", "query": query])
    #expect(done.json["changed"] == 3)
    // Who looks at the audit later sees what it was about.
    let record = try #require(try await entries(store).first)
    #expect(record.target.contains("retry of 3 operations: table “TodoItem”"))
    #expect(record.target.contains(cause))
    #expect(record.before?["operations"]?.array?.count == 3)
    let entry = try #require(done.json["entry"]?.integer)
    let page = await store.page("/audit/\(entry)").page
    #expect(
      page.contains("/s/todo/reports/\(entry)") && page.contains("3 changes queued for retry"))
    #expect(page.ranges(of: "problemCount").count == 1, "in the details alone")
  }

  @Test func whatIsUnderWayOffersNoCancel() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "x"])
    let id = try #require(try await store.queue().first?.id)
    #expect(await store.page("/s/todo/queue/\(id)").page.contains("Cancel operation"))
    let (arrived, gate) = (Gate(), Gate())
    store.remote.beforeSend { _ in
      arrived.open()
      await gate.wait()
    }
    let run = try #require(await store.post("/s/todo/push").json["run"]?.integer)
    await arrived.wait()
    #expect(await !store.page("/s/todo/queue/\(id)").page.contains("Cancel operation"))
    gate.open()
    _ = try await store.console.runs.wait(run, store: "todo")
  }

  @Test func onePreviewAtATimeForEachPerson() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "x"])
    let (arrived, gate) = (Gate(), Gate())
    store.remote.beforeRead { _ in
      arrived.open()
      await gate.wait()
    }
    async let first = store.post("/s/todo/push/preview")
    await arrived.wait()
    let second = await store.post("/s/todo/push/preview")
    #expect(second.status == 429 && second.json["error"]?["code"] == "preview_running")
    #expect(second.headers["Retry-After"] == "5")
    #expect(await store.post("/s/todo/pull/preview").status == 429)
    gate.open()
    #expect(await first.status == 200)
    #expect(await store.post("/s/todo/push/preview", as: .operate).status == 200)
  }

  @Test func aPlanForPartOfTheConflictsSaysSo() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    var plan = ResolveSimilarPlan(
      sides: ["text": .server], columns: ["text"], errors: [error], isComplete: false)
    #expect(plan.json(changes: false)["isComplete"] == false)
    #expect(!plan.sends)
    plan.sides = ["text": .local]
    #expect(plan.sends)
  }
}
