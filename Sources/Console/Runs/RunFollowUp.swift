import ConsoleData
import Localization
import Support
import SyncCore

/// What has become by now of the operations that a run left undone.
struct RunFollowUp {
  /// Those of the problems that are still in the queue, as they are now.
  var queued: [Int64: OperationInfo] = [:]
  /// The errors that are still there; a new attempt gives its operation another one.
  var openErrors: UTF8Set = []
  /// Those of the operations that were rejected before, too, with no change of the row in between.
  var rejectedAgain: Set<Int64> = []

  /// Operations of a run whose program ended of which it is not known now whether the server has
  /// them.
  var leftUnknown = 0

  /// How many of the problems wait for a person now.
  func needYou(_ report: RunReport) -> Int {
    count(report) { $0.state == .failed || $0.state == .conflict }
  }

  /// Of how many of the problems it is still not known whether the server has them.
  func unknown(_ report: RunReport) -> Int { count(report) { $0.state == .unknown } }

  private func count(_ report: RunReport, _ isCounted: (OperationInfo) -> Bool) -> Int {
    Set(report.problems.map(\.operationID)).count { queued[$0].map(isCounted) ?? false }
  }

  /// What to add to the words about outcomes that were not known at the run's end.
  func sinceThen(_ report: RunReport) -> String {
    guard report.unknown > 0, report.namesAllProblems, unknown(report) == 0 else { return "" }
    return " \(localized("They have been resolved since."))"
  }

  /// Where the operations are that the server refused, or may have.
  func whereTheyAre(_ report: RunReport) -> String {
    let ids = Set(report.problems.map(\.operationID))
    let left = ids.count { queued[$0] != nil }
    if left == ids.count || !report.namesAllProblems { return Self.allStay(report, ids.count) }
    guard left > 0 else { return Self.allSettled(report, ids.count) }
    let (subject, count) = (Self.subject(report, ids.count), Format.number(left))
    let rest =
      left == 1
      ? localized(
        "Of \(subject), \(count) is still in the queue; the rest have been resolved since. "
          + "Nothing was lost.")
      : localized(
        "Of \(subject), \(count) are still in the queue; the rest have been resolved since. "
          + "Nothing was lost.")
    return unknown(report) > 0 ? [rest, nextPushAsks].joinedAsSentences() : rest
  }

  private static func allSettled(_ report: RunReport, _ count: Int) -> String {
    let operations = Format.count(count, "operation")
    return switch (report.failed == 0, count == 1) {
    case (true, true): localized("The operation with unknown outcome has been resolved since.")
    case (true, false): localized("The operations with unknown outcome have been resolved since.")
    case (false, true): localized("The operation that was not accepted has been resolved since.")
    case (false, false):
      localized("The \(operations) that were not accepted have been resolved since.")
    }
  }

  private static func allStay(_ report: RunReport, _ count: Int) -> String {
    guard report.namesAllProblems else { return someStay(report) }
    let operations = Format.count(count, "operation")
    return switch (report.unknown > 0, count == 1) {
    case (true, true):
      localized(
        "Nothing was lost: the operation is still in the queue. The server may or may not have "
          + "applied it; the next push checks before it resends it.")
    case (true, false):
      localized(
        "Nothing was lost: the operations are still in the queue. The server may or may not have "
          + "applied those with unknown outcome; the next push checks before it resends them.")
    case (false, true):
      localized("Nothing was lost: the operation that was not accepted is still in the queue.")
    case (false, false):
      localized(
        "Nothing was lost: the \(operations) that were not accepted are still in the queue.")
    }
  }

  private static func someStay(_ report: RunReport) -> String {
    report.failed == 0
      ? localized(
        "Nothing was lost: operations with unknown outcome stay in the queue until a push finds "
          + "out whether the server applied them.")
      : localized(
        "Nothing was lost: operations that were not accepted stay in the queue until they are "
          + "resolved.")
  }

  /// Within a sentence.
  private static func subject(_ report: RunReport, _ count: Int) -> String {
    let operations = Format.count(count, "operation")
    return report.failed == 0
      ? localized("the operations with unknown outcome")
      : localized("the \(operations) that were not accepted")
  }

  private var nextPushAsks: String {
    localized(
      "The server may or may not have applied those with unknown outcome; the next push checks "
        + "before it resends them.")
  }
}

extension RunReport {
  /// False when there were more problems than are kept with the run.
  var namesAllProblems: Bool { pushes.reduce(0) { $0 + $1.problems.count } <= Self.problemsMax }
}
