import HTTPKit

/// What an address asks of a list that comes in pages.
protocol PagedRequest {
  /// The parameter with the cursor of the page before.
  static var cursorParameter: String { get }
  static var sizeParameter: String { get }
  /// How many lines a page has when the address does not say.
  static var usualSize: Int { get }

  /// How many lines a page has.
  var size: Int { get set }
  var cursor: ListCursor { get }
  /// The address without size and cursor.
  var unpaged: QueryItems { get }
}

extension PagedRequest {
  static var cursorParameter: String { ListCursor.afterParameter }
  static var sizeParameter: String { "size" }
  static var usualSize: Int { ListSize.page }

  /// The address of a page of the list; without a cursor, of the first.
  func items(
    at cursor: ListCursor = ListCursor(), pick: SelectionBar.Pick? = nil
  ) -> QueryItems {
    var items = unpaged
    if size != Self.usualSize { items.add(Self.sizeParameter, "\(size)") }
    cursor.write(to: &items, after: Self.cursorParameter)
    if let pick { items.add("_pick", pick.rawValue) }
    return items
  }

  /// The same list in pages of another size.
  func sized(_ size: Int) -> Self {
    var sized = self
    sized.size = size
    return sized
  }

  /// The links to the other pages.
  ///
  /// - Parameters:
  ///   - path: The list's address without a query.
  ///   - shown: How many lines this page has.
  ///   - previous: The cursor of the first line where a page is before it.
  ///   - next: The cursor of the last line where a page is after it.
  func pager(_ path: String, shown: Int, previous: String?, next: String?) -> ListPager {
    ListPager(at: cursor, size: size, shown: shown, previous: previous, next: next) {
      Links.with(path, sized($1).items(at: $0))
    }
  }
}
