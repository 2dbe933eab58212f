import HTTPKit
import JSONKit

/// PATCH and PUT of /tables/T/ID, and PATCH of /tables/T with the id in the body.
struct UpdateHandler: WriteHandler {
  enum Kind: Sendable { case merge, replace }

  let configuration: TableServiceConfiguration
  let kind: Kind

  func prepare(_ request: HTTPRequest) throws -> PreparedWrite {
    var request = request
    let first = try TableCall(request, configuration)
    let body = try ItemBody(request, first.version)
    if request.parameters["id"] == nil {
      guard let id = body.id else {
        throw ServiceError.badBody("Neither the path nor the body has the id of the row.")
      }
      request.parameters["id"] = id
    }
    let call = try TableCall(request, configuration)
    if let id = body.id, id != call.id {
      throw ServiceError.badBody(
        "The body is for the row \(id) and the path for \(call.id). Nothing was written.")
    }
    let rules = UpdateRules(
      call: call, body: body, conditions: Preconditions(request.headers), kind: kind)
    return PreparedWrite(job: .row(id: call.id, table: call.table, decide: rules.decide)) {
      try call.answer($0)
    }
  }
}

/// Whether an update may happen, and what it does.
struct UpdateRules: Sendable {
  let call: TableCall
  let body: ItemBody
  let conditions: Preconditions
  let kind: UpdateHandler.Kind

  func decide(_ row: StoredRow?) throws -> Decision {
    guard let row else { throw call.notFound }
    if call.hides(row), !reachesDeleted { throw call.gone }
    if conditions.forbidWriting(row) { return Decision(change: .none, status: 412) }
    if call.version == .v2, !conditions.hasMatch, let version = body.version,
      version != row.version
    {
      return Decision(change: .none, status: 409)
    }
    if call.version == .v3, kind == .merge { try refuseSystemChanges(row) }
    return Decision(change: change(row), status: 200)
  }

  /// A deleted row is changed only by those who say that they know, or who bring it back.
  private var reachesDeleted: Bool {
    call.version == .v3
      && (call.includesDeleted || (kind == .merge && body.deleted == false))
  }

  private func change(_ row: StoredRow) -> RowChange {
    switch (kind, call.version) {
    case (.merge, _):
      let deleted = body.deleted ?? row.deleted
      if body.values.isEmpty, deleted == row.deleted { return .none }
      return .merge(body.values, deleted: deleted)
    case (.replace, .v2): return .replace(body.values, deleted: row.deleted)
    case (.replace, .v3): return .replace(body.values, deleted: body.deleted ?? false)
    }
  }

  private func refuseSystemChanges(_ row: StoredRow) throws(ServiceError) {
    let given = [
      ("version", body.version, row.version), ("updatedAt", body.updatedAt, row.updatedAt),
      ("createdAt", body.createdAt, row.createdAt),
    ]
    for (name, value, present) in given where value != nil && value != present {
      throw .badBody("\(name) is the server's to write; send it as it is or leave it out.")
    }
  }
}
