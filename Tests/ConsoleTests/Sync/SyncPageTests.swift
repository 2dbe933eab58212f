import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct SyncPageTests {
  @Test func theLastRunIsSummedUpInASentence() async throws {
    let store = try await SyncConsole()
    #expect(await store.page("/s/todo/sync").page.contains("No runs yet."))
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "here"])
    let run = try #require(try await store.run("push")["run"]?.integer)
    let sync = await store.page("/s/todo/sync").page
    let line = try #require(sync.firstMatch(of: #/data-part="last">([^<]+)</#)?.1)
    #expect(line.hasPrefix("Last run: Push \(run), started ") && line.contains(", took "))
    #expect(line.hasSuffix(". 1 operation was pushed."))
    let page = await store.page("/s/todo/runs/\(run)").page
    #expect(page.contains(/"v">1<.span><span class="l">pushed/))
    #expect(!page.contains("1 operation was pushed."))
  }

  @Test func theLastRunThatFailedSaysWhy() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    #expect(await store.page("/s/todo/sync").page.contains(/Last run: Pull [^<]+ Failed: [^<]+\./))
  }

  @Test func aComparisonIsALastRunToo() async throws {
    let (store, run) = try await SyncConsole.compared()
    let sync = await store.page("/s/todo/sync").page
    #expect(sync.contains("Last run: Reconcile \(run), started "))
    let missing = "1 row missing on the server, 1 row missing here"
    #expect(sync.contains("Compared TodoItem: \(missing), 1 row with different content."))
  }
}
