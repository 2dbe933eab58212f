import HTTPKit

extension Links {
  /// Where rows are pasted or uploaded.
  package static func importRows(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "import")
  }

  /// The preview of rows that were pasted or uploaded.
  package static func importDraft(_ store: String, _ table: String, _ draft: String) -> String {
    path("s", store, "t", table, "import", draft)
  }

  /// Ends an import that is under way.
  package static func cancelImport(_ store: String, _ table: String, _ draft: String) -> String {
    path("s", store, "t", table, "import", draft, "cancel")
  }

  /// Leaves out the rows of an import that have mistakes.
  package static func leaveOutOfImport(_ store: String, _ table: String, _ draft: String) -> String
  {
    path("s", store, "t", table, "import", draft, "leave-out")
  }

  /// The form again, with the rows of a draft in it.
  package static func importAgain(_ store: String, _ table: String, _ draft: String) -> String {
    with(importRows(store, table), QueryItems([.init("draft", draft)]))
  }
}
