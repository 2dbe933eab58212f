import Localization
import Support
import SyncCore
import SyncInspection

extension HistoryEntry {
  /// What happened, by whom and when, as a sentence.
  func sentence(now: Timestamp) -> String {
    let (event, time) = (words, Format.relative(at, now: now))
    guard let person = by?.actorName else { return localized("\(event), \(time).") }
    return localized("\(event) by \(person), \(time).")
  }

  /// What happened, as the beginning of a line.
  var words: String {
    switch source {
    case .local:
      switch kind {
      case "insert": localized("Inserted here")
      case "update": localized("Changed here")
      case "delete": localized("Deleted here")
      case "undelete": localized("Undeleted here")
      default: localized("\(change) here")
      }
    case .push:
      kind == HistoryEntry.createdAgain
        ? localized(
          "Insert pushed again (if the row was deleted on the server, it was created again)")
        : localized("Pushed: \(change)")
    case .pull:
      switch kind {
      case "insert", HistoryEntry.pulledNew: localized("First pulled from the server")
      case HistoryEntry.returned: localized("Pulled from the server again")
      default: localized("Pulled from the server: \(change)")
      }
    case .resolve:
      switch kind {
      case "undo": localized("Undone here")
      case "keep-local": localized("Kept mine")
      case "take-server": localized("Took the server’s")
      case "merge": localized("Merged")
      case "discard": localized("Discarded")
      case "cancel": localized("Cancelled")
      case "retry": localized("Queued for retry")
      case "remove-row", "remove-here": localized("Removed from this store")
      default: localized("Resolved: \(change)")
      }
    }
  }

  /// The kind in words; the names of resolutions are words of forms too and stay.
  private var change: String { OperationKind(named: kind)?.noun ?? kind }
}
