package import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore

extension Run {
  /// What is kept of a run that ended because its program was stopped.
  static var shutDownMessage: String {
    inEnglish { localized("Stopped because the console was shut down.") }
  }

  /// True for a run that nobody cancelled, but that could not go on.
  var wasShutDown: Bool { state == .cancelled && outcome.message == Self.shutDownMessage }

  /// Why it ended early, in the language of the page: the stored message is English.
  var shownMessage: String? {
    wasAbandoned
      ? localized("The program ended during this run.")
      : outcome.message.map { localized(stored: $0) }
  }

  /// What came of the run; what was asked for while it is under way.
  package var report: RunReport { outcome.report.map { RunReport($0) } ?? RunReport() }

  /// Operations that the server rejected; those in conflict are no part of them.
  var rejected: Int { problemCounts.rejected }

  /// The steps as they were kept last; of a run that has ended none is under way, even when its
  /// program could not write that down any more.
  var steps: SyncProgress {
    let kept = SyncProgress(outcome.steps)
    return state == .running ? kept : kept.settled(as: state == .cancelled ? .cancelled : .failed)
  }

  /// As the run's page answers it to programs.
  ///
  /// - Parameters:
  ///   - progress: The newest snapshot while the run is under way in this process.
  ///   - now: For how long it takes, in words, while it is under way; nil leaves the words out.
  func json(_ progress: SyncProgress?, now: Timestamp? = nil) -> JSONValue {
    var object: JSONObject = [
      "run": .integer(id), "store": .string(store), "kind": .string(kind.rawValue),
      "state": .string(state.rawValue), "steps": (progress ?? steps).json,
      "pushed": .integer(Int64(outcome.pushed)), "failed": .integer(Int64(outcome.failed)),
      "conflicts": .integer(Int64(report.conflicts)),
      "unknown": .integer(Int64(outcome.unknown)),
      "received": .integer(Int64(report.received)),
      "pulled": .integer(Int64(outcome.pulled)), "deleted": .integer(Int64(outcome.deleted)),
      "startedAt": JSONValue(startedAt), "finishedAt": JSONValue(finishedAt), "by": .string(who),
      "cancelledBy": JSONValue(cancelledBy), "message": JSONValue(outcome.message),
      "report": isReportDropped ? .null : report.servedJSON,
      "applied": .array(applied),
    ]
    if state == .running, let now {
      let steps = (progress ?? steps).steps
      object["progress"] = .object(
        RunProgressText(steps: steps, startedAt: startedAt, now: now).json)
    }
    return .object(object)
  }
}

extension RunOutcome {
  /// What a run did, in numbers, with the report that has more.
  init(_ report: RunReport, _ steps: SyncProgress) {
    self.init()
    pushed = report.pushed
    failed = report.failed
    unknown = report.unknown
    pulled = report.pulled
    deleted = report.deleted
    self.steps = steps.json
    self.report = report.json
  }
}
