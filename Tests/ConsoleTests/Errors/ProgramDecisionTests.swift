import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A program's decision counts for what it saw, as far as it says what that was.
@Suite struct ProgramDecisionTests {
  private func isStale(_ answer: HTTPResponse) -> Bool {
    answer.status == 409 && answer.json["error"]?["code"] == "stale_decision"
  }

  @Test func aDecisionOnSomethingElseThanWasSeenChangesNothing() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let path = "/s/todo/errors/\(error.id)"
    let seen = try #require(await store.get(path + ".json").json["seen"])
    #expect(await store.get("/s/todo/errors.json").json["errors"]?.array?.first?["seen"] == seen)
    #expect(
      await store.get("/s/todo/queue/\(error.operationID).json").json["seen"] == seen)
    try await store.items.update("ivan", ["text": "fresh edit"], by: "otto")
    for choice in ["keep-local", "take-server", "merge", "discard", "remove-row", "retry"] {
      let body: JSONValue = ["choice": .string(choice), "seen": seen]
      #expect(isStale(await store.post(path + "/resolve", body)), "\(choice)")
    }
    let many: JSONValue = [
      "choice": "discard", "ids": [.string(error.id)], "seen": [error.id: seen],
    ]
    #expect(isStale(await store.post("/s/todo/errors/bulk", many)))
    let operation = error.operationID
    let queued: JSONValue = [
      "action": "cancel", "ids": [.integer(operation)], "seen": ["\(operation)": seen],
    ]
    #expect(isStale(await store.post("/s/todo/queue/bulk", queued)))
    #expect(
      isStale(await store.post("/s/todo/queue/\(operation)/cancel", ["seen": seen])))
    #expect(try await store.items.read(id: "ivan")?.values["text"] == "fresh edit")

    let now = try #require(await store.get(path + ".json").json["seen"])
    let done = await store.post(path + "/resolve", ["choice": "take-server", "seen": now])
    #expect(done.status == 200)
  }

  @Test(arguments: ["discard", "remove-row", "take-server"])
  func aLossOfAllThatMatchesNeedsTheirNumber(_ choice: String) async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict()
    let all: JSONValue = ["choice": .string(choice), "query": ""]
    let answer = await store.post("/s/todo/errors/bulk", all)
    #expect(answer.status == 422 && answer.page.contains("expect is missing."))
    let cancel: JSONValue = ["action": "cancel", "query": "state=conflict"]
    #expect(await store.post("/s/todo/queue/bulk", cancel).status == 422)
    #expect(try await store.queue().count == 1)
    let counted: JSONValue = ["choice": .string(choice), "query": "", "expect": 1]
    #expect(await store.post("/s/todo/errors/bulk", counted).json["changed"] == 1)
  }

  @Test func valuesBesideAnotherChoiceThanMergeAreRefused() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let answer = await store.post(
      "/s/todo/errors/\(error.id)/resolve",
      ["choice": "keep-local", "values": ["text": "typed"]])
    #expect(answer.status == 422 && answer.page.contains("values is only allowed with merge"))
    #expect(try await store.queue().map(\.state) == [.conflict])
  }

  /// A refused change whose row changed on the server since, with that copy read.
  private func refused() async throws -> (store: SyncConsole, path: String) {
    let store = try await SyncConsole()
    let error = try await store.failure()
    store.server.put("TodoItem", "ralph", ["text": "there", "note": "there"])
    let path = "/s/todo/errors/\(error.id)"
    #expect(await store.post(path + "/refresh").status == 200)
    return (store, path)
  }

  @Test func aRefusedChangeIsMergedToo() async throws {
    let (store, path) = try await refused()
    let page = await store.page(path).page
    #expect(page.contains("the server’s row has changed too."))
    #expect(!page.contains("the server has the values from before"))
    #expect(page.contains("name=\"f-text\"") && page.contains(">Save result (1 open)</button>"))
    let merged = await store.post(
      path + "/resolve", ["choice": "merge", "values": ["text": "of both"]])
    #expect(merged.status == 200)
    let row = try #require(try await store.items.read(id: "ralph"))
    #expect(row.values["text"] == "of both" && row.values["note"] == "there")
    #expect(try await store.run("push")["pushed"] == 1)
  }

  @Test func aMergeOnThePageOfARefusedChangeIsSavedOrComesBack() async throws {
    let (store, path) = try await refused()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let seen = try #require(await browser.get(path).page.value(of: "seen"))
    func submit(_ text: String) async -> HTTPResponse {
      await browser.submit(
        path + "/resolve",
        [
          ("seen", seen), ("choice", "merge"), ("p-text", ""), ("v-text", text),
          ("f-note", "server"), ("p-note", "there"), ("v-note", "there"),
        ], token: token)
    }
    #expect(await submit("").status == 422)
    #expect(await submit("typed").status == 303)
    #expect(try await store.items.read(id: "ralph")?.values["text"] == "typed")
  }

  @Test func aChangeThatArrivedIsSettledByTheServersCopy() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "arrived"])
    store.remote.script("dean", [.lostAnswer])
    store.remote.scriptReads([.unreachable])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    let path = "/s/todo/errors/\(error.id)"
    #expect(!(await store.page(path).page.contains("already has this change")))
    #expect(await store.post(path + "/refresh").status == 200)
    let page = await store.page(path).page
    #expect(page.contains("The server already has this change."))
    #expect(page.contains(">Accept server version</button>") && !page.contains("Keep my change"))
    #expect(await store.post(path + "/resolve", ["choice": "take-server"]).status == 200)
    #expect(try await store.queue().isEmpty)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "arrived")
  }
}
