import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore
@testable import SyncInspection

/// A row whose `n` was 10, is 12 here and 15 on the server.
private func counted(_ rules: ConflictRule...) async throws -> Bench {
  let table = TableSettings(name: "T", conflictRules: rules)
  let bench = try await Bench(settings: Bench.settings([table]))
  try await bench.synced("a", ["title": "old", "n": 10])
  try await bench.table.update("a", ["n": 12])
  bench.server.put("T", "a", ["n": 15])
  return bench
}

@Test func aPushDecidesByRuleAndSendsTheResult() async throws {
  let bench = try await counted(ConflictRule(column: "n", .sum))
  let report = try await bench.context.push()
  #expect(report.isClean && report.decidedByRules == 1 && report.problems.isEmpty)
  #expect(bench.server.row("T", "a")?.values["n"] == 17)
  #expect(try await bench.row("a")?.values["n"] == 17)
  #expect(try await bench.errors().isEmpty)
  let page = try await bench.context.ruledConflicts()
  let decided = try #require(page.conflicts.first)
  #expect(page.count == 1 && decided.by == "rule n: sum")
  #expect(decided.conflict.base?.values["n"] == 10 && decided.conflict.local?.values["n"] == 12)
  #expect(decided.conflict.server?.values["n"] == 15 && decided.result?.values["n"] == 17)
  #expect(decided.rules == [ConflictRule(column: "n", .sum)])
}

@Test func aConflictThatNoRuleDecidesWaits() async throws {
  let bench = try await counted(ConflictRule(column: "title", .takeServer))
  let report = try await bench.context.push()
  #expect(report.conflicts == 1 && report.decidedByRules == 0)
  #expect(try await bench.operations().map(\.state) == [.conflict])
  #expect(try await bench.context.ruledConflicts().count == 0)
}

@Test func whatARuleTookFromTheServerCanBeTakenBack() async throws {
  let bench = try await counted(ConflictRule(column: "n", .takeServer))
  #expect(try await bench.context.push().isClean)
  #expect(try await bench.row("a")?.values["n"] == 15)
  let decided = try #require(try await bench.context.ruledConflicts().conflicts.first)
  let decision = try #require(decided.decision)
  try await bench.context.undo(decision, by: "ann")
  #expect(try await bench.row("a")?.values["n"] == 12)
  #expect(try await bench.operations().map(\.state) == [.conflict])
  let undone = try #require(try await bench.context.decidedConflict(decided.id))
  #expect(undone.undoneBy == "ann" && undone.undoneAt != nil)
  // It waits for a person now: a push does not decide it again.
  _ = try await bench.context.push()
  #expect(try await bench.operations().map(\.state) == [.conflict])
  #expect(
    try await bench.context.ruleFigures(of: "T") == [
      RuleFigures(column: "n", decisions: 1, undone: 1)
    ])
}

@Test func rulesDoNotDecideForEverAgainstARestlessServer() async throws {
  let bench = try await counted(ConflictRule(column: "n", .keepLocal))
  let writes = Locked<Int64>(100)
  bench.remote.beforeSend { [server = bench.server] _ in
    let number = writes.withLock { writes in
      writes += 1
      return writes
    }
    server.put("T", "a", ["n": .integer(number)])
  }
  let report = try await bench.context.push()
  #expect(report.conflicts == 1)
  #expect(bench.remote.sends.count == ReadyOperations.startsMax)
  #expect(try await bench.operations().map(\.state) == [.conflict])
}

@Test func aRuleComesBeforeTheAppsHandler() async throws {
  struct Handler: ConflictHandler {
    func resolve(_ conflict: OperationError) async -> Resolution? { .keepLocal }
  }
  let table = TableSettings(name: "T", conflictRules: [ConflictRule(column: "n", .takeServer)])
  let bench = try await Bench(settings: Bench.settings([table]), handler: Handler())
  for id in ["a", "b"] { try await bench.synced(id, ["title": "old", "n": 1]) }
  try await bench.table.update("a", ["n": 2])
  bench.server.put("T", "a", ["n": 3])
  try await bench.table.update("b", ["title": "mine"])
  bench.server.put("T", "b", ["title": "theirs"])
  let report = try await bench.context.push()
  #expect(report.isClean && report.decidedByRules == 1)
  #expect(bench.server.row("T", "a")?.values["n"] == 3)
  #expect(bench.server.row("T", "b")?.values["title"] == "mine")
}

@Test func aDeletionBehindTheChangeLeavesTheConflict() async throws {
  let bench = try await counted(ConflictRule(.keepLocal))
  let table = bench.table
  bench.remote.beforeSend { _ in try? await table.delete("a") }
  let report = try await bench.context.push()
  #expect(report.decidedByRules == 0 && report.conflicts == 1)
}

@Test func decisionsOfPersonsAreKeptForRehearsals() async throws {
  let bench = try await counted()
  _ = try await bench.context.push()
  let error = try #require(try await bench.errors().first)
  let outcome = try await bench.context.decide(
    [(error.operationID, .resolve(.keepLocal))], by: "ann")
  let rehearse = { (rule: ConflictRule) in
    try await bench.context.rehearse(
      ConflictRules([rule]), for: rule.column, of: "T")
  }
  #expect(
    try await rehearse(ConflictRule(column: "n", .larger)).rows.map(\.comparison) == [.different])
  #expect(
    try await rehearse(ConflictRule(column: "n", .keepLocal)).rows.map(\.comparison) == [.same])
  #expect(
    try await rehearse(ConflictRule(column: "n", .union)).rows.map(\.comparison)
      == [.open(.valueDoesNotFit)])
  #expect(try await rehearse(ConflictRule(column: "title", .larger)).rows.isEmpty)
  // Taken back, it waits again and was never decided.
  try await bench.context.undo(try #require(outcome.undo), by: "ann")
  let waiting = try await rehearse(ConflictRule(column: "n", .larger))
  #expect(waiting.rows.map(\.comparison) == [.waiting])
  #expect(waiting.resolvable.first?.errorID == error.id)
}

@Test func decidedConflictsAreKeptFor90Days() async throws {
  let bench = try await counted(ConflictRule(column: "n", .sum))
  _ = try await bench.context.push()
  bench.time.advance(milliseconds: 91 * 86_400_000)
  try await bench.table.update("a", ["n": 20])
  bench.server.put("T", "a", ["n": 30])
  _ = try await bench.context.push()
  let page = try await bench.context.ruledConflicts()
  #expect(page.conflicts.map { $0.conflict.base?.values["n"] } == [17])
}
