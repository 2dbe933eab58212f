/// The keys of the console and its words, as the page of help and its JSON have them.
enum Help {
  /// As the sheet of keys has them, `frame/_keys`.
  static let keys: [(keys: String, does: String)] = [
    ("Ctrl K", "Command palette: actions, pages, recent places, rows"),
    ("/", "Search, or jump to a page, table, row or operation"),
    ("g o", "Overview"),
    ("g c", "Errors and conflicts"),
    ("g q", "Queue"),
    ("g s", "Sync"),
    ("g t", "Tables"),
    ("g d", "Trash (deleted rows)"),
    ("g a", "Audit log"),
    ("p", "Pause or resume live updates"),
    ("?", "Show these shortcuts"),
    ("j k", "Next, previous row"),
    ("Enter", "Open the row"),
    ("Space", "Peek at the row"),
    ("← →", "Previous, next cell"),
    ("F2", "Edit the cell"),
    ("f", "Add a filter"),
    ("x", "Select the row"),
    ("Shift x", "Select all from the last selected row"),
    (".", "Open the menu of the row or cell"),
    ("[ ]", "Previous (or first), next page"),
    ("Esc", "Close a menu, a panel, a message or this dialog"),
    ("e", "Edit"),
    ("u", "Undelete"),
    ("r", "Retry"),
    (".", "Focus the first action"),
    ("[ ]", "Previous, next row of the list"),
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
