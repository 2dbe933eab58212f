import Localization
import TemplateKit

/// Links to the other pages of a list, for `Selection/_pager`.
struct ListPager {
  let cursor: ListCursor
  /// The page before this one; nil on the first page.
  let previous: ListCursor?
  /// The page after this one; nil on the last page.
  let next: ListCursor?
  /// The address of the page before, of a list that cannot be read backwards and remembers it.
  var rememberedLink: String?
  /// How many lines a page has.
  private let size: Int
  /// How many lines this page has.
  private let shown: Int
  private let link: (ListCursor, Int) -> String

  /// - Parameters:
  ///   - previous: The cursor of the first line where a page is before it.
  ///   - next: The cursor of the last line where a page is after it.
  ///   - link: The address of a page of the list, with as many lines on it.
  init(
    at cursor: ListCursor, size: Int, shown: Int, previous: String?, next: String?,
    link: @escaping (ListCursor, Int) -> String
  ) {
    // Where fewer lines than a page are before the cursor, the first page is shown.
    let isStart = previous == nil && cursor.before != nil
    let start = isStart ? ListCursor() : cursor.showing(shown, of: size)
    self.cursor = start
    self.size = size
    self.shown = shown
    self.previous = previous.map { start.before($0, size: size) }
    self.next = next.map { start.behind($0, shown: shown) }
    self.link = link
  }

  var previousLink: String? { rememberedLink ?? previous.map { link($0, size) } }
  var nextLink: String? { next.map { link($0, size) } }

  /// True for the page that the list begins with.
  var isFirst: Bool { cursor.isStart }

  /// The numbers of the first and the last line; nil where there is none, or a link did not say.
  var range: (first: String, last: String)? {
    guard shown > 0, let first = cursor.first else { return nil }
    return (Format.number(first), Format.number(first + shown - 1))
  }

  /// Which of `total` lines are on this page; empty where there is none.
  ///
  /// - Parameter words: Makes the sentence of the first, the last and the total.
  func position(of total: String, _ words: (String, String, String) -> String) -> String {
    if let range { return words(range.first, range.last, total) }
    return shown == 0 ? "" : localized("\(Format.number(shown)) of \(total)")
  }

  /// Which rows are on this page, where nobody counted all.
  var rows: String {
    if let range { return localized("Rows \(range.first)–\(range.last)") }
    return localized("\(Format.count(shown, "row")) shown")
  }

  func add(to values: inout TemplateDictionary) {
    values.add("SIZE", each: RowListRequest.sizes) { choice, size in
      choice.set("SIZE", "\(size)")
      choice.set("LINK", link(ListCursor(), size))
      choice.show("CURRENT", if: size == self.size)
    }
    values.add("FIRST", list: isFirst ? [] : [["LINK": link(ListCursor(), size)]])
    values.add("PREVIOUS", list: turning(previousLink))
    values.add("NEXT", list: turning(nextLink))
  }

  private func turning(_ link: String?) -> [TemplateDictionary] {
    link.map { [["LINK": $0, "SIZE": "\(size)"]] } ?? []
  }
}
