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
    switch (failed, unknown) {
    case (0, 0): return nil
    case (_, 0): return "\(refused)."
    case (0, _) where report.pushed == 0: return "\(all) with unknown outcome."
    case (0, _): return "\(Format.number(unknown)) of \(all) with unknown outcome."
    case (_, _): return "\(refused), \(Format.number(unknown)) with unknown outcome."
    }
  }

  var say: String {
    if run.isReportDropped { return outcomeSentence }
    if run.kind == .reconcile { return reconcileSentence }
    if report.copy != nil { return report.copySentence(run.kind) }
    if run.wasAbandoned { return abandonedSentence }
    var parts: [String] = []
    if report.push != nil || report.pull?.push != nil {
      parts.append(pushSentence)
    }
    if report.pull != nil {
      parts.append(
        report.pulled == 0 && report.deleted == 0
          ? unchanged : "\(Format.count(report.pulled, "row was", "rows were")) pulled")
      if report.deleted > 0 {
        parts.append("\(Format.count(report.deleted, "row was", "rows were")) deleted here")
      }
    }
    guard !parts.isEmpty else { return run.state == .succeeded ? "Done." : "Nothing was changed." }
    return parts.joined(separator: ", ").capitalizedWord + "."
  }

  /// What a run did, from the numbers that outlive its report.
  private var outcomeSentence: String {
    let outcome = run.outcome
    let parts = [
      (
        outcome.pushed, Format.count(outcome.pushed, "operation was", "operations were") + " pushed"
      ),
      (outcome.pulled, Format.count(outcome.pulled, "row was", "rows were") + " pulled"),
      (
        outcome.deleted, Format.count(outcome.deleted, "row was", "rows were") + " deleted here"
      ),
    ].filter { $0.0 > 0 }.map(\.1)
    return parts.isEmpty ? "Nothing was changed." : parts.joined(separator: ", ") + "."
  }

  private var unchanged: String {
    report.received == 0
      ? "no rows changed here"
      : "\(Format.count(report.received, "row")) received, none changed here"
  }

  private var pushSentence: String {
    if report.pushed == 0, report.failed == 0, run.state == .succeeded {
      if report.preview != nil { return "Nothing was pushed" }
      return report.remaining == 0 ? "Nothing to push" : "Nothing could be pushed"
    }
    // After an obstacle the server may have taken what was under way.
    if report.pushed == 0, report.failed > 0, report.unknown == 0, obstacles.isEmpty {
      return "nothing was changed on the server"
    }
    let sent =
      report.pushed == 0
      ? "no operations" : Format.count(report.pushed, "operation was", "operations were")
    return report.pushed == 0 ? "\(sent) confirmed by the server" : "\(sent) pushed"
  }

  var note: String {
    if run.isReportDropped {
      return "Its report was removed: reports are kept for the last "
        + "\(Format.number(Run.reportsMax)) runs of a store."
    }
    if run.kind == .reconcile {
      let groups = report.comparison?.groups.filter { $0.group.count > 0 } ?? []
      let open = groups.filter { run.application(settling: $0.name) == nil }
      if let applied = run.applications.last {
        let end = applied.takenBack.map { "; \($0.by) undid it" } ?? ""
        return "\(applied.by) applied this comparison\(end). "
          + (open.isEmpty
            ? "Compare again to see current differences."
            : chooseHere("Other groups can still be applied below."))
      }
      return open.isEmpty
        ? "Nothing was changed." : "Nothing was changed. \(chooseHere("Choose an action below."))"
    }
    if run.wasAbandoned { return whatAbandonedLeaves }
    if run.state == .cancelled { return report.whatStays(run.kind) + aftermath.sinceThen(report) }
    if report.failed + report.unknown > 0 { return aftermath.whereTheyAre(report) }
    guard run.state == .succeeded else { return report.whatStays(run.kind) }
    if let copy = report.copy { return copy.note(run.kind) }
    if let preview = report.preview, preview.differing > 0 {
      return "The result differs from the preview: see below."
    }
    return report.remaining == 0
      ? "Everything is done."
      : "Everything ready was pushed. "
        + "\(Format.count(report.remaining, "operation")) stayed in the queue. Open "
        + "\(report.remaining == 1 ? "it" : "one") to see why it is waiting."
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
          text: "\(Format.count(newer, "operation")) \(were) after this run was "
            + "requested and \(newer == 1 ? "waits" : "wait") for the next push."))
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
              + "pending changes here. The server’s versions are kept beside them."))
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

  private static func sentence(_ sum: ReconcileSum) -> String {
    guard sum.tables > 0 else { return "Nothing was compared." }
    let tables = Format.count(sum.tables, "table")
    guard sum.differences > 0 else {
      return sum.failed == 0
        ? "\(tables) \(sum.tables == 1 ? "matches" : "match") the server."
        : "\(Format.number(sum.tables - sum.failed)) of \(tables) match the server."
    }
    return
      "In \(tables), \(Format.count(sum.missingOnServer, "row is", "rows are")) missing on the "
      + "server, \(Format.number(sum.missingHere)) missing here, "
      + "\(Format.number(sum.different)) \(sum.different == 1 ? "differs" : "differ")."
  }

  private var reconcileSentence: String {
    if let comparisons = report.comparisons {
      let sum = ReconcileSum(comparisons)
      return [Self.sentence(sum), sum.leftOut].compactMap(\.self).joined(separator: " ")
    }
    guard let comparison = report.comparison else { return "Nothing was compared." }
    let counts = [
      comparison.missingOnServer.count, comparison.missingHere.count, comparison.different.count,
    ]
    guard counts.contains(where: { $0 > 0 }) else {
      return [
        "\(comparison.table) matches the server.", comparison.leftOut,
      ].compactMap { $0 }.joined(separator: " ")
    }
    guard run.applications.isEmpty else {
      return
        "The comparison found \(Format.count(counts[0], "row")) of \(comparison.table) missing "
        + "on the server, \(Format.number(counts[1])) missing here, "
        + "\(Format.number(counts[2])) different."
    }
    return "\(Format.count(counts[0], "row of", "rows of")) \(comparison.table) "
      + "\(counts[0] == 1 ? "is" : "are") missing on the server, "
      + "\(Format.number(counts[1])) missing here, "
      + "\(Format.number(counts[2])) \(counts[2] == 1 ? "differs" : "differ")."
  }
}
