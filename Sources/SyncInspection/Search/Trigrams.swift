internal import SQLiteKit
package import SyncCore

/// A text as the search index looks for it: by groups of three characters.
package struct Trigrams: Sendable {
  /// Groups that one search looks for: each one more is one more list to walk.
  private static let countMax = 6

  /// The groups as FTS5 takes them.
  ///
  /// A row that has them all may have them at different places, so it has to be compared itself.
  let match: String

  /// Nil for a text that the index can't find: one with a NUL, or of less than three characters
  /// together with what marks the begin and the end of a column's text.
  ///
  /// - Parameter fit: Whether a column contains the text, starts with it or is it. Ids that start with a
  ///   text are not found by the index.
  package init?(_ text: String, _ fit: FilterOperator = .contains) {
    guard !text.isEmpty else { return nil }
    var folded: [UInt8] = []
    CaseInsensitiveSearch.fold(text.utf8.span, into: &folded)
    if fit == .equals { folded += IndexedRow.ending(of: folded[...]) + [IndexedRow.separator] }
    if fit != .contains { folded.insert(IndexedRow.separator, at: 0) }
    let letters = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
    guard letters.count >= 3, !letters.contains("\0") else { return nil }
    match = Self.places(letters.count).map { place in
      var group = String.UnicodeScalarView()
      group.append(contentsOf: letters[place..<place + 3])
      return Connection.quoted(String(group))
    }.joined(separator: " AND ")
  }

  /// Where groups begin that together cover the text, or places all over a long one.
  private static func places(_ count: Int) -> [Int] {
    let last = count - 3
    let steps = min((last + 2) / 3, countMax - 1)
    guard steps > 0 else { return [0] }
    return (0...steps).map { $0 * last / steps }
  }
}
