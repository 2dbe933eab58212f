import ConsoleData
import Localization
import SyncCore

/// How a run ended, for its badge.
enum RunEnding: Equatable {
  case running, done, nothingSent, cancelled, shutDown, failed
  /// The run went through and left these undone.
  case problems(RunProblemCounts)

  init(_ run: Run) {
    switch run.state {
    case .running: self = .running
    case .succeeded: self = run.sentNothing ? .nothingSent : .done
    case .cancelled: self = run.wasShutDown ? .shutDown : .cancelled
    case .failed:
      let problems = run.problemCounts
      self = run.outcome.message == nil && problems.sum > 0 ? .problems(problems) : .failed
    }
  }

  var badge: Badge {
    switch self {
    case .running: Badge(.running, localized("Running"))
    case .done: Badge(.done, localized("Done"))
    case .nothingSent: Badge(.skipped, localized("Nothing sent"))
    case .cancelled: Badge(.paused, localized("Cancelled"))
    case .shutDown: Badge(.paused, localized("Shut down"))
    case .failed: Badge(.failed, localized("Failed"))
    case .problems(let problems):
      Badge(
        Badge(problems).look,
        problems.rejected + problems.conflicts > 0
          ? problems.words
          : Format.count(problems.unknown, "outcome unknown", "outcomes unknown"))
    }
  }
}

extension RunSummary {
  /// What the run's page says first, in one paragraph.
  var inShort: String {
    var result = strong
    if RunEnding(run) == .failed {
      result = run.shortCause.map { cause in localized("Failed: \(cause)").asSentence } ?? strong
    }
    return [result, say].compactMap(\.self).joinedAsSentences()
  }
}

extension Badge {
  /// A run that ended and left operations undone says how many were rejected or are in conflict,
  /// and if there are none, how many had an unknown outcome: words that stay true once they are settled.
  init(_ run: Run) { self = RunEnding(run).badge }
}

extension Run {
  /// What its badge does not say: why it failed, who stopped it, or what a comparison found.
  ///
  /// - Parameter report: The run's own.
  func remark(_ report: RunReport) -> String {
    let ending = RunEnding(self)
    if ending == .shutDown { return "" }
    if let message = shownMessage { return message }
    if let copy = report.copy { return copy.remark(kind) }
    if let comparison = report.comparison {
      return comparison.differing == 0
        ? localized("\(comparison.table) matches the server")
        : DriftWords([comparison], table: comparison.table, repaired: repaired(of: comparison)).line
    }
    if let comparisons = report.comparisons {
      let differing = comparisons.filter { $0.isComplete && $0.differing > 0 }
      return differing.isEmpty
        ? Self.allMatch(comparisons.filter(\.isComplete).map(\.table))
        : DriftWords(differing, table: differing.count == 1 ? differing[0].table : nil).line
    }
    if case .problems = ending { return "" }
    let stopper = cancelledBy.map { by in localized("Cancelled by \(by.actorName).") }
    let problems = problemCounts(in: report).words
    return [ending == .cancelled ? stopper : nil, problems.isEmpty ? nil : problems]
      .compactMap(\.self).joinedAsSentences()
  }

  /// How many differences applying its comparison has repaired.
  private func repaired(of report: ReconcileReport) -> Int {
    applications.filter { $0.takenBack == nil }.reduce(0) { $0 + $1.repaired(of: report) }
  }

  private static func allMatch(_ tables: [String]) -> String {
    switch tables.count {
    case 0: ""
    case 1: localized("\(tables[0]) matches the server")
    case 2: localized("Both tables match the server")
    default: localized("All \(Format.count(tables.count, "table")) match the server")
    }
  }
}
