import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The confirmation of a hard delete.
struct HardDeleteConfirmation {
  /// What has to be typed, unless the row's name or id is.
  static let word = "delete"

  let store: String
  let detail: RowDetail
  /// What names the row, as a fact.
  let namedBy: (name: String, text: String)
  var list = ListOrigin()
  var problem: String?
  let now: Timestamp

  var page: ConfirmPage {
    let name = RowTitle(columns: detail.columns)
    let title = name.title(detail.record)
    let link = Links.row(store, detail.table, detail.record.id)
    let row = ListedRow(record: detail.record, state: detail.state, deleted: detail.deleted)
    return ConfirmPage(
      store: store, from: (title, list.on(link)), table: detail.table,
      headline: localized("Hard-delete “\(title)”?"),
      isDangerous: true,
      consequence: detail.isNeverSent
        ? NeverSentText.allGo(1)
        : Self.consequence,
      explanation: detail.isNeverSent
        ? localized("Undo restores it. Its last values stay in the audit log.")
        : localized(
          "It is removed from this store now, and from the server with the next push. Until then, "
            + "Undo restores it. Its last values stay in the audit log."),
      samples: [.init(row, store: store, table: detail.table, name: name)],
      sampleCaption: localized("The row"), facts: facts,
      action: list.on(Links.row(store, detail.table, detail.record.id, action: "hard-delete")),
      hidden: [], typed: Self.word, button: localized("Hard-delete 1 row"),
      export: Links.format("json", of: link), problem: problem, now: now)
  }

  /// The consequence once it is pushed.
  static var consequence: String {
    localized("Once pushed, a hard-deleted row can’t be undeleted.")
  }

  /// Why rows of the table can't be hard-deleted.
  static func keptByServer(_ table: String, _ softDelete: SoftDelete) -> String {
    guard softDelete != .system else {
      return localized(
        "Rows of \(table) can’t be hard-deleted from here: the server keeps deleted rows and only "
          + "marks them.")
    }
    return localized(
      "Rows of \(table) can’t be hard-deleted from here: the server may only mark them as deleted, "
        + "and the next pull would return them to the trash.")
  }

  /// What remains of a row that is hard-deleted all the same.
  static func stays(_ softDelete: SoftDelete) -> String {
    guard softDelete != .system else {
      return localized(
        "The server keeps the row as a tombstone, and the next pull returns it to the trash. It can "
          + "be removed only on the server.")
    }
    return localized(
      "If the server keeps deleted rows, the row stays there as a tombstone, and the next pull "
        + "returns it to the trash. Then it can be removed only on the server.")
  }

  private var facts: [(name: String, text: String)] {
    [
      (localized("Row"), detail.record.id), (localized("Table"), detail.table),
      (
        localized("Unsent changes"),
        detail.operations.isEmpty
          ? localized("none") : localized("\(detail.operations.count), which Undo restores too")
      ),
      namedBy,
    ]
  }
}
