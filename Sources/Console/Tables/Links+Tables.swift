extension Links {
  static func newTable(_ store: String) -> String { path("s", store, "tables", "new") }

  static func schema(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "schema")
  }

  /// Rows that came from one insert.
  static func duplicates(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "duplicates")
  }
}
