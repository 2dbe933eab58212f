import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// The result column of a conflict, as a browser without script sends it.
@Suite struct MergeResultTests {
  /// Text, number, flag and note differ; the server has NULL for the last two.
  private func conflict(_ store: SyncConsole) async throws -> OperationError {
    store.server.put("TodoItem", "a", ["text": "t", "n": 1, "done": false, "note": "old"])
    _ = try await store.sync.pull()
    store.server.put("TodoItem", "a", ["text": "there", "n": 2, "done": nil, "note": nil])
    try await store.items.update("a", ["text": "here", "n": 3, "done": true, "note": "mine"])
    _ = try await store.sync.push()
    return try #require(try await store.sync.errors().first)
  }

  private func save(_ form: [(String, String)]) async throws -> (Int, JSONObject?) {
    let store = try await SyncConsole()
    let error = try await conflict(store)
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", "merge")] + form,
      token: try await browser.csrfToken)
    return (answer.status, try await store.items.read(id: "a")?.values)
  }

  @Test func booleansAreChosenAndEveryFieldCanBeNull() async throws {
    let store = try await SyncConsole()
    let error = try await conflict(store)
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("<select name=\"v-done\""))
    for word in ["true", "false", "null"] { #expect(page.contains("<option value=\"\(word)\"")) }
    for column in ["text", "n", "note"] { #expect(page.contains("name=\"n-\(column)\"")) }
    #expect(!page.contains("name=\"n-done\"") && !page.contains("name=\"v-done\" value="))
  }

  /// The table shows the changes; the whole texts, and both sides beside one another, stand below.
  @Test func longTextsAreCutWhereNothingChangedAndStandWholeBelow() async throws {
    let store = try await SyncConsole()
    let middle = (0..<200).map { "Sentence number \($0) says nothing new." }.joined(separator: " ")
    store.server.put("TodoItem", "a", ["text": .string("Began well. \(middle) Ended here.")])
    _ = try await store.sync.pull()
    store.server.put("TodoItem", "a", ["text": .string("Began well. \(middle) Ended there.")])
    try await store.items.update(
      "a", ["text": .string("Began badly. \(middle) Ended here.")])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    let page = await store.page("/s/todo/errors/\(error.id)").page
    let table = try #require(page.range(of: "</tbody>")).lowerBound
    let cells = page[..<table].split(separator: "<td").dropFirst()
    #expect(cells.count == 4)
    #expect(
      cells.contains { $0.contains("<del>well</del>") && $0.contains("unchanged characters") })
    #expect(
      cells.contains { $0.contains("<del>here</del>") && $0.contains("unchanged characters") })
    #expect(cells.allSatisfy { $0.components(separatedBy: "number 100 says").count <= 2 })
    let below = page[table...]
    #expect(below.contains("<del>well</del>") && below.contains("<ins>here</ins>"))
    #expect(below.components(separatedBy: "number 100 says").count == 4)
  }

  @Test func aFlagAndNULLAreTakenAsChosen() async throws {
    let (status, values) = try await save([
      ("p-text", ""), ("v-text", ""), ("q-text", ""), ("n-text", "1"),
      ("f-n", "local"), ("p-n", ""), ("v-n", ""), ("q-n", ""),
      ("p-done", ""), ("v-done", "false"),
      ("f-note", "server"), ("p-note", ""), ("v-note", ""), ("q-note", ""),
    ])
    #expect(status == 303)
    #expect(values?["text"] ?? .null == .null)
    #expect(values?["n"] == 3)
    #expect(values?["done"] == false)
    #expect(values?["note"] ?? .null == .null)
  }

  @Test func nullCanBeChosenForAFlagAndTakenAwayFromAText() async throws {
    let (status, values) = try await save([
      ("f-text", "server"), ("p-text", ""), ("v-text", ""), ("q-text", ""),
      ("f-n", "server"), ("p-n", ""), ("v-n", "5"), ("q-n", ""),
      ("f-done", "local"), ("p-done", ""), ("v-done", "null"),
      // Opened as NULL and unticked: an empty text.
      ("f-note", "server"), ("p-note", ""), ("v-note", ""), ("q-note", "1"),
    ])
    #expect(status == 303)
    #expect(values?["text"] == "there" && values?["n"] == 5)
    #expect(values?["done"] ?? .null == .null)
    #expect(values?["note"] == "")
  }

  @Test func aValueBesideNULLIsAskedAbout() async throws {
    let (status, values) = try await save([
      ("p-text", ""), ("v-text", "typed"), ("q-text", ""), ("n-text", "1"),
      ("f-n", "local"), ("f-done", "local"), ("f-note", "local"),
    ])
    #expect(status == 422)
    #expect(values?["text"] == "here")
  }
}
