import ConsoleData
import HTTPKit
import Support

/// The size of a list's pages that a person chose last, kept with the columns of the table.
enum KeptPageSize {
  static let parameter = "size"

  /// The size in what is kept; nil where the usual one is.
  static func size(in kept: String?) -> Int? {
    items(of: kept)[parameter].flatMap { Int($0) }
      .flatMap { RowListRequest.sizes.contains($0) ? $0 : nil }
  }

  /// What is kept, with another size.
  static func query(_ kept: String?, with size: Int) -> String? {
    var items = items(of: kept)
    items[parameter] = size == RowListRequest.sizeDefault ? nil : "\(size)"
    return items.isEmpty ? nil : items.encoded
  }

  private static func items(of kept: String?) -> QueryItems {
    kept.flatMap { QueryItems(decoding: $0) } ?? QueryItems()
  }
}

extension RowsHandlers {
  /// Keeps the size that the address has, unless it comes from a saved view or another site.
  func keepSize(
    of asked: RowListRequest, over kept: String?, _ request: HTTPRequest, _ context: PageContext,
    _ place: (store: String, table: String)
  ) async {
    let site = request.headers["Sec-Fetch-Site"]
    guard asked.items[KeptPageSize.parameter] != nil, asked.savedView == nil,
      RowListRequest.sizes.contains(asked.size), site == nil || site == "same-origin",
      asked.size != KeptPageSize.size(in: kept) ?? RowListRequest.sizeDefault,
      context.may(.viewSave)
    else { return }
    // The page is worth more than the choice.
    try? await services.data.saveColumnLayout(
      KeptPageSize.query(kept, with: asked.size), store: place.store, table: place.table,
      owner: context.owner)
  }
}
