import HTTPKit

extension Links {
  static func newTable(_ store: String) -> String { path("s", store, "tables", "new") }

  static func schema(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "schema")
  }

  /// The settings of one table, among those of its store.
  static func settings(_ store: String, of table: String) -> String {
    with(settings(store), QueryItems([.init("table", table)])) + "#" + SettingsPage.tableAnchor
  }

  /// Rows that came from one insert.
  static func duplicates(_ store: String, _ table: String) -> String {
    path("s", store, "t", table, "duplicates")
  }
}
