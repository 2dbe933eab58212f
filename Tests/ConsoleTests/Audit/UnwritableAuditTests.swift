import HTTPKit
import JSONKit
import SQLiteKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console
@testable import ConsoleData

/// Changes that are made while the audit cannot be written.
@Suite struct UnwritableAuditTests {
  /// Lets `change` run while no entry can be added.
  private func withoutAudit(
    _ store: SyncConsole, _ change: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let database = store.console.data.database
    try await database.write { connection in
      try connection.execute(
        "CREATE TRIGGER unwritable BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'no'); END")
    }
    let answer = try await change()
    try await database.write { try $0.execute("DROP TRIGGER unwritable") }
    return answer
  }

  private func entries(_ store: SyncConsole) async throws -> [AuditRecord] {
    try await store.console.data.auditEntries(AuditFilter(), limit: 9).map(\.record)
  }

  @Test func aRunThatWasStartedIsSaidToBeStarted() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let answer = try await withoutAudit(store) { await store.post("/s/todo/pull") }
    #expect(answer.status == 500 && answer.json["error"]?["code"] == "done_but_unshown")
    #expect(answer.json["error"]?["message"]?.string?.contains("queue") == false)
    try await until {
      let runs = await store.get("/s/todo/sync.json").json["runs"]?.array
      return runs?.first?["state"] == "succeeded"
    }
    #expect(try await entries(store).isEmpty)
    // The console tries again from time to time.
    _ = await store.console.app.carryAuditOver()
    let entry = try #require(try await entries(store).first)
    #expect(entry.action == "sync.run" && entry.target == "pull of all tables")
    #expect(entry.reason == AuditIntent.wasMade)
  }

  @Test func aUserWhoWasAddedIsSaidToBeAdded() async throws {
    let store = try await SyncConsole()
    var browser = try await store.console.signIn("root", .admin)
    let token = try await browser.csrfToken
    let form = [("name", "jo"), ("role", "viewer"), ("password", "correct horse battery")]
    let answer = try await withoutAudit(store) {
      await browser.submit("/users", form, token: token)
    }
    #expect(
      answer.status == 500
        && answer.page.contains("The change was made, but the result cannot be shown"))
    #expect(try await store.console.data.isUser("jo"))
    _ = await store.console.app.carryAuditOver()
    #expect(try await entries(store).contains { $0.target == "user jo, added" })
  }
}
