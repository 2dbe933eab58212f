import Localization
import Support
import SyncCore
import SyncInspection

/// The sentences of a row's history.
extension HistoryEntry {
  private var who: String { AuditSentence.who }

  /// Who did it, as a sentence begins.
  var actor: String { by?.actorName ?? localized("Sync") }

  /// What happened, by whom and when.
  func sentence(now: Timestamp) -> String {
    let (event, time) = (headline(), Format.relative(at, now: now))
    return localized("\(event), \(time).")
  }

  /// What happened and by whom.
  ///
  /// - Parameter columns: Those that it changed.
  func headline(changing columns: [Column] = []) -> String {
    sentence(changing: columns).replacing(who, with: actor)
  }

  /// The same with ``AuditSentence/who`` in the place of who did it.
  func sentence(changing columns: [Column]) -> String {
    switch source {
    case .local: ofChange(columns)
    case .push: ofPush
    case .pull: ofPull(columns)
    case .resolve: ofResolution
    }
  }

  private func ofChange(_ columns: [Column]) -> String {
    switch kind {
    case "insert": return localized("\(who) inserted the row")
    case "delete": return localized("\(who) deleted the row")
    case "undelete": return localized("\(who) undeleted the row")
    default:
      guard let names = columns.names else { return localized("\(who) changed the row") }
      return localized("\(who) changed \(names)")
    }
  }

  private var ofPush: String {
    switch kind {
    case "insert": localized("\(who) pushed the new row")
    case "delete": localized("\(who) pushed the deletion")
    case "undelete": localized("\(who) pushed the undelete")
    case HistoryEntry.createdAgain:
      localized(
        "\(who) pushed the insert again (if the row was deleted on the server, it was created again)"
      )
    default: localized("\(who) pushed the change")
    }
  }

  private func ofPull(_ columns: [Column]) -> String {
    switch kind {
    case "insert", HistoryEntry.pulledNew:
      return localized("\(who) pulled the row for the first time")
    case "delete": return localized("\(who) pulled the deletion")
    case "undelete": return localized("\(who) pulled the undelete")
    case HistoryEntry.returned: return localized("\(who) pulled the row again")
    default:
      guard let names = columns.names else { return localized("\(who) pulled the row") }
      return localized("\(who) pulled changes to \(names)")
    }
  }

  private var ofResolution: String {
    switch resolution {
    case .keepLocal: localized("\(who) resolved the conflict: kept mine")
    case .takeServer: localized("\(who) resolved the conflict: took the server’s")
    case .merge: localized("\(who) resolved the conflict: merged")
    case .discard: localized("\(who) discarded the change")
    case .removeRow: removal
    case .retry: localized("\(who) queued the change for retry")
    case nil: ofOtherDecision
    }
  }

  private var ofOtherDecision: String {
    switch kind {
    case QueueDecision.cancel.name: localized("\(who) cancelled the change")
    case RowRepair.removeHere.rawValue: removal
    case RowRepair.insertAgain.rawValue: localized("\(who) queued another insert")
    case HistoryEntry.undone: localized("\(who) undid a change")
    default: localized("\(who) resolved the error: \(kind)")
    }
  }

  private var removal: String { localized("\(who) removed the row from this store") }
}

extension ServerVersion {
  /// - Parameter columns: Those that the server changed.
  func sentence(changing columns: [Column]) -> String {
    let who = AuditSentence.who
    if record.deleted { return localized("\(who) deleted the row") }
    guard base != nil else { return localized("\(who) has a row with this id") }
    guard let names = columns.names else { return localized("\(who) changed the row") }
    return localized("\(who) changed \(names)")
  }
}

extension [Column] {
  /// The names as a sentence has them, many counted; nil without any.
  fileprivate var names: String? {
    let names = filter { !$0.isSystem }.map(\.name)
    guard let last = names.last else { return nil }
    guard names.count <= 3 else { return Format.count(names.count, "column") }
    let first = names.dropLast().joinedAsList()
    return first.isEmpty ? last : localized("\(first) and \(last)")
  }
}
