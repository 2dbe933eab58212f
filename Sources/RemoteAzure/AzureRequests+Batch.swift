import HTTPClient
import HTTPKit
import JSONKit
import SyncCore

extension AzureRequests {
  /// Many writes in one request, each as it would go alone.
  ///
  /// Source: OData JSON Format 4.01, section 19.1.
  func batch(_ changes: [Change]) -> ClientRequest {
    var json = JSONWriter()
    json.reserve(changes.count * 256)
    json.raw("{\"requests\":[")
    for (position, change) in changes.enumerated() {
      if position > 0 { json.raw(",") }
      write(change, at: position, to: &json)
    }
    json.raw("]}")
    return ClientRequest(
      .post, configuration.url + "/$batch", headers: headers([.offlineSync], body: true),
      body: json.bytes)
  }

  /// The same as ``write(_:_:)`` without the headers that the batch has already.
  private func write(_ change: Change, at position: Int, to json: inout JSONWriter) {
    json.raw("{\"id\":\"")
    json.write(Int64(position))
    json.raw("\",\"method\":")
    let undeletesByPatch = change.kind == .undelete && configuration.apiVersion != .v2
    switch change.kind {
    case .insert: json.raw("\"POST\"")
    case .update: json.raw("\"PATCH\"")
    case .delete: json.raw("\"DELETE\"")
    case .undelete: json.raw(undeletesByPatch ? "\"PATCH\"" : "\"POST\"")
    }
    json.raw(",\"url\":")
    // Relative to the batch's own address.
    let url = change.kind == .insert ? tableURL(change.table) : rowURL(change.table, change.id)
    json.write(
      String(decoding: url.utf8.dropFirst(configuration.url.utf8.count + 1), as: UTF8.self))
    if change.kind != .insert, let version = change.version {
      json.raw(",\"headers\":{\"If-Match\":")
      json.write(entityTag(version))
      json.raw("}")
    }
    switch change.kind {
    case .insert: body(["id": .string(change.id)], change.values, to: &json)
    case .update: body([:], change.values, to: &json)
    case .undelete where undeletesByPatch: body(["deleted": false], [:], to: &json)
    case .delete, .undelete: break
    }
    json.raw("}")
  }

  /// System columns first, then those of `values` that a client may write.
  private func body(_ system: JSONObject, _ values: JSONObject, to json: inout JSONWriter) {
    json.raw(",\"body\":{")
    var isFirst = true
    func add(_ name: String, _ value: JSONValue) {
      if !isFirst { json.raw(",") }
      isFirst = false
      json.write(name)
      json.raw(":")
      json.write(value)
    }
    for (name, value) in system { add(name, value) }
    for (name, value) in values where SystemColumn.named(name) == nil { add(name, value) }
    json.raw("}")
  }
}
