import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Changes of users and tokens whose program ends before it writes the audit entry.
@Suite struct AuditIntentTests {
  fileprivate func entry(_ target: String, reason: String? = nil) -> AuditRecord {
    AuditRecord(
      who: "mira", address: "local", action: "user.edit", target: target, reason: reason,
      requestID: "")
  }

  fileprivate func entries(_ data: ConsoleData) async throws -> [AuditRecord] {
    try await data.auditEntries(AuditFilter(), limit: 9).map(\.record)
  }

  fileprivate func kept(_ data: ConsoleData) async throws -> Int {
    try await data.database.read { connection in
      try connection.first("SELECT count(*) FROM auditIntents") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      } ?? 0
    }
  }

  @Test func aChangeThatWasNotNotedIsNotedByTheNextStart() async throws {
    let test = try await TestData()
    var ended: ConsoleData? = try await test.opened()
    let intent = AuditIntent(id: "1", entry("user jo, added", reason: "The program ended."))
    try await AuditIntent.$current.withValue(intent) {
      try await ended?.addUser("jo", role: .viewer, password: "correct horse battery")
    }
    // Whoever works on it now will note it.
    #expect(try await test.data.recordPendingIntents() == 0)
    await ended?.close()
    ended = nil
    test.time.advance(milliseconds: 60_000)
    #expect(try await test.data.recordPendingIntents() == 1)
    let found = try await entries(test.data)
    #expect(found.map(\.target) == ["user jo, added"])
    #expect(found.first?.reason == AuditIntent.wasMade)
    #expect(try await test.data.recordPendingIntents() == 0)
    #expect(try await test.data.verifyAudit().fault == nil)
  }

  @Test func theEntryTakesThePlaceOfTheIntent() async throws {
    let test = try await TestData()
    let intent = AuditIntent(id: "1", entry("user jo, added"))
    try await AuditIntent.$current.withValue(intent) {
      try await test.data.addUser("jo", role: .viewer, password: "correct horse battery")
      #expect(intent.isKept)
      #expect(try await kept(test.data) == 1)
      try await test.data.record(entry("user jo, added as viewer"))
    }
    #expect(!intent.isKept)
    #expect(try await kept(test.data) == 0)
    #expect(try await entries(test.data).map(\.target) == ["user jo, added as viewer"])
  }

  @Test func aChangeThatIsRefusedKeepsNothing() async throws {
    let test = try await TestData()
    let intent = AuditIntent(id: "1", entry("role of nobody"))
    await AuditIntent.$current.withValue(intent) {
      await #expect(throws: ConsoleDataError.self) {
        try await test.data.setRole(.admin, of: "nobody")
      }
    }
    #expect(!intent.isKept)
    #expect(try await kept(test.data) == 0)
  }

  @Test func whatIsChangedElsewhereIsKeptBeforeAndDroppedWhereItThrows() async throws {
    struct Refused: Error {}
    let test = try await TestData()
    let intent = AuditIntent(id: "1", entry("settings"))
    try await AuditIntent.$current.withValue(intent) {
      await #expect(throws: Refused.self) {
        try await test.data.keepingIntent {
          #expect(try await kept(test.data) == 1)
          throw Refused()
        }
      }
      #expect(try await kept(test.data) == 0)
      try await test.data.keepingIntent {}
      #expect(try await kept(test.data) == 1)
    }
  }
}

extension AuditIntentTests {
  @Test func aChangeThatChangesNothingKeepsNothing() async throws {
    let test = try await TestData()
    let intent = AuditIntent(id: "1", entry("API token 9, revoked"))
    let revoked = try await AuditIntent.$current.withValue(intent) {
      try await test.data.revokeToken(9)
    }
    #expect(revoked == nil)
    #expect(!intent.isKept)
    #expect(try await kept(test.data) == 0)
  }

  @Test func anActionThatHasItsEntryGetsNoSecondOne() async throws {
    let test = try await TestData()
    var ended: ConsoleData? = try await test.opened()
    let intent = AuditIntent(id: "1", entry("settings"))
    try await AuditIntent.$current.withValue(intent) {
      try await ended?.keepingIntent {}
    }
    await ended?.close()
    ended = nil
    // What the store kept of the same action is recorded first.
    try await test.data.record(entry("settings of todo"), of: "1")
    try await test.data.recordPendingIntents()
    #expect(try await entries(test.data).map(\.target) == ["settings of todo"])
    #expect(try await kept(test.data) == 0)
  }
}
