import HTTPKit
import JSONKit

/// POST /tables/T/ID of version 2.0.0; a body is not looked at.
struct UndeleteHandler: Sendable {
  let storage: any TableStorage
  let configuration: TableServiceConfiguration

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let call = try TableCall(request, configuration)
    guard call.version == .v2 else {
      throw HTTPError(
        405, "In version 3.0.0 a row is brought back by PUT or PATCH with deleted: false.",
        headers: ["Allow": "DELETE, GET, PATCH, PUT"])
    }
    let conditions = Preconditions(request.headers)
    let outcome = try await storage.write(
      .row(id: call.id, table: call.table) { row in
        guard let row else { throw call.notFound }
        if conditions.forbidWriting(row) { return Decision(change: .none, status: 412) }
        // A live row stays as it is: a new version would be a conflict for everyone who has it.
        let change = row.deleted ? RowChange.merge(JSONObject(), deleted: false) : .none
        return Decision(change: change, status: 201)
      })
    guard let row = outcome.rows.first, let status = outcome.status else { throw call.notFound }
    return try RowResponse.answer(row, call, status: status)
  }
}
