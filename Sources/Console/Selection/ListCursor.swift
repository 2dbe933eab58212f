import HTTPKit

/// Where a page of a list begins: after a line, or so that it ends before one.
struct ListCursor: Equatable, Sendable {
  static let afterParameter = "after"
  /// The same in lists whose newest lines come first and that are read back in time.
  static let olderParameter = "before"
  static let beforeParameter = "_before"
  /// The number of the first line.
  static let firstParameter = "_at"
  /// The parameters that name a page; files have all pages.
  static let parameters = [afterParameter, beforeParameter, firstParameter]
  /// Longer than any list: rejects positions from edited links.
  private static let firstMax = 1 << 40

  /// The cursor of the last line of the page before; nil on the first page.
  private(set) var after: String?
  /// The cursor of the first line of the next page; takes precedence over ``after``.
  private(set) var before: String?
  /// The number of the first line, counted from 1; nil when a link did not say.
  private(set) var first: Int? = 1

  /// The beginning of the list.
  init() {}

  /// - Parameter name: The parameter that has ``after``.
  init(_ items: QueryItems, after name: String = Self.afterParameter) {
    after = items[name].flatMap { $0.isEmpty ? nil : $0 }
    before = items[Self.beforeParameter].flatMap { $0.isEmpty ? nil : $0 }
    guard !isStart else { return }
    first = items[Self.firstParameter].flatMap { Int($0) }
      .flatMap { (1...Self.firstMax).contains($0) ? $0 : nil }
  }

  var isStart: Bool { after == nil && before == nil }

  /// The page after this one.
  ///
  /// - Parameters:
  ///   - next: The cursor of the last line of this page.
  ///   - shown: How many lines this page has.
  func behind(_ next: String, shown: Int) -> ListCursor {
    var cursor = ListCursor()
    cursor.after = next
    cursor.first = first.map { $0 + shown }
    return cursor
  }

  /// The page before this one.
  ///
  /// - Parameters:
  ///   - previous: The cursor of the first line of this page.
  ///   - size: How many lines the page before has.
  func before(_ previous: String, size: Int) -> ListCursor {
    var cursor = ListCursor()
    cursor.before = previous
    cursor.first = first.map { max($0 - size, 1) }
    return cursor
  }

  /// The same page, which ends where it was to end and begins later where it has fewer lines.
  func showing(_ shown: Int, of size: Int) -> ListCursor {
    guard before != nil, shown < size else { return self }
    var cursor = self
    cursor.first = first.map { $0 + size - shown }
    return cursor
  }

  /// - Parameter name: The parameter that has ``after``.
  func write(to items: inout QueryItems, after name: String = Self.afterParameter) {
    items[name] = after
    items[Self.beforeParameter] = before
    items[Self.firstParameter] = isStart ? nil : first.map { "\($0)" }
  }
}
