import Localization
import TemplateKit

/// Links to the other pages of a list, for `Selection/_pager`.
struct ListPager {
  let place: ListPlace
  /// How many lines a page has.
  private let size: Int
  /// How many lines this page has.
  private let shown: Int
  private let previous: String?
  private let next: String?
  /// What a page may have; none where that cannot be chosen.
  private let sizes: [Int]
  /// The address of the list at a place, with as many lines on a page.
  private let link: (ListPlace, Int) -> String

  /// - Parameters:
  ///   - previous: The cursor of the first line where a page is before it.
  ///   - next: The cursor of the last line where a page is behind it.
  init(
    at place: ListPlace, size: Int, shown: Int, previous: String?, next: String?,
    sizes: [Int] = RowListRequest.sizes, link: @escaping (ListPlace, Int) -> String
  ) {
    // Where fewer lines than a page are before the place, the first page is shown.
    self.place = previous == nil && place.before != nil ? ListPlace() : place
    self.size = size
    self.shown = shown
    self.previous = previous
    self.next = next
    self.sizes = sizes
    self.link = link
  }

  /// True for the page that the list begins with.
  var isFirst: Bool { place.isStart }

  /// The numbers of the first and the last line; nil where there is none, or a link did not say.
  var range: (first: String, last: String)? {
    guard shown > 0, let first = place.first else { return nil }
    return (Format.number(first), Format.number(first + shown - 1))
  }

  /// Which of `total` lines are on this page; empty where there is none.
  ///
  /// - Parameter words: Makes the sentence of the first, the last and the total.
  func position(of total: String, _ words: (String, String, String) -> String) -> String {
    if let range { return words(range.first, range.last, total) }
    return shown == 0 ? "" : localized("\(Format.number(shown)) of \(total)")
  }

  func add(to values: inout TemplateDictionary) {
    values.show("SIZES", if: !sizes.isEmpty)
    values.add("SIZE", each: sizes) { choice, size in
      choice.set("SIZE", "\(size)")
      choice.set("LINK", link(ListPlace(), size))
      choice.show("CURRENT", if: size == self.size)
    }
    values.add("FIRST", list: isFirst ? [] : [["LINK": link(ListPlace(), size)]])
    values.add("PREVIOUS", list: previous.map { [page(place.before($0, size: size))] } ?? [])
    values.add("NEXT", list: next.map { [page(place.behind($0, shown: shown))] } ?? [])
  }

  private func page(_ place: ListPlace) -> TemplateDictionary {
    ["LINK": link(place, size), "SIZE": "\(size)"]
  }
}
