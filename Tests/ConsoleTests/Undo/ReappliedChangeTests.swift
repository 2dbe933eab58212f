import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A row that was changed and holds the same again by a later decision is not as an earlier action
/// left it; one whose later changes were taken back is.
@Suite struct ReappliedChangeTests {
  private static let row = "/s/todo/t/Movie/r/a"
  private static let bulk = "/s/todo/t/Movie/bulk"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", ["a", "b", "c"].map { ($0, ["title": "x", "rank": 1]) })
    return console
  }

  /// Does it, and gives the number of its entry in the audit.
  private func act(
    _ console: RowsConsole, _ path: String, _ body: JSONValue = [:]
  ) async throws -> Int64 {
    let answer = await console.post(path, body, token: console.adminToken)
    #expect(answer.status == 200, "\(answer.page)")
    let newest = try await console.console.data.auditEntries(AuditFilter(), limit: 1).first
    return try #require(newest).id
  }

  private func undo(_ console: RowsConsole, _ entry: Int64) async -> HTTPResponse {
    await console.post("/undo/\(entry)", [:], token: console.adminToken)
  }

  private func refuses(_ console: RowsConsole, _ entry: Int64) async throws {
    let page = await console.page("/audit/\(entry)").page
    #expect(!page.contains("action=\"/undo/\(entry)\""))
    let refused = await undo(console, entry)
    #expect(refused.status == 409, "\(refused.page)")
    let message = refused.json["error"]?["message"]?.string ?? ""
    #expect(message.contains("changed since and back again"), "\(message)")
  }

  @Test(arguments: ["delete", "hard-delete"])
  func whatSomebodyDeletedAnewIsNotBroughtBackByAnOlderEntry(_ action: String) async throws {
    let console = try await filled()
    let first = try await act(console, "\(Self.row)/\(action)")
    let second = try await act(console, "\(Self.row)/undelete")
    let third = try await act(console, "\(Self.row)/\(action)")
    try await refuses(console, first)
    if action == "delete" { #expect(try await console.record("Movie", "a")?.deleted == true) }
    // From the newest on, each can be taken back.
    #expect(await undo(console, third).status == 200)
    #expect(try await console.record("Movie", "a")?.deleted == false)
    guard action == "delete" else { return }
    for entry in [second, first] { #expect(await undo(console, entry).json["changed"] == 1) }
    #expect(try await console.record("Movie", "a")?.deleted == false)
    #expect(try await console.queued() == 0)
  }

  @Test func whatSomebodyDecidedToKeepIsNotTakenBackByAnOlderEdit() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    _ = await store.post("/s/todo/t/TodoItem/r/ivan", ["values": ["text": "mine"]])
    let newest = { try await store.console.data.auditEntries(AuditFilter(), limit: 1).first?.id }
    let edit = try #require(try await newest())
    store.server.put("TodoItem", "ivan", ["text": "of the server"])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    let kept = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "keep-local"])
    #expect(kept.status == 200, "\(kept.page)")
    let decision = try #require(try await newest())
    #expect(await store.post("/undo/\(edit)").status == 409)
    #expect(try await store.items.read(id: "ivan")?.values["text"] == "mine")
    #expect(await store.post("/undo/\(decision)").status == 200)
    let back = await store.post("/undo/\(edit)")
    #expect(back.status == 200, "\(back.page)")
  }

  @Test func valuesThatSomebodySetAnewAreNotTakenBackByAnOlderEntry() async throws {
    let console = try await filled()
    let set = { (value: JSONValue) in
      try await act(console, Self.row, ["values": ["title": value]])
    }
    let (first, second, third) = (try await set("y"), try await set("z"), try await set("y"))
    try await refuses(console, first)
    for (entry, title) in [(third, "z"), (second, "y"), (first, "x")] as [(Int64, JSONValue)] {
      #expect(await undo(console, entry).json["changed"] == 1)
      #expect(try await console.record("Movie", "a")?.values["title"] == title)
    }
  }

  @Test func ofManyOnlyTheRowThatWasDeletedAnewIsLeft() async throws {
    let console = try await filled()
    let all: JSONValue = ["a", "b", "c"]
    let deleted = try await act(console, Self.bulk, ["action": "delete", "ids": all])
    let undeleted = try await act(console, Self.bulk, ["action": "undelete", "ids": all])
    try await console.sync.table("Movie").delete("b", by: "somebody")
    let again = await undo(console, undeleted).json
    #expect(again["changed"] == 2)
    let back = await undo(console, deleted).json
    #expect(back["changed"] == 2)
    #expect(back["left"]?.array?.compactMap { $0["id"]?.string } == ["b"])
    #expect(try await console.record("Movie", "b")?.deleted == true)
    #expect(try await console.record("Movie", "a")?.deleted == false)
  }

  @Test func whatWasSentSinceIsStillTakenBack() async throws {
    let console = try await filled()
    let edit = try await act(console, Self.row, ["values": ["title": "y"]])
    _ = try await console.sync.push()
    _ = try await console.sync.pull()
    let deletion = try await act(console, "\(Self.row)/delete")
    _ = try await console.sync.push()
    _ = try await console.sync.pull()
    #expect(await undo(console, deletion).json["changed"] == 1)
    _ = try await console.sync.push()
    _ = try await console.sync.pull()
    #expect(await undo(console, edit).json["changed"] == 1)
    #expect(try await console.record("Movie", "a")?.values["title"] == "x")
  }

  @Test func whatTheServerChangedAndChangedBackIsNotTakenBack() async throws {
    let console = try await filled()
    let edit = try await act(console, Self.row, ["values": ["title": "y"]])
    _ = try await console.sync.push()
    for title in ["z", "y"] {
      try await console.pull("Movie", [("a", ["title": .string(title), "rank": 1])])
    }
    try await refuses(console, edit)
  }

  @Test func sendingAChangeAgainLeavesItAsItIs() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    #expect(await store.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "y"]]).status == 200)
    store.remote.script("dean", [.refused])
    _ = try await store.sync.push()
    let retried = await store.post(
      "/s/todo/t/TodoItem/bulk", ["action": "retry", "ids": ["ricky", "dean"]])
    #expect(retried.json["changed"] == 1)
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    #expect(entries.first?.record.after == ["rows": ["dean"]])
    let edit = try #require(entries.first { $0.record.action == "rows.edit" }).id
    #expect(await store.post("/undo/\(edit)").json["changed"] == 1)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "dean")
  }

  @Test func aDecisionThatSomebodyMadeAnewIsNotTakenBackByAnOlderEntry() async throws {
    let console = try await filled()
    let movies = console.sync.table("Movie")
    let cancel: JSONValue = ["action": "cancel", "ids": ["a"]]
    try await movies.update("a", ["title": "y"])
    let first = try await act(console, Self.bulk, cancel)
    try await movies.update("a", ["title": "z"])
    let second = try await act(console, Self.bulk, cancel)
    #expect(await undo(console, first).status == 409)
    #expect(await undo(console, second).json["changed"] == 1)
    #expect(try await console.record("Movie", "a")?.values["title"] == "z")
  }

  @Test func anImportLeavesTheRowsThatWereSetAnew() async throws {
    let console = try await filled()
    let draft = try await console.importFile(
      "id,title\na,y\nb,y\n", mode: "upsert", into: "Movie")
    let done = await console.post(draft.link, [:])
    #expect(done.status == 200, "\(done.page)")
    let entry = try #require(
      try await console.console.data.auditEntries(AuditFilter(), limit: 1).first)
    #expect(entry.record.action == "rows.import")
    for title in ["z", "y"] as [JSONValue] {
      try await console.sync.table("Movie").update("a", ["title": title])
    }
    _ = await undo(console, entry.id)
    while await console.get("/undo/\(entry.id).json").json["state"] == "working" {}
    #expect(try await console.record("Movie", "a")?.values["title"] == "y")
    #expect(try await console.record("Movie", "b")?.values["title"] == "x")
  }
}
