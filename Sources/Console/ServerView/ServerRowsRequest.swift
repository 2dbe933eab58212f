import HTTPKit
import Localization
import Support

/// Which page of the server's rows an address asks for.
struct ServerRowsRequest: PagedRequest, Sendable, Equatable {
  static let sizeParameter = "limit"
  static let usualSize = ListSize.program

  /// In the remote's own language; nil for all rows.
  var filter: String?
  var size: Int
  /// Where the server goes on, which it can do in one direction only.
  let cursor: ListCursor

  /// - Throws: `HTTPError` 400 for a limit that is none.
  init(_ request: HTTPRequest) throws {
    let query = try request.query()
    filter = query["filter"]?.trimmed
    if filter?.isEmpty == true { filter = nil }
    size = try ListSize.given(query, as: Self.sizeParameter) ?? Self.usualSize
    cursor = ListCursor(query)
  }

  var unpaged: QueryItems { QueryItems(filter.map { [.init("filter", $0)] } ?? []) }
}
