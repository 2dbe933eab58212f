import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore

/// How a row is written.
enum WriteStyle: Sendable {
  /// PATCH with the changed columns.
  case merge
  /// PUT with the whole row, for servers that know no PATCH.
  case replace
}

/// Builds requests; knows addresses, headers and bodies, sends nothing.
struct AzureRequests: Sendable {
  let configuration: AzureConfiguration

  /// What a request is for, told to the server as letter codes.
  enum Feature: String {
    case offlineSync = "OL"
    case ifMatch = "OC"
    case incrementalPull = "IP"
    case tableQuery = "TQ"
  }

  func tableURL(_ table: String) -> String {
    configuration.url + configuration.tablePath + "/" + PercentEncoding.encodeSegment(table)
  }

  func rowURL(_ table: String, _ id: String) -> String {
    tableURL(table) + "/" + PercentEncoding.encodeSegment(id)
  }

  func list(_ table: String, _ query: ListQuery, _ features: [Feature]) -> ClientRequest {
    let dialect = QueryDialect(configuration.apiVersion)
    return ClientRequest(
      .get, tableURL(table) + "?" + query.encoded(dialect), headers: headers(features))
  }

  func read(_ table: String, id: String) -> ClientRequest {
    ClientRequest(
      .get, rowURL(table, id) + "?__includeDeleted=true", headers: headers([.offlineSync]))
  }

  /// Asks for the tables' common path, which exists or not: any answer shows that a server is there.
  func root() -> ClientRequest {
    ClientRequest(.get, configuration.url + configuration.tablePath + "/", headers: headers([]))
  }

  func write(_ change: Change, _ style: WriteStyle) -> ClientRequest {
    switch (change.kind, style) {
    case (.insert, _):
      var request = ClientRequest(.post, tableURL(change.table))
      setBody(of: &request, named: change.id, change.values)
      request.headers = headers([.offlineSync], body: true)
      return request
    case (.delete, _):
      return row(.delete, change)
    case (.update, .merge):
      return row(.patch, change, body: change.values.withoutSystemColumns)
    case (.update, .replace):
      return replacing(change, changed: change.values)
    case (.undelete, .merge):
      return configuration.apiVersion == .v2
        ? row(.post, change) : row(.patch, change, body: ["deleted": false])
    case (.undelete, .replace):
      var request = replacing(change, changed: JSONObject(), deleted: false)
      request.url += "?__includedeleted=true"
      return request
    }
  }

  private func row(
    _ method: HTTPMethod, _ change: Change, body: JSONObject? = nil
  ) -> ClientRequest {
    ClientRequest(
      method, rowURL(change.table, change.id),
      headers: headers(
        change.version == nil ? [.offlineSync] : [.ifMatch, .offlineSync],
        ifMatch: change.version, body: body != nil),
      body: body.map { JSONValue.object($0).serialized })
  }

  private func replacing(
    _ change: Change, changed: JSONObject, deleted: Bool? = nil
  ) -> ClientRequest {
    var request = row(.put, change)
    var values = change.allValues
    for (name, value) in changed { values[name] = value }
    setBody(of: &request, named: change.id, values, deleted: deleted)
    request.headers["Content-Type"] = "application/json"
    return request
  }

  private func setBody(
    of request: inout ClientRequest, named id: String, _ values: JSONObject, deleted: Bool? = nil
  ) {
    var body: JSONObject = ["id": .string(id)]
    for (name, value) in values.withoutSystemColumns { body[name] = value }
    if let deleted { body["deleted"] = .bool(deleted) }
    request.body = JSONValue.object(body).serialized
  }

  func headers(
    _ features: [Feature], ifMatch version: String? = nil, body: Bool = false
  ) -> HTTPHeaders {
    var headers: HTTPHeaders = ["Accept": "application/json"]
    if let version = configuration.apiVersion { headers["ZUMO-API-VERSION"] = version.rawValue }
    if let token = configuration.authToken {
      // Easy Tables looks for its own header first, everything later only for the standard one.
      if configuration.apiVersion == .v2 { headers["X-ZUMO-AUTH"] = token }
      headers["Authorization"] = "Bearer \(token)"
    }
    if let key = configuration.apiKey { headers["X-ZUMO-APPLICATION"] = key }
    if let id = configuration.installationID { headers["X-ZUMO-INSTALLATION-ID"] = id }
    if !features.isEmpty {
      headers["X-ZUMO-FEATURES"] = features.map(\.rawValue).joined(separator: ",")
    }
    if let version { headers["If-Match"] = entityTag(version) }
    if body { headers["Content-Type"] = "application/json" }
    return headers
  }

  /// Names of the fields that carry secrets.
  static let secretHeaders: UTF8Set = ["authorization", "x-zumo-auth", "x-zumo-application"]
}
