import HTTPKit
import SyncCore

/// Which store is copied from, and how.
struct CopyQuery: Sendable {
  /// Nil where none was chosen yet.
  var from: String?
  /// Nil for every table.
  var tables: [String]?
  var options = CopyOptions()

  init(_ query: QueryItems) {
    from = query["from"].flatMap { $0.isEmpty ? nil : $0 }
    options.includesDeleted = query["deleted"] != nil
    options.overwrites = query["overwrite"] != nil
  }

  init(_ body: ActionBody) throws(HTTPError) {
    from = body.text("from")
    tables = body.texts("tables")
    options.includesDeleted = try body.flag("deleted") ?? false
    options.overwrites = try body.flag("overwrite") ?? false
  }

  /// The names of the options that are on.
  var choices: [String] {
    (options.includesDeleted ? ["deleted"] : []) + (options.overwrites ? ["overwrite"] : [])
  }

  /// The page that shows this comparison, or asks whether the deletions of a table are copied.
  func link(_ store: String, confirming table: String? = nil) -> String {
    var items = QueryItems()
    items["from"] = from
    for choice in choices { items[choice] = "1" }
    items["confirm"] = table
    return Links.with(Links.copy(store), items)
  }
}
