import HTTPKit
import JSONKit

/// DELETE of /tables/T/ID, and of /tables/T with a filter.
struct DeleteHandler: Sendable {
  let storage: any TableStorage
  let configuration: TableServiceConfiguration

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let call = try TableCall(request, configuration)
    let conditions = Preconditions(request.headers)
    let outcome = try await storage.write(
      .row(id: call.id, table: call.table) { row in
        guard let row else { throw call.notFound }
        if call.hides(row) { throw call.gone }
        if conditions.forbidWriting(row) { return Decision(change: .none, status: 412) }
        return Decision(change: removal(call), status: call.version == .v2 ? 200 : 204)
      })
    guard let row = outcome.rows.first, let status = outcome.status else { throw call.notFound }
    return status == 204 ? HTTPResponse(204) : try RowResponse.answer(row, call, status: status)
  }

  /// Deletes every row that matches and answers them; of version 2.0.0 only.
  func respondToFilter(_ request: HTTPRequest) async throws -> HTTPResponse {
    let call = try TableCall(request, configuration)
    guard call.version == .v2 else {
      throw HTTPError(
        405, "Rows of \(call.table) are deleted one by one.", headers: ["Allow": "GET, POST"])
    }
    let options = ListOptions(call: call, configuration: configuration)
    guard let filter = try options.filter() else {
      throw ServiceError.badQuery(
        "A delete names a row in the path or the rows by $filter. Nothing was deleted.")
    }
    let outcome = try await storage.write(
      .matching(
        table: call.table, filter: filter, version: call.version,
        hidesDeleted: call.keepsDeletedRows
      ) { _ in Decision(change: removal(call), status: 200) })
    guard let status = outcome.status else {
      throw HTTPError(404, "No row of \(call.table) matches the filter. Nothing was deleted.")
    }
    let rows = outcome.rows.map { $0.json(for: call.version) }
    return .json(JSONValue.array(rows).serialized, status: status)
  }

  private func removal(_ call: TableCall) -> RowChange {
    call.keepsDeletedRows ? .merge(JSONObject(), deleted: true) : .remove
  }
}
