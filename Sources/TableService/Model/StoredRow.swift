import JSONKit
import Support

/// A row as the database holds it.
struct StoredRow: Sendable {
  var id: String
  var createdAt: String
  var updatedAt: String
  var version: String
  var deleted: Bool
  /// The columns that rows brought, in the schema's order.
  var values: [(name: String, value: JSONValue, isDeclared: Bool)]

  /// The row as it goes over the wire.
  ///
  /// - Parameter omitsNulls: Whether columns that are null are left out, other than declared ones.
  func json(for version: APIVersion, omitsNulls: Bool = false) -> JSONValue {
    var members: [(String, JSONValue)] = [("id", .string(id))]
    if version == .v2 { members.append(("createdAt", .string(createdAt))) }
    members += [
      ("updatedAt", .string(updatedAt)), ("version", .string(self.version)),
      ("deleted", .bool(deleted)),
    ]
    let shown = omitsNulls ? values.filter { $0.isDeclared || !$0.value.isNull } : values
    return .object(JSONObject(members + shown.map { ($0.name, $0.value) }))
  }

  /// The same, printed.
  func printed(for version: APIVersion, omitsNulls: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    json.reserve(512)
    json.raw("{\"id\":")
    json.write(id)
    if version == .v2 {
      json.raw(",\"createdAt\":")
      json.write(createdAt)
    }
    json.raw(",\"updatedAt\":")
    json.write(updatedAt)
    json.raw(",\"version\":")
    json.write(self.version)
    json.raw(deleted ? ",\"deleted\":true" : ",\"deleted\":false")
    for (name, value, isDeclared) in values where isDeclared || !(omitsNulls && value.isNull) {
      json.raw(",")
      json.write(name)
      json.raw(":")
      json.write(value)
    }
    json.raw("}")
    return json.bytes
  }

  var entityTag: String { "\"\(version)\"" }
}
