import ConsoleData
import SyncCore

/// A run whose program ended before it did: what is known of it was saved a moment before.
extension RunSummary {
  var abandonedSentence: String {
    var parts: [String] = []
    if let push = report.pushes.first { parts.append(sent(push)) }
    if report.pull != nil {
      parts.append(
        report.pulled == 0
          ? "no row is known to have come in"
          : "at least \(Format.count(report.pulled, "row")) came in")
      if report.deleted > 0 {
        parts.append(
          "at least \(Format.count(report.deleted, "row was", "rows were")) deleted here")
      }
    }
    guard !parts.isEmpty else { return "Nothing is known of what it did." }
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
        ? "it is not known whether the 1 operation was sent"
        : "none of \(all) is surely on the server; the queue says which were not sent"
    }
    // What was on its way is told from what never left only when the store is opened again.
    return parts.joined(separator: ", ") + "; the queue says which of the rest were not sent"
  }

  var whatAbandonedLeaves: String {
    let queue =
      "Nothing is lost: what the server does not have is still in the queue, and the next push asks "
      + "the server about what was on its way before it sends that again."
    let rows = "Rows that came in stay, and the next pull brings the rest."
    let noted = run.finishedAt.map { "Its figures are those of \(Format.full($0)). " } ?? ""
    switch run.kind {
    case .push: return noted + queue
    case .pull: return noted + (report.pushes.isEmpty ? rows : "\(queue) \(rows)")
    case .sync: return "\(noted)\(queue) \(rows)"
    case .reconcile: return "Nothing was changed."
    }
  }
}
