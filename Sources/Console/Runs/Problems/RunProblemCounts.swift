import ConsoleData
import Localization

/// How many operations a run left undone, by what the server did with them.
struct RunProblemCounts: Equatable {
  var rejected = 0
  var conflicts = 0
  var unknown = 0

  var sum: Int { rejected + conflicts + unknown }

  /// `1 rejected, 3 conflicts, 2 with unknown outcome`; empty when there are none.
  var words: String {
    let parts = [
      (rejected, localized("\(Format.number(rejected)) rejected")),
      (conflicts, Format.count(conflicts, "conflict")),
      (unknown, localized("\(Format.number(unknown)) with unknown outcome")),
    ]
    return parts.filter { $0.0 > 0 }.map(\.1).joinedAsList()
  }

  /// A sentence for a run all operations of which were rejected, or are in conflict; nil for others.
  ///
  /// - Parameter all: The operations of the run.
  func sentence(ofAll all: Int) -> String? {
    guard all > 0, rejected == all || conflicts == all else { return nil }
    let operations = Format.count(all, "operation")
    return switch (all, rejected > 0) {
    case (1, true): localized("The operation was rejected by the server.")
    case (1, false): localized("The operation is in conflict.")
    case (2, true): localized("Both operations were rejected by the server.")
    case (2, false): localized("Both operations are in conflict.")
    case (_, true): localized("All \(operations) were rejected by the server.")
    case (_, false): localized("All \(operations) are in conflict.")
    }
  }

  static func + (left: Self, right: Self) -> Self {
    Self(
      rejected: left.rejected + right.rejected, conflicts: left.conflicts + right.conflicts,
      unknown: left.unknown + right.unknown)
  }
}

extension Badge {
  /// The counts, in the look of the most serious.
  init(_ problems: RunProblemCounts) {
    self.init(
      problems.rejected > 0 ? .failed : problems.conflicts > 0 ? .conflict : .warn, problems.words)
  }
}

extension RunReport {
  var problemCounts: RunProblemCounts {
    RunProblemCounts(rejected: failed - conflicts, conflicts: conflicts, unknown: unknown)
  }
}

extension Run {
  /// Without reading the report of a run that nothing failed in.
  var problemCounts: RunProblemCounts {
    outcome.failed == 0 ? RunProblemCounts(unknown: outcome.unknown) : problemCounts(in: report)
  }

  /// - Parameter report: The run's own.
  func problemCounts(in report: RunReport) -> RunProblemCounts {
    // What a run counts as failed has its conflicts among it.
    RunProblemCounts(
      rejected: max(0, outcome.failed - report.conflicts), conflicts: report.conflicts,
      unknown: outcome.unknown)
  }
}

extension Run {
  /// Operations that wait for a decision, rejected or in conflict; none where the report does not name
  /// all of them.
  var operationsToDecide: [Int64] {
    let problems = report.problems.map(\.operationID)
    return report.failed == problems.count ? problems : []
  }

  /// The operation with a problem where the run sent no other; empty where it did.
  var onlyOperation: [Int64] {
    report.pushed + report.failed + report.unknown == 1 ? operationsToDecide : []
  }
}
