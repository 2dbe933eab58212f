import ConsoleData
import Localization
import SyncCore

/// A run whose program ended before it did: what is known of it was saved a moment before.
extension RunSummary {
  var abandonedSentence: String {
    if report.copy != nil { return report.copySentence(run.kind) }
    var parts: [String] = []
    if let push = report.pushes.first { parts.append(sent(push)) }
    if report.pull != nil {
      parts.append(pulled(isFirst: parts.isEmpty))
      if report.deleted > 0 {
        let deletionsWere = Format.count(report.deleted, "deletion was", "deletions were")
        parts.append(localized("at least \(deletionsWere) pulled"))
      }
    }
    guard !parts.isEmpty else { return localized("Its results are unknown.") }
    return parts.joinedAsClauses() + TextCatalogue.current.language.fullStop
  }

  /// - Parameter isFirst: At the start of the sentence.
  private func pulled(isFirst: Bool) -> String {
    guard report.pulled > 0 else {
      return isFirst
        ? localized("No rows are known to have been pulled")
        : localized("no rows are known to have been pulled")
    }
    let rowsWere = Format.count(report.pulled, "row was", "rows were")
    return isFirst
      ? localized("At least \(rowsWere) pulled") : localized("at least \(rowsWere) pulled")
  }

  /// The start of the sentence.
  private func sent(_ push: PushReport) -> String {
    let all = Format.count(push.succeeded + push.remaining, "operation")
    let refused = push.failed + push.conflicts
    let open = max(0, push.remaining - refused)
    var parts: [String] = []
    if push.succeeded > 0 || open == 0 {
      let succeeded = Format.number(push.succeeded)
      parts.append(
        push.succeeded == 1
          ? localized("At least \(succeeded) of \(all) is on the server")
          : localized("At least \(succeeded) of \(all) are on the server"))
    }
    let problems = RunProblemCounts(rejected: push.failed, conflicts: push.conflicts)
    if problems.sum > 0 { parts.append(problems.words) }
    guard open > 0 else { return parts.joinedAsList() }
    guard !parts.isEmpty else {
      return open == 1
        ? localized("The outcome of 1 operation is unknown")
        : localized(
          "None of \(all) is confirmed by the server; the queue shows which were not sent")
    }
    // What was on its way is told from what never left only when the store is opened again.
    return [
      parts.joinedAsList(),
      localized("the queue shows which of the rest were not sent"),
    ].joinedAsClauses()
  }

  var whatAbandonedLeaves: String {
    let queue = localized(
      "Nothing was lost: unconfirmed operations are still in the queue, and the next push checks "
        + "the server before it resends those that were in flight.")
    let rows = localized("Pulled rows are kept; the next pull fetches the rest.")
    let noted = run.finishedAt.map { savedAt in
      localized("Figures as of \(Format.full(savedAt)).")
    }
    func sentences(_ parts: String...) -> String {
      ([noted].compactMap(\.self) + parts).joinedAsSentences()
    }
    switch run.kind {
    case .push: return sentences(queue)
    case .pull: return report.pushes.isEmpty ? sentences(rows) : sentences(queue, rows)
    case .sync: return sentences(queue, rows)
    case .reconcile, .verify: return localized("Nothing was changed.")
    case .copy: return localized("Copied rows are in the queue. Copy again to copy the rest.")
    }
  }
}
