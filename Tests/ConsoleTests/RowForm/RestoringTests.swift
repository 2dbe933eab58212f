import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// Inserting a row again that left the store.
@Suite struct RestoringTests {
  private static let rows = "/s/todo/t/TodoItem"
  private static let form = rows + "/new?restore=ivan"

  /// A store from which an edited row was removed, here and on the server.
  private func removed() async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.items.update("ivan", ["text": "Ivan’s last", "estimate": 3])
    _ = try await store.run("push")
    try await store.items.hardDelete("ivan")
    _ = try await store.run("push")
    store.server.remove("TodoItem", "ivan")
    #expect(try await store.items.read(id: "ivan") == nil)
    return store
  }

  @Test func aRowThatIsGoneIsRestoredFromItsHistory() async throws {
    let store = try await removed()
    var browser = try await store.console.signIn("mira", .operate)
    let history = await browser.get(Self.rows + "/r/ivan?tab=history").page
    #expect(history.contains("Restore row…") && history.contains("new?restore=ivan"))
    #expect(history.contains("restore=ivan&amp;version="))

    let form = await browser.get(Self.form).page
    #expect(form.contains("Restore “Ivan’s last”") && form.contains("under its id"))
    #expect(form.contains("name=\"id\" value=\"ivan\""))
    let token = try await browser.csrfToken
    let saved = await browser.submit(
      Self.rows, [("restored", "Ivan’s last"), ("id", "ivan"), ("v.text", "Ivan’s last")],
      token: token)
    #expect(saved.status == 303)
    let page = await browser.get(Self.rows + "/r/ivan").page
    #expect(page.contains("“Ivan’s last” restored.") && page.contains("Undo"))
    _ = try await store.run("push")
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "Ivan’s last")
  }

  @Test func theValuesAreThoseOfTheVersionThatWasChosen() async throws {
    let store = try await removed()
    let history = try #require(
      try await store.sync.rowFromHistory("TodoItem", "ivan")
    ).history
    let first = try #require(history.last { $0.record?.values["text"] == "ivan" })
    let page = await store.page(Self.form + "&version=\(first.id)").page
    #expect(page.contains("Restore “ivan”"))
    let missing = await store.page(Self.form + "&version=999")
    #expect(missing.status == 404 && !missing.page.contains("Edit current version"))
  }

  @Test func aRefusedFormStaysTheFormThatRestores() async throws {
    let store = try await removed()
    var browser = try await store.console.signIn("mira", .operate)
    _ = await browser.get(Self.form)
    let token = try await browser.csrfToken
    let refused = await browser.submit(
      Self.rows, [("restored", "Ivan"), ("id", "ivan"), ("v.estimate", "many")], token: token)
    #expect(refused.status == 422 && refused.page.contains("Restore “Ivan”"))
  }

  @Test func aRowThatIsHereIsShownAndOneThatNeverWasIsMissing() async throws {
    let store = try await removed()
    let here = await store.page(Self.rows + "/new?restore=dean")
    #expect(here.status == 303 && here.headers["Location"]?.contains("/r/dean") == true)
    #expect(await store.page(Self.rows + "/new?restore=nobody").status == 404)
    var reader = try await store.console.signIn("olga", .viewer)
    let history = await reader.get(Self.rows + "/r/ivan?tab=history").page
    #expect(history.contains("no longer in the store") && !history.contains("Restore row"))
  }
}
