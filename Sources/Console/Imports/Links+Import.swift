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

  /// A file with nothing but the names of the columns that rows can be imported into.
  package static func importTemplate(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "import", "template") + ".csv"
  }

  /// The invalid rows of an import as a file, each with the reason.
  package static func invalidRows(_ store: String, _ table: String, _ draft: String) -> String {
    path("s", store, "t", table, "import", draft, "invalid") + ".csv"
  }

  /// The step in which columns are chosen that rows are imported into, and how.
  package static func importColumns(_ store: String, _ table: String, _ draft: String) -> String {
    path("s", store, "t", table, "import", draft, "columns")
  }

  /// The form again, with the rows of a draft in it.
  package static func importAgain(_ store: String, _ table: String, _ draft: String) -> String {
    with(importRows(store, table), QueryItems([.init("draft", draft)]))
  }
}
