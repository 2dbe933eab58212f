import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Forms and actions that meet a file which cannot be written.
@Suite struct UnwritableFileTests {
  private func unwritable() async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.sync.refuseWrites()
    return store
  }

  @Test func theFormOfARowKeepsWhatWasTyped() async throws {
    let store = try await unwritable()
    var browser = try await store.console.signIn("ann", .admin)
    let answer = await browser.submit(
      "/s/todo/t/TodoItem/r/dean", [("v.text", "typed & kept"), ("k.text", "")],
      token: try await browser.csrfToken)
    #expect(answer.status == 503)
    #expect(answer.headers["Retry-After"] == "5")
    #expect(answer.page.contains("A file can only be read"))
    #expect(answer.page.contains("todo.sqlite can only be read"))
    #expect(answer.page.contains("Nothing was changed"))
    #expect(answer.page.contains("name=\"v.text\" value=\"typed &amp; kept\""))
    #expect(answer.page.contains(">Changed</span></dt><dd>typed &amp; kept</dd>"))
    #expect(answer.page.contains("action=\"/s/todo/t/TodoItem/r/dean\""))
    #expect(try await store.items.read(id: "dean")?.values["text"] == "dean")
  }

  @Test func aButtonAloneIsAnErrorPageAndAProgramGetsTheError() async throws {
    let store = try await unwritable()
    var browser = try await store.console.signIn("ann", .admin)
    let pressed = await browser.submit(
      "/s/todo/t/TodoItem/r/dean/delete", [], token: try await browser.csrfToken)
    #expect(pressed.status == 503)
    #expect(!pressed.page.contains("What you typed is below"))
    let answer = await store.post("/s/todo/t/TodoItem/r/dean/delete")
    #expect(answer.status == 503)
    #expect(answer.json["error"]?["code"] == "file_read_only")
  }

  @Test func readingGoesOnWhereTheConsolesDatabaseCannotBeWritten() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var browser = try await store.console.signIn("ann", .admin)
    store.console.time.advance(milliseconds: 120_000)
    try await store.console.data.refuseWrites()
    #expect(await browser.get("/s/todo/t/TodoItem").status == 200)
    #expect(await store.get("/s/todo/queue").status == 200)
    let typed = await browser.submit(
      "/users", [("name", "mira"), ("role", "viewer"), ("password", "another long secret")],
      token: try await browser.csrfToken)
    #expect(typed.status == 503)
    #expect(typed.page.contains("console.sqlite can only be read"))
    #expect(typed.page.contains("name=\"name\" value=\"mira\""))
    #expect(!typed.page.contains("another long secret"))
  }
}
