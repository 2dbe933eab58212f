import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// What the message after an edit says of the row and its values.
@Suite struct EditedColumnsTests {
  @Test(arguments: [
    ([("v.title", "Other")], "“Other” saved: title is now “Other”."),
    ([("v.rank", "7")], "“Film” saved: rank is now 7."),
    ([("v.note", "")], "“Film” saved: note is now empty."),
    ([("v.note", "old"), ("n.note", "1")], "“Film” saved: note is now NULL."),
    ([("v.note", String(repeating: "long ", count: 20))], "“Film” saved: note changed."),
    ([("v.title", "Other"), ("v.rank", "7")], "“Other” saved: title and rank changed."),
    (
      [("v.title", "Other"), ("v.rank", "7"), ("v.note", "new")],
      "“Other” saved: title and 2 more columns changed."
    ),
  ])
  func theMessageNamesTheChange(values: [(String, String)], sentence: String) async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film", "rank": 1, "note": "old"])])
    var browser = try await console.browser(.operate)
    let row = "/s/todo/t/Movie/r/m1"
    let form = await browser.get("\(row)/edit").page
    let state = try #require(form.value(of: "ifState"))
    let was = [("w.title", "\"Film\""), ("w.rank", "1"), ("w.note", "\"old\"")]
    let answer = await browser.submit(
      row, values + was + [("ifState", state)], token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(await browser.get(row).page.contains(sentence))
  }

  @Test(
    arguments: [
      (["rank": 7], "Undone: rank of “Film” is 1 again."),
      (["note": "new"], "Undone: note of “Film” is “old” again."),
      (["rank": 7, "note": "new"], "Undone: rank and note of “Film”."),
    ] as [(JSONObject, String)])
  func theMessageOfAnUndoNamesTheRow(values: JSONObject, sentence: String) async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film", "rank": 1, "note": "old"])])
    var browser = try await console.browser(.admin)
    _ = await console.post("/s/todo/t/Movie/r/m1", ["values": .object(values)])
    let entries = try await console.console.data.auditEntries(AuditFilter(), limit: 1)
    let entry = try #require(entries.first?.id)
    _ = await browser.submit("/undo/\(entry)", [], token: try await browser.csrfToken)
    #expect(await browser.get("/s/todo/t/Movie/r/m1").page.contains(sentence))
  }

  @Test(arguments: [false, true])
  func anEditIsSavedAndPushedWhileTheStoreIsOnline(isOffline: Bool) async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    try await store.sync.setOffline(isOffline)
    var browser = try await store.console.signIn("mira", .operate)
    let row = "/s/todo/t/TodoItem/r/ivan"
    let form = await browser.get("\(row)/edit").page
    #expect(form.contains(">Save and push</button>"))
    #expect(form.contains("value=\"push\" disabled") == isOffline)
    #expect(form.contains("<span class=\"was\">Was: ivan</span>"))
    let state = try #require(form.value(of: "ifState"))
    let answer = await browser.submit(
      row,
      [("v.text", "other"), ("w.text", "\"ivan\""), ("ifState", state), ("then", "push")],
      token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(answer.headers["Location"]?.hasPrefix("/s/todo/runs/") == !isOffline)
    #expect(await store.get("\(row).json").json["values"]?["text"] == "other")
  }
  @Test func theMessageOfTheSaveStaysUntilThePushHasItsReport() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    let gate = Gate()
    store.remote.beforeSend { _ in await gate.wait() }
    var browser = try await store.console.signIn("mira", .operate)
    let row = "/s/todo/t/TodoItem/r/ivan"
    let state = try #require(await browser.get("\(row)/edit").page.value(of: "ifState"))
    let answer = await browser.submit(
      row,
      [("v.text", "other"), ("w.text", "\"ivan\""), ("ifState", state), ("then", "push")],
      token: try await browser.csrfToken)
    let run = try #require(answer.headers["Location"])
    let id = try #require(Int64(run.split(separator: "/").last ?? ""))
    for _ in 0..<2 { #expect(await browser.get(run).page.contains("data-flash")) }
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
    #expect(await browser.get(run).page.contains("data-flash"))
    #expect(!(await browser.get(run).page.contains("data-flash")))
  }
}
