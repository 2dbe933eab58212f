import HTTPKit
import JSONKit

/// DELETE /tables/T/ID.
struct DeleteHandler: WriteHandler {
  let configuration: TableServiceConfiguration

  func prepare(_ request: HTTPRequest) throws -> PreparedWrite {
    let call = try TableCall(request, configuration)
    let conditions = Preconditions(request.headers)
    let job = WriteJob.row(id: call.id, table: call.table) { row in
      guard let row else { throw call.notFound }
      if call.hides(row) { throw call.gone }
      if conditions.forbidWriting(row) { return WriteDecision(change: .none, status: 412) }
      return WriteDecision(change: call.removal, status: call.version == .v2 ? 200 : 204)
    }
    return PreparedWrite(job: job) { outcome in
      outcome.status == 204 ? HTTPResponse(204) : try call.answer(outcome)
    }
  }
}

/// DELETE /tables/T with a filter, of version 2.0.0: deletes every row that matches, and answers
/// them.
struct DeleteMatchingHandler: WriteHandler {
  let configuration: TableServiceConfiguration

  func prepare(_ request: HTTPRequest) throws -> PreparedWrite {
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
    guard try !options.limitsRows() else {
      throw ServiceError.badQuery(
        "A delete takes all rows that match $filter; $top and $skip would name some of them. "
          + "Nothing was deleted.")
    }
    let conditions = Preconditions(request.headers)
    let job = WriteJob.matching(
      table: call.table, filter: filter, version: call.version, hidesDeleted: call.keepsDeletedRows
    ) { row in
      guard !conditions.forbidWriting(row) else { throw call.failedCondition(on: row) }
      return WriteDecision(change: call.removal, status: 200)
    }
    return PreparedWrite(job: job) { outcome in
      guard let status = outcome.status else {
        throw HTTPError(404, "No row of \(call.table) matches the filter. Nothing was deleted.")
      }
      let rows = outcome.rows.map { $0.json(for: call.version, omitsNulls: call.omitsNulls) }
      return .json(JSONValue.array(rows).serialized, status: status)
    }
  }
}

extension TableCall {
  fileprivate func failedCondition(on row: StoredRow) -> HTTPError {
    HTTPError(
      412,
      "Row \(row.id) of \(table) is not in the version that was asked for. Nothing was deleted.")
  }

  /// What a delete does here.
  fileprivate var removal: WriteChange {
    keepsDeletedRows ? .merge(JSONObject(), deleted: true) : .remove
  }
}
