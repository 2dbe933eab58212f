import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The way from the selected rows of the trash to the question before they are purged.
extension TrashUndeleteHandlers {
  /// What the button sends as `do`.
  static let purge = "purge"
  /// More rows than this do not fit into the address of the question.
  private static let purgedMax = 100

  func askToPurge(
    _ request: HTTPRequest, _ store: StoreHandle, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.rowsPurge)
    let form = try request.form()
    let list = QueryItems(decoding: form["back"] ?? "") ?? QueryItems()
    let back = Links.with(Links.trash(store.name), list)
    let keys = try keys(request).unique
    guard let table = keys.first?.table else {
      return try await services.nothingPicked(.row, back: back, json: .null, request, context)
    }
    let tables = UTF8Set(keys.map(\.table)).sorted()
    guard tables.count == 1, keys.count <= Self.purgedMax else {
      let flash = Flash(
        localized("Nothing was purged."),
        detail: tables.count > 1
          ? localized(
            "Rows of \(tables.joinedAsList()) are selected. Purge the rows of one table at a time.")
          : localized(
            "Select at most \(Self.purgedMax) rows, or purge all deleted rows of \(table)."),
        kind: .warn)
      return try await services.pages.actionResponse(
        request, context, redirectTo: back, flash: flash, json: .null)
    }
    let ids = JSONValue.array(keys.map { .string($0.id) }).serializedText
    let rows = QueryItems([.init("view", "deleted"), .init("id__in", ids)])
    let question = Links.with(
      Links.purge(store.name, table), QueryItems([.init("query", rows.encoded)]))
    return .seeOther(ListOrigin(list.encoded, isTrash: true).on(question))
  }
}
