import Foundation

/// The program `syncline-simulate`: runs histories and reports the first that fail.
///
/// `--seeds FROM..TO`, `--seed N`, `--remote azure|parse|cloudkit`, `--bug NAME` for a planted bug, `--trace`
/// for every step.
package enum SimulateCommand {
  /// After this many failed histories the run ends.
  private static let failuresMax = 10

  package static func main(_ arguments: [String]) async {
    var seeds: ClosedRange<UInt64> = 1...1_000
    var shows = false
    var bug: PlantedBug?
    var kind = SimulatedRemote.azure
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch (option, rest.first) {
      case ("--seeds", let value?):
        guard let range = Self.range(value) else { return refuse("--seeds takes FROM..TO") }
        seeds = range
        rest.removeFirst()
      case ("--seed", let value?):
        guard let seed = UInt64(value) else { return refuse("--seed takes a number") }
        seeds = seed...seed
        rest.removeFirst()
      case ("--remote", let value?):
        guard let found = SimulatedRemote(rawValue: value) else {
          return refuse("No remote \(value). Remotes: \(SimulatedRemote.allCases.map(\.rawValue))")
        }
        kind = found
        rest.removeFirst()
      case ("--bug", let value?):
        guard let found = PlantedBug(rawValue: value) else {
          return refuse("No bug \(value). Bugs: \(PlantedBug.allCases.map(\.rawValue))")
        }
        bug = found
        rest.removeFirst()
      case ("--trace", _): shows = true
      default: return refuse("Unknown option \(option)")
      }
    }
    await run(seeds, kind, bug, shows)
  }

  private static func run(
    _ seeds: ClosedRange<UInt64>, _ kind: SimulatedRemote, _ bug: PlantedBug?, _ shows: Bool
  ) async {
    let start = ContinuousClock.now
    var (count, failures) = (0, 0)
    for seed in seeds {
      count += 1
      do {
        let result = try await History.run(HistoryPlan(seed: seed, kind: kind, bug: bug))
        if shows { print(result.trace.joined(separator: "\n")) }
        // Whoever follows a long run sees it as it goes.
        defer { fflush(nil) }
        if let violation = result.violation {
          failures += 1
          print(shows ? "\(violation)" : result.report)
          if bug != nil || failures >= failuresMax { break }
        }
      } catch {
        failures += 1
        print("seed \(seed): \(error)")
        break
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      "\(count) histories, \(failures) failed, \(Int(Double(count) / seconds)) a second"
    )
    exit(failures == 0 ? 0 : 1)
  }

  private static func range(_ text: String) -> ClosedRange<UInt64>? {
    let ends = text.components(separatedBy: "..").compactMap { UInt64($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  private static func refuse(_ message: String) {
    print(message)
    exit(2)
  }
}
