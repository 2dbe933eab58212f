/// One page of a list that is read from a cursor on, or back to one.
package struct KeysetPage<Line> {
  /// In the order of the list.
  package private(set) var lines: [Line]
  package let hasPrevious: Bool
  package let hasNext: Bool

  /// - Parameters:
  ///   - after: The cursor of the last line of the page before; nil for the first page.
  ///   - before: The cursor of the first line of the page behind, which takes precedence over `after`. Where fewer
  ///     lines than a page are before it, this is the first page.
  ///   - read: Reads at most `limit` lines behind a cursor, or, where `isReversed`, before it with the
  ///     nearest first.
  package init<Cursor>(
    size: Int, after: Cursor?, before: Cursor?,
    _ read: (_ cursor: Cursor?, _ isReversed: Bool, _ limit: Int) throws -> [Line]
  ) rethrows {
    if let before {
      let found = try read(before, true, size + 1)
      if found.count > size {
        (lines, hasPrevious, hasNext) = (found.prefix(size).reversed(), true, true)
        return
      }
    }
    let start = before == nil ? after : nil
    let found = try read(start, false, size + 1)
    lines = Array(found.prefix(size))
    hasPrevious = start != nil && !lines.isEmpty
    hasNext = found.count > size
  }

  /// The first line where a page is before it.
  package var previous: Line? { hasPrevious ? lines.first : nil }
  /// The last line where a page is behind it.
  package var next: Line? { hasNext ? lines.last : nil }
}

extension KeysetPage: Sendable where Line: Sendable {}
