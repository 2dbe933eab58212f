/// Columns and saved views of a table.
extension Links {
  /// Where a person’s columns of a table are saved.
  package static func columns(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "columns")
  }

  /// Saved views of a table.
  package static func views(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "views")
  }

  package static func removeView(_ store: String, _ table: String, _ id: Int64) -> String {
    path("s", store, "t", table, "views", "\(id)", "remove")
  }

  package static func renameView(_ store: String, _ table: String, _ id: Int64) -> String {
    path("s", store, "t", table, "views", "\(id)", "rename")
  }
}
