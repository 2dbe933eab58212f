import JSONKit
import Support
import Testing

@testable import SyncCore

/// A conflict in column `x`, changed here at noon.
private func conflict(
  _ base: JSONValue?, _ local: JSONValue, _ server: JSONValue,
  serverChangedAt: String? = "2026-11-21T11:00:00Z"
) -> Conflict {
  Conflict(
    table: "T", itemID: "a", kind: .update,
    base: base.map { Record(id: "a", version: "1", values: ["x": $0]) },
    local: Record(id: "a", version: "1", values: ["x": local]),
    server: Record(id: "a", version: "2", updatedAt: serverChangedAt, values: ["x": server]),
    changedAt: Timestamp("2026-11-21T12:00:00Z"))
}

private struct Case: Sendable, CustomTestStringConvertible {
  var choice: ConflictRule.Choice
  var base: JSONValue?
  var local: JSONValue
  var server: JSONValue
  var ifNull = ConflictRule.NullHandling.ask
  var value: JSONValue?
  var open: ConflictVerdict.OpenReason?

  var testDescription: String {
    let base = base.map(\.serializedText) ?? "no base"
    return "\(choice.rawValue): \(base) → \(local.serializedText), \(server.serializedText)"
  }
}

@Test(arguments: [
  Case(choice: .keepLocal, base: 1, local: 2, server: 3, value: 2),
  Case(choice: .takeServer, base: 1, local: 2, server: 3, value: 3),
  Case(choice: .newest, base: 1, local: 2, server: 3, value: 2),
  Case(choice: .ask, base: 1, local: 2, server: 3, open: .ruleAsks),
  Case(choice: .larger, base: 1, local: 2, server: 3, value: 3),
  Case(choice: .larger, base: 1, local: 10, server: 9.5, value: 10),
  Case(
    choice: .larger, base: nil, local: .number("9007199254740993.5"), server: 9_007_199_254_740_993,
    value: .number("9007199254740993.5")),
  Case(
    choice: .larger, base: nil, local: "2026-01-02T00:00:00+02:00",
    server: "2026-01-01T23:00:00Z", value: "2026-01-01T23:00:00Z"),
  Case(choice: .larger, base: nil, local: "b", server: "a", open: .valueDoesNotFit),
  Case(choice: .larger, base: 1, local: 2, server: nil, open: .oneSideIsNull),
  Case(choice: .larger, base: 1, local: 2, server: nil, ifNull: .takeOther, value: 2),
  Case(choice: .larger, base: 1, local: nil, server: 3, ifNull: .takeOther, value: 3),
  Case(choice: .sum, base: 10, local: 12, server: 15, value: 17),
  Case(choice: .sum, base: 10, local: 7, server: 12, value: 9),
  Case(choice: .sum, base: 0.1, local: 0.2, server: 0.4, value: 0.5),
  Case(choice: .sum, base: 10, local: 0, server: 0.5, value: -9.5),
  Case(choice: .sum, base: nil, local: 12, server: 15, open: .noBase),
  Case(choice: .sum, base: .null, local: 12, server: 15, open: .noBase),
  Case(choice: .sum, base: 1, local: "12", server: 15, open: .valueDoesNotFit),
  Case(choice: .sum, base: 1, local: 1e300, server: 15, open: .tooManyDigits),
  Case(
    choice: .union, base: ["a", "b"], local: ["a"], server: ["a", "b", "c"], value: ["a", "c"]),
  Case(
    choice: .union, base: ["a"], local: ["b", "a"], server: ["a", "c"], value: ["a", "c", "b"]),
  Case(choice: .union, base: nil, local: ["a", "b"], server: ["c", "a"], value: ["c", "a", "b"]),
  Case(choice: .union, base: ["a"], local: [1.0, "a"], server: ["a", 1], value: ["a", 1]),
  Case(choice: .union, base: ["a"], local: "a,b", server: ["a", "c"], open: .valueDoesNotFit),
])
private func aRuleDecidesAColumn(_ expected: Case) throws {
  let rules = ConflictRules([
    ConflictRule(column: "x", expected.choice, ifNull: expected.ifNull)
  ])
  let verdict = rules.verdict(on: conflict(expected.base, expected.local, expected.server))
  #expect(verdict.open == expected.open)
  guard let value = expected.value else {
    #expect(verdict.resolution == nil)
    return
  }
  let column = try #require(verdict.columns.first)
  #expect(column.outcome == .value(value))
  // What the server has anyway is not sent.
  #expect(verdict.resolution == .merge(value == expected.server ? [:] : ["x": value]))
}

@Test func newestComparesTheChangeHereWithTheServersClock() {
  let rules = ConflictRules([ConflictRule(column: "x", .newest)])
  let resolution = { (at: String?) in
    rules.verdict(on: conflict(1, 2, 3, serverChangedAt: at))
  }
  #expect(resolution("2026-11-21T12:00:01Z").resolution == .merge([:]))
  #expect(resolution("2026-11-21T11:59:59Z").resolution == .merge(["x": 2]))
  #expect(resolution("2026-11-21T12:00:00Z").open == .sameTime)
  #expect(resolution(nil).open == .noTime)
}

/// `x` is changed on both sides, `mine` here, `theirs` on the server.
private func mixed() -> Conflict {
  Conflict(
    table: "T", itemID: "a", kind: .update,
    base: Record(id: "a", version: "1", values: ["x": 1, "mine": 1, "theirs": 1]),
    local: Record(id: "a", version: "1", values: ["x": 2, "mine": 2, "theirs": 1]),
    server: Record(id: "a", version: "2", values: ["x": 3, "mine": 1, "theirs": 2]),
    changedAt: nil)
}

@Test func whatOnlyOneSideChangedTakesThatSidesValue() {
  let rules = ConflictRules([ConflictRule(column: "x", .larger)])
  let verdict = rules.verdict(on: mixed())
  #expect(verdict.columns.map(\.name) == ["x"])
  #expect(verdict.resolution == .merge(["mine": 2]))
  #expect(verdict.rules == rules.rules)
}

@Test func oneColumnWithoutARuleLeavesTheConflict() {
  var conflict = mixed()
  conflict.server?.values["mine"] = 5
  let rules = ConflictRules([ConflictRule(column: "x", .larger)])
  let verdict = rules.verdict(on: conflict)
  #expect(verdict.resolution == nil && verdict.open == .noRule)
  let all = rules.with(ConflictRule(.keepLocal))
  #expect(all.verdict(on: conflict).resolution == .merge(["mine": 2]))
  #expect(all.verdict(on: conflict).rules.count == 2)
}

@Test func changesOfDifferentColumnsNeedARuleForAllColumns() {
  var conflict = mixed()
  conflict.server?.values["x"] = 1
  #expect(
    ConflictRules([ConflictRule(column: "x", .larger)]).verdict(on: conflict).open == .noRule)
  #expect(ConflictRules([ConflictRule(.ask)]).verdict(on: conflict).open == .noRule)
  let verdict = ConflictRules([ConflictRule(.takeServer)]).verdict(on: conflict)
  #expect(verdict.resolution == .merge(["mine": 2, "x": 2]))
}

@Test func onlyARuleForAllColumnsDecidesADeletion() {
  var deleted = mixed()
  deleted.server?.deleted = true
  deleted.server?.updatedAt = "2026-11-21T11:00:00Z"
  deleted.changedAt = Timestamp("2026-11-21T12:00:00Z")
  let verdict = { (rule: ConflictRule) in ConflictRules([rule]).verdict(on: deleted) }
  #expect(verdict(ConflictRule(column: "x", .keepLocal)).open == .noRule)
  #expect(verdict(ConflictRule(.keepLocal)).resolution == .keepLocal)
  #expect(verdict(ConflictRule(.takeServer)).resolution == .takeServer)
  #expect(verdict(ConflictRule(.newest)).resolution == .keepLocal)
  #expect(verdict(ConflictRule(.larger)).open == .deletion)
  #expect(verdict(ConflictRule(.ask)).open == .ruleAsks)
}

@Test func withoutTheServersCopyNothingIsDecided() {
  var conflict = mixed()
  conflict.server = nil
  #expect(ConflictRules([ConflictRule(.takeServer)]).verdict(on: conflict).open == .noServerCopy)
}
