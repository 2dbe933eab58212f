import ConsoleData
import HTTPKit
import Support

/// The size of a list's pages that a person chose last, kept with the columns of the table.
enum KeptPageSize {
  static let parameter = "size"
  /// In the links that choose a size; other addresses with one keep nothing.
  static let choosing = "_keep"

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
  /// Keeps the size that was chosen in the pager, but neither that of a saved view nor for another
  /// site.
  ///
  /// - Returns: The list without the choice in its address, so that going back repeats none; nil
  ///   where nothing was chosen.
  func keepSize(
    of asked: RowListRequest, over kept: String?, _ request: HTTPRequest, _ context: PageContext,
    _ place: (store: String, table: String)
  ) async -> HTTPResponse? {
    guard asked.items[KeptPageSize.choosing] != nil else { return nil }
    let plain = HTTPResponse.seeOther(asked.link { _ in })
    guard asked.items[KeptPageSize.parameter] != nil, asked.savedView == nil,
      RowListRequest.sizes.contains(asked.size),
      request.headers["Sec-Fetch-Site"] == "same-origin",
      asked.size != KeptPageSize.size(in: kept) ?? RowListRequest.sizeDefault,
      context.may(.viewSave)
    else { return plain }
    // The page is worth more than the choice.
    try? await services.data.saveColumnLayout(
      KeptPageSize.query(kept, with: asked.size), store: place.store, table: place.table,
      owner: context.owner)
    return plain
  }
}
