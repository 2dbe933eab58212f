import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Exports the selected rows of a list as CSV, with the list's columns and order.
struct BulkExport: Sendable {
  let services: ConsoleServices

  static let action = "export"

  /// True for a form; programs, and who exports all that match, take the list's address with `.csv`.
  static func isIn(_ request: HTTPRequest) throws -> Bool {
    try !request.hasJSONBody && request.form()["action"] == action
  }

  func run(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    try context.demand(.export)
    let actions = try await services.rowActions(request, context)
    let form = try request.form()
    let list = QueryItems(decoding: form["back"] ?? "") ?? QueryItems()
    let ids = form.values("id").unique
    guard !ids.isEmpty else {
      let back = request.backToRows(actions.store.name, actions.table, form)
      return try await services.nothingPicked(.row, back: back, json: .null, request, context)
    }
    return try await ValueMasking.forAnswer { try await file(ids, list, actions) }
  }

  /// Read at once, within what the reader may see.
  private func file(
    _ ids: [String], _ list: QueryItems, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let (store, table) = (actions.store, actions.table)
    let columns = try await store.columns(of: table)
    let asked = RowListRequest(path: Links.rows(store.name, table), items: list, columns: columns)
    var query = RowQuery(
      view: .all,
      filters: [
        RowFilter("id", .in, JSONValue.array(ids.map { .string($0) }).serializedText)
      ])
    query.sort = asked.query.sort
    let chosen = asked.chosen(of: columns)
    let slot = try services.exports.take(for: actions.context.owner)
    defer { slot.release() }
    var export = try await RowExport(
      table, query, columns: chosen.isEmpty ? columns : chosen,
      form: .csv(CSVWriter(isRaw: asked.isRaw)), in: store.sync)
    export.isChosen = !chosen.isEmpty
    export.zone = PageZone.current.forFiles
    var bytes: [UInt8] = []
    for try await part in export { bytes += part }
    return ListFile.csv.response(.bytes(bytes), name: "\(store.name)-\(table)")
  }
}
