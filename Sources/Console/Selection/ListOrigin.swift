import HTTPKit

/// The list that the page of one thing was opened from: the page's address holds the list's query,
/// so that the way back, and what is done there, lead to the same lines.
struct ListOrigin: Sendable {
  /// What in an address holds the list's query.
  private static let field = "list"
  /// The same where the list is the trash.
  private static let trashField = "trash"
  /// Nil for the list as it usually is.
  let query: String?
  /// True for the trash, false for the thing's own list.
  let isTrash: Bool

  init(_ query: String? = nil, isTrash: Bool = false) {
    self.query = query.flatMap { $0.isEmpty ? nil : $0 }
    self.isTrash = isTrash
  }

  init(_ request: HTTPRequest) throws(HTTPError) {
    let query = try request.query()
    let trash = query[Self.trashField]
    self.init(trash ?? query[Self.field], isTrash: trash != nil)
  }

  /// The parts of the list's query.
  var items: QueryItems { query.flatMap { QueryItems(decoding: $0) } ?? QueryItems() }

  /// What the page's address holds of it, as the field of a form; nil for the usual list.
  var field: QueryItems.Item? {
    query.map { .init(isTrash ? Self.trashField : Self.field, $0) }
  }

  /// The address of a page, which then remembers the list.
  func on(_ link: String) -> String {
    guard let field else { return link }
    let list = QueryItems([field])
    return link.contains("?") ? "\(link)&\(list.encoded)" : Links.with(link, list)
  }

  /// The list itself.
  ///
  /// - Parameter path: Its address without a query.
  func list(_ path: String) -> String { Links.with(path, items) }
}
