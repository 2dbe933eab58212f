import HTTPKit
import Support
import SyncCore
import SyncInspection

/// Asks before a row is deleted for good.
struct HardDeleteConfirmation {
  /// What has to be typed, unless the row's name or id is.
  static let word = "delete"

  let store: String
  let detail: RowDetail
  let softDelete: SoftDelete
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
      headline: "Delete \(title) for good?",
      isDangerous: true,
      consequence: detail.isNeverSent
        ? NeverSentText.allGo(1) : Self.consequence(of: softDelete, "a row deleted for good"),
      explanation: detail.isNeverSent
        ? "Undo brings it back as it is. Its last values stay in the audit."
        : "It leaves this store at once, and goes to the server with the next push; until "
          + "then Undo brings it back. Its last values stay in the audit.",
      samples: [.init(row, store: store, table: detail.table, name: name)],
      sampleCaption: "The row", facts: facts,
      action: list.on(Links.row(store, detail.table, detail.record.id, action: "hard-delete")),
      hidden: [], typed: Self.word, button: "Delete 1 row for good",
      export: Links.format("json", of: link), problem: problem, now: now)
  }

  /// What comes of it once it is pushed.
  static func consequence(of softDelete: SoftDelete, _ what: String) -> String {
    switch softDelete {
    case .none, .system: "Once pushed, \(what) cannot be undeleted."
    case .flag, .date:
      "Once pushed, \(what) cannot be undeleted, unless the server keeps what is deleted: then the "
        + "next pull brings it back into the trash."
    }
  }

  /// Why a row of the table cannot be deleted for good.
  static func keptByServer(_ table: String) -> String {
    "Rows of \(table) can’t be deleted for good from here: the server keeps deleted rows and only "
      + "marks them."
  }

  /// What stays of one that is deleted for good all the same.
  static let stays =
    "The server keeps the row as a tombstone, and the next pull brings it back into the trash. Only "
    + "the server can remove it for good."

  private var facts: [(name: String, text: String)] {
    [
      ("Row", detail.record.id), ("Table", detail.table),
      (
        "Unsent changes",
        detail.operations.isEmpty
          ? "none" : "\(detail.operations.count), which Undo brings back too"
      ),
      namedBy,
    ]
  }
}
