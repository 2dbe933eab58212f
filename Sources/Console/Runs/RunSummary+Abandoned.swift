import ConsoleData
import SyncCore

/// A run whose program ended before it did: what is known of it was saved a moment before.
extension RunSummary {
  var abandonedSentence: String {
    if report.copy != nil { return report.copySentence(run.kind) }
    var parts: [String] = []
    if let push = report.pushes.first { parts.append(sent(push)) }
    if report.pull != nil {
      parts.append(
        report.pulled == 0
          ? "no rows are known to have been pulled"
          : "at least \(Format.count(report.pulled, "row was", "rows were")) pulled")
      if report.deleted > 0 {
        parts.append(
          "at least \(Format.count(report.deleted, "row was", "rows were")) deleted here")
      }
    }
    guard !parts.isEmpty else { return "Its results are unknown." }
    return parts.joined(separator: "; ").capitalizedWord + "."
  }

  private func sent(_ push: PushReport) -> String {
    let all = Format.count(push.succeeded + push.remaining, "operation")
    let refused = push.failed + push.conflicts
    let open = max(0, push.remaining - refused)
    var parts: [String] = []
    if push.succeeded > 0 || open == 0 {
      let verb = push.succeeded == 1 ? "is" : "are"
      parts.append("at least \(Format.number(push.succeeded)) of \(all) \(verb) on the server")
    }
    if refused > 0 {
      parts.append("\(Format.number(refused)) \(refused == 1 ? "was" : "were") not accepted")
    }
    guard open > 0 else { return parts.joined(separator: ", ") }
    guard !parts.isEmpty else {
      return open == 1
        ? "the outcome of 1 operation is unknown"
        : "none of \(all) is confirmed by the server; the queue shows which were not sent"
    }
    // What was on its way is told from what never left only when the store is opened again.
    return parts.joined(separator: ", ") + "; the queue shows which of the rest were not sent"
  }

  var whatAbandonedLeaves: String {
    let queue =
      "Nothing was lost: unconfirmed operations are still in the queue, and the next push checks "
      + "the server before it resends those that were in flight."
    let rows = "Pulled rows are kept; the next pull fetches the rest."
    let noted = run.finishedAt.map { "Figures as of \(Format.full($0)). " } ?? ""
    switch run.kind {
    case .push: return noted + queue
    case .pull: return noted + (report.pushes.isEmpty ? rows : "\(queue) \(rows)")
    case .sync: return "\(noted)\(queue) \(rows)"
    case .reconcile, .verify: return "Nothing was changed."
    case .copy: return "Copied rows are in the queue. Copy again to copy the rest."
    }
  }
}
