import ConsoleData
import Support
import TestSupport

/// A fresh database and a clock that stands still.
struct TestData: Sendable {
  let data: ConsoleData
  let time = ManualTime()
  let directory: TemporaryDirectory

  init() async throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    // The database holds on to its random source, and so to the folder that it lives in.
    let random = RandomSource { count in
      withExtendedLifetime(directory) { RandomSource.system.bytes(count) }
    }
    data = try await ConsoleData(
      path: directory.file("console.sqlite"), time: time, random: random, passwordCost: .testing)
  }

  /// The same file opened once more, as another process would.
  func opened() async throws -> ConsoleData {
    try await ConsoleData(
      path: directory.file("console.sqlite"), time: time, random: .system, passwordCost: .testing)
  }
}
