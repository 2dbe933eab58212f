import HTTPKit
import Localization
import Support

/// Which page of the server's rows an address asks for.
struct ServerRowsRequest: Sendable, Equatable {
  static let pageSizes = (usual: 50, most: 500)

  /// In the remote's own language; nil for all rows.
  var filter: String?
  /// The `next` of the page before; nil for the first.
  var cursor: String?
  var limit = Self.pageSizes.usual

  /// - Throws: `HTTPError` 400 for a limit that is none.
  init(_ request: HTTPRequest) throws {
    let query = try request.query()
    filter = query["filter"]?.trimmed
    if filter?.isEmpty == true { filter = nil }
    cursor = query["after"]
    guard let limit = query["limit"] else { return }
    let most = Self.pageSizes.most
    guard let number = Int(limit), (1...most).contains(number) else {
      throw HTTPError(400, localized("limit is “\(limit)”. Use a number from 1 to \(most)."))
    }
    self.limit = number
  }

  /// The address of a page of the same rows.
  func link(_ path: String, after cursor: String?) -> String {
    var items = QueryItems()
    if let filter { items.add("filter", filter) }
    if limit != Self.pageSizes.usual { items.add("limit", "\(limit)") }
    if let cursor { items.add("after", cursor) }
    return Links.with(path, items)
  }
}
