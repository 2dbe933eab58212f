import HTTPKit
import Localization
import Support

/// Identifies the rows that a confirmation was shown for, so that confirming it changes no others.
struct ConfirmationToken {
  /// In the form that confirms.
  static let field = "asked"

  let count: Int
  private let hash: UInt64

  /// - Parameter names: Each row or operation by what tells it from all others, with what it holds
  ///   where that is asked about too.
  init(_ names: [String]) {
    count = names.count
    hash = quickHash(Array(names.sorted().joined(separator: "\u{0}").utf8))
  }

  /// As programs and forms send it back.
  var mark: String { "\(count)-\(String(hash, radix: 36))" }

  var hidden: QueryItems.Item { .init(Self.field, mark) }

  /// Why the answer to a question does not count; nil when it is about these.
  ///
  /// - Parameter matching: A number with what it counts: `3 rows match`.
  func objection(
    to form: QueryItems,
    matching: (Int) -> String = { Format.count($0, "row matches", "rows match") }
  ) -> String? {
    let asked: Int?
    if let mark = form[Self.field] {
      guard mark != self.mark else { return nil }
      asked = Int(mark.prefix { $0 != "-" })
    } else {
      asked = form["expect"].flatMap { Int($0) }
      guard let asked, asked != count else { return nil }
    }
    let matching = matching(count)
    guard let asked, asked != count else {
      return localized(
        "Nothing was changed: \(matching), but not the ones you confirmed, or their values have "
          + "changed. Review and try again.")
    }
    return localized(
      "Nothing was changed: \(matching) now; you confirmed \(Format.number(asked)).")
  }
}
