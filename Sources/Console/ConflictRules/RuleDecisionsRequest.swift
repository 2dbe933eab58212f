import HTTPKit
import Localization

/// What the address of the conflicts that rules resolved asks for.
struct RuleDecisionsRequest: PagedRequest {
  static let cursorParameter = ListCursor.olderParameter
  static let usualSize = 50

  /// Nil for all tables.
  let table: String?
  /// Only decisions with this text are listed.
  let text: String?
  var size: Int
  let cursor: ListCursor
  let older: Int64?
  let newer: Int64?

  init(_ items: QueryItems) throws(HTTPError) {
    table = items["table"].flatMap { $0.isEmpty ? nil : $0 }
    text = try ListFilter.text(in: items)
    size = try ListSize.given(items) ?? Self.usualSize
    cursor = ListCursor(items, after: Self.cursorParameter)
    older = try Self.number(cursor.after, Self.cursorParameter)
    newer = try Self.number(cursor.before, ListCursor.beforeParameter)
  }

  private static func number(_ text: String?, _ name: String) throws(HTTPError) -> Int64? {
    guard let text else { return nil }
    guard let number = Int64(text) else {
      throw HTTPError(400, localized("“\(name)” must be a number, and “\(text)” is not."))
    }
    return number
  }

  var isFiltered: Bool { table != nil || text != nil }

  var unpaged: QueryItems {
    var items = QueryItems()
    items["table"] = table
    items["text"] = text
    return items
  }
}
