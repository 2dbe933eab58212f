import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore

/// What somebody did with a comparison.
struct ReconcileApplication: Sendable {
  /// What came of one group.
  struct Part: Sendable, Equatable {
    /// `missingOnServer`, `missingHere` or `different`.
    var group: String
    var choice: String
    var done: Int
    var skipped: Int
    /// Why the first row was left alone.
    var reason: String?
  }

  var by: String
  var at: Timestamp
  var parts: [Part]
  /// True when it was meant for single rows, and not for whole groups.
  var isPartial: Bool
  /// Why it ended early.
  var stopped: String?
  /// The store's number of it, by which it is taken back.
  var decision: Int64?
  /// The decision that this is the end of; nothing else was done then.
  var takesBack: Int64?
  /// Who took it back, and when.
  var takenBack: (by: String, at: Timestamp)?

  /// Notes that what was applied is taken back.
  init(takingBack decision: Int64, by: String, at: Timestamp) {
    self.by = by
    self.at = at
    parts = []
    isPartial = false
    takesBack = decision
  }

  init(
    _ outcome: ReconcileOutcome, _ choices: ReconcileChoices, of report: ReconcileReport,
    by: String, at: Timestamp
  ) {
    self.by = by
    self.at = at
    isPartial = choices.ids != nil
    stopped = outcome.stopped?.description
    decision = outcome.undo
    let words = choices.words
    let done = [
      "missingOnServer": outcome.removed + outcome.queuedInserts,
      "missingHere": outcome.pulled - outcome.replaced, "different": outcome.replaced,
    ]
    parts = report.groups.compactMap { name, group in
      guard let choice = words[name], group.count > 0 else { return nil }
      let ids = UTF8Set(group.ids)
      let skipped = outcome.skipped.filter { ids.contains($0.id) }
      return Part(
        group: name, choice: choice, done: done[name] ?? 0, skipped: skipped.count,
        reason: skipped.first?.reason)
    }
  }

  /// What the audit says an application of `run` was done to.
  static func target(_ run: Run, _ report: ReconcileReport) -> String {
    "run \(run.id), \(report.table)"
  }

  /// True when `group` needs no further choice: all of it was carried out.
  func settles(_ group: String) -> Bool {
    !isPartial && stopped == nil && takenBack == nil && parts.contains { $0.group == group }
  }

  /// How many of the differences that the drift page counts in `report` it settled.
  func repaired(of report: ReconcileReport) -> Int {
    parts.reduce(0) { $0 + (report.counts($1.group) ? $1.done : 0) }
  }

  var json: JSONValue {
    [
      "by": .string(by), "at": .string(at.description), "partial": .bool(isPartial),
      "stopped": JSONValue(stopped), "decision": JSONValue(decision),
      "takesBack": JSONValue(takesBack),
      "groups": .array(
        parts.map { part in
          [
            "group": .string(part.group), "choice": .string(part.choice),
            "done": .integer(Int64(part.done)), "skipped": .integer(Int64(part.skipped)),
            "reason": JSONValue(part.reason),
          ]
        }),
    ]
  }

  init?(_ json: JSONValue) {
    guard let by = json["by"]?.string, let at = json["at"]?.string.flatMap({ Timestamp($0) }) else {
      return nil
    }
    self.by = by
    self.at = at
    isPartial = json["partial"]?.bool ?? false
    stopped = json["stopped"]?.string
    decision = json["decision"]?.integer
    takesBack = json["takesBack"]?.integer
    parts = (json["groups"]?.array ?? []).map { part in
      Part(
        group: part["group"]?.string ?? "", choice: part["choice"]?.string ?? "",
        done: part.count("done"), skipped: part.count("skipped"), reason: part["reason"]?.string)
    }
  }
}

extension ReconcileChoices {
  /// What was chosen, by group.
  var words: UTF8Dictionary<String> {
    let choices: UTF8Dictionary<String?> = [
      "missingOnServer": missingOnServer?.rawValue, "missingHere": missingHere?.rawValue,
      "different": different?.rawValue,
    ]
    return choices.compactMapValues { $0 }
  }
}

extension ReconcileApplication.Part {
  /// `8 rows were removed here, 1 was left alone: …`.
  var sentence: String {
    let what =
      switch choice {
      case ReconcileChoices.MissingOnServer.removeHere.rawValue:
        Format.count(done, "row was removed here", "rows were removed here")
      case ReconcileChoices.MissingOnServer.insertAgain.rawValue:
        Format.count(done, "insert was queued", "inserts were queued")
      default:
        group == "different"
          ? Format.count(
            done, "row was replaced by the server’s version",
            "rows were replaced by the server’s versions")
          : Format.count(done, "row was pulled", "rows were pulled")
      }
    guard skipped > 0 else { return localized("\(what).") }
    let sentence =
      skipped == 1
      ? localized("\(what), \(Format.number(skipped)) was not changed")
      : localized("\(what), \(Format.number(skipped)) were not changed")
    return sentence + (reason.map { ": \($0)" } ?? ".")
  }
}

extension Run {
  /// What was done with the comparison that this run made, the newest last.
  var applications: [ReconcileApplication] {
    let all = applied.compactMap { ReconcileApplication($0) }
    return all.filter { $0.takesBack == nil }.map { application in
      var application = application
      let end = all.first { $0.takesBack != nil && $0.takesBack == application.decision }
      application.takenBack = end.map { ($0.by, $0.at) }
      return application
    }
  }

  /// How many differences `decision` repaired, one of those applied.
  func repaired(by decision: Int64) -> Int {
    guard let comparison = report.comparison else { return 0 }
    return applications.filter { $0.decision == decision }
      .reduce(0) { $0 + $1.repaired(of: comparison) }
  }

  /// What settled a whole group of it; nil while nothing did.
  func application(settling group: String) -> ReconcileApplication? {
    applications.last { $0.settles(group) }
  }
}
