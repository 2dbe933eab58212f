import HTTPKit
import JSONKit
import Support

/// Answers about one row.
enum RowResponse {
  /// - Parameter names: The columns to show; nil for all.
  static func answer(
    _ row: StoredRow, _ call: TableCall, status: Int, only names: [String]? = nil
  ) throws(ServiceError) -> HTTPResponse {
    let body: [UInt8]
    if let names {
      body = try selected(names, of: row, call).serialized
    } else {
      body = row.printed(for: call.version, omitsNulls: call.omitsNulls)
    }
    var response = HTTPResponse.json(body, status: status)
    addValidators(row, call, to: &response)
    return response
  }

  static func notModified(_ row: StoredRow, _ call: TableCall) -> HTTPResponse {
    var response = HTTPResponse(304)
    addValidators(row, call, to: &response)
    return response
  }

  static func addValidators(
    _ row: StoredRow, _ call: TableCall, to response: inout HTTPResponse
  ) {
    response.headers["ETag"] = row.entityTag
    if call.version == .v3, let updatedAt = Timestamp(row.updatedAt) {
      response.headers["Last-Modified"] = updatedAt.httpDate
    }
  }

  private static func selected(
    _ names: [String], of row: StoredRow, _ call: TableCall
  ) throws(ServiceError) -> JSONValue {
    let all = row.json(for: .v2).object ?? JSONObject()
    var chosen = JSONObject()
    for name in names {
      let member = all.members.first { Name.folded($0.name) === Name.folded(name) }
      if let member {
        let isDeclared = call.declaration?[member.name] != nil
        if call.omitsNulls, member.value.isNull, !isDeclared { continue }
        chosen[member.name] = member.value
      } else if call.version == .v3 {
        throw .badQuery("\(call.table) has no column \(name).")
      } else {
        chosen[name] = .null
      }
    }
    return .object(chosen)
  }
}
