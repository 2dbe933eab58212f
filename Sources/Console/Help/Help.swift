/// The keys of the console and its words, as the page of help and its JSON have them.
enum Help {
  /// As the sheet of keys has them, `frame/_keys`.
  static let keys: [(keys: String, does: String)] = [
    ("?", "Show these shortcuts"), ("/ Ctrl K", "Search, or jump to a table, row, operation or page"),
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
      "One local copy of a server’s tables. “Here” is the store, “there” is the server."
    ),
    (
      "Operation",
      "A change made here that waits to be sent: insert, update, delete or undelete."
    ), ("Push", "Sends the waiting operations."),
    (
      "Pull",
      "Fetches what changed on the server. It never overwrites a row that waits to be sent."
    ),
    ("Conflict", "The row changed here and there. Nothing is lost; a person chooses."),
    ("Base", "The server’s copy that this store had last, before your change."),
    (
      "Soft delete",
      "The row is marked and can come back. A hard delete removes it for good."
    ), ("Delta token", "Up to where the server’s changes were fetched."),
    (
      "Reconcile",
      "Compares all ids and versions here and there, and changes nothing by itself."
    ),
    (
      "Purge",
      "Drops local copies. The server’s rows stay and come back with the next pull."
    ),
  ]
}
