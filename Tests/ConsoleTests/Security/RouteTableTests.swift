import ConsoleData
import HTTPKit
import Support
import TestSupport
import Testing

@testable import Console

@Suite struct RouteTableTests {
  private func routes() async throws -> [ConsoleRoute] {
    let console = try await TestConsole()
    return ConsoleRoutes(services: console.app.services).all
  }

  @Test func onlySigningInProbesAndHooksWithKeysOfTheirOwnNeedNoRole() async throws {
    let open = try await routes().filter { $0.access == .open }
    #expect(
      Set(open.map { "\($0.method.rawValue) \($0.pattern)" }) == [
        "GET /login", "POST /login", "POST /logout", "POST /theme", "GET /healthz", "GET /readyz",
        "GET /openapi.json", "POST /s/{store}/hooks/parse",
      ])
  }

  @Test func nothingThatChangesDataIsOpenToViewers() async throws {
    let views = "/s/{store}/t/{table}/views"
    // One's own account, behind one's own password.
    let allowed: Set<String> = [
      "/sessions/{id}/end", "/sessions/end-others", "/account/confirm", "/account/password",
      "/account/second-factor", "/account/second-factor/remove", "/account/recovery-codes",
      "/language",
      views,
      views + "/{id}/rename", views + "/{id}/remove", "/s/{store}/t/{table}/columns",
      // One's own views and columns; the handler demands more for anything else.
      "/undo/{entry}",
    ]
    for route in try await routes() where !route.method.isSafe && !allowed.contains(route.pattern) {
      guard case .action(let action) = route.access else { continue }
      #expect(action.leastRole > .viewer, "\(route.pattern)")
    }
  }

  @Test func noActionIsAGetAndNoPageChangesSomething() async throws {
    for route in try await routes() {
      #expect(route.method == .get || route.method == .post, "\(route.pattern)")
    }
  }

  @Test func noAddressStandsTwiceInTheTable() async throws {
    let names = try await routes().map { "\($0.method.rawValue) \($0.pattern)" }
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }
}
