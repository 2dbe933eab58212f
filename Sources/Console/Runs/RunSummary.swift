import ConsoleData
import SyncCore

/// The summary of a finished run: its result, and what happened to the data.
struct RunSummary {
  struct Notice: Equatable {
    var badge: Badge
    var text: String
  }

  var run: Run
  var report: RunReport
  var aftermath = RunFollowUp()
  /// Why whoever reads it cannot apply a comparison; nil when nothing is in the way.
  var whyNotApply: String?

  /// The sentence in bold; nil when all went well.
  var strong: String? {
    if run.wasShutDown { return Run.shutDownMessage }
    if run.state == .cancelled {
      return run.cancelledBy.map { "Cancelled by \($0)." } ?? "Cancelled."
    }
    if let obstacle = obstacles.first { return obstacle.asSentence }
    let (failed, unknown) = (report.failed, report.unknown)
    let all = Format.count(report.pushed + failed + unknown, "operation")
    let refused =
      "\(Format.number(failed)) of \(all) \(failed == 1 ? "was" : "were") not accepted"
    let notKnown = "it is not known whether the server has \(unknown == 1 ? "it" : "them")"
    switch (failed, unknown) {
    case (0, 0): return nil
    case (_, 0): return "\(refused)."
    case (0, _) where report.pushed == 0: return "Of \(all) \(notKnown)."
    case (0, _): return "Of \(Format.number(unknown)) of \(all) \(notKnown)."
    case (_, _): return "\(refused), and of \(Format.number(unknown)) \(notKnown)."
    }
  }

  var say: String {
    if run.kind == .reconcile { return reconcileSentence }
    if run.wasAbandoned { return abandonedSentence }
    var parts: [String] = []
    if report.push != nil || report.pull?.push != nil {
      parts.append(pushSentence)
    }
    if report.pull != nil {
      parts.append(
        report.pulled == 0 && report.deleted == 0
          ? unchanged : "\(Format.count(report.pulled, "row")) came in")
      if report.deleted > 0 {
        parts.append("\(Format.count(report.deleted, "row was", "rows were")) deleted here")
      }
    }
    guard !parts.isEmpty else { return run.state == .succeeded ? "Done." : "Nothing was changed." }
    return parts.joined(separator: ", ").capitalizedWord + "."
  }

  private var unchanged: String {
    report.received == 0
      ? "no row changed here"
      : "\(Format.count(report.received, "row")) received, no row changed here"
  }

  private var pushSentence: String {
    if report.pushed == 0, report.failed == 0, run.state == .succeeded {
      if report.preview != nil { return "Nothing was sent" }
      return report.remaining == 0 ? "Nothing waited to be sent" : "Nothing could be sent"
    }
    // After an obstacle the server may have taken what was under way.
    if report.pushed == 0, report.failed > 0, report.unknown == 0, obstacles.isEmpty {
      return "nothing was changed on the server"
    }
    let sent =
      report.pushed == 0
      ? "no operation is" : Format.count(report.pushed, "operation is", "operations are")
    return "\(sent) \(report.unknown > 0 ? "surely " : "")on the server"
  }

  var note: String {
    if run.kind == .reconcile {
      let groups = report.comparison?.groups.filter { $0.group.count > 0 } ?? []
      let open = groups.filter { run.application(settling: $0.name) == nil }
      if let applied = run.applications.last {
        let end = applied.takenBack.map { ", and \($0.by) took that back" } ?? ""
        return "\(applied.by) applied this comparison\(end). "
          + (open.isEmpty
            ? "Compare again to see what differs now."
            : chooseHere("More can be chosen below."))
      }
      return open.isEmpty
        ? "Nothing was changed." : "Nothing was changed. \(chooseHere("Choose below what to do."))"
    }
    if run.wasAbandoned { return whatAbandonedLeaves }
    if run.state == .cancelled { return report.whatStays(run.kind) + aftermath.sinceThen(report) }
    if report.failed + report.unknown > 0 { return aftermath.whereTheyAre(report) }
    guard run.state == .succeeded else { return report.whatStays(run.kind) }
    if let preview = report.preview, preview.differing > 0 {
      return "Not all of it went as the preview said: see below."
    }
    return report.remaining == 0
      ? "Everything that was asked for is done."
      : "Everything that could be sent was sent. "
        + "\(Format.count(report.remaining, "operation")) stayed in the queue, where "
        + "\(report.remaining == 1 ? "it" : "each") says what it waits for."
  }

  private func chooseHere(_ words: String) -> String {
    whyNotApply.map { "You cannot apply it here: \($0)." } ?? words
  }

  /// What else a person should know.
  var notices: [Notice] {
    // The first one is the headline, unless that says who cancelled the run.
    let told = run.state == .cancelled ? 0 : 1
    var notices = obstacles.dropFirst(told).map {
      Notice(badge: Badge(.failed, "Failed"), text: $0)
    }
    notices += report.pushes.flatMap(\.warnings).map {
      Notice(badge: Badge(.warn, "Warning"), text: $0)
    }
    if let newer = report.newer, newer > 0 {
      let were = newer == 1 ? "was queued" : "were queued"
      notices.append(
        Notice(
          badge: Badge(.pending, "Kept"),
          text: "\(Format.count(newer, "operation")) \(were) after the page that this run was "
            + "started from, and \(newer == 1 ? "waits" : "wait") in the queue for another push."))
    }
    notices += report.warnings.map {
      Notice(badge: Badge(.warn, "Warning"), text: "\($0.table): \($0.text)")
    }
    for table in report.pull?.tables ?? [] {
      if table.keptBeside > 0 {
        notices.append(
          Notice(
            badge: Badge(.pending, "Kept"),
            text: "\(table.table): \(Format.count(table.keptBeside, "row has", "rows have")) "
              + "unsent changes here. The server’s copies are kept beside them."))
      }
    }
    return notices
  }

  /// The reasons of a run that was abandoned are known to the list of runs only.
  private var obstacles: [String] {
    let known = report.obstacles
    guard known.isEmpty, !run.wasShutDown else { return known }
    return [run.outcome.message].compactMap { $0 }
  }

  private var reconcileSentence: String {
    guard let comparison = report.comparison else { return "Nothing was compared." }
    let counts = [
      comparison.missingOnServer.count, comparison.missingHere.count, comparison.different.count,
    ]
    guard counts.contains(where: { $0 > 0 }) else {
      return [
        "\(comparison.table) is the same here and on the server.", comparison.leftOut,
      ].compactMap { $0 }.joined(separator: " ")
    }
    guard run.applications.isEmpty else {
      return
        "The comparison found \(Format.count(counts[0], "row")) of \(comparison.table) here but "
        + "not on the server, \(Format.number(counts[1])) on the server but not here, "
        + "\(Format.number(counts[2])) different."
    }
    return "\(Format.count(counts[0], "row of", "rows of")) \(comparison.table) "
      + "\(counts[0] == 1 ? "is" : "are") here but not on the server, "
      + "\(Format.number(counts[1])) on the server but not here, "
      + "\(Format.number(counts[2])) \(counts[2] == 1 ? "differs" : "differ")."
  }
}
