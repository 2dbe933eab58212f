import HTTPKit
import JSONKit
import Support

/// PATCH and PUT of /tables/T/ID, and PATCH of /tables/T with the id in the body.
struct UpdateHandler: WriteHandler {
  enum Kind: Sendable { case merge, replace }

  let configuration: TableServiceConfiguration
  let kind: Kind

  func prepare(_ request: HTTPRequest) throws -> PreparedWrite {
    var request = request
    let first = try TableCall(request, configuration)
    if first.version == .v3, kind == .merge, request.contentType == JSONPatch.mediaType {
      return try preparePatch(request, first)
    }
    let body = try ItemBody(request, first.version)
    if request.parameters["id"] == nil {
      guard let id = body.id else {
        throw ServiceError.badBody("Neither the path nor the body has the id of the row.")
      }
      request.parameters["id"] = id
    }
    let call = try TableCall(request, configuration)
    if let id = body.id, id !== call.id {
      throw ServiceError.badBody(
        "The body is for the row \(id) and the path for \(call.id). Nothing was written.")
    }
    let rules = UpdateRules(
      call: call, body: body,
      values: try call.checked(body.values, for: kind == .merge ? .changes : .replacement),
      conditions: Preconditions(request.headers), kind: kind)
    return PreparedWrite(job: .row(id: call.id, table: call.table, decide: rules.decide)) {
      try call.answer($0)
    }
  }
}

extension UpdateHandler {
  /// The row that the operations lead to is treated as if it had been sent.
  private func preparePatch(_ request: HTTPRequest, _ call: TableCall) throws -> PreparedWrite {
    guard request.parameters["id"] != nil else {
      throw ServiceError.badBody("The path does not name the row that the patch is for.")
    }
    let document: JSONValue
    do {
      document = try JSONValue(parsing: request.body)
    } catch {
      throw ServiceError.badBody("The body is not JSON: \(error).")
    }
    let patch = try JSONPatch(document)
    let conditions = Preconditions(request.headers)
    return PreparedWrite(
      job: .row(id: call.id, table: call.table) { row in
        guard let row else { throw call.notFound }
        let shown = row.json(for: .v3).object ?? JSONObject()
        guard let wanted = try patch.applied(to: shown) else {
          return WriteDecision(change: .none, status: 409)
        }
        let changes = JSONObject(
          wanted.members.filter { shown[$0.name] != $0.value }.map { ($0.name, $0.value) })
        let body = try ItemBody(changes, call.version)
        if let id = body.id, id !== call.id {
          throw ServiceError.badBody("A row keeps its id, \(call.id). Nothing was written.")
        }
        return try UpdateRules(
          call: call, body: body, values: try call.checked(body.values, for: .changes),
          conditions: conditions, kind: .merge
        ).decide(row)
      }
    ) { try call.answer($0) }
  }
}

/// Whether an update may happen, and what it does.
struct UpdateRules: Sendable {
  let call: TableCall
  let body: ItemBody
  /// The body's, in the form in which they are stored.
  let values: JSONObject
  let conditions: Preconditions
  let kind: UpdateHandler.Kind

  func decide(_ row: StoredRow?) throws -> WriteDecision {
    guard let row else { throw call.notFound }
    if call.hides(row), !reachesDeleted { throw call.gone }
    if conditions.forbidWriting(row) { return WriteDecision(change: .none, status: 412) }
    if call.version == .v2, !conditions.hasMatch, let version = body.version,
      version != row.version
    {
      return WriteDecision(change: .none, status: 409)
    }
    if call.version == .v3, kind == .merge { try refuseSystemChanges(row) }
    return WriteDecision(change: change(row), status: 200)
  }

  /// A deleted row is changed only by those who say that they know, or who bring it back.
  private var reachesDeleted: Bool {
    call.version == .v3
      && (call.includesDeleted || (kind == .merge && body.deleted == false))
  }

  private func change(_ row: StoredRow) -> WriteChange {
    switch (kind, call.version) {
    case (.merge, _):
      let deleted = body.deleted ?? row.deleted
      if values.isEmpty, deleted == row.deleted { return .none }
      return .merge(values, deleted: deleted)
    case (.replace, .v2): return .replace(values, deleted: row.deleted)
    case (.replace, .v3): return .replace(values, deleted: body.deleted ?? false)
    }
  }

  private func refuseSystemChanges(_ row: StoredRow) throws(ServiceError) {
    let given = [
      ("version", body.version, row.version), ("updatedAt", body.updatedAt, row.updatedAt),
      ("createdAt", body.createdAt, row.createdAt),
    ]
    for (name, value, present) in given {
      guard let value, value != present else { continue }
      // The same moment may be written in another way, as `+00:00` for `Z`.
      if name != "version", let moment = Timestamp(value), moment == Timestamp(present) { continue }
      throw .badBody("\(name) is set by the server; send it unchanged or leave it out.")
    }
  }
}
