import HTTPKit
import JSONKit
import SyncCore
import TemplateKit

/// One value of a row, whole: as a page, as JSON, and as a file.
struct RowValueHandlers: Sendable {
  let services: ConsoleServices

  /// The longest text that the page shows; the file has all of it.
  static let shownBytesMax = 512 << 10

  var routes: [ConsoleRoute] {
    [.get("/s/{store}/t/{table}/r/{id}/value", .storeOpen, show)]
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let detail = try await actions.detail(request.parameter("id"))
    let query = try request.query()
    guard let name = query["column"],
      let column = detail.columns.first(where: { $0.name == name })
    else {
      throw HTTPError(404, "\(actions.table) has no column “\(query["column"] ?? "")”.")
    }
    let value = detail.record.value(name)
    if request.wantsJSON {
      return services.pages.respond(json: ["column": .string(name), "value": value])
    }
    let text = value.string ?? value.pretty
    if query["raw"] == "1" {
      try context.demand(.export)
      return file(value.string == nil ? value.serializedText : text, isJSON: value.string == nil)
    }
    let values = page(text, column, detail, actions)
    return try await services.pages.page(
      "row-value", title: "\(name) of \(RowTitle(columns: detail.columns).title(detail.record))",
      values: values, request, context, nav: Nav(store: actions.store.name, .table(actions.table)))
  }

  private func page(
    _ text: String, _ column: Column, _ detail: RowDetail, _ actions: RowActions
  ) -> TemplateDictionary {
    let row = Links.row(actions.store.name, actions.table, detail.record.id)
    let address = Links.row(actions.store.name, actions.table, detail.record.id, action: "value")
    let isCut = text.utf8.count > Self.shownBytesMax
    var values: TemplateDictionary = [
      "STORE": actions.store.name, "STORE_LINK": Links.store(actions.store.name),
      "ROWS_LINK": Links.rows(actions.store.name, actions.table), "TABLE": actions.table,
      "ROW_LINK": row, "ROW_TITLE": RowTitle(columns: detail.columns).title(detail.record),
      "COLUMN": column.name, "BYTES": Format.bytes(text.utf8.count), "TYPE": column.type.title,
      "TEXT": isCut ? String(decoding: text.utf8.prefix(Self.shownBytesMax), as: UTF8.self) : text,
      "FILE_LINK": Links.with(
        address, QueryItems([.init("column", column.name), .init("raw", "1")])),
    ]
    values.set("CUT", ifAny: isCut ? Format.bytes(Self.shownBytesMax) : nil)
    return values
  }

  /// Never shown by the browser itself, whatever it holds.
  private func file(_ text: String, isJSON: Bool) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: [
        "Content-Type": isJSON ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
        "Content-Disposition": "attachment; filename=\"value.\(isJSON ? "json" : "txt")\"",
      ], body: .bytes(Array(text.utf8)))
  }
}
