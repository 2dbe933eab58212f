import HTTPKit
import JSONKit

/// POST /tables/T/ID of version 2.0.0; a body is not looked at.
struct UndeleteHandler: WriteHandler {
  let configuration: TableServiceConfiguration

  func prepare(_ request: HTTPRequest) throws -> PreparedWrite {
    let call = try TableCall(request, configuration)
    guard call.version == .v2 else {
      throw HTTPError(
        405, "In version 3.0.0 a row is brought back by PUT or PATCH with deleted: false.",
        headers: ["Allow": "DELETE, GET, PATCH, PUT"])
    }
    let conditions = Preconditions(request.headers)
    let job = WriteJob.row(id: call.id, table: call.table) { row in
      guard let row else { throw call.notFound }
      if conditions.forbidWriting(row) { return WriteDecision(change: .none, status: 412) }
      // A live row stays as it is: a new version would be a conflict for everyone who has it.
      let change = row.deleted ? WriteChange.merge(JSONObject(), deleted: false) : .none
      return WriteDecision(change: change, status: 201)
    }
    return PreparedWrite(job: job) { try call.answer($0) }
  }
}
