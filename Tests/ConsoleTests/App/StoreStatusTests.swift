import ConsoleData
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// The chip of a store in the list says what its overview says.
@Suite struct StoreStatusTests {
  private func badge(_ store: SyncConsole) async -> String {
    let page = await store.page("/").page
    for word in ["In sync", "Not pulled yet", "Pull failed", "1 pending", "Offline"]
    where page.contains("\">\(word)</span>") { return word }
    return page
  }

  @Test func aStoreIsInSyncInBothPlacesOrInNone() async throws {
    let store = try await SyncConsole()
    #expect(await badge(store) == "Not pulled yet")
    #expect(await store.page("/s/todo").page.contains("Not pulled yet: "))
    try await store.fill(["dean"])
    _ = try await store.run("pull")
    #expect(await badge(store) == "In sync")
    #expect(await store.page("/s/todo").page.contains("In sync."))
    store.remote.scriptReads([.unreachable])
    _ = try await store.run("pull")
    #expect(await badge(store) == "Pull failed")
    #expect(await store.page("/s/todo").page.contains("Sync has been failing"))
    try await store.items.update("dean", ["text": "new"])
    #expect(
      await badge(store) == "Pull failed", "a failure stays the headline until a run succeeds")
    #expect(await store.page("/s/todo").page.contains(" run failed since "))
    _ = try await store.run("push")
    #expect(await badge(store) == "In sync")
    #expect(await store.page("/s/todo").page.contains("Nothing needs attention."))
    try await store.items.update("dean", ["text": "newer"])
    #expect(await badge(store) == "1 pending")
  }
}
