import Simulator
import Testing

/// Random histories of clients and a service; `docs/reliability.md` says what they try.
@Suite struct SimulationTests {
  /// Histories of a run of the tests; `syncline-simulate` runs as many as one likes.
  private static let histories: UInt64 = 60

  private static let share: UInt64 = 20

  /// Histories of each other remote.
  private static let others: UInt64 = 10

  @Test(arguments: Array(stride(from: 1, through: histories, by: Int(share))))
  func noInvariantBreaks(from first: UInt64) async throws {
    try await run(first..<(first + Self.share), .azure)
  }

  @Test(arguments: [SimulatedRemote.parse, .cloudkit])
  func noInvariantBreaksOnAnotherRemote(_ kind: SimulatedRemote) async throws {
    try await run(1..<(1 + Self.others), kind)
  }

  private func run(_ seeds: Range<UInt64>, _ kind: SimulatedRemote) async throws {
    for seed in seeds {
      let result = try await History.run(HistoryPlan(seed: seed, kind: kind))
      #expect(result.violation == nil, "\(result.report)")
    }
  }

  /// I-DET; on Parse a history may depend on the machine, as docs/reliability.md says.
  @Test(arguments: [SimulatedRemote.azure, .cloudkit])
  func theSameSeedGivesTheSameTrace(_ kind: SimulatedRemote) async throws {
    let seeds: ClosedRange<UInt64> = kind == .azure ? 1...12 : 1...4
    let plans = seeds.map { HistoryPlan(seed: $0, kind: kind) }.filter(\.repeatsExactly)
    #expect(plans.count > 1)
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
