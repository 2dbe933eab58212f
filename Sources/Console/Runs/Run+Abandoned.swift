import ConsoleData
import Localization
import Support
import SyncCore

extension Run {
  /// What came of a run whose process is gone: what it saved last, and of how many operations that it
  /// had sent nobody knows now whether the server has them.
  ///
  /// - Parameter seenAt: Its last sign of life.
  /// - Returns: Nil when its store cannot be asked.
  func abandonedOutcome(_ seenAt: Timestamp, _ stores: RunCenter.Stores) async -> RunOutcome? {
    guard let unknown = try? await unknownOutcomes(seenAt, in: stores(store)) else { return nil }
    var (outcome, report) = (outcome, report)
    outcome.unknown = unknown
    if report.push != nil { report.push?.unknown = unknown }
    // No other run has begun on the store since.
    if report.history != nil { report.history?.upTo = try? await stores(store).newestChange() }
    // What is kept is English, whoever looks at the run.
    if report != self.report {
      outcome.report = inEnglish { report.json }
    }
    return outcome
  }

  /// Of how many operations that it sent nobody knows now whether the server has them.
  func unknownOutcomes(_ seenAt: Timestamp, in sync: SyncContext) async throws -> Int {
    // It may have sent some between its last sign of life and its end.
    let end = seenAt.adding(seconds: Self.signSeconds + 1)
    return try await sync.unknownOutcomes(sentFrom: startedAt, to: end)
  }
}
