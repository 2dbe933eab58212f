import ConsoleData
import SyncCore

/// A run that has ended, in sentences: what came of it, and what happened to the data.
struct RunStory {
  struct Notice: Equatable {
    var chip: Chip
    var text: String
  }

  var run: Run
  var report: RunReport

  /// The sentence in bold; nil when all went well.
  var strong: String? {
    if run.state == .cancelled { return "Cancelled." }
    if let obstacle = obstacles.first { return obstacle }
    guard report.failed > 0 else { return nil }
    let all = report.pushed + report.failed
    return "\(Format.number(report.failed)) of \(Format.count(all, "operation")) "
      + (report.failed == 1 ? "was not accepted." : "were not accepted.")
  }

  var say: String {
    if run.kind == .reconcile { return reconcileSentence }
    var parts: [String] = []
    if report.push != nil || report.pull?.push != nil {
      parts.append(pushSentence)
    }
    if report.pull != nil {
      parts.append(
        report.pulled == 0 && report.deleted == 0
          ? "no row changed here" : "\(Format.count(report.pulled, "row")) came in")
      if report.deleted > 0 {
        parts.append("\(Format.count(report.deleted, "row was", "rows were")) deleted here")
      }
    }
    guard !parts.isEmpty else { return run.state == .succeeded ? "Done." : "Nothing was changed." }
    return parts.joined(separator: ", ").capitalizedWord + "."
  }

  private var pushSentence: String {
    if report.pushed == 0, report.failed == 0, run.state == .succeeded {
      return "Nothing waited to be sent"
    }
    // After an obstacle the server may have taken what was under way.
    if report.pushed == 0, report.failed > 0, obstacles.isEmpty {
      return "nothing was changed on the server"
    }
    return "\(Format.count(report.pushed, "operation is", "operations are")) on the server"
  }

  var note: String {
    if run.kind == .reconcile {
      let differs = report.comparison?.groups.contains { $0.group.count > 0 } ?? false
      return differs ? "Nothing was changed. Choose below what to do." : "Nothing was changed."
    }
    if report.failed > 0 {
      return "What was not accepted is still in the queue. Nothing was lost."
    }
    return run.state == .succeeded
      ? "Everything that was asked for is done."
      : "What was done before stays; everything else is kept, and the next run goes on from there."
  }

  /// What else a person should know.
  var notices: [Notice] {
    var notices = obstacles.map { Notice(chip: Chip(.failed, "Failed"), text: $0) }
    for table in report.pull?.tables ?? [] {
      notices += table.warnings.map {
        Notice(chip: Chip(.warn, "Warning"), text: "\(table.table): \($0)")
      }
      if table.keptBeside > 0 {
        notices.append(
          Notice(
            chip: Chip(.pending, "Kept"),
            text: "\(table.table): \(Format.count(table.keptBeside, "row has", "rows have")) "
              + "unsent changes here. The server’s copies are kept beside them."))
      }
    }
    return notices
  }

  /// The reasons of a run that was abandoned are known to the list of runs only.
  private var obstacles: [String] {
    let known = report.obstacles
    return known.isEmpty ? [run.outcome.message].compactMap { $0 } : known
  }

  private var reconcileSentence: String {
    guard let comparison = report.comparison else { return "Nothing was compared." }
    let counts = [
      comparison.missingOnServer.count, comparison.missingHere.count, comparison.different.count,
    ]
    guard counts.contains(where: { $0 > 0 }) else {
      return "\(comparison.table) is the same here and on the server."
    }
    return "\(Format.count(counts[0], "row of", "rows of")) \(comparison.table) "
      + "\(counts[0] == 1 ? "is" : "are") here but not on the server, "
      + "\(Format.number(counts[1])) on the server but not here, "
      + "\(Format.number(counts[2])) differ."
  }
}
