import HTTPKit
import JSONKit
import Support

/// POST /tables/T.
struct InsertHandler: WriteHandler {
  let configuration: TableServiceConfiguration
  let random: RandomSource

  func prepare(_ request: HTTPRequest) throws -> PreparedWrite {
    let call = try TableCall(request, configuration)
    let body = try ItemBody(request, call.version)
    let id = body.id ?? makeID(call.version)
    if let objection = ItemID.objection(to: id) {
      throw ServiceError.badID(id, because: objection)
    }
    let values = try call.checked(body.values, for: .insert)
    let job = WriteJob.row(id: id, table: call.table) { row in
      guard row == nil else { return WriteDecision(change: .none, status: 409) }
      let change = WriteChange.insert(values, deleted: body.deleted ?? false)
      return WriteDecision(change: change, status: 201)
    }
    return PreparedWrite(job: job) { outcome in
      guard let row = outcome.rows.first, let status = outcome.status else { throw call.notFound }
      return try answer(row, call, body, status: status)
    }
  }

  private func answer(
    _ row: StoredRow, _ call: TableCall, _ body: ItemBody, status: Int
  ) throws -> HTTPResponse {
    var response = try RowResponse.answer(row, call, status: status)
    if status == 201 {
      response.headers["Location"] = call.url(appending: row.id)
    } else if call.version == .v2 {
      // The Azure clients expect their own item back, and read the row when they want it.
      response.body = .bytes(JSONValue.object(body.item).serialized)
    }
    return response
  }

  private func makeID(_ version: APIVersion) -> String {
    version == .v2 ? random.uuid() : random.uuid().filter { $0 != "-" }
  }
}
