import HTTPKit
import Localization
import SyncCore
import SyncInspection

/// What the address of a push preview asks for.
struct PreviewRequest: PagedRequest {
  static let tabParameter = "expected"
  static let reasonParameter = "reason"
  /// Those who push look at all of it; more than a few screens are turned.
  static let usualSize = 100

  /// The tab: only operations with this outcome; nil for all.
  var expectation: PreviewedOperation.Expectation?
  /// Only those that are blocked for this reason.
  var reason: BlockReason.Code?
  /// Only operations with this text are listed; all of them are pushed.
  var text: String?
  var size: Int
  let cursor: ListCursor
  /// The operation that the page begins behind.
  private let after: Int64?
  /// The operation that the page ends before.
  private let before: Int64?

  init(_ items: QueryItems) throws(HTTPError) {
    expectation = try items.word(Self.tabParameter, of: PreviewPage.tabs)
    reason = try items.word(Self.reasonParameter, of: BlockReason.Code.allCases)
    text = try ListFilter.text(in: items)
    size = try ListSize.given(items) ?? Self.usualSize
    cursor = ListCursor(items)
    after = try Self.operation(cursor.after)
    before = try Self.operation(cursor.before)
  }

  private static func operation(_ text: String?) throws(HTTPError) -> Int64? {
    guard let text else { return nil }
    guard let id = Int64(text) else {
      throw HTTPError(400, localized("“\(text)” is not a position in the list."))
    }
    return id
  }

  var unpaged: QueryItems {
    var items = QueryItems()
    items[Self.tabParameter] = expectation?.rawValue
    items[Self.reasonParameter] = reason?.rawValue
    items["text"] = text
    return items
  }

  /// The first page without the text.
  var untexted: QueryItems {
    var asked = self
    asked.text = nil
    return asked.items()
  }

  /// The first page of another tab, or of a reason.
  func items(
    of tab: PreviewedOperation.Expectation?, _ reason: BlockReason.Code? = nil
  ) -> QueryItems {
    var asked = self
    (asked.expectation, asked.reason) = (tab, reason)
    return asked.items()
  }

  /// Without what no operation of the preview has.
  func within(_ preview: PushPreview) -> PreviewRequest {
    var asked = self
    if !preview.lines.contains(where: { $0.blocked?.code == asked.reason }) { asked.reason = nil }
    if asked.reason != nil { asked.expectation = .notSent }
    if !preview.lines.contains(where: { $0.expectation == asked.expectation }) {
      asked.expectation = nil
    }
    return asked
  }

  /// True for what the tab and the reason list, whatever its text.
  func lists(_ line: PreviewLine) -> Bool {
    if let reason { return line.blocked?.code == reason }
    return expectation == nil || line.expectation == expectation
  }

  /// True for what the page lists.
  func shows(_ line: PreviewLine) -> Bool { lists(line) && line.contains(text) }

  /// Where in the lines the page is; the first page for an operation that they do not have.
  func range(in lines: [PreviewLine]) -> Range<Int> {
    var start = 0
    if let before, let end = lines.firstIndex(where: { $0.id == before }) {
      start = max(end - size, 0)
    } else if let after, let last = lines.firstIndex(where: { $0.id == after }) {
      start = last + 1
    }
    return start..<min(start + size, lines.count)
  }
}
