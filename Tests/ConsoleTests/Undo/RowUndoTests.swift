import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Undo puts back what a deletion or an edit changed, in the trash and in the queue too.
@Suite struct RowUndoTests {
  private let row = "/s/todo/t/TodoItem/r/dean"

  /// A store whose row `dean` is in the trash, reset to the server’s last known version.
  private func withTombstone() async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    store.server.put("TodoItem", "dean", ["text": "old"], deleted: true)
    _ = try await store.sync.pull()
    #expect(try await store.items.read(id: "dean")?.deleted == true)
    return store
  }

  private func undo(_ store: SyncConsole) async throws -> HTTPResponse {
    let newest = try await store.console.data.auditEntries(AuditFilter(), limit: 1).first?.id
    return await store.post("/undo/\(try #require(newest))")
  }

  @Test(arguments: [false, true])
  func aRowOfTheTrashComesBackIntoTheTrash(_ isBulk: Bool) async throws {
    let store = try await withTombstone()
    let deleted =
      isBulk
      ? await store.post(
        "/s/todo/t/TodoItem/bulk", ["action": "hard-delete", "ids": ["dean"]])
      : await store.post("\(row)/hard-delete")
    #expect(deleted.status == 200, "\(deleted.page)")
    #expect(try await store.items.read(id: "dean") == nil)
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.items.read(id: "dean")?.deleted == true)
    #expect(try await store.queue().isEmpty)
    #expect(try await store.sync.counts().deleted == 1)
  }

  @Test(arguments: [false, true])
  func undoingASoftDeleteRestoresTheNullOfItsColumn(isSent: Bool) async throws {
    let console = try await RowsConsole()
    try await console.pull(
      "TodoItem",
      [("dean", ["text": "old", "complete": .null]), ("b", ["text": "b", "complete": false])])
    #expect(await console.post("\(row)/delete", [:]).status == 200)
    #expect(try await console.record("TodoItem", "dean")?.values["complete"] == true)
    if isSent { _ = try await console.sync.push() }
    let entry = try await console.console.data.auditEntries(AuditFilter(), limit: 1).first?.id
    let undone = await console.post("/undo/\(try #require(entry))", [:])
    #expect(undone.json["changed"] == 1, "\(undone.page)")
    let restored = try #require(try await console.record("TodoItem", "dean"))
    #expect((restored.values["complete"] ?? .null).isNull)
    #expect(try await console.queued() == (isSent ? 1 : 0))
  }

  @Test(arguments: [
    ("delete", "Undone: deletion of 2 rows of TodoItem."),
    ("undelete", "Undone: undelete of 2 rows of TodoItem."),
    ("insert", "Undone: creation of “new”."),
  ])
  func theMessageNamesWhatWasUndone(_ action: String, _ sentence: String) async throws {
    let console = try await RowsConsole()
    try await console.pull("TodoItem", [("a", ["text": "a"]), ("b", ["text": "b"])])
    let table = "/s/todo/t/TodoItem"
    if action == "insert" {
      #expect(await console.post(table, ["values": ["id": "c", "text": "new"]]).status < 300)
    } else {
      for action in action == "undelete" ? ["delete", action] : [action] {
        let done = await console.post(
          table + "/bulk", ["action": .string(action), "ids": ["a", "b"]])
        #expect(done.json["changed"] == 2)
      }
    }
    let entry = try await console.console.data.auditEntries(AuditFilter(), limit: 1).first?.id
    var browser = try await console.browser(.admin)
    _ = await browser.submit(
      "/undo/\(try #require(entry))", [], token: try await browser.csrfToken)
    #expect(await browser.get(table).page.contains(sentence))
  }

  @Test func undeletingWhatWasToGoForGoodBringsItBackOnTheServerToo() async throws {
    let store = try await withTombstone()
    _ = await store.post("\(row)/hard-delete")
    #expect(await store.post("\(row)/undelete").status == 200)
    #expect(try await store.items.read(id: "dean")?.deleted == false)
    #expect(try await store.queue().map(\.kind) == [.undelete])
    _ = try await store.sync.push()
    #expect(store.server.row("TodoItem", "dean")?.deleted == false)
  }

  /// An edit takes the place of the refusal, so taking it back brings the refusal back.
  @Test(arguments: [false, true], [false, true])
  func takingAnEditBackBringsTheRefusalBack(_ isConflict: Bool, _ isStaged: Bool) async throws {
    let store = try await SyncConsole()
    let error = isConflict ? try await store.conflict("dean") : try await store.failure("dean")
    let was = try await store.items.read(id: "dean")
    if isStaged {
      var browser = try await store.console.signIn("mira", .operate)
      let token = try await browser.csrfToken
      let state = try #require(await browser.get("\(row)/edit").page.value(of: "ifState"))
      _ = await browser.submit(
        row, [("ifState", state), ("stage", "1"), ("v.text", "shorter"), ("w.text", "\"x\"")],
        token: token)
      _ = await browser.submit("/s/todo/changes/save", [], token: token)
    } else {
      #expect(await store.post(row, ["values": ["text": "shorter"]]).status == 200)
    }
    #expect(try await store.items.read(id: "dean")?.values["text"] == "shorter")
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.items.read(id: "dean") == was)
    #expect(try await store.sync.errors() == [error])
    #expect(try await store.queue().map(\.state) == [isConflict ? .conflict : .failed])
  }

  @Test func anEditThatWasSentIsTakenBackByItsValues() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure("dean")
    #expect(await store.post(row, ["values": ["text": "shorter"]]).status == 200)
    _ = try await store.sync.push()
    #expect(try await store.queue().isEmpty)
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "too long")
    #expect(try await store.queue().map(\.state) == [.pending])
    #expect(try await store.sync.errors().isEmpty)
  }

  @Test func whatCannotBeTakenBackLeadsToItsRow() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = await store.post(row, ["values": ["text": "one"]])
    try await store.items.update("dean", ["text": "two"])
    let newest = try await store.console.data.auditEntries(AuditFilter(), limit: 1).first?.id
    var browser = try await store.console.signIn("mira", .operate)
    let refused = await browser.submit(
      "/undo/\(try #require(newest))", [], token: try await browser.csrfToken)
    #expect(refused.status == 409 && refused.page.contains("by hand instead"))
    #expect(refused.page.contains("href=\"\(row)\""))
  }

  @Test(arguments: ["delete", "hard-delete"])
  func aRefusedChangeIsRefusedAgain(_ action: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "no"])
    store.remote.script("dean", [.refused])
    _ = try await store.sync.push()
    let before = try await store.sync.errors()
    #expect(before.count == 1)
    #expect(await store.post("\(row)/\(action)").status == 200)
    #expect(try await store.sync.errors().isEmpty)
    #expect(try await undo(store).json["changed"] == 1)
    #expect(try await store.sync.errors() == before)
    #expect(try await store.queue().map(\.state) == [.failed])
    #expect(try await store.items.read(id: "dean")?.values["text"] == "no")
  }

  @Test func ofTwoPressesOneIsToldThatTheOtherDoesIt() async throws {
    let store = try await SyncConsole()
    try await store.fill((0..<40).map { "r\($0)" })
    _ = await store.post(
      "/s/todo/t/TodoItem/bulk",
      ["action": "delete", "ids": .array((0..<40).map { .string("r\($0)") })])
    let entry = try #require(
      try await store.console.data.auditEntries(AuditFilter(), limit: 1).first?.id)
    async let one = store.post("/undo/\(entry)")
    async let other = store.post("/undo/\(entry)")
    let answers = await [one, other]
    #expect(answers.map(\.status).sorted() == [200, 409])
    let refused = answers.first { $0.status == 409 }?.json["error"]
    #expect(["undo_under_way", "cannot_undo"].contains(refused?["code"]?.string))
    let message = refused?["message"]?.string ?? ""
    #expect(
      message.contains("Another request") || message.contains("taken back before"), "\(message)")
  }
}
