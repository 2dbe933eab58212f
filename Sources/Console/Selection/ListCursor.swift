import HTTPKit

/// Where a page of a list begins: behind a line, or before one.
struct ListPlace: Equatable, Sendable {
  static let afterParameter = "after"
  /// The same in lists whose newest lines come first and that are read back in time.
  static let olderParameter = "before"
  static let beforeParameter = "_before"
  /// The number of the first line.
  static let firstParameter = "_at"
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

  /// - Parameters:
  ///   - shown: How many lines the page from here on has.
  ///   - next: The cursor of the last of them.
  func behind(_ next: String, shown: Int) -> ListPlace {
    var place = ListPlace()
    place.after = next
    place.first = first.map { $0 + shown }
    return place
  }

  /// - Parameters:
  ///   - previous: The cursor of the first line of the page from here on.
  ///   - size: How many lines the page before it has.
  func before(_ previous: String, size: Int) -> ListPlace {
    var place = ListPlace()
    place.before = previous
    place.first = first.map { max($0 - size, 1) }
    return place
  }

  /// - Parameter name: The parameter that has ``after``.
  func write(to items: inout QueryItems, after name: String = Self.afterParameter) {
    items[name] = after
    items[Self.beforeParameter] = before
    items[Self.firstParameter] = isStart ? nil : first.map { "\($0)" }
  }
}
