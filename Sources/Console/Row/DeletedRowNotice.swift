import Localization
import Support
import SyncCore
import TemplateKit

/// Explains a row that was removed from the store while its edit form was open.
struct DeletedRowNotice {
  /// The newest audit entry about the row.
  struct Entry {
    var id: Int64
    var at: Timestamp
    var who: String
    var isPurge: Bool
    /// True when undoing it restores the row.
    var canUndo: Bool
  }

  /// The history entry of the removal; nil where there is none, as after a purge.
  var removal: HistoryEntry?
  var hasHistory: Bool
  /// Nil where there is none, or the person may not see the audit log.
  var entry: Entry?

  /// Who removed the row, and when.
  func cause(now: Timestamp) -> String? {
    if let removal { return removal.sentence(now: now) }
    return entry.map { entry in
      let (person, time) = (entry.who.actorName, Format.relative(entry.at, now: now))
      let event =
        entry.isPurge
        ? localized("\(person) purged the row") : localized("\(person) deleted the row")
      return localized("\(event), \(time).")
    }
  }

  /// What can be done about it.
  var advice: String {
    guard let entry else {
      return localized(
        "It is not in the trash. If the server still has it, pull the table, then save again.")
    }
    return entry.canUndo
      ? localized(
        "It is not in the trash. Undo audit entry \(entry.id) to restore it, then save again.")
      : localized("It is not in the trash. See audit entry \(entry.id).")
  }

  func part(of id: String, _ table: String, in store: String) -> TemplateDictionary {
    var part: TemplateDictionary = [
      "TEXT": advice, "ROWS_LINK": Links.rows(store, table), "TABLE": table,
    ]
    part.add(
      "ENTRY",
      list: entry.map { [["LINK": Links.auditEntry($0.id), "NUMBER": "\($0.id)"]] } ?? [])
    part.add("HISTORY", list: hasHistory ? [["LINK": Links.history(store, table, id)]] : [])
    return part
  }
}
