import Simulator
import Testing

/// Random histories of clients and a service; `docs/reliability.md` says what they try.
@Suite struct SimulationTests {
  /// Histories of a run of the tests; `syncline-simulate` runs as many as one likes.
  private static let histories: UInt64 = 60

  private static let share: UInt64 = 20

  @Test(arguments: Array(stride(from: 1, through: histories, by: Int(share))))
  func noInvariantBreaks(from first: UInt64) async throws {
    for seed in first..<(first + Self.share) {
      let result = try await History.run(HistoryPlan(seed: seed))
      #expect(result.violation == nil, "\(result.report)")
    }
  }

  /// I-DET.
  @Test func theSameSeedGivesTheSameTrace() async throws {
    let plans = (1...12).map { HistoryPlan(seed: $0) }.filter(\.repeatsExactly)
    #expect(plans.count > 5)
    for plan in plans {
      let first = try await History.run(plan)
      let second = try await History.run(plan)
      #expect(first.trace == second.trace, "seed \(plan.seed)")
      #expect(first.traceHash == second.traceHash)
    }
  }

  @Test(arguments: PlantedBug.allCases)
  func plantedBugIsFound(_ bug: PlantedBug) async throws {
    for seed in bug.firstSeed..<(bug.firstSeed + PlantedBug.seedsMax) {
      let result = try await History.run(HistoryPlan(seed: seed, bug: bug))
      if result.violation != nil { return }
    }
    Issue.record("\(PlantedBug.seedsMax) histories did not find \(bug.rawValue)")
  }
}
