import ConsoleData
import Localization
import Support

/// The newest verification of a copy.
struct LastVerification {
  let run: Run
  /// True when a later run changed rows.
  let isOld: Bool

  var isValid: Bool { run.report.isVerified && !isOld }

  /// Such as "Verification 4, 5 minutes ago: no differences".
  func words(now: Timestamp) -> String {
    let (runTitle, time) = (run.title, Format.time(run.finishedAt ?? run.startedAt, now: now))
    guard run.report.isVerified else { return localized("\(runTitle), \(time): differences") }
    return isOld
      ? localized("\(runTitle), \(time): rows changed since")
      : localized("\(runTitle), \(time): no differences")
  }
}

extension CopyHandlers {
  /// The newest verification against `source`.
  func lastVerification(of source: String, in store: String) async throws -> LastVerification? {
    let runs = try await services.data.runs(store: store, RunQuery(limit: Self.runsSearched))
    guard
      let index = runs.firstIndex(where: { $0.kind == .verify && $0.report.copy?.source === source }
      )
    else { return nil }
    let isOld = runs[..<index].contains { later in
      later.outcome.pushed + later.outcome.pulled + later.outcome.deleted
        + (later.report.copy?.written ?? 0) > 0
    }
    return LastVerification(run: runs[index], isOld: isOld)
  }

  /// Of a store's runs, how far back a verification is looked for.
  private static let runsSearched = 50
}
