import ConsoleData
import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

/// The hash chain over the audit's entries.
@Suite struct AuditChainTests {
  private let test: TestData

  init() async throws { test = try await TestData() }

  private func record(_ target: String, row: AuditRecord.Row? = nil) async throws {
    try await test.data.record(
      AuditRecord(
        who: "mira", address: "192.0.2.1", action: "rows.edit", store: "todo", target: target,
        row: row,
        count: 2, before: ["a": 1], after: ["a": "é\n"], undo: ["kind": "x"],
        requestID: "r"))
  }

  /// Changes the file as somebody does who has the rights to it and no scruples.
  private func tamper(_ statements: String...) async throws {
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    try await pool.write { connection in
      for trigger in ["auditIsKept", "auditIsNotEdited", "auditIsNotReplaced", "auditIsChained"] {
        try connection.execute("DROP TRIGGER IF EXISTS \(trigger)")
      }
      for sql in statements { try connection.execute(sql) }
    }
    await pool.close()
  }

  @Test func anUntouchedAuditIsIntact() async throws {
    #expect(try await test.data.verifyAudit().fault == nil)
    for target in ["a", "b", "c"] { try await record(target) }
    let result = try await test.data.verifyAudit()
    #expect(result.fault == nil)
    #expect(result.count == 3 && result.lastEntry == 3)
    #expect(result.lastHash.count == 64)
    #expect(try await test.data.verifyAudit(containing: result.lastHash).fault == nil)
  }

  @Test(arguments: [
    "at = at + 1", "who = 'eve'", "address = ''", "action = 'x'", "store = NULL", "target = 'z'",
    "count = NULL", "result = 'failed'", "reason = 'r'", "before = NULL", "after = '{}'",
    "undo = NULL", "requestId = ''", "run = 1", "storeAction = 'x'", "rowTable = 'x'",
    "rowId = NULL", "rowNames = '[]'", "hash = 'x'", "hash = NULL",
  ])
  func aChangedFieldIsFound(change: String) async throws {
    for target in ["a", "b", "c"] {
      try await record(target, row: AuditRecord.Row("T", target))
    }
    try await tamper("UPDATE audit SET \(change) WHERE id = 2")
    let result = try await test.data.verifyAudit()
    #expect(result.fault == .mismatch(entry: 2))
    #expect(result.count == 1 && result.lastEntry == 1)
  }

  @Test func aRemovedEntryIsFound() async throws {
    for target in ["a", "b", "c"] { try await record(target) }
    try await tamper("DELETE FROM audit WHERE id = 2")
    #expect(try await test.data.verifyAudit().fault == .gap(after: 1, before: 3))
  }

  @Test func removingTheNewestEntriesIsFoundAlsoAfterFurtherOnes() async throws {
    for target in ["a", "b", "c"] { try await record(target) }
    try await tamper("DELETE FROM audit WHERE id > 1")
    #expect(try await test.data.verifyAudit().fault == .cutOff(after: 1, last: 3))
    try await record("d")
    #expect(try await test.data.verifyAudit().fault == .gap(after: 1, before: 4))
  }

  @Test func aChainThatWasMadeAnewLacksTheHashThatWasNoted() async throws {
    for target in ["a", "b"] { try await record(target) }
    let noted = try await test.data.verifyAudit().lastHash
    try await tamper("UPDATE audit SET who = 'eve' WHERE id = 1")
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    try await pool.write { try AuditChain.chainAll(on: $0) }
    #expect(try await test.data.verifyAudit().fault == nil)
    #expect(try await test.data.verifyAudit(containing: noted).fault == .hashNotFound(noted))
  }

  @Test func marksOfUndoingAndRepeatsLeaveTheChainIntact() async throws {
    try await record("a")
    for _ in 0..<2 {
      try await test.data.record(
        AuditRecord(
          who: "jo", address: "", action: "rows.purge", target: "b", result: .denied,
          requestID: ""))
    }
    try await test.data.record(
      AuditRecord(who: "mira", address: "", action: "action.undo", target: "x", requestID: ""),
      undoing: 1)
    #expect(try await test.data.auditEntry(1)?.undoneAt != nil)
    #expect(try await test.data.auditEntry(2)?.times == 2)
    #expect(try await test.data.verifyAudit().fault == nil)
  }

  @Test func entriesOfAnOlderFileAreChained() async throws {
    for target in ["a", "b", "c"] { try await record(target) }
    try await tamper(
      "DELETE FROM audit WHERE id = 3", "DROP INDEX auditRefusals", "DROP TABLE auditHead",
      "ALTER TABLE samples DROP COLUMN oldestAt", "DROP TABLE visits",
      "DROP TABLE columnLayouts", "DROP TABLE notes", "DROP TABLE assignments",
      "DROP TABLE backups", "DROP TABLE driftChecks", "DROP TABLE alerts",
      "DROP TABLE alertDeliveries", "DROP TABLE auditIntents",
      "ALTER TABLE users DROP COLUMN language",
      "ALTER TABLE removedUsers DROP COLUMN language",
      "ALTER TABLE sessions DROP COLUMN linkLanguage",
      "ALTER TABLE stagedChanges DROP COLUMN isInsert",
      "ALTER TABLE discardedChanges DROP COLUMN isInsert",
      "ALTER TABLE audit DROP COLUMN hash", "ALTER TABLE audit DROP COLUMN times",
      "ALTER TABLE audit DROP COLUMN lastAt", "DROP TABLE knownStores",
      "DROP INDEX auditByRow", "ALTER TABLE audit DROP COLUMN rowTable",
      "ALTER TABLE audit DROP COLUMN rowId", "ALTER TABLE audit DROP COLUMN rowNames",
      "ALTER TABLE audit DROP COLUMN undoneBy",
      "PRAGMA user_version = 19")
    let opened = try await test.opened()
    let result = try await opened.verifyAudit()
    #expect(result.fault == nil && result.count == 2)
    try await opened.record(
      AuditRecord(who: "jo", address: "", action: "export", target: "x", requestID: ""))
    // The number of the removed one is not given again.
    #expect(try await opened.verifyAudit().lastEntry == 4)
  }
}

/// Refusals that repeat.
@Suite struct RepeatedRefusalTests {
  private let test: TestData

  init() async throws { test = try await TestData() }

  private func refuse(_ target: String, from address: String = "192.0.2.1") async throws {
    try await test.data.record(
      AuditRecord(
        who: "mira", address: address, action: "rows.purge", store: "todo", target: target,
        result: .denied, reason: "viewer", requestID: "r"))
  }

  private func entries() async throws -> [AuditEntry] {
    try await test.data.auditEntries(AuditFilter(), limit: 100).reversed()
  }

  @Test func theSameRefusalWithinAnHourIsOneEntry() async throws {
    let first = test.time.now
    for _ in 0..<50 {
      try await refuse("/s/todo/t/TodoItem/purge")
      test.time.advance(milliseconds: 60_000)
    }
    let entry = try #require(try await entries().first)
    #expect(try await entries().count == 1)
    #expect(entry.times == 50 && entry.at == first)
    #expect(entry.lastAt == first.adding(seconds: 49 * 60))
    test.time.advance(milliseconds: 11 * 60_000)
    try await refuse("/s/todo/t/TodoItem/purge")
    #expect(try await entries().map(\.times) == [50, 1])
    #expect(try await entries().last?.lastAt == nil)
  }

  @Test func refusalsOfManyTargetsOrAddressesGetElevenEntries() async throws {
    for index in 0..<200 { try await refuse("/\(index)", from: "192.0.2.\(index)") }
    let entries = try await entries()
    #expect(entries.count == 11)
    #expect(entries.map(\.record.target).prefix(3) == ["/0", "/1", "/2"])
    #expect(entries.last?.record.target == "various")
    #expect(entries.last?.times == 190)
  }

  @Test func theSameFailureIsOneEntryAndEachOtherOneHasItsOwn() async throws {
    for index in 0..<60 {
      try await test.data.record(
        AuditRecord(
          who: "mira", address: "", action: "account.edit", target: "\(index % 20)",
          result: .failed, reason: "wrong_password", requestID: ""))
    }
    #expect(try await entries().map(\.times) == Array(repeating: 3, count: 20))
    for _ in 0..<2 {
      try await test.data.record(
        AuditRecord(
          who: "mira", address: "", action: "sync.run", target: "push", result: .failed,
          requestID: "", run: 7))
    }
    #expect(try await entries().count == 22)
  }

  @Test func testsOfAConnectionThatFollowEachOtherAreOneEntry() async throws {
    func test(_ address: String) async throws {
      try await self.test.data.record(
        AuditRecord(
          who: "mira", address: "", action: "store.edit", store: "todo",
          target: AuditRecord.connectionTest, after: ["remote": ["url": .string(address)]],
          requestID: ""))
    }
    for _ in 0..<8 { try await test("https://a.example") }
    try await test("https://b.example")
    try await test("https://a.example")
    self.test.time.advance(milliseconds: 61 * 60_000)
    try await test("https://a.example")
    #expect(try await entries().map(\.times) == [8, 1, 1, 1])
  }

  @Test func whatWasDoneIsNeverCounted() async throws {
    for _ in 0..<3 {
      try await test.data.record(
        AuditRecord(who: "mira", address: "", action: "export", target: "x", requestID: ""))
    }
    #expect(try await entries().map(\.times) == [1, 1, 1])
  }
}
