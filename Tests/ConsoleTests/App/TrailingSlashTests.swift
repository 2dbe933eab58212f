import Console
import ConsoleData
import HTTPKit
import Testing

/// Every page has one address.
@Suite struct TrailingSlashTests {
  @Test(arguments: [
    ("/s/todo/", "/s/todo"), ("/s/todo//", "/s/todo"),
    ("/stores/new/?kind=azure", "/stores/new?kind=azure"),
    ("/audit/", "/audit"), ("/nowhere/", "/nowhere"),
  ])
  func aSlashAtTheEndLeadsToTheAddressWithoutIt(
    _ address: String, _ target: String
  ) async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let response = await browser.get(address)
    #expect(response.status == 308 && response.headers["Location"] == target)
    let signedOut = await console.send(.head, address)
    #expect(signedOut.status == 308 && signedOut.headers["Location"] == target)
  }

  @Test(arguments: ["//evil.example/", "/%5Cevil.example/", "/\\evil.example/"])
  func noAddressLeadsToAnotherHost(_ address: String) async throws {
    let response = try await TestConsole().send(.get, address)
    #expect(response.status != 308)
    #expect(response.headers["Location"].map { $0.hasPrefix("/login") } ?? true)
  }

  @Test func changesAreNotLedElsewhere() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let response = await browser.submit(
      "/theme/", [("theme", "dark")], token: try await browser.csrfToken)
    #expect(response.status == 303)
  }

  @Test func theRedirectStaysBelowThePrefix() async throws {
    let console = try await TestConsole { $0.prefix = "/tools/sync" }
    let response = await console.send(.get, "/tools/sync/audit/?user=ann")
    #expect(response.headers["Location"] == "/tools/sync/audit?user=ann")
    #expect(await console.send(.get, "/tools/sync/").headers["Location"] == "/tools/sync/login")
  }
}
