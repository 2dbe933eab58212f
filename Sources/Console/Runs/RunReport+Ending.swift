package import ConsoleData
import Localization
import Support
import SyncCore

extension RunReport {
  /// What stays of a run that ended before its work was done, and where the next one begins.
  package func whatStays(_ kind: Run.Kind) -> String {
    switch kind {
    case .push: pushedPart ?? localized("Nothing was changed.")
    case .pull where pushes.isEmpty: pulledPart
    case .pull, .sync: [pushedPart, pulledPart].compactMap(\.self).joinedAsSentences()
    case .reconcile: localized("The comparison was cancelled. Nothing was changed.")
    case .copy: localized("Copied rows are in the queue. Copy again to copy the rest.")
    case .verify: localized("The verification was cancelled. Nothing was changed.")
    }
  }

  /// True where the server was not reached before the run ended.
  var reachedNothing: Bool {
    guard case .unreachable = stopped else { return false }
    return pushed + failed + unknown + received == 0
  }

  /// Nil where nothing was pushed and nothing is left to push.
  private var pushedPart: String? {
    guard pushed + unknown > 0 else { return queuedPart }
    let operations = Format.count(waiting, "operation")
    let sent =
      waiting > 0
      ? localized("Pushed changes stay pushed; the rest are still in the queue: \(operations).")
      : localized("Pushed changes stay pushed; the rest are still in the queue.")
    guard unknown > 0 else { return sent }
    let doubt = localized(
      "The outcome of \(Format.number(unknown)) of them is unknown; the next push checks the "
        + "server first.")
    return [sent, doubt].joinedAsSentences()
  }

  private var queuedPart: String? {
    guard !pushes.isEmpty else { return localized("All changes are still in the queue.") }
    guard remaining > 0 else { return nil }
    let operations = Format.count(remaining, "operation")
    return remaining == 1
      ? localized("\(operations) is still in the queue.")
      : localized("\(operations) are still in the queue.")
  }

  private var pulledPart: String {
    guard received + deleted > 0 else { return localized("No rows were pulled.") }
    let unfinished = unfinishedPulls
    guard !unfinished.isEmpty else { return localized("Pulled rows are kept.") }
    let (later, anew) = (unfinished.filter(\.goesOn), unfinished.filter { !$0.goesOn })
    var sentences = [localized("Pulled rows are kept.")]
    if !later.isEmpty {
      let tables = names(later)
      sentences.append(localized("The next pull of \(tables) resumes from there."))
    }
    if !anew.isEmpty {
      let tables = names(anew)
      sentences.append(
        localized(
          "The next pull of \(tables) starts over and skips rows already stored in the same "
            + "version."))
    }
    return sentences.joinedAsSentences()
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
      ? Format.count(names.count, "table") : names.joinedAsList()
  }
}
