import ConsoleData
import Support
import Testing

@Suite struct DriftCheckTests {
  private func check(
    _ run: Int64, _ table: String, different: Int = 0, failure: String? = nil,
    isOfAllTables: Bool = true
  ) -> DriftCheck {
    DriftCheck(
      run: run, table: table, checkedAt: Timestamp(milliseconds: 1_700_000_000_000 + run),
      isOfAllTables: isOfAllTables, method: .ids, serverRows: 10, different: different,
      failure: failure)
  }

  /// Keeps the checks of a reconcile that has ended.
  private func add(
    _ data: ConsoleData, store: String = "todo", _ checks: (Int64) -> [DriftCheck]
  ) async throws {
    let run = try await data.startRun(.reconcile, store: store, who: "schedule")
    try await data.finishRun(run, .succeeded, RunOutcome(), checks: checks(run))
  }

  @Test func theNewestCompleteCheckOfEachTableCounts() async throws {
    let data = try await TestData().data
    try await add(data) { [check($0, "A", different: 3), check($0, "B")] }
    try await add(data) { [check($0, "A", different: 1, isOfAllTables: false)] }
    try await add(data, store: "other") { [check($0, "A", different: 9)] }
    let checks = try await data.driftChecks(store: "todo")
    #expect(checks.map(\.table) == ["A", "B"] && checks.map(\.remaining) == [1, 0])
    #expect(try await data.driftSums(store: "todo", limit: 10).map(\.found) == [3])
  }

  @Test func aFailedCheckStandsBesideTheLastCompleteOne() async throws {
    let data = try await TestData().data
    try await add(data) { [check($0, "A", different: 3)] }
    for _ in 0..<2 { try await add(data) { [check($0, "A", failure: "no answer")] } }
    let checks = try await data.driftChecks(store: "todo")
    #expect(checks.map(\.failure) == [nil, "no answer"] && checks.first?.remaining == 3)
    let sums = try await data.driftSums(store: "todo", limit: 2)
    #expect(sums.map(\.failedTables) == [1, 1] && sums.allSatisfy(\.isFailure))
    try await add(data) { [check($0, "A")] }
    #expect(try await data.driftChecks(store: "todo").map(\.failure) == [nil])
  }

  @Test func rowsThatWereRepairedDontCountUntilThatIsUndone() async throws {
    let data = try await TestData().data
    try await add(data) { [check($0, "A", different: 3)] }
    let run = try #require(try await data.driftChecks(store: "todo").first?.run)
    try await data.noteRepaired(2, run: run, table: "A", store: "todo")
    #expect(try await data.driftChecks(store: "todo").map(\.remaining) == [1])
    try await data.noteRepaired(-5, run: run, table: "A", store: "todo")
    #expect(try await data.driftChecks(store: "todo").map(\.remaining) == [3])
  }
}
