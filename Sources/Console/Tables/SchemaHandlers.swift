import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// The columns of a table, what they hold, and its indexes.
struct SchemaHandlers: Sendable {
  let services: ConsoleServices

  /// How long the values of a table are counted.
  static let countTime = Duration.milliseconds(800)

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let (store, table) = (actions.store, actions.table)
    let text = try ListFilter.text(in: request.query())
    let summary = try await store.summary(of: table)
    let figures = try await store.sync.figures(of: table, within: Self.countTime)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "table": .string(table),
        "columns": .array(figures.listed.filter { $0.contains(text) }.map(\.json)),
        "indexes": .array(
          figures.indexes.map { index in
            [
              "name": .string(index.name), "columns": .array(index.columns.map { .string($0) }),
              "bytes": JSONValue(index.bytes.map { Int64($0) }),
            ]
          }),
        "bytes": JSONValue(figures.bytes.map { Int64($0) }),
      ])
    }
    let page = SchemaPage(
      store: store.name, table: summary,
      tabs: try await store.tabs(
        .schema, of: summary, maySeeSettings: services.maySeeSettings(context)),
      figures: figures, text: text,
      references: try await store.sync.references(of: table),
      softDelete: store.softDelete(of: table), covered: store.sync.coveredColumns(of: table),
      now: context.now, mayCreate: context.may(.tableCreate))
    return try await services.pages.page(
      SchemaPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .table(table, .schema)), formats: ["json"])
  }
}

extension TableFigures {
  /// The table's own columns, then the system's.
  var listed: [ColumnFigures] {
    columns.filter { !$0.column.isSystem } + columns.filter(\.column.isSystem)
  }
}

extension ColumnFigures: Searchable {
  var texts: [String] { [column.name, column.type.rawValue] }

  fileprivate var json: JSONValue {
    [
      "name": .string(column.name), "type": .string(column.type.rawValue),
      "isSystem": .bool(column.isSystem), "isLocal": .bool(isLocal),
      "firstSeenAt": JSONValue(firstSeenAt?.description),
      "counted": .bool(counted != nil), "nulls": JSONValue((counted?.nulls).map { Int64($0) }),
      "distinct": JSONValue((counted?.distinct).map { Int64($0) }),
      "least": counted?.least ?? .null,
      "greatest": counted?.greatest ?? .null,
      "longest": JSONValue((counted?.longest).map { Int64($0) }),
      "unmatched": JSONValue((counted?.unmatched).map { Int64($0) }),
    ]
  }
}
