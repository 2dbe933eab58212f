import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Delta tokens while a store changes to another server, and back.
@Suite struct TokensOfServerTests {
  private struct Refused: Error {}

  private func pulled() async throws -> Bench {
    let bench = try await Bench(
      settings: Bench.settings([TableSettings(name: "T"), TableSettings(name: "U")]))
    for table in ["T", "U"] { bench.server.put(table, "a", ["n": 1]) }
    _ = try await bench.context.pull()
    #expect(try await bench.context.deltaTokens().count == 2)
    return bench
  }

  private func intents(_ bench: Bench) async throws -> Int? {
    try await bench.context.database.read { db in
      try db.first("SELECT count(*) FROM syncline_outbox WHERE isWritten = 0") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      }
    }
  }

  @Test func areForgottenBeforeTheChange() async throws {
    let bench = try await pulled()
    let before = try await bench.context.deltaTokens()
    let forgotten = try await bench.context.forgettingDeltaTokens {
      let left = try await bench.context.deltaTokens()
      #expect(left.isEmpty)
    }
    #expect(forgotten == before)
    #expect(try await bench.context.deltaTokens().isEmpty)
  }

  @Test func areThereAgainWhenTheChangeFails() async throws {
    let bench = try await pulled()
    let before = try await bench.context.deltaTokens()
    await #expect(throws: Refused.self) {
      _ = try await bench.context.forgettingDeltaTokens { throw Refused() }
    }
    #expect(try await bench.context.deltaTokens() == before)
  }

  @Test func comeBackTogether() async throws {
    let bench = try await pulled()
    let before = try await bench.context.forgettingDeltaTokens {}
    try await bench.context.restoringDeltaTokens(
      before,
      after: {
        let left = try await bench.context.deltaTokens()
        #expect(left.isEmpty)
      })
    #expect(try await bench.context.deltaTokens() == before)
  }

  @Test func ofATableThatWasPulledSinceKeepTheSettingsAsTheyAre() async throws {
    let bench = try await pulled()
    let before = try await bench.context.forgettingDeltaTokens {}
    _ = try await bench.context.pull(tables: ["U"])
    await #expect(throws: SyncError.self) {
      try await bench.context.restoringDeltaTokens(
        before, after: { Issue.record("the settings were changed") })
    }
    #expect(try await bench.context.deltaTokens().map(\.table) == ["U"])
  }

  @Test func noRunWorksMeanwhile() async throws {
    let bench = try await pulled()
    let lock = try #require(try FileLock(tryLocking: bench.context.lockPath))
    await #expect(throws: SyncError.self) {
      _ = try await bench.context.forgettingDeltaTokens { Issue.record("it was changed") }
    }
    #expect(try await bench.context.deltaTokens().count == 2)
    withExtendedLifetime(lock) {}
  }

  @Test func theAuditHasTheIntentBeforeTheChangeAndNoneOfOneThatFailed() async throws {
    let bench = try await pulled()
    try await StoreAction.$current.withValue(StoreAction(id: "kept", intent: "{}")) {
      try await bench.context.withAuditIntent {
        let count = try await intents(bench)
        #expect(count == 1)
      }
    }
    #expect(try await intents(bench) == 1)
    let failed = StoreAction(id: "failed", intent: "{}")
    await StoreAction.$current.withValue(failed) {
      await #expect(throws: Refused.self) {
        _ = try await bench.context.forgettingDeltaTokens { throw Refused() }
      }
    }
    #expect(try await intents(bench) == 1)
    #expect(failed.changedStores.isEmpty)
  }
}
