import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// Changes of which nobody knows whether the server has them: one number on every page, and no page
/// says more than is known.
@Suite struct UnknownOutcomePageTests {
  /// Of each kind one change whose answer was lost.
  private func lost(_ store: SyncConsole, _ kind: OperationKind) async throws -> OperationInfo {
    switch kind {
    case .insert: try await store.items.insert(["id": "dean", "text": "new"])
    case .update:
      try await store.fill(["dean"])
      try await store.items.update("dean", ["text": "changed"])
    case .delete:
      try await store.fill(["dean"])
      try await store.items.delete("dean")
    case .undelete:
      try await store.fill(["dean"])
      store.server.put("TodoItem", "dean", [:], deleted: true)
      _ = try await store.sync.pull()
      try await store.items.undelete("dean")
    }
    store.remote.script("dean", [.lostAnswer])
    store.remote.scriptReads([.unreachable])
    _ = try await store.sync.push()
    let info = try #require(try await store.queue().first)
    #expect(info.state == .unknown)
    return info
  }

  @Test func chartsTellUnknownOutcomesFromFailures() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "dean", "text": "new"])
    store.remote.script("dean", [.lostAnswer])
    store.remote.scriptReads([.unreachable])
    // What a later push finds out changes nothing about what the first one knew.
    for _ in 0..<2 { _ = try await store.run("push") }
    let page = await store.page("/s/todo").page
    #expect(page.contains("1 with unknown outcome"))
    #expect(page.contains("0 pushed, 0 pulled, 1 with unknown outcome"))
    #expect(page.contains(">Outcome unknown</th>"))
    let history = await store.get("/s/todo.json?period=24h").json["history"]
    #expect(history?["unknown"]?.array?.last == 1 && history?["failed"]?.array?.last == 0)
  }

  @Test func whatTheConnectionSaidIsPartOfTheSentence() async throws {
    let store = try await SyncConsole()
    let info = try await lost(store, .update)
    let operation = await store.page("/s/todo/queue/\(info.id)").page
    #expect(operation.contains("the connection to 127.0.0.1:8080 was lost)"))
    #expect(operation.contains("was lost. The server may have it"))
    #expect(!operation.contains(".. ") && !operation.contains("(The "))
    // A cause is of all servers: their addresses are left out of it, in one gap.
    let errors = await store.page("/s/todo/errors").page
    #expect(!errors.contains("….…") && !errors.contains("…:…"))
  }

  @Test(arguments: OperationKind.allCases)
  func takingOneBackPromisesNothingAboutTheServer(_ kind: OperationKind) async throws {
    let store = try await SyncConsole()
    let info = try await lost(store, kind)
    let question = await store.page("/s/todo/queue/\(info.id)?confirm=cancel").page
    #expect(question.contains("The server may or may not have this change."))
    #expect(question.contains("If the server has"))
    #expect(question.contains("Push 1 change first"))
    #expect(question.contains("name=\"operation\" value=\"\(info.id)\""))
    for untruth in ["never on the server", "The server is not touched"] {
      #expect(!question.contains(untruth))
    }
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let cancelled = await browser.submit(
      "/s/todo/queue/\(info.id)/cancel", [("confirmed", "1")], token: token)
    #expect(cancelled.status == 303)
    let after = await browser.get("/s/todo/queue").page
    #expect(after.contains("If the server has"))
    // What was said is what happens.
    _ = try await store.sync.pull()
    let (here, there) = (
      try await store.items.read(id: "dean"), store.server.row("TodoItem", "dean")
    )
    #expect(here?.values == there?.values && here?.deleted == there?.deleted)
  }

  @Test func askingFirstIsAPushOfThisOne() async throws {
    let store = try await SyncConsole()
    let info = try await lost(store, .insert)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let started = await browser.submit("/s/todo/push", [("operation", "\(info.id)")], token: token)
    let id = try #require(
      started.headers["Location"]?.split(separator: "/").last.flatMap { Int64($0) })
    #expect(try await store.console.runs.wait(id, store: "todo").outcome.pushed == 1)
    #expect(store.server.commits.count == 1)
  }

  @Test func aChangeThatWasNeverSentIsTakenBackWithCertainty() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "new", "text": "x"])
    let id = try #require(try await store.queue().first?.id)
    let question = await store.page("/s/todo/queue/\(id)?confirm=cancel").page
    #expect(question.contains("The insert was never sent; the server has no copy of the row."))
    #expect(!question.contains("Push 1 change first"))
    let refused = try await store.failure()
    let update = await store.page("/s/todo/queue/\(refused.operationID)?confirm=cancel").page
    #expect(update.contains("The row is reset to the last synced version. Nothing is sent."))
  }

  @Test func anInsertThatMetAnotherRowBecomesThatRow() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "a", "text": "mine"])
    store.server.put("TodoItem", "a", ["text": "theirs"])
    _ = try await store.sync.push()
    let id = try #require(try await store.queue().first?.id)
    let question = await store.page("/s/todo/queue/\(id)?confirm=cancel").page
    #expect(question.contains("The row is reset to the server’s last known version"))
    #expect(!question.contains("removed from this store"))
  }

  @Test func manyAreAskedAboutWithTheirNumber() async throws {
    let store = try await SyncConsole()
    _ = try await lost(store, .insert)
    try await store.items.insert(["id": "fresh", "text": "x"])
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let question = await browser.submit(
      "/s/todo/queue/bulk", [("action", "cancel"), ("query", ""), ("expect", "2")], token: token
    ).page
    #expect(question.contains("The server may have 1 of these"))
    #expect(question.contains("Push 1 change first"))
    let error = try #require(try await store.sync.errors().first)
    for choice in ["discard", "remove-row"] {
      let one = await store.page("/s/todo/errors/\(error.id)?confirm=\(choice)").page
      #expect(one.contains("have this change"), "\(choice)")
      #expect(one.contains("Push 1 change first"))
    }
  }

  @Test func everyPageHasTheSameNumber() async throws {
    let store = try await SyncConsole()
    for number in 0..<30 {
      try await store.items.insert(["id": .string("r\(number)"), "text": "x"])
    }
    store.remote.set(chaos: FakeChaos(seed: 1, percent: 100, faults: [.failedAfter]))
    let run = try await store.run("push")
    let unknown = try #require(run["unknown"]?.integer)
    #expect(unknown > 8 && run["failed"] == 0 && run["state"] == "failed")
    #expect(await store.get("/s/todo/errors.json?kind=unknown").json["count"] == .integer(unknown))
    let states = await store.get("/s/todo/queue.json").json["states"]
    #expect(states?["unknown"]?["count"] == .integer(unknown))
    let sentence = "\(unknown) of these have an unknown outcome: the server may or may not"
    #expect(await store.page("/s/todo").page.contains(sentence))
    #expect(
      await store.page("/s/todo/errors").page.contains("\(unknown) outcomes unknown"))
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(
      page.contains(
        "<span class=\"v bad\">\(unknown)</span><span class=\"l\">with unknown outcome when"))
    #expect(page.contains("kept here, possibly on the server too"))
    #expect(!page.contains("not on the server"))
    #expect(page.contains("The last one: The server answered 500"))
    #expect(await store.get("/s/todo.json").json["lastRun"]?["unknown"] == .integer(unknown))
  }

  @Test func aRunThatOnlyLeftThemSaysSo() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    for id in ["dean", "ricky"] { try await store.items.update(id, ["text": "new"]) }
    store.remote.script("dean", Array(repeating: .failedBefore, count: 8))
    let run = try await store.run("push")
    let page = await store.page("/s/todo/runs/\(run["run"]?.integer ?? 0)").page
    #expect(page.contains(/"v">1<.span><span class="l">pushed/))
    #expect(page.contains(/"v bad">1<.span><span class="l">with unknown outcome/))
    #expect(page.contains("1 outcome unknown") && !page.contains("needs you"))
    #expect(page.contains("changed here, possibly on the server too"))
  }
}
