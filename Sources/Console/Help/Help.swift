/// The keys of the console and its words, as the page of help and its JSON have them.
enum Help {
  /// As the sheet of keys has them, `frame/_keys`.
  static let keys: [(keys: String, does: String)] = [
    ("?", "Show these shortcuts"),
    ("/ Ctrl K", "Search, or jump to a table, row, operation or page"),
    (
      "g then o t d q c s a",
      "Go to overview, tables, trash (deleted), queue, errors and conflicts, sync, audit log"
    ), ("j k", "Next and previous row of a list"), ("Enter", "Open the row"),
    ("x", "Select the row; with Shift, select all from the last selected row"),
    ("e u", "Edit or undelete the row"),
    ("r", "Retry the open operation"),
    (".", "Open the row’s menu; on a row’s page, focus its first action"),
    (
      "[ ]",
      "Previous and next row of the list that a row was opened from; on a list, first and next "
        + "page"
    ), ("p", "Pause or resume live updates"),
    ("Esc", "Close a menu, a message or this dialog"),
  ]

  static let words: [(word: String, meaning: String)] = [
    (
      "Store",
      "A local copy of a server’s tables. “Here” means this store."
    ),
    (
      "Operation",
      "A local insert, update, delete or undelete that has not been pushed."
    ), ("Push", "Sends pending operations to the server."),
    (
      "Pull",
      "Fetches changes from the server. Rows with pending changes are never overwritten."
    ),
    (
      "Conflict",
      "A row changed both here and on the server. Both versions are kept until somebody resolves it."
    ),
    ("Base", "The last version from the server before your change."),
    (
      "Soft delete",
      "Marks a row as deleted; it can be undeleted. A hard delete removes it permanently."
    ), ("Delta token", "The position up to which the server’s changes have been pulled."),
    (
      "Reconcile",
      "Compares ids and versions with the server. Changes nothing until you apply it."
    ),
    (
      "Purge",
      "Removes local copies. Rows on the server return with the next full pull."
    ),
  ]
}
