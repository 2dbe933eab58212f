import TestSupport
import Testing

@Test(arguments: simulationSeeds(60))
func nothingIsLostAndAllAgreeInTheEnd(_ seed: UInt64) async throws {
  var history = try await SimulatedHistory(seed: seed)
  try await history.run(steps: 60)
  try await history.heal()
}
