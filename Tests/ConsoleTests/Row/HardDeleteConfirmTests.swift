import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import Testing

@testable import Console

/// A program that names the row in `confirm` deletes that row for good, and no other.
@Suite struct HardDeleteConfirmTests {
  @Test func confirmThatNamesAnotherRowChangesNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan", "olga"])
    let path = "/s/todo/t/TodoItem/r/ivan/hard-delete"
    for wrong in ["Ivan", "ivan ", "olga", ""] {
      #expect(await store.post(path, ["confirm": .string(wrong)]).status == 422)
    }
    #expect(try await store.sync.counts().pending == 0)
    #expect(await store.post(path, ["confirm": "ivan"]).status == 200)
    #expect(try await store.sync.counts().pending == 1)
    let null = await store.post("/s/todo/t/TodoItem/r/olga/hard-delete", ["confirm": nil])
    #expect(null.status == 200)
  }
}
