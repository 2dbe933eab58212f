import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Nothing changes in a console that was started read-only, whoever asks in whatever form.
@Suite struct ReadOnlyTests {
  /// What works without a role: signing in and out, and the colours.
  private static let open: Set<String> = ["/login", "/logout", "/theme"]

  @Test func everyPostIsRefusedOnEveryRoute() async throws {
    let console = try await SyncConsole { $0.isReadOnly = true }
    try await console.fill()
    try await console.items.update("dean", ["text": "waits"], by: "mira")
    let operation = try #require(try await console.queue().first?.id)
    var browser = try await console.console.signIn("ann", .admin)
    let token = try await browser.csrfToken
    let before = try await console.sync.rows(SyncConsole.table, RowQuery()).rows
    var count = 0
    for route in ConsoleRoutes(services: console.console.app.services).all
    where route.method == .post && !Self.open.contains(route.pattern) {
      var path = route.pattern
      for (name, value) in [
        ("store", "todo"), ("table", "TodoItem"), ("id", "dean"), ("operation", "\(operation)"),
        ("run", "1"), ("error", "1"), ("entry", "1"), ("name", "ann"),
      ] { path = path.replacing("{\(name)}", with: value) }
      let form = await browser.submit(path, [("confirmed", "1")], token: token)
      #expect(form.status == 403, "\(path)")
      #expect(form.page.contains("read-only"), "\(path)")
      let json = await console.post(path, as: .admin)
      #expect(json.status == 403, "\(path)")
      count += 1
    }
    #expect(count > 30)
    #expect(try await console.sync.rows(SyncConsole.table, RowQuery()).rows == before)
    #expect(try await console.queue().map(\.id) == [operation])
    #expect(try await console.console.data.users().map(\.name) == ["ann"])
  }

  @Test func everyPageSaysSo() async throws {
    let console = try await SyncConsole { $0.isReadOnly = true }
    var browser = try await console.console.signIn("ann", .admin)
    for path in ["/", "/s/todo", "/s/todo/queue", "/audit", "/account"] {
      #expect(await browser.get(path).page.contains("This console is read-only."), "\(path)")
    }
  }

  @Test func signingInAndOutStillWork() async throws {
    let console = try await TestConsole { $0.isReadOnly = true }
    var browser = try await console.signIn("mira", .viewer)
    #expect(await browser.get("/").status == 200)
    #expect(try await browser.submit("/logout", [], token: browser.csrfToken).status == 303)
    #expect(await browser.get("/").status == 303)
  }
}
