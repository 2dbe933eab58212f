import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Notes on rows, errors and runs.
@Suite struct NotePagesTests {
  private static let row = "/s/todo/t/TodoItem/r/ivan"

  /// What a form leads to.
  private func send(
    _ browser: inout TestBrowser, _ path: String, _ fields: [(String, String)] = []
  ) async throws -> String {
    let answer = await browser.submit(path, fields, token: try await browser.csrfToken)
    #expect(answer.status == 303)
    return await browser.get(String((answer.headers["Location"] ?? "").prefix { $0 != "#" })).page
  }

  @Test func anOperatorWritesAndAViewerReads() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    var ann = try await store.console.signIn("ann", .operate)
    var page = try await send(&ann, Self.row + "/notes", [("text", "call <b>them</b>\r\nfirst")])
    #expect(page.contains("call &lt;b&gt;them&lt;/b&gt;\nfirst") && page.contains("Note added."))
    #expect(page.contains("/notes/1/edit") && page.contains("/notes/1/delete"))
    page = try await send(&ann, "/s/todo/notes/1/edit", [("text", "done")])
    #expect(page.contains("edited") && !page.contains("call"))
    var vic = try await store.console.signIn("vic", .viewer)
    page = await vic.get(Self.row).page
    #expect(page.contains("<p class=\"memo-text\">done</p>") && !page.contains("Add note"))
    #expect(!page.contains("/notes/1/"))
    let refused = await store.post(Self.row + "/notes", ["text": "x"], as: .viewer)
    #expect(refused.status == 403)
    let note = await store.get(Self.row + ".json").json["notes"]?.array?.first
    #expect(note?["text"] == "done" && note?["by"] == "ann" && note?["own"] == false)
  }

  @Test func aNoteLeadsBackToTheTabOnWhichItWasWritten() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    var ann = try await store.console.signIn("ann", .operate)
    let token = try await ann.csrfToken
    for (tab, place) in [
      ("?tab=history", Self.row + "?tab=history#notes"), ("", Self.row + "#notes"),
    ] {
      let page = await ann.get(Self.row + tab).page
      let action = try #require(page.action(containing: "/r/ivan/notes"))
      let added = await ann.submit(action, [("text", "call them")], token: token)
      #expect(added.headers["Location"] == place)
    }
    let edit = try #require(
      await ann.get(Self.row + "?tab=history").page.action(containing: "/notes/1/edit"))
    let edited = await ann.submit(edit, [("text", "done")], token: token)
    #expect(edited.headers["Location"] == Self.row + "?tab=history#notes")
  }

  @Test func onlyTheAuthorChangesANoteAndUndoBringsItBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    var ann = try await store.console.signIn("ann", .operate)
    _ = try await send(&ann, Self.row + "/notes", [("text", "kept")])
    #expect(await store.post("/s/todo/notes/1/delete").status == 403)
    #expect(await store.post("/s/todo/notes/1/edit", ["text": "x"]).status == 403)
    #expect(await store.post("/s/todo/notes/9/delete").status == 404)
    var page = try await send(&ann, "/s/todo/notes/1/delete")
    #expect(page.contains("Note deleted.") && !page.contains("kept</p>"))
    let undo = try #require(page.action(containing: "/undo/"))
    page = try await send(&ann, undo)
    #expect(page.contains("kept</p>") && page.contains("Note restored."))
  }

  @Test func theNoteOfAnErrorStaysWithItsRowAndTheAuditHasIt() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let added = await store.post("/s/todo/errors/\(error.id)/notes", ["text": "ask Berlin"])
    #expect(added.status == 201 && added.json["operation"] == .integer(error.operationID))
    #expect(await store.page("/s/todo/errors/\(error.id)").page.contains("ask Berlin"))
    #expect(await store.page("/s/todo/errors").page.contains("1 note"))
    let listed = await store.get("/s/todo/errors.json").json["errors"]?.array?.first
    #expect(listed?["notes"]?.array?.first?["text"] == "ask Berlin")
    _ = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "take-server"])
    let page = await store.page(Self.row + "?tab=history").page
    #expect(page.contains("ask Berlin") && page.contains("on the error of"))
    let audit = await store.page("/audit").page
    #expect(audit.contains("added a note to the error of <a href=\"\(Self.row)?tab=history\">"))
  }

  @Test func aRunHasNotes() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    let run = try #require(try await store.run("push")["run"]?.integer)
    let path = "/s/todo/runs/\(run)"
    #expect(await store.post("\(path)/notes", ["text": "the server was slow"]).status == 201)
    let note = await store.get("\(path).json").json["notes"]?.array?.first
    #expect(note?["text"] == "the server was slow")
    #expect(await store.page(path).page.contains("the server was slow"))
    #expect(await store.page("/s/todo/sync").page.contains("1 note"))
    let audit = await store.page("/audit").page
    #expect(audit.contains("added a note to <a href=\"\(path)\">Push \(run)</a>"))
  }

  @Test(arguments: ["", " \n ", String(repeating: "x", count: 2_001)])
  func aNoteNeedsATextThatIsNotTooLong(_ text: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    let answer = await store.post(Self.row + "/notes", ["text": .string(text)])
    #expect(answer.status == 422)
    #expect(await store.get(Self.row + ".json").json["notes"] == [])
    #expect(await store.post("/s/todo/t/TodoItem/r/none/notes", ["text": "x"]).status == 404)
  }
}

extension String {
  /// The value of the first hidden field of this name.
  func field(_ name: String) -> String? {
    guard let start = range(of: "name=\"\(name)\" value=\"") else { return nil }
    return String(self[start.upperBound...].prefix { $0 != "\"" })
  }
}
