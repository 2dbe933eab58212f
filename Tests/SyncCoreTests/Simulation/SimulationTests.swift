import Foundation
import Testing

/// Seeds to run: `SYNCLINE_SEED=7` runs one, `SYNCLINE_SEEDS=1000` that many.
private let seeds: [UInt64] = {
  let environment = ProcessInfo.processInfo.environment
  if let one = environment["SYNCLINE_SEED"].flatMap(UInt64.init) { return [one] }
  return Array(1...(environment["SYNCLINE_SEEDS"].flatMap(UInt64.init) ?? 60))
}()

@Test(arguments: seeds)
func nothingIsLostAndAllAgreeInTheEnd(_ seed: UInt64) async throws {
  var history = try await SimulatedHistory(seed: seed)
  try await history.run(steps: 60)
  try await history.heal()
}
