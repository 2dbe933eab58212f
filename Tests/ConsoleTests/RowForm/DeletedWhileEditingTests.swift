import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A row that left the store while its form was open: nothing that was typed is lost, and the form
/// says who took the row away and what brings it back.
@Suite struct DeletedWhileEditingTests {
  private let row = "/s/todo/t/TodoItem/r/dean"

  /// Opens the form of the row, does `work`, and sends the form.
  private func edit(
    _ store: SyncConsole, _ work: () async throws -> Void
  ) async throws -> (HTTPResponse, again: () async -> HTTPResponse) {
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let state = try #require(await browser.get("\(row)/edit").page.value(of: "ifState"))
    try await work()
    let form = [("ifState", state), ("w.text", "\"dean\""), ("v.text", "my typing")]
    let answer = await browser.submit(row, form, token: token)
    let opened = browser
    return (
      answer,
      {
        var browser = opened
        return await browser.submit(self.row, form, token: token)
      }
    )
  }

  @Test func aRowThatWasNeverSentIsSaidToBeDeletedAndByWhom() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "dean", "text": "dean"])
    var entry: Int64 = 0
    let (refused, again) = try await edit(store) {
      let deleted = await store.post("\(row)/delete")
      entry = try #require(deleted.json["entry"]?.integer)
    }
    #expect(refused.status == 409)
    let page = refused.page
    #expect(
      page.contains(
        "This row was removed from the store while you were editing.</b> token admin deleted the row, "
      ))
    #expect(page.contains("\nmy typing</textarea>"))
    #expect(page.contains("Undo audit entry \(entry) to restore it"))
    #expect(page.contains("href=\"/audit/\(entry)\"") && !page.contains(">Reload</a>"))
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(await again().status == 303)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "my typing")
  }

  @Test func aRowThatWasPurgedIsSaidToBeGone() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let (refused, again) = try await edit(store) {
      #expect(await store.post("/s/todo/t/TodoItem/purge").status == 200)
    }
    #expect(refused.status == 409)
    #expect(refused.page.contains("while you were editing.</b> token admin purged the row, "))
    #expect(refused.page.contains("\nmy typing</textarea>"))
    #expect(refused.page.contains(" to restore it, then save again."))
    _ = try await store.sync.pull()
    #expect(await again().status == 303)
  }

  @Test func aRowThatAComparisonRemovedIsSaidToBeGone() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.remove("TodoItem", "dean")
    let (refused, _) = try await edit(store) {
      let run = try await store.run("reconcile", ["table": "TodoItem"])
      let id = try #require(run["run"]?.integer)
      let applied = await store.post(
        "/s/todo/reconcile/\(id)/apply", ["missingOnServer": "remove-here"])
      #expect(applied.status == 200, "\(applied.page)")
    }
    #expect(refused.status == 409)
    #expect(
      refused.page.contains("</b> token admin ") && refused.page.contains("\nmy typing</textarea>"))
    #expect(refused.page.contains(" to restore it, then save again."))
  }

  @Test func aProgramThatSawTheRowIsToldThatItIsStale() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "dean", "text": "dean"])
    let state = await store.get("\(row).json").headers["ETag"] ?? ""
    _ = await store.post("\(row)/delete")
    let values: JSONValue = ["text": "y"]
    let stale = await store.post(row, ["values": values, "ifState": .string(state)])
    #expect(stale.status == 409 && stale.json["error"]?["code"] == "stale_edit")
    #expect(
      stale.json["error"]?["message"]?.string?.contains("token admin deleted the row, ") == true)
    let blind = await store.post(row, ["values": values])
    #expect(blind.status == 404 && blind.json["error"]?["code"] == "no_such_row")
  }

  @Test func whatWasTypedInAColumnThatLeftTheTableIsSaved() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.insert(["id": "new", "mark": "m"])
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let open = await browser.get("\(row)/edit").page
    let state = try #require(open.value(of: "ifState"))
    #expect(open.contains("name=\"v.mark\""))
    // The column goes with the only row that had a value in it, which was never sent.
    try await store.items.delete("new")
    #expect(await !browser.get("\(row)/edit").page.contains("name=\"v.mark\""))
    let form = [("ifState", state), ("w.mark", "null"), ("v.mark", "my typing")]
    #expect(await browser.submit(row, form, token: token).status == 303)
    #expect(try await store.items.read(id: "dean")?.values["mark"] == "my typing")
  }
}
