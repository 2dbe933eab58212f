import Support
import SyncCore
import TemplateKit

/// What is known of a row that left the store while its edit form was open.
struct DeletedRowNotice {
  /// The audit's newest entry about it.
  struct Entry {
    var id: Int64
    var at: Timestamp
    var who: String
    var isPurge: Bool
    /// True when taking it back brings the row.
    var canUndo: Bool
  }

  /// What its history says of its going; nil where that was not written down, as of a purge.
  var removal: HistoryEntry?
  var hasHistory: Bool
  /// Nil where there is none, and for whom the audit does not show.
  var entry: Entry?

  /// Who took it away, and when.
  func cause(now: Timestamp) -> String? {
    if let removal { return removal.sentence(now: now) }
    return entry.map {
      "\($0.isPurge ? "Purged here" : "Taken away here") by \($0.who), "
        + "\(Format.relative($0.at, now: now))."
    }
  }

  /// What can be done about it, behind what became of the typing.
  var advice: String {
    guard let entry else {
      return "It is in no trash. If the server has it, a pull brings it; then save here again."
    }
    return entry.canUndo
      ? "It is in no trash, but Undo in audit entry \(entry.id) brings it back; then save here again."
      : "It is in no trash. Audit entry \(entry.id) says what became of it."
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
