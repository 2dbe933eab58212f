import JSONKit
import SQLiteKit
import TestSupport
import Testing

@testable import ConsoleData

@Suite struct DiscardedChangesTests {
  private let test: TestData
  private var data: ConsoleData { test.data }

  init() async throws { test = try await TestData() }

  private func stage(_ id: String, _ values: JSONObject = ["title": "Milk"]) async throws {
    _ = try await data.stage(
      values, was: ["title": "Bread"], fingerprint: "f", store: "todo", table: "items",
      itemID: id, owner: "mira")
  }

  private func staged() async throws -> [StagedChange] {
    try await data.stagedChanges(owner: "mira", store: "todo")
  }

  private func discardAll() async throws -> Int64 {
    let done = try await data.discard(try await staged().map(\.id), owner: "mira")
    return try #require(done.discard)
  }

  @Test func whatWasDiscardedTogetherIsStagedAgainTogether() async throws {
    try await stage("a")
    try await stage("b")
    let discard = try await discardAll()
    #expect(try await staged().isEmpty)
    #expect(try await data.discardedCount(discard, owner: "mira") == 2)
    let done = try await data.restage(discard, owner: "mira")
    #expect(done.count == 2)
    #expect(done.left == 0)
    #expect(try await staged().map(\.itemID) == ["a", "b"])
  }

  /// As the version before wrote it, which numbered discards by the highest one that was left.
  @Test func discardsOfAnOlderFileComeBackAndTheirNumbersAreNotGivenAgain() async throws {
    try await stage("a")
    try await stage("b")
    let first = try await discardAll()
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    try await pool.write { connection in
      for sql in [
        "CREATE TABLE older AS SELECT * FROM discardedChanges", "DROP TABLE discardedChanges",
        "ALTER TABLE stagedChanges DROP COLUMN isInsert",
        "ALTER TABLE older DROP COLUMN isInsert",
        "ALTER TABLE older DROP COLUMN id", "ALTER TABLE older RENAME TO discardedChanges",
        "UPDATE discardedChanges SET discard = 9", "DROP TRIGGER auditIsNotEdited",
        "DROP TRIGGER auditIsNotReplaced", "DROP INDEX auditByStoreAction",
        "DROP TRIGGER auditIsChained", "DROP INDEX auditRefusals", "DROP TABLE auditHead",
        "ALTER TABLE audit DROP COLUMN hash", "ALTER TABLE audit DROP COLUMN times",
        "ALTER TABLE audit DROP COLUMN lastAt",
        "ALTER TABLE audit DROP COLUMN storeAction",
        "ALTER TABLE audit DROP COLUMN run", "DROP TABLE secretKeys",
        "DROP INDEX usersByIdentity", "ALTER TABLE users DROP COLUMN identity",
        "ALTER TABLE removedUsers DROP COLUMN identity", "ALTER TABLE tokens DROP COLUMN maker",
        "ALTER TABLE removedTokens DROP COLUMN maker",
        "DROP TABLE knownStores", "DROP INDEX auditByRow",
        "ALTER TABLE audit DROP COLUMN rowTable", "ALTER TABLE audit DROP COLUMN rowId",
        "ALTER TABLE audit DROP COLUMN rowNames",
        "ALTER TABLE audit DROP COLUMN undoneBy", "ALTER TABLE samples DROP COLUMN oldestAt",
        "DROP TABLE visits", "DROP TABLE columnLayouts", "DROP TABLE notes",
        "DROP TABLE assignments", "DROP TABLE backups", "DROP TABLE driftChecks",
        "DROP TABLE alerts", "DROP TABLE alertDeliveries", "DROP TABLE auditIntents",
        "ALTER TABLE users DROP COLUMN language",
        "ALTER TABLE removedUsers DROP COLUMN language",
        "ALTER TABLE sessions DROP COLUMN linkLanguage",
        "PRAGMA user_version = 12",
        "CREATE INDEX discardedChangesByDiscard ON discardedChanges (discard)",
      ] { try connection.execute(sql) }
    }
    let opened = try await test.opened()
    #expect(first == 1)
    #expect(try await opened.discardedCount(9, owner: "mira") == 2)
    try await stage("c")
    #expect(try await discardAll() == 10)
    #expect(try await opened.restage(9, owner: "mira").count == 2)
  }

  @Test func aRowThatWasStagedAnewKeepsThat() async throws {
    try await stage("a")
    try await stage("b")
    let discard = try await discardAll()
    try await stage("a", ["title": "Eggs"])
    let done = try await data.restage(discard, owner: "mira")
    #expect(done.count == 1)
    #expect(done.left == 1)
    #expect(try await staged().first { $0.itemID == "a" }?.values == ["title": "Eggs"])
  }

  @Test func aDiscardIsNobodyElsesToBringBack() async throws {
    try await stage("a")
    let discard = try await discardAll()
    let done = try await data.restage(discard, owner: "otto")
    #expect(done.count == 0)
    #expect(done.left == 0)
    #expect(try await data.discardedCount(discard, owner: "mira") == 1)
  }

  /// An audit entry keeps the number: it must never lead to what was discarded later.
  @Test func theNumberOfADiscardIsNeverGivenAgain() async throws {
    try await stage("a")
    let first = try await discardAll()
    _ = try await data.restage(first, owner: "mira")
    let second = try await discardAll()
    #expect(second != first)
    test.time.advance(milliseconds: ConsoleData.removalDaysMax * 24 * 60 * 60 * 1_000 + 1)
    try await stage("b")
    let third = try await discardAll()
    #expect(![first, second].contains(third))
    #expect(try await data.discardedCount(second, owner: "mira") == 0)
  }
}
