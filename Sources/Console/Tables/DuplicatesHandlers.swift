import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// Rows that came from one insert, to keep one of them.
struct DuplicatesHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let text = try ListFilter.text(in: request.query())
    let actions = try await services.rowActions(request, context)
    _ = try await actions.store.summary(of: actions.table)
    let inserts = try await actions.store.sync.duplicatedInserts(of: actions.table)
    let columns = try await actions.store.columns(of: actions.table)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "table": .string(actions.table),
        "duplicates": .array(inserts.filter { $0.contains(text) }.map { $0.json(columns) }),
      ])
    }
    let page = DuplicatesPage(
      store: actions.store.name, table: actions.table, inserts: inserts, text: text,
      columns: columns,
      softDelete: actions.store.softDelete(of: actions.table),
      permissions: context.rowPermissions(actions.store, actions.table),
      now: context.now)
    return try await services.pages.page(
      DuplicatesPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: actions.store.name, .table(actions.table)), formats: ["json"])
  }
}

extension DuplicatedInsert: Searchable {
  var texts: [String] {
    [key] + rows.map(\.id) + rows.flatMap { $0.values.compactMap { $0.value.string } }
  }

  fileprivate func json(_ columns: [Column]) -> JSONValue {
    [
      "column": .string(column), "key": .string(key),
      "rows": .array(
        rows.map { row in
          [
            "id": .string(row.id), "createdAt": JSONValue(row.createdAt),
            "updatedAt": JSONValue(row.updatedAt), "values": row.json(columns),
          ]
        }),
    ]
  }
}
