import Localization

/// The keys of the console and its words, as the page of help and its JSON have them.
enum Help {
  /// As the sheet of keys has them, `frame/_keys`.
  static var keys: [(keys: String, does: String)] {
    [
      (localized("Ctrl K"), localized("Command palette: actions, pages, recent places, rows")),
      ("/", localized("Search this list, or everything if it has no search")),
      ("g o", localized("Overview")),
      ("g c", localized("Errors and conflicts")),
      ("g q", localized("Queue")),
      ("g s", localized("Sync")),
      ("g t", localized("Tables")),
      ("g d", localized("Trash (deleted rows)")),
      ("g a", localized("Audit log")),
      ("p", localized("Pause or resume live updates")),
      ("?", localized("Show these shortcuts")),
      ("j k", localized("Next, previous row")),
      (localized("Enter"), localized("Open the row")),
      (localized("Space"), localized("Peek at the row")),
      ("← →", localized("Previous, next cell or bar of a chart")),
      (localized("Shift ← →"), localized("Move the focused column")),
      ("F2", localized("Edit the cell")),
      ("f", localized("Add a filter")),
      ("x", localized("Select the row")),
      (localized("Shift x"), localized("Select all from the last selected row")),
      (".", localized("Open the menu of the row or cell")),
      ("[ ]", localized("Previous (or first), next page")),
      (
        localized("Esc"),
        localized("Close a menu, panel, message or dialog, or clear the selection")
      ),
      ("e", localized("Edit")),
      ("u", localized("Undelete")),
      ("r", localized("Retry")),
      (".", localized("Focus the first action")),
      ("[ ]", localized("Previous, next row of the list")),
    ]
  }

  static var words: [(word: String, meaning: String)] {
    [
      (
        localized("Store"), localized("A local copy of a server’s tables. “Here” means this store.")
      ),
      (
        localized("Operation"),
        localized("A local insert, update, delete or undelete that has not been pushed.")
      ), (localized("Push"), localized("Sends pending operations to the server.")),
      (
        localized("Pull"),
        localized(
          "Fetches changes from the server. Rows with pending changes are never overwritten.")
      ),
      (
        localized("Conflict"),
        localized(
          "A row changed both here and on the server. Both versions are kept until somebody "
            + "resolves it."
        )
      ),
      (localized("Base"), localized("The last version from the server before your change.")),
      (
        localized("Soft delete"),
        localized(
          "Marks a row as deleted; it can be undeleted. A hard delete removes it permanently.")
      ),
      (
        localized("Delta token"),
        localized("The position up to which the server’s changes have been pulled.")
      ),
      (
        localized("Reconcile"),
        localized("Compares ids and versions with the server. Changes nothing until you apply it.")
      ),
      (
        localized("Purge"),
        localized("Removes local copies. Rows on the server return with the next full pull.")
      ),
    ]
  }
}
