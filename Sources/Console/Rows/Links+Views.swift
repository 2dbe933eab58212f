import ConsoleData
import HTTPKit

/// Columns and saved views of a table.
extension Links {
  /// The rows of a saved view, opened as that.
  static func rows(_ view: SavedView) -> String {
    var items = QueryItems(decoding: view.query) ?? QueryItems()
    items.add(RowListRequest.savedViewParameter, "\(view.id)")
    return with(rows(view.store, view.table), items)
  }

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
