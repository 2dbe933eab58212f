import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import Zones

/// What the address of the trash asks for.
struct TrashRequest: PagedRequest, Equatable {
  /// Stands for deletions that came with a pull; names of people never begin like this.
  static let elsewhere = "~elsewhere"

  var table: String?
  var by: TrashQuery.Deleter?
  var text: String?
  var from: Timestamp?
  var until: Timestamp?
  var size = ListSize.page
  var cursor = ListCursor()
  var pick: SelectionBar.Pick?

  init(_ items: QueryItems) throws(HTTPError) {
    func given(_ name: String) -> String? {
      items[name].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    }
    table = items["table"].flatMap { $0.isEmpty ? nil : $0 }
    by = items["by"].flatMap {
      $0.isEmpty ? nil : TrashQuery.Deleter(word: $0)
    }
    text = try ListFilter.text(in: items)
    from = try Self.moment(given("from"))
    until = try Self.moment(given("to"))
    if let from, let until, until <= from {
      throw HTTPError(
        400, localized("The end of the time range must be after its start."))
    }
    if let size = try ListSize.given(items) { self.size = size }
    cursor = ListCursor(items)
    pick = items["_pick"].flatMap(SelectionBar.Pick.init(rawValue:))
  }

  private static func moment(_ text: String?) throws(HTTPError) -> Timestamp? {
    guard let text else { return nil }
    let zone = PageZone.current
    guard let moment = zone.moment(inControl: text) else {
      throw HTTPError(
        400,
        localized(
          "“\(text)” is not a valid time. Use the format 2026-11-21 or 2026-11-21T14:00, in "
            + "\(zone.typed.name)."))
    }
    return moment
  }

  var query: TrashQuery {
    var query = TrashQuery(
      table: table, by: by, text: text, from: from, until: until, size: size, after: cursor.after)
    query.before = cursor.before
    return query
  }

  var byText: String {
    switch by {
    case .named(let name)?: name
    case .elsewhere?: Self.elsewhere
    case nil: ""
    }
  }

  var isFiltered: Bool { table != nil || isNarrowerThanTable }

  /// True where not all deleted rows of the table, or of all tables, are meant.
  var isNarrowerThanTable: Bool { by != nil || text != nil || from != nil || until != nil }

  /// True where a text is all that rows are filtered by.
  var isOnlySearched: Bool {
    text != nil && table == nil && by == nil && from == nil && until == nil
  }

  /// The filter alone: what "all that match" means.
  var filter: QueryItems {
    var items = QueryItems()
    if let table { items.add("table", table) }
    if by != nil { items.add("by", byText) }
    if let text { items.add("text", text) }
    if let from { items.add("from", from.description) }
    if let until { items.add("to", until.description) }
    return items
  }

  var unpaged: QueryItems { filter }
}
