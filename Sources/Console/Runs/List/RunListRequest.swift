import ConsoleData
import HTTPKit
import Localization

/// What the address of the list of runs asks for.
struct RunListRequest: PagedRequest {
  static let cursorParameter = ListCursor.olderParameter

  var kind: Run.Kind?
  var result: RunQuery.Result?
  var moved: RunQuery.Moved?
  /// A run's title or number, or a part of the name of who started it or of a table.
  var text: String?
  var size = ListSize.page
  /// Only runs newer than this one.
  var since: Int64?
  var cursor = ListCursor()

  /// The runs after another one that did something with rows.
  init(since: Int64?, moved: RunQuery.Moved) { (self.since, self.moved) = (since, moved) }

  init(_ items: QueryItems, size: Int) throws(HTTPError) {
    kind = try items.word("kind")
    result = try items.word("result")
    moved = try items.word("moved")
    text = try ListFilter.text(in: items)
    self.size = try ListSize.given(items) ?? size
    since = try Self.run(items["since"])
    cursor = ListCursor(items, after: Self.cursorParameter)
    older = try Self.run(cursor.after)
    newer = try Self.run(cursor.before)
  }

  private var older: Int64?
  private var newer: Int64?

  /// The run that a page of older ones begins below; nil when the address has none.
  static func before(_ items: QueryItems) throws(HTTPError) -> Int64? {
    try run(ListCursor(items, after: cursorParameter).after)
  }

  private static func run(_ text: String?) throws(HTTPError) -> Int64? {
    guard let text, !text.isEmpty else { return nil }
    guard let id = Int64(text) else {
      throw HTTPError(400, localized("“\(text)” is not the number of a run."))
    }
    return id
  }

  var isFiltered: Bool {
    kind != nil || result != nil || moved != nil || text != nil || since != nil
  }

  var query: RunQuery {
    var query = RunQuery(kind: kind, result: result, text: text, before: older, limit: size)
    (query.moved, query.since, query.newerThan) = (moved, since, newer)
    query.title = text.flatMap(RunQuery.Title.init)
    return query
  }

  var unpaged: QueryItems {
    var items = QueryItems()
    if let kind { items.add("kind", kind.rawValue) }
    if let result { items.add("result", result.rawValue) }
    if let moved { items.add("moved", moved.rawValue) }
    if let text { items.add("text", text) }
    if let since { items.add("since", "\(since)") }
    return items
  }
}

extension RunQuery.Title {
  /// Reads the beginning of a kind's name, in the page's language or in English, and a number behind it.
  fileprivate init?(_ text: String) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let id = words.count > 1 ? words.last.flatMap { Int64($0) } : nil
    let name = words.dropLast(id == nil ? 0 : 1).joined(separator: " ")
    let kinds = Run.Kind.allCases.filter { kind in
      [kind.title, inEnglish { kind.title }].contains { $0.lowercased().hasPrefix(name) }
    }
    guard !name.isEmpty, !kinds.isEmpty else { return nil }
    self.init(kinds: kinds, id: id)
  }
}
