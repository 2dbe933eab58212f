package import ConsoleData
import Support
import SyncCore

extension RunReport {
  /// What stays of a run that ended before its work was done, and where the next one begins.
  package func whatStays(_ kind: Run.Kind) -> String {
    let rest = waiting > 0 ? ": \(Format.count(waiting, "operation"))" : ""
    let doubt =
      unknown > 0
      ? " The outcome of \(Format.number(unknown)) of them is unknown; the next push checks the "
        + "server first." : ""
    let sent = "Pushed changes stay pushed; the rest are still in the queue\(rest).\(doubt)"
    switch kind {
    case .push: return sent
    case .pull: return pushes.isEmpty ? pulledPart : "\(sent) \(pulledPart)"
    case .sync: return "\(sent) \(pulledPart)"
    case .reconcile: return "The comparison was cancelled. Nothing was changed."
    case .copy: return "Copied rows are in the queue. Copy again to copy the rest."
    case .verify: return "The verification was cancelled. Nothing was changed."
    }
  }

  private var pulledPart: String {
    let unfinished = unfinishedPulls
    guard !unfinished.isEmpty else {
      return pulled + deleted == 0 ? "No rows were pulled." : "Pulled rows are kept."
    }
    let (later, anew) = (unfinished.filter(\.goesOn), unfinished.filter { !$0.goesOn })
    var sentences = ["Pulled rows are kept."]
    if !later.isEmpty { sentences.append("The next pull of \(names(later)) resumes from there.") }
    if !anew.isEmpty {
      sentences.append(
        "The next pull of \(names(anew)) starts over and skips rows already "
          + "stored in the same version.")
    }
    return sentences.joined(separator: " ")
  }

  /// Pulls that began and did not come to their end.
  private var unfinishedPulls: [TablePullReport] {
    guard let pull else { return [] }
    let failed = pull.tables.filter { $0.failure != nil }
    // What stops a pull stops it within the last query that it had begun.
    guard pull.stopped != nil, let last = pull.tables.last, last.failure == nil else {
      return failed
    }
    return failed + [last]
  }

  private func names(_ tables: [TablePullReport]) -> String {
    var names: [String] = []
    for table in tables where !names.contains(identical: table.table) { names.append(table.table) }
    return names.count > 3
      ? "\(names.count) tables" : names.joined(separator: ", ")
  }
}
