import ConsoleData
import Localization
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
  /// The name of the row of the only operation, in quotes; nil where there are several.
  var onlyName: String?

  /// The sentence in bold; nil when all went well.
  var strong: String? { headline ?? problemSentence }

  /// What no number says: why the run ended early, or the row of its only problem.
  var headline: String? {
    if run.wasShutDown { return run.shownMessage }
    if run.state == .cancelled {
      return run.cancelledBy.map { by in localized("Cancelled by \(by.actorName).") }
        ?? localized("Cancelled.")
    }
    if let obstacle = obstacles.first { return obstacle.asSentence }
    let problems = report.problemCounts
    guard let name = onlyName, problems.sum == 1, problems.unknown == 0 else { return nil }
    return problems.rejected == 1
      ? localized("\(name) was rejected by the server.") : localized("\(name) is in conflict.")
  }

  private var problemSentence: String? {
    let problems = report.problemCounts
    let all = report.pushed + report.failed + report.unknown
    let operations = Format.count(all, "operation")
    let count = Format.number(problems.sum)
    if let sentence = problems.sentence(ofAll: all) { return sentence }
    switch (problems.rejected, problems.conflicts, problems.unknown) {
    case (0, 0, 0): return nil
    case (1, 0, 0): return localized("1 of \(operations) was rejected by the server.")
    case (_, 0, 0): return localized("\(count) of \(operations) were rejected by the server.")
    case (0, 1, 0): return localized("1 of \(operations) is in conflict.")
    case (0, _, 0): return localized("\(count) of \(operations) are in conflict.")
    case (0, 0, _) where report.pushed == 0:
      return localized("\(operations) with unknown outcome.")
    case (0, 0, _): return localized("\(count) of \(operations) with unknown outcome.")
    case (_, _, _): return localized("\(operations): \(problems.words).")
    }
  }

  var say: String {
    if run.isReportDropped { return outcomeSentence }
    if run.kind == .reconcile { return reconcileSentence }
    if report.copy != nil { return report.copySentence(run.kind) }
    if run.wasAbandoned { return abandonedSentence }
    if run.state == .failed, report.reachedNothing {
      return localized("Nothing was sent or received.")
    }
    var parts: [String] = []
    if report.push != nil || report.pull?.push != nil {
      parts.append(pushSentence)
    }
    if report.pull != nil {
      if report.pulled == 0, report.deleted == 0 { parts.append(unchanged(isFirst: parts.isEmpty)) }
      if report.pulled > 0 { parts.append(Self.pulled(report.pulled)) }
      if report.deleted > 0 { parts.append(Self.deleted(report.deleted)) }
    }
    guard !parts.isEmpty else {
      return run.state == .succeeded ? localized("Done.") : localized("Nothing was changed.")
    }
    return parts.joinedAsSentence()
  }

  private static func pushed(_ count: Int) -> String {
    let operationsWere = Format.count(count, "operation was", "operations were")
    return localized("\(operationsWere) pushed")
  }

  private static func pulled(_ count: Int) -> String {
    let rowsWere = Format.count(count, "row was", "rows were")
    return localized("\(rowsWere) pulled")
  }

  /// Also of rows that were not here, or deleted already: a first pull brings them, and one after a push
  /// of deletes.
  private static func deleted(_ count: Int) -> String {
    let deletionsWere = Format.count(count, "deletion was", "deletions were")
    return localized("\(deletionsWere) pulled")
  }

  /// What a run did, from the numbers that outlive its report.
  private var outcomeSentence: String {
    let outcome = run.outcome
    let parts = [
      (outcome.pushed, Self.pushed(outcome.pushed)), (outcome.pulled, Self.pulled(outcome.pulled)),
      (outcome.deleted, Self.deleted(outcome.deleted)),
    ].filter { $0.0 > 0 }.map(\.1)
    return parts.isEmpty ? localized("Nothing was changed.") : parts.joinedAsSentence()
  }

  /// - Parameter isFirst: At the start of the sentence.
  private func unchanged(isFirst: Bool) -> String {
    let rows = Format.count(report.received, "row")
    guard report.received == 0 else { return localized("\(rows) received, none changed here") }
    return isFirst ? localized("No rows changed here") : localized("no rows changed here")
  }

  /// The start of a sentence.
  private var pushSentence: String {
    if report.pushed == 0, report.failed == 0, run.state == .succeeded {
      if report.preview != nil { return localized("Nothing was pushed") }
      return report.remaining == 0 || report.needsAttentionOnly
        ? localized("Nothing to push") : localized("Nothing could be pushed")
    }
    // After an obstacle the server may have taken what was under way.
    if report.pushed == 0, report.failed > 0, report.unknown == 0, obstacles.isEmpty {
      return localized("Nothing was changed on the server")
    }
    return report.pushed == 0
      ? localized("No operations confirmed by the server") : Self.pushed(report.pushed)
  }

  /// Nil where there is nothing to add.
  var note: String? {
    let sentences = [whatStays, queuedSince].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joinedAsSentences()
  }

  /// That operations wait which the push was not asked for: they are no problem of the run.
  private var queuedSince: String? {
    guard let newer = report.newer, newer > 0 else { return nil }
    let operations = Format.count(newer, "operation")
    return newer == 1
      ? localized(
        "\(operations) was queued after this run was requested and waits for the next push.")
      : localized(
        "\(operations) were queued after this run was requested and wait for the next push.")
  }

  private var whatStays: String? {
    if run.isReportDropped {
      return localized(
        "Its report was removed: reports are kept for the last \(Format.number(Run.reportsMax)) "
          + "runs of a store.")
    }
    if run.kind == .reconcile { return reconcileNote }
    if run.wasAbandoned { return whatAbandonedLeaves }
    if run.state == .cancelled { return report.whatStays(run.kind) + aftermath.sinceThen(report) }
    if report.failed + report.unknown > 0 { return aftermath.whereTheyAre(report) }
    guard run.state == .succeeded else { return report.whatStays(run.kind) }
    if let copy = report.copy { return copy.note(run.kind) }
    if let preview = report.preview, preview.differing > 0 {
      return localized("The result differs from the preview: see below.")
    }
    return whatIsLeft
  }

  /// Nil where a run left nothing in the queue.
  private var whatIsLeft: String? {
    guard report.remaining > 0 else { return nil }
    if report.needsAttentionOnly {
      return [
        Format.count(report.remaining, "change needs attention", "changes need attention")
      ].joinedAsSentence()
    }
    let operations = Format.count(report.remaining, "operation")
    let left =
      report.remaining == 1
      ? localized("\(operations) stayed in the queue. Open it to see why it is waiting.")
      : localized("\(operations) stayed in the queue. Open one to see why it is waiting.")
    return [report.pushed == 0 ? nil : localized("Everything ready was pushed."), left]
      .compactMap(\.self).joinedAsSentences()
  }

  /// What else a person should know.
  var notices: [Notice] {
    // The first one is the headline, unless that says who cancelled the run.
    let told = run.state == .cancelled ? 0 : 1
    var notices = obstacles.dropFirst(told).map {
      Notice(badge: Badge(.failed, localized("Failed")), text: $0)
    }
    notices += report.pushes.flatMap(\.warnings).map {
      Notice(badge: Badge(.warn, localized("Warning")), text: localized(stored: $0))
    }
    notices += report.warnings.map {
      Notice(
        badge: Badge(.warn, localized("Warning")),
        text: labelled($0.table, localized(stored: $0.text)))
    }
    for table in report.pull?.tables ?? [] {
      if table.keptBeside > 0 {
        let (tableName, rowsHave) = (
          table.table, Format.count(table.keptBeside, "row has", "rows have")
        )
        notices.append(
          Notice(
            badge: Badge(.pending, localized("Kept")),
            text: localized(
              "\(tableName): \(rowsHave) pending changes here. The server’s versions are kept "
                + "beside them.")))
      }
    }
    return notices
  }

  /// The reasons of a run that was abandoned are known to the list of runs only.
  private var obstacles: [String] {
    let known = report.obstacles.map { localized(stored: $0) }
    guard known.isEmpty, !run.wasShutDown else { return known }
    return [run.shownMessage].compactMap { $0 }
  }
}

/// What a comparison with the server found, and what was done with it.
extension RunSummary {
  var reconcileNote: String {
    let groups = report.comparison?.groups.filter { $0.group.count > 0 } ?? []
    let open = groups.filter { run.application(settling: $0.name) == nil }
    guard let applied = run.applications.last else {
      let unchanged = localized("Nothing was changed.")
      return open.isEmpty
        ? unchanged : "\(unchanged) \(chooseHere(localized("Choose an action below.")))"
    }
    let by = applied.by.actorName
    let done =
      applied.takenBack.map { undo in
        localized("\(by) applied this comparison; \(undo.by.actorName) undid it.")
      } ?? localized("\(by) applied this comparison.")
    let next =
      open.isEmpty
      ? localized("Compare again to see current differences.")
      : chooseHere(localized("Other groups can still be applied below."))
    return [done, next].joinedAsSentences()
  }

  private func chooseHere(_ words: String) -> String {
    whyNotApply.map { reason in localized("You cannot apply it here: \(reason).") } ?? words
  }

  var reconcileSentence: String {
    if let comparisons = report.comparisons {
      let sum = ReconcileSum(comparisons)
      let uncounted = ReconcileReport.filterNote(
        missingHere: sum.missingHere, isFiltered: sum.hasUncounted)
      return [Self.sentence(sum), Self.notCompared(sum), sum.leftOut, uncounted]
        .compactMap(\.self).joinedAsSentences()
    }
    guard let comparison = report.comparison else { return localized("Nothing was compared.") }
    let tableName = comparison.table
    guard comparison.isComplete else { return localized("\(tableName) could not be compared.") }
    let counts = [
      comparison.missingOnServer.count, comparison.missingHere.count, comparison.different.count,
    ]
    let uncounted = ReconcileReport.filterNote(
      missingHere: comparison.missingHere.count, isFiltered: comparison.isFiltered)
    guard comparison.differing > 0 else {
      return [localized("\(tableName) matches the server."), comparison.leftOut, uncounted]
        .compactMap { $0 }.joinedAsSentences()
    }
    let differences = Self.differences(
      of: tableName, missingThere: counts[0], missingHere: counts[1], different: counts[2])
    return [differences, comparison.leftOut, uncounted].compactMap(\.self).joinedAsSentences()
  }

  /// The tables of a comparison of several that broke off; nil when all were compared, or none.
  private static func notCompared(_ sum: ReconcileSum) -> String? {
    guard sum.failed > 0, sum.compared > 0 else { return nil }
    return localized("\(Format.count(sum.failed, "table")) could not be compared.")
  }

  private static func sentence(_ sum: ReconcileSum) -> String {
    guard sum.compared > 0 else { return localized("Nothing was compared.") }
    let tables = Format.count(sum.compared, "table")
    guard sum.differences > 0 else {
      return sum.compared == 1
        ? localized("\(tables) matches the server.") : localized("\(tables) match the server.")
    }
    return differences(
      of: tables, missingThere: sum.missingOnServer, missingHere: sum.missingHere,
      different: sum.different)
  }

  /// `Compared Country: 2 rows missing on the server, 1 row missing here`, without what is zero.
  private static func differences(
    of place: String, missingThere: Int, missingHere: Int, different: Int
  ) -> String {
    let found = [
      (missingThere, "row missing on the server", "rows missing on the server"),
      (missingHere, "row missing here", "rows missing here"),
      (different, "row with different content", "rows with different content"),
    ].filter { $0.0 > 0 }.map { Format.count($0.0, $0.1, $0.2) }.joinedAsList()
    return localized("Compared \(place): \(found).")
  }
}
