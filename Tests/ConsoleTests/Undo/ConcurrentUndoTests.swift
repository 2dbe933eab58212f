import Console
import ConsoleData
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// What somebody else does between an action and the noting of it is not what the action left.
@Suite struct ConcurrentUndoTests {
  @Test func aLocalChangeRightAfterTheDeletionIsSeen() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let action = StoreAction(id: "mine", intent: "")
    let outcome = try await StoreAction.$current.withValue(action) {
      try await store.items.remove("dean", forGood: false, by: "mira")
    }
    try await store.items.undelete("dean", by: "ralph")
    try await store.items.update("dean", ["text": "of ralph"], by: "ralph")
    try await store.items.delete("dean", by: "ralph")
    let detail = try await StoreAction.$current.withValue(action) {
      try await UndoPlan.ofDeletion(["dean"], outcome, of: "TodoItem", in: "todo", store.sync)
    }
    // Nothing of it can come back, so nothing is offered.
    #expect(detail == nil)
  }

  @Test func aPullRightAfterTheActionIsSeen() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let action = StoreAction(id: "mine", intent: "")
    try await StoreAction.$current.withValue(action) {
      _ = try await store.items.update("dean", ["text": "mine"], by: "mira")
    }
    let trace = try #require(action.trace(in: store.sync))
    let left = try #require(trace.fingerprint("TodoItem", "dean"))
    _ = try await store.sync.push()
    store.server.put("TodoItem", "dean", ["text": "theirs"])
    _ = try await store.sync.pull()
    let found = try await store.sync.changedRows(
      "TodoItem", [("dean", .row(left))], since: trace.history)
    #expect(found["dean"] == "Row dean of TodoItem changed since.")
  }

  @Test func whatOthersDidBetweenTwoBatchesOfAnActionIsNotItsOwn() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    let action = StoreAction(id: "mine", intent: "")
    try await StoreAction.$current.withValue(action) {
      _ = try await store.items.update("dean", ["text": "mine"], by: "mira")
    }
    // Away and back: the values alone do not tell it.
    try await store.items.update("dean", ["text": "of ralph"], by: "ralph")
    try await store.items.update("dean", ["text": "mine"], by: "ralph")
    try await store.items.update("ricky", ["text": "of ralph"], by: "ralph")
    try await StoreAction.$current.withValue(action) {
      _ = try await store.items.update("ricky", ["text": "mine"], by: "mira")
    }
    let trace = try #require(action.trace(in: store.sync))
    var rows: [(id: String, mark: UndoPrecondition)] = []
    for id in ["dean", "ricky"] {
      rows.append((id, .row(try #require(trace.fingerprint("TodoItem", id)))))
    }
    let found = try await store.sync.changedRows("TodoItem", rows, since: trace.history)
    #expect(found == ["dean": "Row dean of TodoItem changed since and back again."])
  }

  @Test func entriesOfOlderProgramsAreReadAsBefore() throws {
    let old: JSONValue = [
      "store": "todo", "table": "T", "action": "delete", "rows": [], "history": 12,
    ]
    #expect(UndoPlan(old)?.history == HistoryRange(upTo: 12))
    let detail = UndoPlan(
      store: "todo", table: "T", action: .delete, rows: [],
      history: HistoryRange([3...5, 9...9]))
    #expect(UndoPlan(detail.json) == detail)
  }
}
