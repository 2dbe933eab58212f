import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One value of a row, whole: as a page, as JSON, and as a file.
struct RowValueHandlers: Sendable {
  let services: ConsoleServices

  /// The longest text that the page shows; the file has all of it.
  static let shownBytesMax = 512 << 10

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let detail = try await actions.detail(request.parameter("id"))
    let query = try request.query()
    guard let name = query["column"],
      let column = detail.columns.first(where: { $0.name === name })
    else {
      let column = query["column"] ?? ""
      throw HTTPError(404, localized("\(actions.table) has no column “\(column)”."))
    }
    let value = detail.record.value(name)
    if request.wantsJSON {
      return services.pages.respond(json: ["column": .string(name), "value": value])
    }
    if query["raw"] == "1" {
      try context.demand(.export)
      return file(value.string ?? value.serializedText, isJSON: value.string == nil)
    }
    let values = page(value, isAsItIs: query["as"] == "text", column, detail, actions)
    let row = RowTitle(columns: detail.columns).title(detail.record)
    return try await services.pages.page(
      "Row/row-value",
      title: localized("\(name) of \(row)"),
      values: values, request, context, nav: Nav(store: actions.store.name, .table(actions.table)))
  }

  /// - Parameter isAsItIs: False where JSON in a text is indented.
  private func page(
    _ value: JSONValue, isAsItIs: Bool, _ column: Column, _ detail: RowDetail,
    _ actions: RowActions
  ) -> TemplateDictionary {
    let held = JSONText.tree(value, in: column)
    let plain = value.string ?? value.pretty
    let isTree = value.string == nil || held != nil && !isAsItIs
    let text = isAsItIs ? plain : held?.pretty ?? plain
    let row = Links.row(actions.store.name, actions.table, detail.record.id)
    let address = Links.row(actions.store.name, actions.table, detail.record.id, action: "value")
    let isCut = text.utf8.count > Self.shownBytesMax
    let shown =
      isCut ? String(decoding: text.utf8.prefix(Self.shownBytesMax), as: UTF8.self) : text
    var values: TemplateDictionary = [
      "STORE": actions.store.name, "STORE_LINK": Links.store(actions.store.name),
      "ROWS_LINK": Links.rows(actions.store.name, actions.table), "TABLE": actions.table,
      "ROW_LINK": row, "ROW_TITLE": RowTitle(columns: detail.columns).title(detail.record),
      "COLUMN": column.name, "BYTES": Format.bytes(plain.utf8.count), "TYPE": column.type.title,
      "TEXT": isTree ? VisibleText.json(shown) : VisibleText.marked(shown),
      "FILE_LINK": Links.with(
        address, QueryItems([.init("column", column.name), .init("raw", "1")])),
    ]
    values.set("CUT", ifAny: isCut ? Format.bytes(Self.shownBytesMax) : nil)
    var other = QueryItems([.init("column", column.name)])
    if !isAsItIs { other.add("as", "text") }
    values.add(
      "HELD_JSON",
      list: held == nil
        ? []
        : [
          [
            "WORDS": isAsItIs
              ? localized("\(JSONText.remark), shown as it is.")
              : localized("\(JSONText.remark), shown indented."),
            "LINK": Links.with(address, other),
            "LABEL": isAsItIs ? localized("Show formatted") : localized("Show as stored"),
          ]
        ])
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

extension Links {
  /// The page with the whole value of a column of a row.
  static func value(
    _ store: String, _ table: String, _ id: String, _ column: String
  ) -> String {
    with(row(store, table, id, action: "value"), QueryItems([.init("column", column)]))
  }
}
