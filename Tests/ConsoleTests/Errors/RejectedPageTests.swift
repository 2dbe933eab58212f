import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// The page of a change that the server rejected.
@Suite struct RejectedPageTests {
  private func rejected(_ ids: [String]) async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(ids)
    for id in ids {
      try await store.items.update(id, ["text": .string("changed \(id)")])
      store.remote.script(id, [.refused])
    }
    _ = try await store.sync.push()
    return store
  }

  @Test func listsEachAttemptWithItsResponse() async throws {
    let store = try await rejected(["bert"])
    let error = try #require(try await store.sync.errors().first)
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("<h2 id=\"h-att\">Attempts</h2><p>1</p>"))
    #expect(page.contains("1. Rejected, HTTP \(error.status)"))
    #expect(!page.contains("Same cause"))
  }

  @Test func namesOthersThatWereRejectedForTheSameReason() async throws {
    let store = try await rejected(["anna", "bert", "carl", "dora", "emil"])
    let error = try #require(try await store.sync.errors().first { $0.itemID == "carl" })
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("Same cause"))
    let others = try await store.sync.errors().filter {
      page.contains("<li><a href=\"/s/todo/errors/\($0.id)\">")
    }
    #expect(others.count == 3 && !others.contains { $0.id == error.id })
    #expect(page.contains("View all 5"))
  }

  @Test func offersNoServerVersionOfARowThatWasNeverThere() async throws {
    let store = try await SyncConsole()
    store.remote.script("new", [.refused])
    try await store.items.insert(["id": "new", "text": "too long"])
    _ = try await store.sync.push()
    let inserted = try #require(try await store.sync.errors().first)
    let page = await store.page("/s/todo/errors/\(inserted.id)").page
    #expect(page.contains("The row is stored here and is not on the server."))
    #expect(!page.contains("Load server version") && !page.contains("Other options"))
    let other = try await SyncConsole()
    let changed = try await other.failure()
    let changedPage = await other.page("/s/todo/errors/\(changed.id)").page
    #expect(changedPage.contains("Load server version"))
  }
}
