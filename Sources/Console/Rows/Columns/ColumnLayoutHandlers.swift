import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Saves a person’s columns of a table.
struct ColumnLayoutHandlers: Sendable {
  let services: ConsoleServices

  /// Leaves room for the columns of a wide table.
  private static let queryBytesMax = 16_000

  /// Keeps the columns of a list's query for its table; without any, the usual columns are back.
  ///
  /// The form of columns has the list in its fields instead, and leads back to that list.
  @Sendable func save(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    _ = try await store.summary(of: table)
    let body = try ActionBody(request)
    let list = body.form?.listOfColumnForm
    guard let items = list ?? QueryItems(decoding: body.text("query") ?? "") else {
      throw HTTPError(400, localized("The query is not well-formed percent-encoded UTF-8."))
    }
    let known = UTF8Set(try await store.columns(of: table).map(\.name))
    var layout = ColumnLayout(items)
    layout.columns = layout.columns?.filter { known.contains($0) }
    layout.widths = layout.widths?.filter { known.contains($0.key) }
    let query = layout.items.encoded
    guard query.utf8.count <= Self.queryBytesMax else {
      let bytesMax = Format.number(Self.queryBytesMax)
      throw HTTPError(
        422,
        localized(
          "The columns have more than \(bytesMax) bytes. Nothing was saved. Choose fewer columns."))
    }
    let kept = try await services.data.besideRows(
      store: store.name, table: table, owner: context.owner
    ).columns
    try await services.data.saveColumnLayout(
      KeptPageSize.query(query, with: KeptPageSize.size(in: kept) ?? RowListRequest.sizeDefault),
      store: store.name, table: table, owner: context.owner)
    let others = QueryItems(items.items.filter { !ColumnLayout.parameters.contains($0.name) })
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: Links.with(Links.rows(store.name, table), list ?? others),
      flash: Flash(
        query.isEmpty ? localized("Columns reset.") : localized("Columns of \(table) saved.")),
      json: ["query": .string(query)])
  }
}

extension ColumnLayoutHandlers {
  var routes: [ConsoleRoute] {
    [.post("/s/{store}/t/{table}/columns", .viewSave, ["query": .text], save)]
  }
}
