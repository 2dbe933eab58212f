import HTTPKit
import Localization

/// How many lines a page of a list has.
enum ListSize {
  /// About what a window shows; the first line of a longer page is seen later.
  static let page = RowListRequest.sizeDefault
  /// A program reads on at once.
  static let program = 50
  static let max = 500

  /// The size in an address; nil when it does not say.
  static func given(
    _ items: QueryItems, as name: String = "size"
  ) throws(HTTPError) -> Int? {
    guard let text = items[name], !text.isEmpty else { return nil }
    guard let size = Int(text), (1...max).contains(size) else {
      throw HTTPError(400, localized("“\(text)” is not a page size. Use 1 to \(max)."))
    }
    return size
  }

  static func standard(_ request: HTTPRequest) -> Int { request.wantsJSON ? program : page }
}
